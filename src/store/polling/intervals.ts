import {backoffMs, nextAttemptAt} from '../../api/retry-delay.ts';
import type {LocalTime} from '../../clock.ts';
import {rateOf, type Throttle} from '../model/requests/throttle.ts';
import type {Failure, State} from '../state/state.ts';

/** How old what is on the screen may become, in milliseconds, while the terminal has focus and while it does not. */
const maxScreenAge = {focused: 10_000, away: 30_000};

/** While nobody looks, background reads are this many times less frequent, so what they read may be this many times as old. */
export const awayFactor = 3;

/** With a small budget, what is on the screen is due after this many reads at the earliest, so that there are others in between. */
const minReadsBetween = 4;

/** The pause after a failure that a retry is unlikely to fix. */
const permanentMs = 60_000;

/** The pause after a read that the service forbids, or whose resource is missing. Neither changes within a minute. */
const unavailableMs = 5 * 60_000;

/** The pause after a project was missing once. A prompt second read shows whether it really is. */
const secondReadMs = 2000;

/** A read that keeps failing is made again after this many others at the earliest: failing ones must not take most of a small budget, nor look like an outage because hardly anything else is read. */
const minReadsBetweenFailures = 20;

const minuteMs = 60_000;

/** Returns the age, or a higher one if the budget is small. */
function affordable(ageMs: number, {polling: {throttle}}: Pick<State, 'polling'>, now: LocalTime): number {
	const rate = rateOf(throttle, now);
	return rate === 0 ? ageMs : Math.max(ageMs, (minReadsBetween * minuteMs) / rate);
}

/** Returns how old what is on the screen may become. */
export const screenAgeMs = (state: State, now: LocalTime): number =>
	affordable(state.presence.isFocused ? maxScreenAge.focused : maxScreenAge.away, state, now);

/** Returns how old a deployment in progress may become on the board. */
export const progressAgeMs = (state: State, maxAgeMs: number, now: LocalTime): number =>
	affordable(maxAgeMs * (state.presence.isFocused ? 1 : awayFactor), state, now);

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
export function retryAt(failure: Failure): LocalTime {
	const {error, at, since} = failure;
	const pauseMs = error.isTransient ? backoffMs(at - since, `${error.code} ${at}`) : permanentPauseMs(failure);
	return nextAttemptAt(at, pauseMs, error.details.retryAt);
}

/** Returns when a failed read that nobody waits for is retried, by the local clock. */
export function spacedRetryAt(failure: Failure, throttle: Throttle): LocalTime {
	const {at, count} = failure;
	const spaceMs = (minReadsBetweenFailures * minuteMs) / Math.max(1, rateOf(throttle, at));
	return count < 2 ? retryAt(failure) : Math.max(retryAt(failure), at + spaceMs);
}
