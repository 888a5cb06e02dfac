import {closeDialog, heldBySending} from '../../bindings.ts';
import type {Binding} from '../../desk.ts';

export const deployKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'deploy',
		isHinted: true,
		isWrite: true,
		blocked: heldBySending,
		run({actions}) {
			void actions.deploy();
		},
	},
	{...closeDialog, keys: ['n', 'esc', 'enter'], label: 'do not'},
];
