import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/text-keys.ts';

export const meaningKeys: readonly Binding[] = [
	...menuKeys('classify'),
	{...closeDialog, keys: ['esc', 'm', 'q'], label: 'cancel'},
];
