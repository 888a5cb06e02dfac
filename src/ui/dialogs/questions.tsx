import type {ReactNode} from 'react';
import {hasMixedScripts, plain, type SafeText, safe} from '../../base/text.ts';
import {
	type AskedWrite,
	answerFor,
	type Confirmation,
	olderRowText,
	parseBody,
	questionText,
	shortDeleteText,
	typingText,
} from '../../model/confirmation.ts';
import {isProtected, type ServiceInfo} from '../../model/connection.ts';
import {dialogContentWidth, isBare, isSmall} from '../../model/layout.ts';
import {cutLine, type Line, type SafeSpan, type Tone} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {chosenDeploy, dialogOf, namedDeploys, withDialog} from '../../state/dialogs.ts';
import {bodyDraftOf, openBody} from '../../state/forms.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {type State, withNotice} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {DialogBox, Facts, Paragraph, Sending} from '../components/dialog-box.tsx';
import {FormField} from '../components/form-fields.tsx';
import type {Binding, DrawContext, KeyScope} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {changing} from '../keys/binding.ts';
import {closing, lineEditing, sendingReason, typeText} from '../keys/common-keys.ts';
import {projectStanding} from '../lines/project-standing.ts';
import {hostAfter, journalWarning, nameSpan, outageText} from '../lines/service.ts';

/** Narrow, so that names in the list stay visible on a terminal of 80 columns. */
const questionWidth = 68;

export const questionTones = {deploy: 'strong', delete: 'bad'} as const;

const prepositions = {deploy: plain`to  `, delete: plain`from  `};

export const serviceLine = (kind: AskedWrite, service: ServiceInfo): Line => [
	{text: prepositions[kind], tone: 'quiet'},
	nameSpan(service, 'plain'),
	{text: hostAfter(service), tone: 'plain'},
];

function aboutLines(kind: AskedWrite, question: Confirmation, {state}: DrawContext): readonly Line[] {
	const {connection} = state;
	const warnings = [
		outageText(state),
		question.problem ? undefined : journalWarning(state),
		hasMixedScripts(question.title) ? plain`! mixes letters from several scripts` : undefined,
	];
	return [
		...warnings.flatMap(text => (text ? [[{text, tone: 'bad'} as const]] : [])),
		[
			...(connection ? serviceLine(kind, connection) : []),
			{text: plain` · `, tone: 'plain'},
			{text: safe(question.projectId), tone: 'plain'},
		],
	];
}

