import {closeDialog, heldBySending} from '../../bindings.ts';
import {lineEditing} from '../../components/typing.ts';
import type {Binding} from '../../desk.ts';

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
