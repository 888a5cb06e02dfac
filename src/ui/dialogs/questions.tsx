import {plain, safe} from '../../base/text.ts';
import {dialogContentWidth, isSmall} from '../../model/layout.ts';
import {confirmationOf} from '../../model/project-title.ts';
import {writeText} from '../../model/write-intent.ts';
import {dialogOf, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {openProfiles} from '../../state/login.ts';
import {editedLine} from '../../state/text-editing.ts';
import {DialogBox, Facts, Paragraph, QuestionBox, questionWidth} from '../components/dialog-box.tsx';
import {Field} from '../components/form.tsx';
import type {KeyScope} from '../contexts.ts';
import {changing} from '../keys/binding.ts';
import {blockedWhileSending, closeDialog} from '../keys/common-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

/** Asks the user to type the title or the id of the project before it is deleted. */
function DeleteDialog() {
	const {state} = useView();
	const dialog = dialogOf(state, 'delete');
	if (!dialog) return null;
	return (
		<QuestionBox
			title={plain`Permanently delete ${dialog.title}?`}
			tone="bad"
			question={dialog}
			preposition={plain`from`}
			facts={() => [
				[
					{text: plain`Type `, tone: 'plain'},
					{text: confirmationOf(dialog.title, dialog.projectId), tone: 'strong'},
					{text: plain` to confirm.`, tone: 'plain'},
				],
			]}
			sending={plain`Deleting the project`}
		>
			<Field
				label={plain`confirm`}
				value={dialog.typed}
				hint={plain``}
				typed={dialog.isSending ? undefined : editedLine(state)}
				width={dialogContentWidth(state.interface.size, questionWidth)}
			/>
		</QuestionBox>
	);
}

export const deleteDialog = {
	title: 'Delete',
	component: DeleteDialog,
	keys: [
		{
			keys: ['enter'],
			label: 'delete permanently',
			isHinted: true,
			isWrite: true,
			blocked: blockedWhileSending,
			run: ({actions}) => void actions.deleteProject(),
		},
		{...closeDialog, label: 'cancel'},
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
		...shown.map(({intended}) => plain`We don't know whether ${writeText(intended)}.`),
		...(moreCount > 0 ? [plain`… and ${moreCount} more.`] : []),
		...(unconfirmed.length === 0 ? [plain`A change is being sent.`] : []),
	];
	return (
		<DialogBox
			title={plain`Leave ${connection.name}?`}
			tone="bad"
			facts={<Facts linesOf={() => warnings.map(text => [{text, tone: 'bad'}])} />}
		>
			<Paragraph text={plain`landfall looks for the outcome when ${connection.name} is open again.`} />
		</DialogBox>
	);
}

export const switchDialog = {
	title: 'Leave a service',
	component: SwitchDialog,
	keys: [
		{
			keys: ['y'],
			label: 'leave',
			isHinted: true,
			run({actions}, state) {
				const dialog = dialogOf(state, 'switch');
				if (dialog) void actions.switchTo(dialog.destination, true);
			},
		},
		{...closeDialog, label: 'stay'},
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
				text={plain`Its settings and its saved key for ${host} are deleted here. The service does not change.`}
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
			keys: ['y'],
			label: 'remove',
			isHinted: true,
			run({store, actions}, state) {
				const dialog = dialogOf(state, 'remove profile');
				if (!dialog) return;
				store.change(withoutDialog);
				void actions.removeProfile(dialog.profile, dialog.forgets);
			},
		},
		{
			keys: ['f'],
			label: 'forget / keep history',
			isHinted: true,
			run: changing(state => {
				const forgets = !dialogOf(state, 'remove profile')?.forgets;
				return withDialog(state, 'remove profile', {forgets});
			}),
		},
		{
			keys: ['esc'],
			label: 'cancel',
			isHinted: true,
			run: changing(state => openProfiles(state, dialogOf(state, 'remove profile')?.profile)),
		},
	],
} satisfies KeyScope & {component: unknown};
