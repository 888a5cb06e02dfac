import type {ApiError} from '../api/errors.ts';
import {retryAt} from './cadence.ts';
import {knownDeployment} from './live-view.ts';
import {needKey} from './need.ts';
import {probeAt} from './pace.ts';
import {currentScreen, type Failure, type State} from './state.ts';
import {closeTargets, screenTargets, type Target} from './targets.ts';

const hasFailures = ({failures}: State): boolean => failures.size > 0;

/** The connection that is read. Undefined while there is none, or its key was refused. */
export const connectionIdOf = ({connection}: State): number | undefined =>
	connection?.refusal ? undefined : connection?.id;

/** Everything that is read for the sake of what is on the screen or followed. */
function targets(state: State): readonly Target[] {
	const connectionId = connectionIdOf(state);
	return connectionId === undefined ? [] : closeTargets(state, connectionId);
}

/** Whether the screen lacks something that was never read, and is reading it. */
export const isReadingOn = (state: State): boolean =>
	targets(state).some(({tier, need}) => tier === 'awaited' && !state.failures.has(needKey(need)));

/** What stands between the reader and what the screen should show. While the service is out of reach, that is whatever was tried last. */
export function currentFailures(state: State): readonly Failure[] {
	if (!hasFailures(state)) return [];
	if (state.pace.outage) {
		return [...state.failures.values()].toSorted((a, b) => b.at - a.at).slice(0, 1);
	}

	return targets(state).flatMap(({need}) => state.failures.get(needKey(need)) ?? []);
}

/** When what failed is tried again. */
export const nextTryAt = ({pace}: State, failure: Failure): number =>
	Math.max(pace.quietUntil, probeAt(pace), pace.outage && failure.error.isTransient ? 0 : retryAt(failure));

/** What stands in the place of what the screen is about, as long as that was never read: why, and when it is tried again if it is. */
export function problemInPlace(
	state: State,
): {readonly error: ApiError; readonly nextAt: number | undefined} | undefined {
	if (hasRead(state)) return undefined;
	const refusal = state.connection?.refusal;
	if (refusal) return {error: refusal, nextAt: undefined};
	const [failure] = currentFailures(state);
	return failure && {error: failure.error, nextAt: nextTryAt(state, failure)};
}

/** Whether what the screen is about has been read at least once. */
export function hasRead(state: State): boolean {
	const screen = currentScreen(state);
	switch (screen.name) {
		case 'projects':
			return state.projects.pages.length > 0;
		case 'deployments':
			return state.deployments.get(screen.projectId)?.readAt !== undefined;
		case 'deployment':
			return knownDeployment(state, screen.projectId, screen.deploymentId) !== undefined;
		default:
			return true;
	}
}

/** When what is on the screen was asked for, by the local clock: its oldest part. Undefined while there is nothing. */
export function shownAt(state: State): number | undefined {
	const times = screenTargets(state, state.connection?.id ?? 0).flatMap(({askedAt}) => askedAt ?? []);
	return hasRead(state) && times.length > 0 ? Math.min(...times) : undefined;
}
