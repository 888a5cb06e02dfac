import type {ApiError} from '../../api/errors.ts';
import type {LocalTime} from '../../clock.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {rowCount} from '../model/deployments/deployment-rows.ts';
import {countOf} from '../model/projects/project-list.ts';
import {readKey} from '../model/requests/read-request.ts';
import {knownDeployment} from '../state/known-deployment.ts';
import {isPacedByService, probingAt} from '../state/probes.ts';
import {currentScreen, type Failure, type State} from '../state/state.ts';
import {isUnavailable} from '../state/unavailable-deployments.ts';
import {openReads, screenReads, visibleReads} from './foreground-reads.ts';
import {retryAt} from './intervals.ts';
import type {PlannedRead} from './target.ts';

const hasFailures = ({polling: {failures}}: State): boolean => failures.size > 0;

/** Everything that is read for the sake of what is on the screen or followed. */
function targets(state: State): readonly PlannedRead[] {
	return state.connection ? openReads(state, state.connection.id) : [];
}

/** Whether the screen lacks something that was never read, and is reading it. */
export const isReading = (state: State): boolean =>
	targets(state).some(({tier, need}) => tier === 'awaited' && !state.polling.failures.has(readKey(need)));

/** Whether the screen has nothing to show yet because its first read is under way. */
export const isFirstRead = (state: State): boolean => isEmpty(state) && !problemInPlace(state) && isReading(state);

/** Whether the list or the record that the screen is about is not there. */
function isEmpty(state: State): boolean {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return countOf(state.projects.list) === 0;
		case 'deployments':
			return rowCount(state.deployments.byProject.get(screen.projectId) ?? noDeployments) === 0;
		case 'deployment':
			return !hasRead(state);
		default:
			return false;
	}
}

/** What stands between the reader and what the screen should show. While the service cannot be used, that is whatever was tried last. What is not available besides is said where it would stand. */
export function currentFailures(state: State): readonly Failure[] {
	if (!hasFailures(state)) return [];
	if (probingAt(state) !== undefined) {
		return [...state.polling.failures.values()].toSorted((a, b) => b.at - a.at).slice(0, 1);
	}

	const own = new Set(visibleReads(state, state.connection?.id ?? -1).map(({need}) => readKey(need)));
	return targets(state).flatMap(({need, tier}) => {
		const key = readKey(need);
		const failure = state.polling.failures.get(key);
		const isBesides = tier === 'rows' || !own.has(key);
		return failure && !(isBesides && isUnavailable(failure.error)) ? failure : [];
	});
}

/** When what failed is tried again. */
export const nextTryAt = (state: State, failure: Failure): number =>
	Math.max(
		state.polling.throttle.quietUntil,
		probingAt(state) ?? 0,
		isPacedByService(state, failure) ? 0 : retryAt(failure),
	);

/** Why something cannot be read, when it was tried last, and when it is tried again. */
export type CurrentProblem = {readonly error: ApiError; readonly at: LocalTime; readonly nextAt: LocalTime};

/** Why a read failed, or that the key is refused. */
export function problemFor(state: State, failure: Failure | undefined): CurrentProblem | undefined {
	const refusal = state.connection?.refusal;
	if (refusal) return {error: refusal.error, at: refusal.at, nextAt: probingAt(state) ?? 0};
	return failure && {error: failure.error, at: failure.at, nextAt: nextTryAt(state, failure)};
}

/** The first of what stands between the reader and what the screen should show. */
export const currentProblem = (state: State): CurrentProblem | undefined =>
	problemFor(state, currentFailures(state)[0]);

/** What stands in the place of what the screen is about, as long as that was never read. */
export const problemInPlace = (state: State): CurrentProblem | undefined =>
	hasRead(state) ? undefined : currentProblem(state);

/** Whether what the screen is about has been read at least once. */
export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return state.projects.list.pages.length > 0;
		case 'deployments':
			return state.deployments.byProject.get(screen.projectId)?.readAt !== undefined;
		case 'deployment':
			return knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
		default:
			return true;
	}
}

/** When what is on the screen was asked for, by the local clock: its oldest part. Undefined while there is nothing. */
export function shownAt(state: State): LocalTime | undefined {
	const times = screenReads(state, state.connection?.id ?? 0).flatMap(({askedAt}) => askedAt ?? []);
	return hasRead(state) && times.length > 0 ? Math.min(...times) : undefined;
}
