import {typing} from '../../components/typing.ts';
import type {Binding} from '../../desk.ts';
import {travel} from '../../movement.ts';

/** Longer than any search: what is pasted by mistake must not fill the screen. */
const longest = 200;

const {onText, keys} = typing(
	({view}) => view?.query ?? '',
	({store, clock}, query) => store.dispatch({type: 'filter-typed', query: query.slice(0, longest), at: clock.now()}),
);

export const typeFilter = onText;

export const filterKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'keep',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'dialog-closed'}),
	},
	{
		keys: ['esc'],
		label: 'clear',
		isHinted: true,
		run: ({store, clock}) => store.dispatch({type: 'lens-cleared', at: clock.now()}),
	},
	...keys,
	...travel,
];
