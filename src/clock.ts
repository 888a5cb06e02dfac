/**
The current time and timers.

All code receives its `Clock` as a parameter, so that a test can let a day pass in a millisecond. This is the only file that sets a timer.
*/
export type Clock = {
	readonly now: () => LocalTime;
	/** Runs `then` once after `delayMs`. Returns a function that cancels it. */
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

/** Converts a time by the service's clock to the local clock. */
export const toLocalTime = (at: ServiceTime, skewMs: number): LocalTime => at - skewMs;

/** Node fires at once for a longer delay than this (24 days), so delays are capped. */
const maxDelayMs = 2 ** 31 - 1;

export function createSystemClock(): Clock {
	return {
		now: Date.now,
		after(delayMs, then) {
			const timer = setTimeout(then, Math.min(Math.max(delayMs, 0), maxDelayMs));
			return () => clearTimeout(timer);
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