type QuestionBoxProps = {
	readonly kind: AskedWrite;
	readonly question: Confirmation;
	readonly title: SafeText;
	readonly tone?: Tone;
	/** Facts to read before answering. A short screen drops the last ones first. */
	readonly facts?: (drawing: DrawContext) => readonly Line[];
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

function QuestionBox(props: QuestionBoxProps) {
	const {kind, question, title, tone = questionTones[kind], facts, sending, children} = props;
	const linesOf = (drawing: DrawContext) => [...aboutLines(kind, question, drawing), ...(facts?.(drawing) ?? [])];
	return (
		<DialogBox title={title} tone={tone} width={questionWidth} facts={<Facts linesOf={linesOf} />}>
			{children}
			<Sending submission={question} sending={sending} />
		</DialogBox>
	);
}

/** Enter does nothing, so that nobody deploys by accident. */
function DeployDialog() {
	const dialog = useStore(state => dialogOf(state, 'deploy'));
	const guards = useStore(({connection}) => connection?.guards);
	const deploy = chosenDeploy(useStore());
	if (!dialog) return null;
	const isGuarded = isProtected(guards, dialog);
	const isVersionChosen = deploy?.asked?.version !== undefined;
	return (
		<QuestionBox
			kind="deploy"
			question={dialog}
			title={questionText('deploy', [deploy ? plain`${dialog.title} as “${deploy.name}”` : dialog.title], isGuarded)}
			{...(isGuarded && {tone: 'bad'})}
			facts={drawing => [
				...(isGuarded ? [protectionLine(dialog)] : []),
				...bodyLines(dialog.body, drawing),
				...runningLine(dialog.projectId, drawing),
				...(dialog.olderRow && !isVersionChosen
					? [[{text: olderRowText(dialog.olderRow), tone: 'strong'} as const]]
					: []),
				...namedDeployLines(drawing),
				...emptyBodyLines(dialog.body, drawing),
				...unsentBodyLine(dialog, drawing),
				...versionLines(dialog, drawing),
			]}
			sending={plain`Triggering the deployment`}
		/>
	);
}

function protectionLine({isAskedAgain}: {readonly isAskedAgain?: boolean}): Line {
	const tail = isAskedAgain ? plain`Press p to deploy it anyway.` : plain`landfall asks twice.`;
	return [{text: plain`Your profile protects this project. ${tail}`, tone: 'bad'}];
}

const isEmptyBody = (body: string): boolean => Object.keys(parseBody(body) ?? {}).length === 0;

/** What a deployment sends stands above the list, because a short screen drops the last lines. */
function bodyLines(ownBody: string, {state}: DrawContext): readonly Line[] {
	const {body = ''} = chosenDeploy(state) ?? {body: ownBody};
	const label: SafeSpan = {text: plain`body  `, tone: 'quiet'};
	return isEmptyBody(body) ? [] : [[label, {text: safe(body, 500), tone: 'accent'}]];
}

function emptyBodyLines(ownBody: string, {state}: DrawContext): readonly Line[] {
	const {body} = chosenDeploy(state) ?? {body: ownBody};
	if (body === undefined || !isEmptyBody(body)) return [];
	const key = shortcutOf(state, 'deploy.edit-request-body');
	const more = isSmall(state.interface.size) ? plain`` : plain`; ${key} adds a request body`;
	return [[{text: plain`The service chooses the environment${more}.`, tone: 'quiet'}]];
}

function unsentBodyLine(
	{projectId, body}: Confirmation & {readonly body: string},
	{state}: DrawContext,
): readonly Line[] {
	if (bodyDraftOf(state, projectId, body) === undefined) return [];
	const key = shortcutOf(state, 'deploy.edit-request-body');
	return [[{text: plain`You typed another body and did not send it: ${key} opens it.`, tone: 'strong'}]];
}

const namedDeployLines = (drawing: DrawContext): readonly Line[] =>
	namedDeploys(drawing.state).map((deploy, index) => {
		const number: SafeSpan = {text: plain`${index + 1}  `, tone: 'strong'};
		return cutLine(
			[number, ...namedDeploySpans(deploy)],
			dialogContentWidth(drawing.state.interface.size, questionWidth),
		);
	});

export function namedDeploySpans(deploy: ReturnType<typeof namedDeploys>[number]): Line {
	if ('reason' in deploy) return [{text: deploy.reason, tone: 'quiet'}];
	const {environment} = deploy.asked;
	const where = environment ? plain` (${environment.shown})` : plain``;
	return [
		{text: plain`${deploy.name}${where}: `, tone: 'plain'},
		{text: safe(deploy.body, 500), tone: 'accent'},
	];
}

export const noNamedDeploy = (state: State): string | undefined =>
	namedDeploys(state).length > 0 ? undefined : 'The profile has no `deploys`';

const deployBindings: readonly Binding[] = [
	{
		id: 'deploy.deploy',
		isHinted: true,
		isWrite: true,
		unavailable: state =>
			sendingReason(state) ?? (dialogOf(state, 'deploy')?.isAskedAgain ? 'Press p to deploy it anyway' : undefined),
		run: ({actions}) => void actions.deploy(),
	},
	{
		id: 'deploy.deploy-anyway',
		isHinted: true,
		isWrite: true,
		unavailable: state =>
			sendingReason(state) ?? (dialogOf(state, 'deploy')?.isAskedAgain ? undefined : 'Press y first'),
		run: ({actions}) => void actions.deploy(true),
	},
	{
		id: 'deploy.choose',
		unavailable: state => sendingReason(state) ?? noNamedDeploy(state),
		run: ({store}, _state, key) =>
			store.change((state, now) => {
				const way = Number(key);
				if (way > namedDeploys(state).length) return withNotice(state, plain`There is no deploy ${way}`, 'quiet', now);
				const isChosen = dialogOf(state, 'deploy')?.way === way;
				return withDialog(state, 'deploy', {way: isChosen ? 0 : way, isAskedAgain: false, problem: undefined});
			}),
	},
	{
		id: 'deploy.edit-request-body',
		isHinted: true,
		unavailable: sendingReason,
		run: changing(openBody),
	},
	closing('deploy.cancel'),
];

export const deployDialog = {title: 'Deploy', keys: deployBindings, component: DeployDialog};

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

function versionLines({projectId, environment}: Confirmation, drawing: DrawContext): readonly Line[] {
	const {stopped, upload, newest} = projectStanding(projectId, drawing, environment);
	const [first, ...others] = newest;
	const more = isSmall(drawing.state.interface.size) ? undefined : upload;
	const facts = [stopped, first, more].filter(fact => fact !== undefined);
	const lines = facts.length > 0 ? [safe(facts.join(' · ')), ...others] : others;
	return lines.map(text => [{text, tone: 'quiet'}]);
}

function DeleteDialog() {
	const state = useStore();
	const dialog = dialogOf(state, 'delete');
	if (!dialog) return null;
	const {size} = state.interface;
	const answer = answerFor(dialog.title, dialog.projectId);
	// The shortest screen shows only the title above the field.
	const title = isBare(size) ? shortDeleteText(answer) : questionText('delete', [dialog.title]);
	return (
		<QuestionBox kind="delete" question={dialog} title={title} sending={plain`Deleting the project`}>
			{!isBare(size) && <Paragraph text={plain`${typingText(answer)}.`} />}
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
			unavailable: sendingReason,
			run: ({actions}) => void actions.deleteProject(),
		},
		closing('delete.cancel'),
		...lineEditing,
	],
	isTyping: true,
	onText: typeText,
} satisfies KeyScope & {component: unknown};
