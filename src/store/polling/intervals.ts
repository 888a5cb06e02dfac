import {type Deployment, isConcluded} from '../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../clock.ts';
import {backoffMs, quietEndsAt} from '../model/requests/backoff.ts';
import {jitter} from '../model/requests/jitter.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Failure, State} from '../state/state.ts';

/** How old a list on the screen may become, in milliseconds: while somebody looks, and while the terminal has lost focus. */
const warm = {focused: 10_000, away: 30_000};

/** How often a deployment that has not concluded is read, by its age. Whoever has just made one looks at it most closely. */
const hotPauses = [
	{untilMs: 3000, pauseMs: 1000},
	{untilMs: 30_000, pauseMs: 2000},
	{untilMs: 5 * 60_000, pauseMs: 3000},
	{untilMs: 30 * 60_000, pauseMs: 5000},
];
const maxHotPauseMs = 15_000;

/** The newest deployment of a row: one that goes on, and one that is over; and how many times longer each waits while nobody looks. */
const latest = {running: 10_000, over: 60_000, away: 6};

/** How often pages at hand that are not on the screen are read. */
export const sweepMs = 60_000;

/** How often the newest deployments of projects near the screen are read. */
export const coldMs = 10 * 60_000;

/** A read that asking again is unlikely to help waits so long. */
const hopelessMs = 60_000;

/** One that the service does not allow, or does not have, waits longer: neither changes in a minute. */
const unavailableMs = 5 * 60_000;

/** The record of a project that was not found once is soon asked for again: twice tells more than once. */
const secondLookMs = 2000;

const minuteMs = 60_000;

/** A project that was never deployed is as quiet as one that was so long ago. */
const dormantMs = 30 * 24 * 60 * minuteMs;

export const warmMs = ({presence: {isFocused}}: Pick<State, 'presence'>): number =>
	isFocused ? warm.focused : warm.away;

/** How often a deployment is read that is watched closely, by the service's time: never again once it has concluded. */
export function hotMs(deployment: Deployment | undefined, serviceNow: ServiceTime): number {
	if (deployment && isConcluded(deployment)) return Number.POSITIVE_INFINITY;
	const ageMs = serviceNow - (deployment?.createdAt ?? serviceNow);
	return hotPauses.find(({untilMs}) => ageMs < untilMs)?.pauseMs ?? maxHotPauseMs;
}

/** How often the newest deployment of a project on the screen is read. */
export const latestMs = (
	deployment: Deployment | undefined,
	{presence: {isFocused}}: Pick<State, 'presence'>,
): number => (deployment && !isConcluded(deployment) ? latest.running : latest.over) * (isFocused ? 1 : latest.away);

/** When something that was asked for at `askedAt` is due again: a fifth sooner or later than its pause, so that not everything falls due at once. */
export const jittered = (need: ReadRequest, askedAt: LocalTime, everyMs: number): number =>
	askedAt + Math.round(everyMs * jitter(`${readKey(need)} ${askedAt}`));

/** The pause after a failure that asking again is unlikely to change. */
function hopelessPauseMs({error, count}: Failure): number {
	if (error.kind === 'forbidden') return unavailableMs;
	if (error.kind !== 'missing') return hopelessMs;
	switch (error.details.missing) {
		case 'deployments':
			return unavailableMs;
		case 'project':
			return count === 1 ? secondLookMs : unavailableMs;
		case 'deployment':
			return count === 1 ? hopelessMs : unavailableMs;
		default:
			return hopelessMs;
	}
}

/** When a read that failed is tried again: after a pause that grows as long as it fails, later if the service asked for it, and after a minute or five where asking again is unlikely to help. */
export function retryAt(failure: Failure): number {
	const {error, at, since} = failure;
	const {retryAt: until} = error.details;
	const pauseMs = error.isTransient ? backoffMs(at - since, `${error.code} ${at}`) : hopelessPauseMs(failure);
	return Math.max(at + pauseMs, until === undefined ? 0 : quietEndsAt(until, at));
}

/**
How urgent it is to look at a project where nobody looks: the later it was looked at, and the later something happened there last.

Deployments are likely where there was one lately. To find them soonest on the whole, a place is visited by the square root of how often something happens there.
*/
export function lookUrgency(agoMs: number, lastAt: ServiceTime | undefined, serviceNow: ServiceTime): number {
	const ageMs = lastAt === undefined ? dormantMs : serviceNow - lastAt;
	return agoMs / Math.sqrt(Math.max(minuteMs, ageMs));
}
