import {hotAt, retryAt, warmAt} from './cadence.ts';
import {projectRows} from './layout.ts';
import {countOf, type Page, pageIndexAt} from './project-list.ts';
import {currentScreen, type Failure, type State} from './state.ts';

/** Something of the service that the screen shows and that has to be read, or read again. */
export type Need = {readonly connectionId: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
);

/** Two needs with the same key are the same need. */
export const needKey = (need: Need): string => JSON.stringify(need);

/** A need, when it is due (0: it has never been met) and when what there is was asked for. */
type Target = {readonly need: Need; readonly dueAt: number; readonly askedAt: number | undefined};

/** How many rows beyond the reader are read ahead. */
const lookahead = 100;

/** The pages that are on the screen. */
function shownPages({projects: {pages}, position, size}: State): readonly Page[] {
	const windowEnd = position.top + projectRows(size);
	const first = pageIndexAt(pages, position.top);
	let end = first + 1;
	while ((pages[end]?.start ?? windowEnd) < windowEnd) end++;
	return pages.slice(first, end);
}

function projectTargets(state: State, connectionId: number): readonly Target[] {
	const {pages, end} = state.projects;
	const windowEnd = state.position.top + projectRows(state.size);
	const wantsMore = end === 'open' && Math.max(state.reach, windowEnd) + lookahead > countOf(state.projects);
	const next: readonly Target[] = wantsMore
		? [{need: {connectionId, kind: 'projects', cursor: pages.at(-1)?.nextCursor}, dueAt: 0, askedAt: undefined}]
		: [];
	const kept = new Set([...shownPages(state), ...pages.slice(0, 1)]);
	return [
		...[...kept].map(({cursor, rows, readAt, isOutdated}): Target => {
			const dueAt = rows && !isOutdated ? warmAt(state, readAt) : 0;
			return {need: {connectionId, kind: 'projects', cursor}, dueAt, askedAt: readAt};
		}),
		...next,
	];
}

/** A deployment that is watched closely, until it concludes. */
function deploymentTarget(state: State, need: Extract<Need, {kind: 'deployment'}>): readonly Target[] {
	const {seen} = state.deployments[need.projectId] ?? {seen: []};
	const known = seen.find(({deployment}) => deployment.id === need.deploymentId);
	if (!known) return [{need, dueAt: 0, askedAt: undefined}];
	const {deployment, askedAt} = known;
	return [{need, dueAt: hotAt(deployment, askedAt, state.skewMs) ?? Number.POSITIVE_INFINITY, askedAt}];
}

function screenTargets(state: State, connectionId: number): readonly Target[] {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return projectTargets(state, connectionId);

		case 'deployments': {
			const {projectId, position} = screen;
			const {seen, readAt} = state.deployments[projectId] ?? {seen: [], readAt: undefined};
			const picked = seen[position.index]?.deployment;
			const openedAt = state.opened[projectId]?.askedAt;
			return [
				{need: {connectionId, kind: 'deployments', projectId}, dueAt: warmAt(state, readAt), askedAt: readAt},
				{need: {connectionId, kind: 'project', projectId}, dueAt: warmAt(state, openedAt), askedAt: openedAt},
				...(picked
					? deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId: picked.id})
					: []),
			];
		}

		case 'deployment': {
			const {projectId, deploymentId} = screen;
			return deploymentTarget(state, {connectionId, kind: 'deployment', projectId, deploymentId});
		}

		case 'welcome':
		case 'connect':
		case 'create':
		case 'edit':
		case 'activity':
			return [];
	}
}

const hasFailures = ({failures}: State): boolean => Object.keys(failures).length > 0;

const connectionIdOf = ({connection}: State): number | undefined => (connection?.refusal ? undefined : connection?.id);

/** Everything that is read for the sake of what is on the screen or followed, and when each is due. */
function targets(state: State): readonly Target[] {
	const connectionId = connectionIdOf(state);
	if (connectionId === undefined) return [];
	const {followed, failures} = state;
	const close: readonly Target[] = followed
		? deploymentTarget(state, {connectionId, kind: 'deployment', ...followed})
		: [];
	const all = close.length > 0 ? [...screenTargets(state, connectionId), ...close] : screenTargets(state, connectionId);
	if (!hasFailures(state)) return all;
	return all.map(target => {
		const failure = failures[needKey(target.need)];
		return failure ? {...target, dueAt: Math.max(target.dueAt, retryAt(failure))} : target;
	});
}

/** What the loader makes true; there is no other loading state. */
export type Reading = {
	/** What has to be read now, by the keys of the needs. */
	readonly due: ReadonlyMap<string, Need>;
	/** The keys of those that somebody waits for, because they were never read. */
	readonly awaited: ReadonlySet<string>;
	/** When the next thing falls due, by the local clock. Infinity when nothing will. */
	readonly nextAt: number;
};

export function readingOf(state: State, now: number): Reading {
	const due = new Map<string, Need>();
	const awaited = new Set<string>();
	let nextAt = Number.POSITIVE_INFINITY;
	for (const {need, dueAt} of targets(state)) {
		if (dueAt > now) {
			nextAt = Math.min(nextAt, dueAt);
			continue;
		}

		const key = needKey(need);
		due.set(key, need);
		if (dueAt <= 0) awaited.add(key);
	}

	return {due, awaited, nextAt};
}

/** Whether the screen lacks something that was never read, and is reading it. */
export const isReadingOn = (state: State): boolean => targets(state).some(({dueAt}) => dueAt <= 0);

/** What stands between the reader and what the screen should show. */
export const currentFailures = (state: State): readonly Failure[] =>
	hasFailures(state) ? targets(state).flatMap(({need}) => state.failures[needKey(need)] ?? []) : [];

/** Whether what the screen is about has been read at least once. */
export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return state.projects.pages.length > 0;
		case 'deployments':
			return state.deployments[screen.projectId]?.readAt !== undefined;
		case 'deployment':
			return (
				state.deployments[screen.projectId]?.seen.some(({deployment: {id}}) => id === screen.deploymentId) ?? false
			);
		default:
			return true;
	}
}

/** When what is on the screen was asked for, by the local clock: its oldest part. Undefined while there is nothing. */
export function shownAt(state: State): number | undefined {
	const times = screenTargets(state, state.connection?.id ?? 0).flatMap(({askedAt}) => askedAt ?? []);
	return hasRead(state) && times.length > 0 ? Math.min(...times) : undefined;
}
