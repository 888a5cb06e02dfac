import type {Binding} from '../../contexts.ts';
import {blockedWhileSending, closeDialog} from '../../keys/common-keys.ts';
import {lineEditing} from '../../keys/text-keys.ts';

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
