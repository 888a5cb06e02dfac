import type {ApiError} from '../api/errors.ts';
import type {LocalTime} from '../base/clock.ts';
import {type Read, readKey} from '../model/read-request.ts';
import {deploymentsOf, isTooEarly, isUnavailable, knownDeployment} from '../state/deployments.ts';
import {
	type RunningRead,
	runningReads,
	screenAgeMs,
	shownInterests,
	unreadWatches,
	viewsOf,
} from '../state/interests.ts';
import {shownPages} from '../state/projects.ts';
import {probingAt, retryAt} from '../state/requests.ts';
import {listsProjects, type Screen, showsBoard} from '../state/screen.ts';
import {currentScreen, type ReadFailure, type State} from '../state/state.ts';

/** Whether the user is waiting for a read that has not failed. */
export const isReading = (state: State): boolean =>
	shownInterests(state).some(({rank, read}) => rank === 'asked' && !state.polling.failures.has(readKey(read)));

/** Whether the screen has nothing to show yet because its first read is under way. */
export const isFirstRead = (state: State): boolean => !hasRead(state) && isReading(state);

/** Returns the failures that concern the screen, perhaps one twice. While the service is unusable, that is every failure, the latest first. Unavailable secondary data is excluded, because the screen reports it where that data would be. */
export function currentFailures(state: State): readonly ReadFailure[] {
	if (state.polling.failures.size === 0) return [];
	if (probingAt(state) !== undefined) {
		return [...state.polling.failures.values()].toSorted((a, b) => b.at - a.at);
	}

	const others = [...(showsBoard(currentScreen(state)) ? runningReads(state) : []), ...unreadWatches(state)];
	const failed = (read: Read, isSecondary: boolean): ReadFailure | readonly [] => {
		const failure = state.polling.failures.get(readKey(read));
		if (!failure || isTooEarly(state, failure)) return [];
		return isSecondary && isUnavailable(failure.error) ? [] : failure;
	};
	return [
		...shownInterests(state).flatMap(({read, maxAgeMs}) => failed(read, maxAgeMs === Number.POSITIVE_INFINITY)),
		...others.flatMap(({read}) => failed(read, true)),
	];
}

/** Returns when the service, or what fails on the screen, is tried again, by the local clock. Undefined while all is well: only then is anything called live. */
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
	if (listsProjects(screen)) return state.projects.list.pages.length > 0;
	if (screen.name === 'deployments') return deploymentsOf(state, screen.projectId).requestedAt !== undefined;
	return screen.name !== 'deployment' || knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
}

/** How old what is in progress on the screen is at most while the screen calls itself live. */
const liveMs = 10_000;

/** How old the first page may become where it is all that is read again: on the board and the activity while nothing is in progress. */
const quietPageMs = 60_000;

/** Whether a screen shows what is in progress, and only the first page of the list is read again otherwise. */
const showsRunning = (screen: Screen): boolean => showsBoard(screen) || screen.name === 'activity';

function runningOnScreen(state: State): readonly RunningRead[] {
	const running = runningReads(state);
	if (running.length === 0) return running;
	const {open, visible} = viewsOf(state, true);
	return running.filter(({projectId}) => open.has(projectId) || visible.has(projectId));
}

/** Returns when what is on the screen was requested. */
function shownParts(state: State): ReadonlyArray<{readonly requestedAt: LocalTime | undefined}> {
	if (!hasRead(state)) return [];
	const screen = currentScreen(state);
	if (listsProjects(screen)) return shownPages(state);
	if (!showsRunning(screen)) return shownInterests(state);
	const running = runningOnScreen(state);
	// While nothing on the screen is in progress, new deployments show on the pages of the list.
	return running.length > 0 ? running : state.projects.list.pages.slice(0, 1);
}

/** Returns when the oldest data on the screen was requested, by the local clock. Undefined while there is none. */
export function shownAt(state: State): LocalTime | undefined {
	const oldest = Math.min(...shownParts(state).map(({requestedAt}) => requestedAt ?? Number.POSITIVE_INFINITY));
	return oldest === Number.POSITIVE_INFINITY ? undefined : oldest;
}

/** Returns from which age on rows show that they are old, while the service fails or reads are paused, and the screen is not live. Undefined otherwise. */
export function outdatedMs(state: State, now: LocalTime): number | undefined {
	const isHeld = state.polling.pausedAt !== undefined || nextTryAt(state) !== undefined;
	return isHeld && !isLive(state, now) ? 2 * screenAgeMs(state, now) : undefined;
}

/** Whether what is in progress on the screen is younger than `liveMs`, and nothing else on it twice as old as it may become. */
export function isLive(state: State, now: LocalTime): boolean {
	const ageMs = screenAgeMs(state, now, showsRunning(currentScreen(state)) ? quietPageMs : undefined);
	return (
		now - (shownAt(state) ?? now) < 2 * ageMs &&
		runningOnScreen(state).every(({requestedAt}) => now - requestedAt < liveMs)
	);
}
