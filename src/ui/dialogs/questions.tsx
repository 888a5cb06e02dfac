import {confirmationOf} from '../../project-title.ts';
import {contentWidth, isSmall} from '../../store/model/layout.ts';
import {writeText} from '../../store/model/writes/write-intent.ts';
import {openProfiles} from '../../store/reducers/login.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import {withDialog, withoutDialog} from '../../store/state/dialogs.ts';
import {plain, safe} from '../../text.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {Field} from '../components/field.tsx';
import {Paragraph} from '../components/paragraph.tsx';
import {QuestionBox, questionWidth} from '../components/question-box.tsx';
import type {Binding} from '../contexts.ts';
import {blockedWhileSending, closeDialog} from '../keys/common-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

/** Asks the user to type the title or the id of the project before it is deleted. */
function DeleteDialog() {
	const {state} = useView();
	const {dialog} = state.interface;
	if (dialog?.name !== 'delete') return null;
	const confirmation = confirmationOf(dialog.title, dialog.projectId);
	return (
		<QuestionBox
			title={plain`Permanently delete ${dialog.title}?`}
			tone="bad"
			question={dialog}
			preposition={plain`from`}
			facts={() => [
				[
					{text: plain`Type `, tone: 'plain'},
					{text: confirmation, tone: 'strong'},
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
				width={contentWidth(state.interface.size, questionWidth)}
			/>
		</QuestionBox>
	);
}

export const deleteKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'delete permanently',
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run({actions}) {
			void actions.deleteProject();
		},
	},
	{...closeDialog, label: 'cancel'},
	...lineEditing,
];

export const deleteDialog = {
	title: 'Delete',
	keys: deleteKeys,
	component: DeleteDialog,
	isTyping: true,
	onText: typeText,
};

/** How many unconfirmed changes are listed, on a small screen and on any other. */
const maxShown = {small: 1, usual: 3};

/** Reports the unconfirmed changes of a service before the user leaves it. */
function SwitchDialog() {
	const {state} = useView();
	const {connection, interface: ui, writes} = state;
	if (ui.dialog?.name !== 'switch' || !connection) return null;
	const unconfirmed = [...writes.unconfirmed.values()];
	const shownCount = isSmall(ui.size) ? maxShown.small : maxShown.usual;
	const more = unconfirmed.length - shownCount;
	return (
		<DialogBox
			title={plain`Leave ${connection.name}?`}
			tone="bad"
			facts={
				<>
					{unconfirmed.slice(0, shownCount).map(({intended}) => (
						<Paragraph key={intended.id} text={plain`We don't know whether ${writeText(intended)}.`} tone="bad" />
					))}
					{more > 0 && <Paragraph text={plain`… and ${more} more.`} tone="bad" />}
					{unconfirmed.length === 0 && <Paragraph text={plain`A change is being sent.`} tone="bad" />}
				</>
			}
		>
			<Paragraph text={plain`landfall looks for the outcome when ${connection.name} is open again.`} />
		</DialogBox>
	);
}

export const switchKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'leave',
		isHinted: true,
		run({actions}, {interface: {dialog}}) {
			if (dialog?.name !== 'switch') return;
			void actions.switchTo(dialog.destination, true);
		},
	},
	{...closeDialog, label: 'stay'},
];

export const switchDialog = {title: 'Leave a service', keys: switchKeys, component: SwitchDialog};

/** Asks before a profile is removed, and whether to forget what was observed and done with it. */
function RemoveProfileDialog() {
	const {state} = useView();
	const {dialog, profiles} = state.interface;
	if (dialog?.name !== 'remove profile') return null;
	const host = profiles.find(({name}) => name === dialog.profile)?.host ?? plain``;
	return (
		<DialogBox title={plain`Remove the profile ${safe(dialog.profile)}?`} tone="bad">
			<Paragraph
				text={plain`Its settings and its saved key for ${host} are deleted here. The service does not change.`}
			/>
			<Paragraph
				text={
					dialog.forgets
						? plain`Its history is deleted too: activity, watches, drafts and unconfirmed changes.`
						: plain`Its history stays: activity, watches, drafts and unconfirmed changes.`
				}
				tone={dialog.forgets ? 'bad' : 'quiet'}
			/>
		</DialogBox>
	);
}

export const removeProfileKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'remove',
		isHinted: true,
		run({store, actions}, {interface: {dialog}}) {
			if (dialog?.name !== 'remove profile') return;
			store.change(withoutDialog);
			void actions.removeProfile(dialog.profile, dialog.forgets);
		},
	},
	{
		keys: ['f'],
		label: 'forget / keep history',
		isHinted: true,
		run({store}, {interface: {dialog}}) {
			if (dialog?.name !== 'remove profile') return;
			store.change(state => withDialog(state, 'remove profile', {forgets: !dialog.forgets}));
		},
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run: ({store}, {interface: {dialog}}) =>
			store.change(state => openProfiles(state, dialog?.name === 'remove profile' ? dialog.profile : undefined)),
	},
];

export const removeProfileDialog = {
	title: 'Remove profile',
	keys: removeProfileKeys,
	component: RemoveProfileDialog,
};
