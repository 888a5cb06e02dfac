import type {Binding} from '../../contexts.ts';
import {closeDialog, heldBySending} from '../../keys/common-keys.ts';
import {lineEditing} from '../../keys/text-keys.ts';

export const deleteKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'delete permanently',
		isHinted: true,
		isWrite: true,
		blocked: heldBySending,
		run({actions}) {
			void actions.deleteProject();
		},
	},
	{...closeDialog, label: 'cancel'},
	...lineEditing,
];
