/**
What time it is and when something is due.

Every room takes its time from a `Clock` that it is handed, so that a test can let a day pass in a millisecond. This is the only file that sets a timer.
*/
export type Clock = {
	readonly now: () => LocalTime;
	/** Runs `then` once, `delayMs` from now, and gives what calls it off. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/**
A moment in milliseconds since the epoch, and whose clock says so: the service's may differ from ours by hours.

A plain number may become either, so that literals and sums need no ceremony; one never becomes the other but by the conversions below.
*/
export type Time<Whose extends 'local' | 'service'> = number & {readonly whose?: Whose};
export type LocalTime = Time<'local'>;
export type ServiceTime = Time<'service'>;

/** The same moment by the service's clock. `skewMs` is the service's clock minus the local one. */
export const toServiceTime = (at: LocalTime, skewMs: number): ServiceTime => at + skewMs;

/** The same moment by the local clock. */
export const toLocalTime = (at: ServiceTime, skewMs: number): LocalTime => at - skewMs;

/** A longer delay than this makes Node fire at once, so it is cut to it: 24 days. */
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
			callOff();
			signal?.removeEventListener('abort', wake);
			resolve();
		};

		const callOff = clock.after(delayMs, wake);
		signal?.addEventListener('abort', wake, {once: true});
	});
}
