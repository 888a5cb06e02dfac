import type {Binding} from '../contexts.ts';
import {travelKeys} from '../keys/movement-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';

const filterKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'apply',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'dialog-closed'}),
	},
	{
		keys: ['esc'],
		label: 'clear',
		isHinted: true,
		run: ({store, clock}) => store.dispatch({type: 'filter-cleared', at: clock.now()}),
	},
	...lineEditing,
	...travelKeys,
];

/** Renders nothing: the filter is typed in the status line. */
const FilterDialog = () => null;

export const filterDialog = {
	title: 'Filter',
	keys: filterKeys,
	component: FilterDialog,
	isTyping: true,
	onText: typeText,
};
