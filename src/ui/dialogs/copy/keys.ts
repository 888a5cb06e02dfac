import {closeDialog} from '../../bindings.ts';
import {menuKeys} from '../../components/menu-keys.ts';
import type {Binding} from '../../desk.ts';

export const copyKeys: readonly Binding[] = [
	...menuKeys('copy'),
	{...closeDialog, keys: ['esc', 'Y', 'q'], label: 'cancel'},
];
