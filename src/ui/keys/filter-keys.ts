import type {LocalTime} from '../../base/clock.ts';
import {openDialog} from '../../state/dialogs.ts';
import {goBack} from '../../state/navigation.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {clearFilter, filtersOf, hasFilter, openFilter, savedFilterName, withoutLoadAll} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';
import type {Binding} from '../contexts.ts';
import {changing} from './binding.ts';
import {back} from './common-keys.ts';

const savedFilters: Binding = {
	id: 'saved-filters',
	unavailable: state =>
		filtersOf(state).length > 0 ? undefined : `Press ${shortcutOf(state, 'filter')} to filter first`,
	run: ({store}) =>
		store.change(state => {
			const current = filtersOf(state).findIndex(({name}) => name !== undefined && name === savedFilterName(state));
			return openDialog(state, {name: 'saved filters', top: 0, cursor: Math.max(0, current)});
		}),
};

export const filterBindings: readonly Binding[] = [
	{id: 'filter', isHinted: true, run: changing(openFilter)},
	savedFilters,
];

export const isLoadingOrFiltered = (state: State): boolean => state.projects.loading !== undefined || hasFilter(state);

export const withoutLoadOrFilter = (state: State, now: LocalTime): State =>
	state.projects.loading ? withoutLoadAll(state) : clearFilter(state, now);

export const clearOrBack: Binding = {
	...back,
	isHinted: true,
	hint: () => 'clear / back',
	run: ({store}, _state, key) =>
		store.change((state, now) =>
			key === 'esc' && isLoadingOrFiltered(state) ? withoutLoadOrFilter(state, now) : goBack(state),
		),
};
