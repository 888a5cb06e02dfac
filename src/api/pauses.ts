import type {LocalTime} from '../base/clock.ts';
import {minuteMs, secondMs} from '../base/duration.ts';
import type {ApiError} from './errors.ts';
import {maxAskedPauseMs} from './retry-after.ts';

export type FailureRun = {readonly count: number; readonly since: LocalTime; readonly at: LocalTime};

export const afterFailure = (run: FailureRun | undefined, at: LocalTime): FailureRun => ({
	count: (run?.count ?? 0) + 1,
	since: run?.since ?? at,
	at,
});

/** Pseudo-random in [0, 1). The same seed gives the same number, so a recomputed countdown does not jump. */
export function jitter(seed: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01_00_01_93);
	// The finalizer of MurmurHash3: without it, seeds that differ only in their last character give nearly equal numbers.
	hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Who waits for the answer. `command`: a command or the check of a write, which have nothing else to do. `screen`: somebody at the screen. */
export type Waiting = 'command' | 'screen' | 'nobody';

/** `unreachable`: the whole service, so it is tried with one request at a time. `too early`: a record that landfall created a moment ago. */
type Cause =
	| 'unreachable'
	| 'temporary'
	| 'key'
	| 'proxy'
	| 'too early'
	| 'not found'
	| 'deployment not found'
	| 'unavailable'
	| 'lasting';

type Pause = {
	readonly ms: (failingMs: number, count: number) => number;
	/** Shortens the pause by at most this fraction, so that clients do not return all at once. */
	readonly jitter?: number;
};

const lastingFor = (ms: number): Pause => ({ms: () => ms});

/** As long as the failure has lasted, so a recovery after ten seconds is noticed within ten more. At least two seconds per failure, because several quick ones may be one accident. */
const growing: Pause = {
	ms: (failingMs, count) => Math.min(minuteMs, Math.max(failingMs, 2 * secondMs * count)),
	jitter: 0.5,
};

/** Failing reads must not take most of a small budget. */
const slowlyGrowing: Pause = {...growing, ms: (failingMs, count) => 4 * growing.ms(failingMs, count)};

/** Most outages are restarts and end soon. An outage of an hour costs 70 requests at most. */
const probing: Pause = {
	ms(failingMs) {
		if (failingMs < 20 * secondMs) return 3 * secondMs;
		return (failingMs < 5 * minuteMs ? 10 : 110) * secondMs;
	},
	jitter: 0.05,
};

const secondLookAfter = (ms: number): Pause => ({ms: (_failingMs, count) => (count === 1 ? ms : 5 * minuteMs)});

const whoeverWaits = (pause: Pause) => ({command: pause, screen: pause, nobody: pause});

/** A command goes on after a first rejection: a restarting gateway answers anything. */
const unlessCommand = (pause: Pause) => ({command: probing, screen: pause, nobody: pause});

const pauses: Readonly<Record<Cause, Readonly<Record<Waiting, Pause>>>> = {
	unreachable: whoeverWaits(probing),
	/** Also a 429 that does not say for how long. */
	temporary: {command: growing, screen: growing, nobody: slowlyGrowing},
	key: whoeverWaits({ms: () => minuteMs, jitter: 0.05}),
	/** Each attempt could lock the account, so only the user tries again. */
	proxy: whoeverWaits(lastingFor(Number.POSITIVE_INFINITY)),
	'too early': whoeverWaits(lastingFor(5 * secondMs)),
	'not found': unlessCommand(secondLookAfter(2 * secondMs)),
	/** Another window may have created it a moment ago. */
	'deployment not found': unlessCommand(secondLookAfter(minuteMs)),
	/** A forbidden read, or a project that has no deployments to show: neither changes within a minute. */
	unavailable: unlessCommand(lastingFor(5 * minuteMs)),
	lasting: unlessCommand(lastingFor(minuteMs)),
};

const maxJitterMs = 6 * secondMs;

export function ownPauseMs(cause: Cause, {count, since, at}: FailureRun, waiting: Waiting = 'screen'): number {
	const {ms, jitter: share = 0} = pauses[cause][waiting];
	const longestMs = ms(at - since, count);
	if (share === 0) return longestMs;
	return Math.floor(longestMs - Math.min(longestMs * share, maxJitterMs) * jitter(`${since} ${at}`));
}

function causeOf({kind, isTransient, details}: ApiError): Cause {
	if (isTransient) return 'temporary';
	switch (kind) {
		case 'auth':
			return 'key';
		case 'proxy':
			return 'proxy';
		case 'forbidden':
			return 'unavailable';
		case 'not found':
			if (details.notFound === 'deployments') return 'unavailable';
			return details.notFound === 'deployment' ? 'deployment not found' : 'not found';
		default:
			return 'lasting';
	}
}

/** Clients must not return all at once. */
const maxAskedPauseJitter = 0.1;

export const askedPauseEndsAt = (until: LocalTime, at: LocalTime): LocalTime =>
	Math.min(Math.ceil(until + Math.max(0, until - at) * maxAskedPauseJitter * jitter(`${until}`)), at + maxAskedPauseMs);

export function nextAttemptAt(
	{error, ...run}: FailureRun & {readonly error: ApiError},
	waiting: Waiting = 'screen',
	cause = causeOf(error),
): LocalTime {
	const {retryAt} = error.details;
	const allowedAt = retryAt === undefined ? 0 : askedPauseEndsAt(retryAt, run.at);
	return Math.max(run.at + ownPauseMs(cause, run, waiting), allowedAt);
}
