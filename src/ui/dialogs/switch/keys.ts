import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';

export const switchKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'leave',
		isHinted: true,
		run({store, actions}, {interface: {dialog}}) {
			if (dialog?.name !== 'switch') return;
			store.dispatch({type: 'dialog-closed'});
			void actions.goTo(dialog.destination);
		},
	},
	{...closeDialog, label: 'stay'},
];
