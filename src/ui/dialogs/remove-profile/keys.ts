import type {Binding} from '../../contexts.ts';

export const removeProfileKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'remove',
		isHinted: true,
		run({store, actions}, {interface: {dialog}}) {
			if (dialog?.name !== 'remove profile') return;
			store.dispatch({type: 'dialog-closed'});
			void actions.removeProfile(dialog.profile, dialog.forgets);
		},
	},
	{
		keys: ['f'],
		label: 'forget / keep history',
		isHinted: true,
		run({store}, {interface: {dialog}}) {
			if (dialog?.name !== 'remove profile') return;
			store.dispatch({type: 'dialog-opened', dialog: {...dialog, forgets: !dialog.forgets}});
		},
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run: ({actions}, {interface: {dialog}}) =>
			actions.openProfiles(dialog?.name === 'remove profile' ? dialog.profile : undefined),
	},
];
