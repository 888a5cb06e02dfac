import {withDialog, withoutDialog} from '../../../store/state/dialogs.ts';
import {openProfiles} from '../../../store/state/login.ts';
import type {Binding} from '../../contexts.ts';

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
