import type {ApiError} from '../api/errors.ts';
import type {LocalTime} from '../base/clock.ts';
import {readKey} from '../model/read-request.ts';
import {deploymentsOf, isUnavailable, knownDeployment} from '../state/deployments.ts';
import {shownPages} from '../state/projects.ts';
import {nextTryAt, probingAt} from '../state/requests.ts';
import {listsProjects, showsBoard} from '../state/screen.ts';
import {currentScreen, type Failure, type State} from '../state/state.ts';
import {maxRunningAgeMs, type RunningDeployment} from './read-order.ts';
import {readsOnScreen, runningReads, screenAgeMs, viewsOf, visibleReads, watchedReads} from './wants.ts';

/** Whether the user is waiting for a read that has not failed. */
export const isReading = (state: State): boolean =>
	visibleReads(state).some(({reason, read}) => reason === 'awaited' && !state.polling.failures.has(readKey(read)));

/** Whether the screen has nothing to show yet because its first read is under way. */
export const isFirstRead = (state: State): boolean => !hasRead(state) && !currentProblem(state) && isReading(state);

/** Returns the failures that concern the screen. While the service is unusable, that is the latest failure only. Unavailable secondary data is excluded, because the screen reports it where that data would be. */
export function currentFailures(state: State): readonly Failure[] {
	if (state.polling.failures.size === 0) return [];
	if (probingAt(state) !== undefined) {
		return [...state.polling.failures.values()].toSorted((a, b) => b.at - a.at).slice(0, 1);
	}

	const visible = visibleReads(state);
	const own = new Set(visible.map(({read}) => readKey(read)));
	return [...visible, ...watchedReads(state)].flatMap(({read, dueAt}) => {
		const key = readKey(read);
		const failure = state.polling.failures.get(key);
		if (!failure) return [];
		const isSecondary = dueAt === Number.POSITIVE_INFINITY || !own.has(key);
		return isSecondary && isUnavailable(failure.error) ? [] : [failure];
	});
}

/** Why a read fails, when it was last tried and when it is retried, by the local clock. */
export type CurrentProblem = {readonly error: ApiError; readonly at: LocalTime; readonly nextAt: LocalTime};

/** Returns the problem behind a failed read. While the API key is refused, returns that instead, even without a failure. */
export function problemFor(state: State, failure: Failure | undefined): CurrentProblem | undefined {
	const refusal = state.connection?.refusal;
	if (refusal) return {error: refusal.error, at: refusal.at, nextAt: probingAt(state) ?? 0};
	return failure && {error: failure.error, at: failure.at, nextAt: nextTryAt(state, failure)};
}

/** Returns the first problem that concerns the screen. */
export const currentProblem = (state: State): CurrentProblem | undefined =>
	problemFor(state, currentFailures(state)[0]);

/** Returns the problem to show in place of the screen's content. Undefined once that content has been read. */
export const problemInPlace = (state: State): CurrentProblem | undefined =>
	hasRead(state) ? undefined : currentProblem(state);

/** Whether the main list or record of the screen has been read at least once. */
export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
		case 'versions':
			return state.projects.list.pages.length > 0;
		case 'deployments':
			return deploymentsOf(state, screen.projectId).askedAt !== undefined;
		case 'deployment':
			return knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
		case 'board':
		case 'wall':
		case 'activity':
		case 'create':
		case 'edit':
		case 'connect':
		case 'welcome':
			return true;
	}
}

/** Returns when each part of the screen was requested, with the deployment in progress on the board that it is. */
function shownParts(
	state: State,
): ReadonlyArray<{readonly askedAt: LocalTime | undefined; readonly running?: RunningDeployment}> {
	if (!hasRead(state)) return [];
	const screen = currentScreen(state);
	if (showsBoard(screen)) return runningReads(state).map(running => ({askedAt: running.readAt, running}));
	if (!listsProjects(screen)) return readsOnScreen(state);
	// The first page is read even while it is off the screen.
	const pages = shownPages(state);
	return (pages.length > 0 ? pages : state.projects.list.pages.slice(0, 1)).map(({readAt}) => ({askedAt: readAt}));
}

/** Returns when the oldest data on the screen was requested, by the local clock. Undefined while there is none. */
export function shownAt(state: State): LocalTime | undefined {
	const oldest = Math.min(...shownParts(state).map(({askedAt}) => askedAt ?? Number.POSITIVE_INFINITY));
	return oldest === Number.POSITIVE_INFINITY ? undefined : oldest;
}

/** Returns from which age on rows of projects show that they are old, while the service fails and the screen is not live. Undefined otherwise. */
export const outdatedMs = (state: State, now: LocalTime): number | undefined =>
	currentFailures(state).length > 0 && !isLive(state, now) ? 2 * screenAgeMs(state, now) : undefined;

/** Whether nothing on the screen is twice as old as it may become. */
export function isLive(state: State, now: LocalTime): boolean {
	// What is selected is read more often than the board promises.
	const views = {...viewsOf(state, true), open: new Set<string>()};
	return shownParts(state).every(({askedAt, running}) => {
		if (askedAt === undefined) return true;
		if (!running) return now - askedAt < 2 * screenAgeMs(state, now);
		return now - askedAt < 2 * screenAgeMs(state, now, maxRunningAgeMs(running, views, now));
	});
}
