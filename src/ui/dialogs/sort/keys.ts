import {firstDirection, type SortKey} from '../../../store/sorting.ts';
import type {State} from '../../../store/state.ts';
import {closeDialog} from '../../bindings.ts';
import type {Binding, Desk} from '../../desk.ts';

/** What the list can be sorted by, as it is offered. Undefined: as the service lists it. */
export const sortChoices: ReadonlyArray<{readonly by: SortKey | undefined; readonly label: string}> = [
	{by: undefined, label: 'as the service lists them'},
	{by: 'name', label: 'name'},
	{by: 'updated', label: 'updated'},
	{by: 'version', label: 'version'},
	{by: 'status', label: 'status'},
	{by: 'mode', label: 'mode'},
	{by: 'slug', label: 'slug'},
	{by: 'url', label: 'url'},
	{by: 'created', label: 'created'},
];

const pointedAt = ({dialog}: State): number => (dialog?.name === 'sort' ? dialog.index : 0);

const point =
	(by: number): Binding['run'] =>
	({store}, state) => {
		const index = Math.max(0, Math.min(sortChoices.length - 1, pointedAt(state) + by));
		store.dispatch({type: 'sort-pointed', index});
	};

function choose({store, clock}: Desk, state: State) {
	const by = sortChoices[pointedAt(state)]?.by;
	store.dispatch({type: 'sort-chosen', sort: by && firstDirection(by), at: clock.now()});
}

export const sortKeys: readonly Binding[] = [
	{keys: ['enter', ' '], label: 'sort', isHinted: true, run: choose},
	{...closeDialog, keys: ['esc', 's', 'q']},
	{keys: ['down', 'j'], label: 'down', run: point(1)},
	{keys: ['up', 'k'], label: 'up', run: point(-1)},
];
