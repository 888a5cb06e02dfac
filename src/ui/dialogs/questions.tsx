import type {ReactNode} from 'react';
import {hasMixedScripts, plain, type SafeText, safe} from '../../base/text.ts';
import {type Confirmation, parseBody} from '../../model/confirmation.ts';
import {isProtected} from '../../model/connection.ts';
import {dialogContentWidth, isBare, isSmall} from '../../model/layout.ts';
import {confirmationOf} from '../../model/project-title.ts';
import {writeText} from '../../model/write-intent.ts';
import type {Line, Tone} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {dialogOf, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {bodyDraftOf, openBody} from '../../state/forms.ts';
import {openProfiles} from '../../state/login.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {editedLine} from '../../state/text-editing.ts';
import {DialogBox, Facts, Paragraph, Sending} from '../components/dialog-box.tsx';
import {FormField} from '../components/form.tsx';
import type {Binding, DrawContext, KeyScope} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {blockedWhileSending, closing, lineEditing, typeText} from '../keys/common-keys.ts';
import {projectStanding} from '../lines/project-standing.ts';
import {outageText, recordText, titleLine} from '../lines/service.ts';
import {useStore, useView} from '../runtime.tsx';

/** Narrow enough that the names in the list stay visible on a terminal of 80 columns. */
const questionWidth = 68;

type QuestionBoxProps = {
	readonly title: SafeText;
	readonly tone?: Tone | undefined;
	/** Shown before the service, such as `to` or `from`. */
	readonly preposition: SafeText;
	readonly question: Confirmation;
	/** Facts to read before answering, one line each. On a short screen the last ones are dropped first. */
	readonly facts?: (drawing: DrawContext) => readonly Line[];
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** What a question is about: warnings, then the service and the project. */
function targetLines(preposition: SafeText, question: Confirmation, {state}: DrawContext): readonly Line[] {
	const {connection} = state;
	const warnings = [outageText(state), question.problem ? undefined : recordText(state)];
	const target: Line = [
		{text: plain`${preposition}  `, tone: 'quiet'},
		...(connection ? [...titleLine(connection), {text: plain` · `, tone: 'plain'} as const] : []),
		{text: safe(question.projectId), tone: 'plain'},
	];
	const mixed = plain`! mixes letters from several scripts`;
	return [
		...warnings.flatMap(text => (text ? [[{text, tone: 'bad'} as const]] : [])),
		...(hasMixedScripts(question.title) ? [[{text: mixed, tone: 'bad'} as const]] : []),
		target,
	];
}

/** A confirmation for one project: names the service and the project, and warns if the name mixes scripts. */
function QuestionBox({title, tone, preposition, question, facts, sending, children}: QuestionBoxProps) {
	const linesOf = (drawing: DrawContext) => [
		...targetLines(preposition, question, drawing),
		...(facts?.(drawing) ?? []),
	];
	return (
		<DialogBox title={title} tone={tone} width={questionWidth} facts={<Facts linesOf={linesOf} />}>
			{children}
			<Sending isSending={question.isSending} problem={question.problem} sending={sending} />
		</DialogBox>
	);
}

/** Asks for confirmation before a deployment is triggered. Enter cancels, so that it cannot be confirmed by accident. */
function DeployDialog() {
	const dialog = useStore(state => dialogOf(state, 'deploy'));
	const guards = useStore(({connection}) => connection?.guards);
	if (!dialog) return null;
	const isGuarded = isProtected(guards, dialog);
	const protectedTail = dialog.isAskedAgain ? plain`Press p to deploy it anyway.` : plain`landfall asks twice.`;
	return (
		<QuestionBox
			title={isGuarded ? plain`Deploy the protected ${dialog.title}?` : plain`Deploy ${dialog.title}?`}
			tone={isGuarded ? 'bad' : undefined}
			preposition={plain`to`}
			question={dialog}
			facts={drawing => [
				...runningLine(dialog.projectId, drawing),
				bodyLine(dialog.body, drawing),
				...draftLine(dialog, drawing),
				...versionLines(dialog.projectId, drawing),
			]}
			sending={plain`Triggering the deployment`}
		>
			{isGuarded && <Paragraph text={plain`Your profile protects this project. ${protectedTail}`} tone="bad" />}
		</QuestionBox>
	);
}

/** The request body, if it says anything. Without one, nothing names an environment. */
function bodyLine(body: string, {state}: DrawContext): Line {
	const isEmpty = Object.keys(parseBody(body) ?? {}).length === 0;
	if (!isEmpty)
		return [
			{text: plain`body  `, tone: 'quiet'},
			{text: safe(body, 500), tone: 'accent'},
		];
	const key = shortcutOf(state, 'deploy.edit-request-body');
	if (isSmall(state.interface.size)) return [{text: plain`The service chooses the environment.`, tone: 'quiet'}];
	return [{text: plain`The service chooses the environment; ${key} adds a request body.`, tone: 'quiet'}];
}

/** Says that another request body was typed and not sent. */
function draftLine({projectId, body}: Confirmation & {readonly body: string}, {state}: DrawContext): readonly Line[] {
	if (bodyDraftOf(state, projectId, body) === undefined) return [];
	const key = shortcutOf(state, 'deploy.edit-request-body');
	return [[{text: plain`You typed another body and did not send it: ${key} opens it.`, tone: 'strong'}]];
}

const deployKeys: readonly Binding[] = [
	{
		id: 'deploy.deploy',
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run: ({actions}) => void actions.deploy(),
	},
	{
		id: 'deploy.deploy-anyway',
		isWrite: true,
		blocked: state =>
			blockedWhileSending(state) ?? (dialogOf(state, 'deploy')?.isAskedAgain ? undefined : 'Press y first'),
		run: ({actions}) => void actions.deploy(true),
	},
	{
		id: 'deploy.edit-request-body',
		isHinted: true,
		blocked: blockedWhileSending,
		run: changing(openBody),
	},
	closing('deploy.cancel'),
];

export const deployDialog = {title: 'Deploy', keys: deployKeys, component: DeployDialog};

/** Warns of deployments in progress, on top of which another would be started. */
function runningLine(projectId: string, drawing: DrawContext): readonly Line[] {
	const {running} = projectStanding(projectId, drawing);
	if (!running) return [];
	return [
		[
			shapeOf('running', drawing.context),
			{text: plain` Already in progress: `, tone: 'strong'},
			{text: running, tone: 'busy'},
		],
	];
}

function versionLines(projectId: string, drawing: DrawContext): readonly Line[] {
	const {upload, newest} = projectStanding(projectId, drawing);
	const [first, ...others] = newest;
	const facts = [upload, first].filter(fact => fact !== undefined);
	const lines = facts.length > 0 ? [safe(facts.join(' · ')), ...others] : others;
	return lines.map(text => [{text, tone: 'quiet'}]);
}

function DeleteDialog() {
	const {state} = useView();
	const dialog = dialogOf(state, 'delete');
	if (!dialog) return null;
	const name = confirmationOf(dialog.title, dialog.projectId);
	const {size} = state.interface;
	const confirmLine: Line = [
		{text: plain`Type `, tone: 'plain'},
		{text: name, tone: 'strong'},
		{text: plain` to confirm.`, tone: 'plain'},
	];
	// Of the text above the field, the shortest screen shows the title alone.
	const title = isBare(size)
		? plain`${name}: type this to delete it permanently`
		: plain`Permanently delete ${dialog.title}?`;
	return (
		<QuestionBox
			title={title}
			tone="bad"
			question={dialog}
			preposition={plain`from`}
			sending={plain`Deleting the project`}
		>
			<Facts linesOf={() => (isBare(size) ? [] : [confirmLine])} />
			<FormField
				label={plain`confirm`}
				value={dialog.typed}
				hint={plain``}
				typed={dialog.isSending ? undefined : editedLine(state)}
				width={dialogContentWidth(size, questionWidth)}
			/>
		</QuestionBox>
	);
}

export const deleteDialog = {
	title: 'Delete',
	component: DeleteDialog,
	keys: [
		{
			id: 'delete.delete-permanently',
			isHinted: true,
			isWrite: true,
			blocked: blockedWhileSending,
			run: ({actions}) => void actions.deleteProject(),
		},
		closing('delete.cancel'),
		...lineEditing,
	],
	isTyping: true,
	onText: typeText,
} satisfies KeyScope & {component: unknown};

/** Reports the unconfirmed changes of a service before the user leaves it. */
function SwitchDialog() {
	const {
		state: {connection, interface: ui, writes},
	} = useView();
	if (!connection) return null;
	const unconfirmed = [...writes.unconfirmed.values()];
	const shown = unconfirmed.slice(0, isSmall(ui.size) ? 1 : 3);
	const moreCount = unconfirmed.length - shown.length;
	const warnings = [
		...shown.map(({intended}) => plain`landfall doesn't know whether ${writeText(intended)}.`),
		...(moreCount > 0 ? [plain`… and ${moreCount} more.`] : []),
		...(unconfirmed.length === 0 ? [plain`A change is being sent.`] : []),
	];
	return (
		<DialogBox
			title={plain`Leave ${connection.name}?`}
			tone="bad"
			facts={<Facts linesOf={() => warnings.map(text => [{text, tone: 'bad'}])} />}
		>
			<Paragraph text={plain`landfall will check the outcome when you next open ${connection.name}.`} />
		</DialogBox>
	);
}

export const switchDialog = {
	title: 'Leave a service',
	component: SwitchDialog,
	keys: [
		{
			id: 'switch.leave',
			isHinted: true,
			run({actions}, state) {
				const dialog = dialogOf(state, 'switch');
				if (dialog) void actions.switchTo(dialog.destination, true);
			},
		},
		closing('switch.stay'),
	],
} satisfies KeyScope & {component: unknown};

/** Asks before a profile is removed, and whether to forget what was observed and done with it. */
function RemoveProfileDialog() {
	const {state} = useView();
	const dialog = dialogOf(state, 'remove profile');
	if (!dialog) return null;
	const {profile, forgets} = dialog;
	const host = state.interface.profiles.find(({name}) => name === profile)?.host ?? plain``;
	const fate = forgets ? plain`is deleted too` : plain`stays`;
	return (
		<DialogBox title={plain`Remove the profile ${safe(profile)}?`} tone="bad">
			<Paragraph
				text={plain`Its settings and its saved key for ${host} are deleted from this computer. The service does not change.`}
			/>
			<Paragraph
				text={plain`Its history ${fate}: activity, watches, drafts and unconfirmed changes.`}
				tone={forgets ? 'bad' : 'quiet'}
			/>
		</DialogBox>
	);
}

export const removeProfileDialog = {
	title: 'Remove profile',
	component: RemoveProfileDialog,
	keys: [
		{
			id: 'remove-profile.remove',
			isHinted: true,
			run({store, actions}, state) {
				const dialog = dialogOf(state, 'remove profile');
				if (!dialog) return;
				store.change(withoutDialog);
				void actions.removeProfile(dialog.profile, dialog.forgets);
			},
		},
		{
			id: 'remove-profile.forget-keep-history',
			isHinted: true,
			run: changing(state => {
				const forgets = !dialogOf(state, 'remove profile')?.forgets;
				return withDialog(state, 'remove profile', {forgets});
			}),
		},
		{
			id: 'remove-profile.cancel',
			isHinted: true,
			run: changing(state => openProfiles(state, dialogOf(state, 'remove profile')?.profile)),
		},
	],
} satisfies KeyScope & {component: unknown};
