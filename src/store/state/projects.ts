import type {LocalTime} from '../../clock.ts';
import {reopened} from '../model/projects/page-read.ts';
import type {Sort} from '../model/projects/sorting.ts';
import {withoutDialog} from './dialogs.ts';
import {withFilter} from './selection.ts';
import {type State, withInterface} from './state.ts';

/** Opens the filter input. */
export const openFilter = (state: State): State =>
	withInterface(state, {dialog: {name: 'filter', anchorId: state.projects.position.id, isNew: false}});

/** Shows all projects again. Their order stays. */
export const clearFilter = (state: State, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: '', sort: state.projects.view?.sort}, at);

/** Sorts the projects. Without `sort`, they are in the service's order again. The filter stays. */
export const sortProjects = (state: State, sort: Sort | undefined, at: LocalTime): State =>
	withFilter(withoutDialog(state), {query: state.projects.view?.query ?? '', sort}, at);

/** Marks what was read before `at` as stale: the data on the screen, or with `isAll` everything. Forgets failed reads, so that they are retried at once. */
export function refresh(state: State, at: LocalTime, isAll = false): State {
	const {projects, polling} = state;
	const {throttle, failures, allRefreshedAt} = polling;
	return {
		...state,
		polling: {
			...polling,
			refreshedAt: at,
			allRefreshedAt: isAll ? at : allRefreshedAt,
			// The pause that the service asked for continues, so the failure that explains it stays.
			failures: new Map([...failures].filter(([, {error}]) => throttle.limited && error.kind === 'busy')),
			throttle: {...throttle, outage: undefined, failing: undefined, overload: undefined},
		},
		projects: {...projects, list: {...reopened(projects.list), refused: undefined}},
	};
}
