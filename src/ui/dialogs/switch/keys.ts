import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';

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
