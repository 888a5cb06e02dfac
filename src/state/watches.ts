import {keyOfDeployment} from '../model/deployment-changes.ts';
import {type Watch, type WatchedDeployment, watchKey} from '../model/watch.ts';
import {runningDeployments} from './deployments.ts';
import {patch, type State} from './state.ts';

export const areWatched = ({presence: {watches}}: State, subjects: readonly Watch[]): boolean =>
	subjects.every(subject => watches.has(watchKey(subject)));

export function toggleWatch(state: State, ...subjects: readonly Watch[]): State {
	const isWatched = areWatched(state, subjects);
	const ids = new Set(subjects.map(({projectId}) => projectId));
	const watches = new Map(state.presence.watches);
	for (const subject of subjects) {
		if (isWatched) watches.delete(watchKey(subject));
		else watches.set(watchKey(subject), subject);
	}

	const groups = state.presence.groups.filter(group => !isWatched || !group.some(({projectId}) => ids.has(projectId)));
	const names = new Map([
		...state.projects.names,
		...subjects.map(({projectId, project}) => [projectId, project] as const),
	]);
	return patch(patch(state, 'projects', {names}), 'presence', {watches, groups});
}

export const withGroup = (state: State, group: readonly WatchedDeployment[]): State =>
	patch(state, 'presence', {groups: [...state.presence.groups, group]});

export function endedGroups(state: State): State['presence']['groups'] {
	const running = new Set(runningDeployments(state).map(({deployment}) => keyOfDeployment(deployment)));
	return state.presence.groups.filter(group => !group.some(member => running.has(keyOfDeployment(member))));
}

export function withWatches(state: State, watches: readonly Watch[]): State {
	const known = state.presence.watches;
	const next = new Map(watches.map(watch => [watchKey(watch), watch]));
	if (next.size === known.size && [...next.keys()].every(key => known.has(key))) return state;
	const watched = watches.map(({projectId, project}) => [projectId, project] as const);
	const names = new Map([...watched, ...state.projects.names]);
	return patch(patch(state, 'projects', {names}), 'presence', {watches: next});
}
