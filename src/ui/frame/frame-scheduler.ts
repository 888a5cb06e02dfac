import {isReadEvent} from '../../store/reducers/reads.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import {isReadAgain} from '../../store/state/deployments/read-again.ts';
import type {State} from '../../store/state/state.ts';
import type {KeyContext} from '../contexts.ts';
import {awayMs, type Ticker} from '../lines/ticker.ts';

type Options = Pick<KeyContext, 'store' | 'clock'> & {
	readonly ticker: Ticker;
	readonly paint: () => void;
};

export type FrameScheduler = {
	/** Paints at the end of this turn of the event loop. All calls in one turn share a frame. */
	readonly schedule: () => void;
	/** Paints a scheduled frame now, or as soon as Ink has drawn its part if it is going to. Does nothing if none is scheduled. */
	readonly flush: () => void;
	/** Tells that React is going to render, so that Ink draws its part of the next frame. */
	readonly expectRender: () => void;
	readonly stop: () => void;
};

/** The minimum time between two frames that show the progress of loading all pages. */
const progressMs = 33;

/** Schedules a frame after every event of the store and every tick. While all pages are loading, events of reads share a frame every `progressMs` of the local clock. While the terminal is not focused, those that say nothing new share one every `awayMs`. */
export function startFrameScheduler({store, clock, ticker, paint}: Options): FrameScheduler {
	let isScheduled = false;
	let isStopped = false;
	let isRenderExpected = false;
	/** A frame that may wait for `delayMs`. */
	let later: {readonly delayMs: number; readonly cancel: () => void} | undefined;

	const paintScheduled = () => {
		if (!isScheduled || isStopped) return;
		isScheduled = false;
		isRenderExpected = false;
		paint();
	};
	const schedule = () => {
		later?.cancel();
		later = undefined;
		if (isScheduled) return;
		isScheduled = true;
		setImmediate(paintScheduled);
	};
	const scheduleWithin = (delayMs: number) => {
		if (isScheduled || (later && later.delayMs <= delayMs)) return;
		later?.cancel();
		later = {delayMs, cancel: clock.after(delayMs, schedule)};
	};
	const onEvent = (event: Event, before: State, after: State) => {
		const {dialog} = after.interface;
		if (!after.presence.isFocused && !dialog && isReadAgain(before, after)) return scheduleWithin(awayMs);
		if (!after.projects.loadAll || !isReadEvent(event)) return schedule();
		scheduleWithin(progressMs);
	};

	const unsubscribe = store.subscribe(onEvent);
	const stopTicks = ticker.subscribe(schedule);
	return {
		schedule,

		flush() {
			// React renders in a microtask that it has queued already.
			if (isRenderExpected) queueMicrotask(paintScheduled);
			else paintScheduled();
		},

		expectRender() {
			isRenderExpected = true;
		},

		stop() {
			isStopped = true;
			unsubscribe();
			stopTicks();
			later?.cancel();
		},
	};
}
