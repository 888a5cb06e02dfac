import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/text-keys.ts';

export const sortDialogKeys: readonly Binding[] = [
	...menuKeys('sort'),
	{...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'},
];
