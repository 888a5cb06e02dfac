import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Paragraph} from '../../components/paragraph.tsx';
import {useView} from '../../runtime.tsx';
import {removeProfileKeys} from './keys.ts';

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

export const removeProfileDialog = {
	title: 'Remove profile',
	keys: removeProfileKeys,
	component: RemoveProfileDialog,
};
