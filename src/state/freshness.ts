import type {ApiError} from '../api/errors.ts';
import {isConcluded} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {deploymentsOf, isTooEarly, isUnavailable, knownDeployment} from './deployments.ts';
import {never, runningReads, screenAgeMs, shownInterests, unreadWatches} from './interests.ts';
import {selectedId} from './lists.ts';
import {shownPages} from './projects.ts';
import {probingAt, retryAt} from './requests.ts';
import {listsProjects, obeysFilter, showsBoard} from './screen.ts';
import {currentScreen, type ReadFailure, type State} from './state.ts';

/** Whether the user is waiting for a read that has not failed. */
export const isReading = (state: State): boolean =>
	shownInterests(state).some(({priority, read}) => priority === 'asked' && !state.polling.failures.has(readKey(read)));

/** One request may fail for a reason of its own. */
const minFailuresInARow = 2;

/** Returns the failures that concern the screen, perhaps one twice. While nothing is served, that is every failure, the latest first. Unavailable secondary data is excluded, because the screen reports it where that data would be. */
export function currentFailures(state: State): readonly ReadFailure[] {
	const {failures, throttle} = state.polling;
	if (failures.size === 0) return [];
	const isServing = (throttle.trouble.failing?.count ?? 0) < minFailuresInARow;
	if (probingAt(state) !== undefined || !isServing) {
		return [...failures.values()].toSorted((a, b) => b.at - a.at);
	}

	const others = [...(showsBoard(currentScreen(state)) ? runningReads(state) : []), ...unreadWatches(state)];
	const failed = (read: Read, isSecondary: boolean): ReadFailure | readonly [] => {
		const failure = failures.get(readKey(read));
		if (!failure || isTooEarly(state, failure)) return [];
		return isSecondary && isUnavailable(failure.error) ? [] : failure;
	};
	return [
		...shownInterests(state).flatMap(({read, maxAgeMs}) => failed(read, maxAgeMs === Number.POSITIVE_INFINITY)),
		...others.flatMap(({read}) => failed(read, true)),
	];
}

/** When the service, or what fails on the screen, is tried again, by the local clock. Undefined while all is well. */
export function nextTryAt(state: State): LocalTime | undefined {
	const probe = probingAt(state);
	const failures = currentFailures(state);
	if (probe !== undefined || failures.length === 0) return probe;
	return Math.min(...failures.map(failure => retryAt(state, failure)));
}

/** Why a read fails, when it was last tried and when it is retried, by the local clock. */
export type CurrentProblem = {readonly error: ApiError; readonly at: LocalTime; readonly nextAt: LocalTime};

/** Returns the problem behind a failed read. While the API key is refused, returns that instead, even without a failure. */
export function problemFor(state: State, failure: ReadFailure | undefined): CurrentProblem | undefined {
	const refusal = state.connection?.refusal;
	if (refusal) return {error: refusal.error, at: refusal.at, nextAt: probingAt(state) ?? 0};
	return failure && {error: failure.error, at: failure.at, nextAt: retryAt(state, failure)};
}

export const currentProblem = (state: State): CurrentProblem | undefined =>
	problemFor(state, currentFailures(state)[0]);

/** Returns the problem to show in place of the screen's content. Undefined once that content has been read. */
export const problemInPlace = (state: State): CurrentProblem | undefined =>
	hasRead(state) ? undefined : currentProblem(state);

export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	if (listsProjects(screen) || showsBoard(screen)) return state.projects.list.pages.length > 0;
	if (screen.name === 'deployments') return deploymentsOf(state, screen.projectId).requestedAt !== undefined;
	return screen.name !== 'deployment' || knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
}

/** Since when what is on the screen cannot be read again. Infinite if it can. */
function heldSince(state: State): LocalTime {
	const {pausedAt, throttle} = state.polling;
	if (pausedAt !== undefined) return pausedAt;
	if (nextTryAt(state) === undefined) return never;
	return Math.min(throttle.trouble.oneAtATime?.since ?? never, ...currentFailures(state).map(({since}) => since));
}

/** The age from which rows show that they are old, once the service has failed or reads were paused for that long. Undefined otherwise. */
export function outdatedMs(state: State, now: LocalTime): number | undefined {
	const maxAgeMs = 2 * screenAgeMs(state, now);
	return now - heldSince(state) >= maxAgeMs ? maxAgeMs : undefined;
}

/** When the oldest data on the screen was requested, by the local clock. Leaves out the deployments of the rows of a list. Undefined without data. */
export function shownAt(state: State): LocalTime | undefined {
	if (!hasRead(state)) return undefined;
	const screen = currentScreen(state);
	const pages = listsProjects(screen) ? shownPages(state) : state.projects.list.pages;
	const parts = obeysFilter(screen) ? pages : shownInterests(state);
	const oldest = Math.min(...parts.map(part => ('readAt' in part ? part.readAt : part.requestedAt) ?? never));
	return oldest === never ? undefined : oldest;
}

/** How old the open or selected deployment is at most while it is called live. */
const liveMs = 10_000;

/** Whether the open or selected deployment is in progress and was just read. */
export function isRowLive(state: State, now: LocalTime): boolean {
	const screen = currentScreen(state);
	if (screen.name !== 'deployment' && screen.name !== 'deployments') return false;
	const id = screen.name === 'deployment' ? screen.deploymentId : selectedId(state);
	const known = knownDeployment(state, screen.projectId, id);
	return known?.requestedAt !== undefined && !isConcluded(known.deployment) && now - known.requestedAt < liveMs;
}
