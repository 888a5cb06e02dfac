import {uptime} from 'node:os';
import {clamp} from './clamp.ts';

/**
The current time and timers.

All code receives its `Clock` as a parameter, so that a test can let a day pass in a millisecond. This is the only file that sets a timer.
*/
export type Clock = {
	/** The current moment: by the computer's clock, except that it never goes back. A clock that is set back is followed again once it has caught up. After a sleep it jumps ahead. */
	readonly now: () => LocalTime;
	/** Milliseconds since some moment before. Never jumps when the computer's clock is set, and may stand still while the computer sleeps. Timers run by it. */
	readonly elapsed: () => number;
	/** The computer's clock as it is, for times that other processes compare with theirs. It may have been set back. */
	readonly wall: () => LocalTime;
	/** Milliseconds since the computer started: the same for all processes, whatever its clock is set to. */
	readonly sinceBoot: () => number;
	/** Runs `then` once after `delayMs`, as soon as all that has arrived by then is read: where the process stood still, what waited for it counts as in time. Returns a function that cancels it. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/**
Milliseconds since the epoch, by a particular clock: the service's clock may differ from the local one by hours.

A plain number can be assigned to either type, so literals and sums need no conversion; converting between the two requires the functions below.
*/
export type Time<Whose extends 'local' | 'service'> = number & {readonly whose?: Whose};
export type LocalTime = Time<'local'>;
export type ServiceTime = Time<'service'>;

/** Converts a local time to the service's clock. `skewMs` is the service's clock minus the local one. */
export const toServiceTime = (at: LocalTime, skewMs: number): ServiceTime => at + skewMs;

export const toLocalTime = (at: ServiceTime, skewMs: number): LocalTime => at - skewMs;

/** A clock that goes back by less was corrected by time synchronization: the time stands still until then. */
const maxCorrectionMs = 2000;

/** Returns a clock's `now`. Nothing else needs a rule for a clock that is set back. */
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

/** Node fires at once for a longer delay than this (24 days), so delays are capped. */
const maxTimerMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
	const readings = {wall: Date.now, elapsed: () => performance.now()};
	return {
		...readings,
		now: createNow(readings),
		sinceBoot: () => uptime() * 1000,
		after(delayMs, then) {
			let turn: NodeJS.Immediate | undefined;
			// Node reads between its timers and its immediates.
			const timer = setTimeout(() => (turn = setImmediate(then)), clamp(delayMs, 0, maxTimerMs));
			return () => {
				clearTimeout(timer);
				clearImmediate(turn);
			};
		},
	};
}

/** Resolves after `delayMs`, or as soon as the signal is aborted. */
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

/** Runs `work` now, and then every second. Returns a function that stops it. */
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

/** A longer pause between two ticks means that the computer slept. */
const maxTickMs = 5000;

/** Returns a function that returns the milliseconds since the start, without the time that the computer slept. Call it at least every second: it calls `onWake` when it notices such a time. */
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
