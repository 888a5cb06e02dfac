import {type Watch, watchKey} from '../model/watches.ts';
import {patch, type State} from './state.ts';

export function toggleWatch(state: State, watch: Watch): State {
	const key = watchKey(watch);
	const watches = new Map(state.presence.watches);
	if (!watches.delete(key)) watches.set(key, watch);
	const names = new Map(state.projects.names).set(watch.projectId, watch.project);
	return {...state, projects: {...state.projects, names}, presence: {...state.presence, watches}};
}

/** Adds the names of watched projects that are not known otherwise. */
export function withWatchedNames(state: State, watches: readonly Watch[]): State {
	const watched = watches.map(({projectId, project}) => [projectId, project] as const);
	return patch(state, 'projects', {names: new Map([...watched, ...state.projects.names])});
}

/** Replaces all watches by those of the journal. */
export function withWatches(state: State, watches: readonly Watch[]): State {
	const known = state.presence.watches;
	const read = new Map(watches.map(watch => [watchKey(watch), watch] as const));
	if (read.size === known.size && [...read.keys()].every(key => known.has(key))) return state;
	return {...withWatchedNames(state, watches), presence: {...state.presence, watches: read}};
}
