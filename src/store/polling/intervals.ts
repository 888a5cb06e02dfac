import type {LocalTime} from '../../clock.ts';
import {backoffMs, quietEndsAt} from '../model/requests/backoff.ts';
import {rateOf, type Throttle} from '../model/requests/throttle.ts';
import type {Failure, State} from '../state/state.ts';

/** How old what is on the screen may become, in milliseconds, while the terminal has focus and while it does not. */
const maxScreenAge = {focused: 10_000, away: 30_000};

/** With a small budget, what is on the screen is due after this many reads at the earliest, so that there are others in between. */
const minReadsBetween = 4;

/** How old the list of a watched project may become, however seldom it deploys. */
export const watchedAgeMs = 60_000;

/** The pause after a failure that a retry is unlikely to fix. */
const permanentMs = 60_000;

/** The pause after a read that the service forbids, or whose resource is missing. Neither changes within a minute. */
const unavailableMs = 5 * 60_000;

/** The pause after a project was missing once. A prompt second read shows whether it really is. */
const secondReadMs = 2000;

/** A read that keeps failing is made again after this many others at the earliest: failing ones must not take most of a small budget, nor look like an outage because hardly anything else is read. */
const minReadsBetweenFailures = 20;

const minuteMs = 60_000;

/** Returns how old what is on the screen may become. */
export function screenAgeMs({presence: {isFocused}, polling: {throttle}}: State, now: LocalTime): number {
	const rate = rateOf(throttle, now);
	const ageMs = isFocused ? maxScreenAge.focused : maxScreenAge.away;
	return rate === 0 ? ageMs : Math.max(ageMs, (minReadsBetween * minuteMs) / rate);
}

/** Returns the pause after a failure that a retry is unlikely to fix. */
function permanentPauseMs({error, count}: Failure): number {
	if (error.kind === 'forbidden') return unavailableMs;
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

/** Returns when a failed read that nobody waits for is retried, by the local clock. */
export function spacedRetryAt(failure: Failure, throttle: Throttle): number {
	const {at, count} = failure;
	const spaceMs = (minReadsBetweenFailures * minuteMs) / Math.max(1, rateOf(throttle, at));
	return count < 2 ? retryAt(failure) : Math.max(retryAt(failure), at + spaceMs);
}
