import {closeDialog} from '../../bindings.ts';
import {menuKeys} from '../../components/menu-keys.ts';
import type {Binding} from '../../desk.ts';

export const sortKeys: readonly Binding[] = [
	...menuKeys('sort'),
	{...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'},
];
