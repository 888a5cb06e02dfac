import {uptime} from 'node:os';
import {clamp} from './clamp.ts';

/** Every function receives its `Clock` as a parameter, so that a test can let a day pass in a millisecond. Only this file sets timers. */
export type Clock = {
	/** The current time, which never goes back: after the computer's clock is set back, it continues until that clock has caught up. Jumps ahead after a sleep. */
	readonly now: () => LocalTime;
	/** Milliseconds since an arbitrary moment, used by timers. Unaffected when the computer's clock is set. May stand still while the computer sleeps. */
	readonly elapsed: () => number;
	/** The computer's clock, for times that several processes compare. It may go back. */
	readonly wall: () => LocalTime;
	/** Milliseconds since the computer started: the same for all processes, and independent of the computer's clock. */
	readonly sinceBoot: () => number;
	/** Runs `then` once, after handling the input that has arrived: if the process stood still, an answer that waited is still in time. The returned function cancels it. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/**
Milliseconds since the epoch, by a particular clock: the service's clock may differ from the local one by hours.

A plain number can be assigned to either type, so literals and sums need no conversion. `toServiceTime` and `toLocalTime` convert between them.
*/
export type Time<Whose extends 'local' | 'service'> = number & {readonly whose?: Whose};
export type LocalTime = Time<'local'>;
export type ServiceTime = Time<'service'>;

/** `skewMs` is the service's clock minus the local one. */
export const toServiceTime = (at: LocalTime, skewMs: number): ServiceTime => at + skewMs;

export const toLocalTime = (at: ServiceTime, skewMs: number): LocalTime => at - skewMs;

/** Corrections by time synchronization are smaller, and the time stands still for them. */
const maxCorrectionMs = 2000;

export function createNow({wall, elapsed}: Pick<Clock, 'wall' | 'elapsed'>): () => LocalTime {
	let last = {at: wall(), elapsed: elapsed()};
	return () => {
		const passed = elapsed();
		const expected = last.at + passed - last.elapsed;
		const shown = wall();
		const wasSetBack = shown < expected - maxCorrectionMs;
		last = {at: wasSetBack ? expected : Math.max(last.at, shown), elapsed: passed};
		return Math.floor(last.at);
	};
}

/** Node fires at once for a longer delay (24 days), so delays are capped. */
const maxTimerMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
	const readings = {wall: Date.now, elapsed: () => performance.now()};
	return {
		...readings,
		now: createNow(readings),
		sinceBoot: () => uptime() * 1000,
		after(delayMs, then) {
			let turn: NodeJS.Immediate | undefined;
			// Node reads input between timers and immediates.
			const timer = setTimeout(() => (turn = setImmediate(then)), clamp(delayMs, 0, maxTimerMs));
			return () => {
				clearTimeout(timer);
				clearImmediate(turn);
			};
		},
	};
}

export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return Promise.resolve();
	return new Promise(resolve => {
		const wake = () => {
			cancel();
			signal?.removeEventListener('abort', wake);
			resolve();
		};

		const cancel = clock.after(delayMs, wake);
		signal?.addEventListener('abort', wake, {once: true});
	});
}

export function everySecond({after}: Pick<Clock, 'after'>, work: () => void): () => void {
	let stop = () => {};
	let isStopped = false;
	const tick = () => {
		work();
		if (!isStopped) stop = after(1000, tick);
	};
	tick();
	return () => {
		isStopped = true;
		stop();
	};
}

const maxTickMs = 5000;

/** Milliseconds since the start, less the time the computer slept. Call the returned function at least every second: it calls `onWake` after a sleep. */
export function createAwakeTime({elapsed}: Pick<Clock, 'elapsed'>, onWake: () => void): () => number {
	let last = elapsed();
	let passedMs = 0;
	return () => {
		const sinceMs = elapsed() - last;
		last += sinceMs;
		if (sinceMs <= maxTickMs) passedMs += sinceMs;
		else onWake();
		return passedMs;
	};
}
