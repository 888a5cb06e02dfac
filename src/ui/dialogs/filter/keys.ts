import type {State} from '../../../store/state.ts';
import type {Binding, Desk} from '../../desk.ts';
import {travel} from '../../movement.ts';

/** Longer than any search: what is pasted by mistake must not fill the screen. */
const longest = 200;

const queryOf = (state: State): string => state.view?.query ?? '';

const change = ({store, clock}: Desk, query: string) =>
	store.dispatch({type: 'filter-typed', query: query.slice(0, longest), at: clock.now()});

/** Takes in what was typed or pasted: one line of it. */
export const typeFilter = (desk: Desk, state: State, text: string) =>
	change(desk, queryOf(state) + text.replace(/\p{Cc}+/gu, ' '));

/** A query without its last letter, as people count letters. */
const withoutLast = (query: string): string =>
	[...new Intl.Segmenter().segment(query)]
		.slice(0, -1)
		.map(({segment}) => segment)
		.join('');

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
	{
		keys: ['backspace'],
		label: 'delete a letter',
		run: (desk, state) => change(desk, withoutLast(queryOf(state))),
	},
	{
		keys: ['ctrl+w'],
		label: 'delete a word',
		run: (desk, state) => change(desk, queryOf(state).replace(/\S*\s*$/, '')),
	},
	{keys: ['ctrl+u'], label: 'delete all', run: desk => change(desk, '')},
	...travel,
];
