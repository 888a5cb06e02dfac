import {keyOfDeployment} from '../model/deployment-changes.ts';
import {type Watch, type WatchedDeployment, watchKey} from '../model/watch.ts';
import {runningDeployments} from './deployments.ts';
import {patch, type State} from './state.ts';

export const areWatched = ({presence: {watches}}: State, targets: readonly Watch[]): boolean =>
	targets.every(target => watches.has(watchKey(target)));

export function toggleWatch(state: State, ...targets: readonly Watch[]): State {
	const isWatched = areWatched(state, targets);
	const ids = new Set(targets.map(({projectId}) => projectId));
	const watches = new Map(state.presence.watches);
	for (const target of targets) {
		if (isWatched) watches.delete(watchKey(target));
		else watches.set(watchKey(target), target);
	}

	const groups = state.presence.groups.filter(group => !isWatched || !group.some(({projectId}) => ids.has(projectId)));
	const names = new Map([
		...state.projects.names,
		...targets.map(({projectId, project}) => [projectId, project] as const),
	]);
	return patch(patch(state, 'projects', {names}), 'presence', {watches, groups});
}

/** Deployments that were started on this computer and have not concluded. */
export const startedHere = ({presence: {watches}}: State): readonly WatchedDeployment[] =>
	[...watches.values()].flatMap(({projectId, deploymentId, isMine}) =>
		isMine && deploymentId !== undefined ? {projectId, id: deploymentId} : [],
	);

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
