import {isReadEvent} from '../../store/reducers/reads.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import type {KeyContext} from '../contexts.ts';
import type {Ticker} from '../render/ticker.ts';

type Options = Pick<KeyContext, 'store' | 'clock'> & {
	readonly ticker: Ticker;
	readonly paint: () => void;
};

export type FrameScheduler = {
	/** Paints at the end of this turn of the event loop. All calls in one turn share a frame. */
	readonly schedule: () => void;
	/** Paints a scheduled frame in a microtask, as soon as Ink has drawn its part. Does nothing if none is scheduled. */
	readonly flush: () => void;
	readonly stop: () => void;
};

/** How often at most the progress of loading all pages is painted. */
const progressMs = 33;

/** Schedules a frame after every event of the store and every tick. While all pages are loading, events of reads share a frame every `progressMs` of the local clock. */
export function startFrameScheduler({store, clock, ticker, paint}: Options): FrameScheduler {
	let isScheduled = false;
	let isStopped = false;
	let cancelProgress: (() => void) | undefined;

	const paintScheduled = () => {
		if (!isScheduled || isStopped) return;
		isScheduled = false;
		paint();
	};
	const schedule = () => {
		cancelProgress?.();
		cancelProgress = undefined;
		if (isScheduled) return;
		isScheduled = true;
		// React renders in a microtask after a change, so Ink has drawn its part by then.
		setImmediate(paintScheduled);
	};
	const onEvent = (event: Event) => {
		if (!store.get().projects.loadAll || !isReadEvent(event)) return schedule();
		if (!isScheduled) cancelProgress ??= clock.after(progressMs, schedule);
	};

	const unsubscribe = store.subscribe(onEvent);
	const stopTicks = ticker.subscribe(schedule);
	return {
		schedule,
		flush: () => queueMicrotask(paintScheduled),
		stop() {
			isStopped = true;
			unsubscribe();
			stopTicks();
			cancelProgress?.();
		},
	};
}
