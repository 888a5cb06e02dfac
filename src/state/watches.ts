import {type Watch, watchKey} from '../model/watches.ts';
import {patch, type State} from './state.ts';

export function toggleWatch(state: State, watch: Watch): State {
	const key = watchKey(watch);
	const watches = new Map(state.presence.watches);
	if (!watches.delete(key)) watches.set(key, watch);
	const names = new Map(state.projects.names).set(watch.projectId, watch.project);
	return patch(patch(state, 'projects', {names}), 'presence', {watches});
}

/** Replaces all watches, and adds the names of projects that are not known otherwise. */
export function withWatches(state: State, watches: readonly Watch[]): State {
	const known = state.presence.watches;
	const next = new Map(watches.map(watch => [watchKey(watch), watch]));
	if (next.size === known.size && [...next.keys()].every(key => known.has(key))) return state;
	const watched = watches.map(({projectId, project}) => [projectId, project] as const);
	const names = new Map([...watched, ...state.projects.names]);
	return patch(patch(state, 'projects', {names}), 'presence', {watches: next});
}
