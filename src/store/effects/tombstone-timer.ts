import type {Clock, LocalTime} from '../../clock.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';

type TimerOptions = {readonly store: Store; readonly clock: Clock};

/** Dispatches an event at the time that `untilOf` reads from the state, by the local clock. Returns a function that stops it. */
function dispatchAt(
	{store, clock}: TimerOptions,
	untilOf: (state: State) => number | undefined,
	event: (at: LocalTime) => Event,
) {
	let until: LocalTime | undefined;
	let cancelTimer = () => {};

	const unsubscribe = store.subscribe(() => {
		const next = untilOf(store.get());
		if (next === until) return;
		cancelTimer();
		until = next;
		cancelTimer =
			next === undefined ? () => {} : clock.after(next - clock.now(), () => store.dispatch(event(clock.now())));
	});
	return () => {
		unsubscribe();
		cancelTimer();
	};
}

/** Removes expired tombstones and key remarks. Returns a function that stops it. */
export function startTombstoneTimer(options: TimerOptions): () => void {
	const stops = [
		dispatchAt(
			options,
			({projects: {tombstone}}) => tombstone?.until,
			at => ({type: 'tombstone-expired', at}),
		),
		dispatchAt(
			options,
			({interface: {remark}}) => remark?.until,
			at => ({type: 'remark-expired', at}),
		),
	];
	return () => {
		for (const stop of stops) stop();
	};
}
