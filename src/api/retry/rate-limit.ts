import {type Clock, sleep} from '../../clock.ts';
import type {WireRequest} from '../transport/transport.ts';

/** Lets calls out no faster than a service should have to bear, however fast somebody asks for them. */
export type RateLimit = {
	/** Resolves when one more call may go out, or as soon as it was given up. */
	readonly admit: (method: WireRequest['method'], signal: AbortSignal) => Promise<void>;
	/** Takes note of what a call brought: its status, or undefined if no answer came. */
	readonly heed: (method: WireRequest['method'], status: number | undefined) => void;
};

/** Calls a second when all is well, and how many may go out at once after a rest. */
const fullRate = 20;
const burst = 20;

/** However often the service is overburdened, so many a second are let out; when nobody waits for a call, the plan of the reads decides, which is far stricter. */
const minRate = 1;

/** Full speed is back at the latest after so long. */
export const recoveryMs = 10 * 60_000;

/** Half of the rate is taken at most once in this time: the answers to calls made at once are one sign, not many. */
export const halvingPauseMs = 5000;

/** From the end of a write to the beginning of the next one. */
const writePauseMs = 1000;

/** No call is ever held back for longer, whatever became of the clock. */
const maxWaitMs = 30_000;

/** Whether a status says that the service has more to do than it can. */
export const isOverburdened = (status: number | undefined): boolean =>
	status === 429 || (status !== undefined && status >= 500);

/** One for each service. */
export function createRateLimit(clock: Clock): RateLimit {
	let rate = fullRate;
	let halvedAt = Number.NEGATIVE_INFINITY;
	/** When the next call would be due if all were spread evenly. */
	let evenAt = 0;
	let nextWriteAt = 0;

	const rateAt = (now: number): number =>
		Math.min(fullRate, rate + (fullRate * Math.max(0, now - halvedAt)) / recoveryMs);

	return {
		async admit(method, signal) {
			const now = clock.now();
			const pauseMs = 1000 / rateAt(now);
			// No backlog is longer: the clock was set back.
			if (evenAt > now + maxWaitMs + pauseMs) evenAt = now;
			halvedAt = Math.min(halvedAt, now);
			const from = Math.min(Math.max(evenAt, now), now + maxWaitMs);
			evenAt = from + pauseMs;
			const roomAt = from - (burst - 1) * pauseMs;
			const at = method === 'GET' ? roomAt : Math.max(roomAt, Math.min(nextWriteAt, now + writePauseMs));
			if (at > now) await sleep(clock, at - now, signal);
		},

		heed(method, status) {
			const now = clock.now();
			if (method !== 'GET') nextWriteAt = now + writePauseMs;
			if (!isOverburdened(status) || (now >= halvedAt && now - halvedAt < halvingPauseMs)) return;
			rate = Math.max(minRate, rateAt(now) / 2);
			halvedAt = now;
		},
	};
}
