import type {ApiError} from '../api/errors.ts';
import {isConcluded} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {deploymentsOf, isNotFoundOrForbidden, isTooEarly, knownDeployment} from './deployments.ts';
import {never, runningReads, screenAgeMs, shownInterests, unreadWatches} from './interests.ts';
import {selectedId} from './lists.ts';
import {shownPages} from './projects.ts';
import {probingAt, retryAt} from './requests.ts';
import {listsProjects, obeysFilter, showsBoard} from './screen.ts';
import {currentScreen, type ReadFailure, type State} from './state.ts';

export const isReading = (state: State): boolean =>
	shownInterests(state).some(({priority, read}) => priority === 'asked' && !state.polling.failures.has(readKey(read)));

const minFailuresInARow = 2;

/** The failures to show. May contain a failure twice. While the service answers nothing, every failure counts, latest first. Otherwise unreadable secondary data does not count, because the screen reports it in place. */
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
		return isSecondary && isNotFoundOrForbidden(failure.error) ? [] : failure;
	};
	return [
		...shownInterests(state).flatMap(({read, maxAgeMs}) => failed(read, maxAgeMs === Number.POSITIVE_INFINITY)),
		...others.flatMap(({read}) => failed(read, true)),
	];
}

export function nextTryAt(state: State): LocalTime | undefined {
	const probe = probingAt(state);
	const failures = currentFailures(state);
	if (probe !== undefined || failures.length === 0) return probe;
	return Math.min(...failures.map(failure => retryAt(state, failure)));
}

export type CurrentProblem = {readonly error: ApiError; readonly at: LocalTime; readonly nextAt: LocalTime};

export function problemFor(state: State, failure: ReadFailure | undefined): CurrentProblem | undefined {
	const rejection = state.connection?.rejection;
	if (rejection) return {error: rejection.error, at: rejection.at, nextAt: probingAt(state) ?? 0};
	return failure && {error: failure.error, at: failure.at, nextAt: retryAt(state, failure)};
}

export const currentProblem = (state: State): CurrentProblem | undefined =>
	problemFor(state, currentFailures(state)[0]);

export const problemInPlace = (state: State): CurrentProblem | undefined =>
	hasRead(state) ? undefined : currentProblem(state);

export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	if (listsProjects(screen) || showsBoard(screen)) return state.projects.list.pages.length > 0;
	if (screen.name === 'deployments') return deploymentsOf(state, screen.projectId).readAt !== undefined;
	return screen.name !== 'deployment' || knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
}

function notReadSince(state: State): LocalTime {
	const {pausedAt, throttle} = state.polling;
	if (pausedAt !== undefined) return pausedAt;
	if (nextTryAt(state) === undefined) return never;
	return Math.min(throttle.trouble.oneAtATime?.since ?? never, ...currentFailures(state).map(({since}) => since));
}

/** Rows older than this show their age. Undefined until an outage or a pause has lasted that long. */
export function outdatedMs(state: State, now: LocalTime): number | undefined {
	const maxAgeMs = 2 * screenAgeMs(state, now);
	return now - notReadSince(state) >= maxAgeMs ? maxAgeMs : undefined;
}

/** When the oldest data on the screen was requested. Ignores the deployments of a list's rows. Undefined without data. */
export function shownReadAt(state: State): LocalTime | undefined {
	if (!hasRead(state)) return undefined;
	const screen = currentScreen(state);
	const pages = listsProjects(screen) ? shownPages(state) : state.projects.list.pages;
	const parts = obeysFilter(screen) ? pages : shownInterests(state);
	const oldest = Math.min(...parts.map(({readAt}) => readAt ?? never));
	return oldest === never ? undefined : oldest;
}

const liveMs = 10_000;

export function isRowLive(state: State, now: LocalTime): boolean {
	const screen = currentScreen(state);
	if (screen.name !== 'deployment' && screen.name !== 'deployments') return false;
	const id = screen.name === 'deployment' ? screen.deploymentId : selectedId(state);
	const known = knownDeployment(state, screen.projectId, id);
	return known?.readAt !== undefined && !isConcluded(known.deployment) && now - known.readAt < liveMs;
}
