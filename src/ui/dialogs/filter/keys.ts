import {withoutDialog} from '../../../store/state/dialogs.ts';
import {clearFilter} from '../../../store/state/projects.ts';
import type {Binding} from '../../contexts.ts';
import {travelKeys} from '../../keys/movement-keys.ts';
import {lineEditing} from '../../keys/text-keys.ts';

export const filterDialogKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'apply',
		isHinted: true,
		run: ({store}) => store.change(withoutDialog),
	},
	{
		keys: ['esc'],
		label: 'clear',
		isHinted: true,
		run: ({store}) => store.change(clearFilter),
	},
	...lineEditing,
	...travelKeys,
];
