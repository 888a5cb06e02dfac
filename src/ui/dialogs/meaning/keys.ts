import {closeDialog} from '../../bindings.ts';
import {menuKeys} from '../../components/menu-keys.ts';
import type {Binding} from '../../desk.ts';

export const meaningKeys: readonly Binding[] = [
	...menuKeys('classify'),
	{...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'},
];
