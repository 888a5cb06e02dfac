import type {Binding} from '../../contexts.ts';
import {travelKeys} from '../../keys/movement-keys.ts';
import {lineEditing} from '../../keys/text-keys.ts';

export const filterDialogKeys: readonly Binding[] = [
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
