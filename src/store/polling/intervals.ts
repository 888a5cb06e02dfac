import {type Deployment, isConcluded} from '../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../clock.ts';
import {backoffMs, quietEndsAt} from '../model/requests/backoff.ts';
import {jitter} from '../model/requests/jitter.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Failure, State} from '../state/state.ts';

/** How old a list on the screen may become, in milliseconds, while the terminal has focus and while it does not. */
const warm = {focused: 10_000, away: 30_000};

/** The pauses between reads of a deployment in progress, by its age. They are shortest just after it was triggered, when the user is most interested. */
const hotPauses = [
	{untilMs: 3000, pauseMs: 1000},
	{untilMs: 30_000, pauseMs: 2000},
	{untilMs: 5 * 60_000, pauseMs: 3000},
	{untilMs: 30 * 60_000, pauseMs: 5000},
];
const maxHotPauseMs = 15_000;

/** The pauses between reads of a row's newest deployment, in milliseconds, in progress or concluded. They are multiplied by `awayFactor` while the terminal has no focus. */
const latest = {running: 10_000, concluded: 60_000, awayFactor: 6};

/** How often loaded pages off the screen are read. */
export const sweepMs = 60_000;

/** How often the newest deployments of projects near the screen are read. */
export const coldMs = 10 * 60_000;

/** The pause after a failure that a retry is unlikely to fix. */
const permanentMs = 60_000;

/** The pause after a read that the service forbids, or whose resource is missing. Neither changes within a minute. */
const unavailableMs = 5 * 60_000;

/** The pause after a project was missing once. A prompt second read shows whether it really is. */
const secondReadMs = 2000;

const minuteMs = 60_000;

/** A project without deployments counts as last deployed this long ago. */
const dormantMs = 30 * 24 * 60 * minuteMs;

export const warmMs = ({presence: {isFocused}}: Pick<State, 'presence'>): number =>
	isFocused ? warm.focused : warm.away;

/** Returns how often a watched deployment is read, by its age on the service's clock. Infinity once it has concluded. */
export function hotMs(deployment: Deployment | undefined, serviceNow: ServiceTime): number {
	if (deployment && isConcluded(deployment)) return Number.POSITIVE_INFINITY;
	const ageMs = serviceNow - (deployment?.createdAt ?? serviceNow);
	return hotPauses.find(({untilMs}) => ageMs < untilMs)?.pauseMs ?? maxHotPauseMs;
}

/** Returns how often the newest deployment of a project on the screen is read. */
export const latestMs = (
	deployment: Deployment | undefined,
	{presence: {isFocused}}: Pick<State, 'presence'>,
): number =>
	(deployment && !isConcluded(deployment) ? latest.running : latest.concluded) * (isFocused ? 1 : latest.awayFactor);

/** Returns when a read sent at `askedAt` is due again, by the local clock. The interval is jittered by up to a fifth, so that reads do not fall due together. */
export const jittered = (need: ReadRequest, askedAt: LocalTime, everyMs: number): number =>
	askedAt + Math.round(everyMs * jitter(`${readKey(need)} ${askedAt}`));

/** Returns the pause after a failure that a retry is unlikely to fix. */
function permanentPauseMs({error, count}: Failure): number {
	if (error.kind === 'forbidden') return unavailableMs;
	if (error.kind !== 'missing') return permanentMs;
	switch (error.details.missing) {
		case 'deployments':
			return unavailableMs;
		case 'project':
			return count === 1 ? secondReadMs : unavailableMs;
		case 'deployment':
			return count === 1 ? permanentMs : unavailableMs;
		default:
			return permanentMs;
	}
}

/** Returns when a failed read is retried, by the local clock. Transient failures use exponential backoff, others a pause of minutes. A `Retry-After` of the service is respected. */
export function retryAt(failure: Failure): number {
	const {error, at, since} = failure;
	const {retryAt: until} = error.details;
	const pauseMs = error.isTransient ? backoffMs(at - since, `${error.code} ${at}`) : permanentPauseMs(failure);
	return Math.max(at + pauseMs, until === undefined ? 0 : quietEndsAt(until, at));
}

/**
Returns the priority of checking a project off the screen. It grows with the time since the last check, and is higher for projects with recent deployments.

A project is checked in proportion to the square root of its deployment rate, which minimizes the average delay until a new deployment is found.
*/
export function lookUrgency(agoMs: number, lastAt: ServiceTime | undefined, serviceNow: ServiceTime): number {
	const ageMs = lastAt === undefined ? dormantMs : serviceNow - lastAt;
	return agoMs / Math.sqrt(Math.max(minuteMs, ageMs));
}
