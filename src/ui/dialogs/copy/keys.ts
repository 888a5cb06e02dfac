import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {menuKeys} from '../../keys/text-keys.ts';

export const copyKeys: readonly Binding[] = [
	...menuKeys('copy'),
	{...closeDialog, keys: ['esc', 'Y', 'q'], label: 'cancel'},
];
