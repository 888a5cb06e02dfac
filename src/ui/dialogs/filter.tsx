import {clearFilter} from '../../store/reducers/projects.ts';
import {withoutDialog} from '../../store/state/dialogs.ts';
import type {Binding} from '../contexts.ts';
import {travelKeys} from '../keys/movement-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';

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

/** Renders nothing: the filter is typed in the status line. */
const FilterDialog = () => null;

export const filterDialog = {
	title: 'Filter',
	keys: filterDialogKeys,
	component: FilterDialog,
	isTyping: true,
	onText: typeText,
};
