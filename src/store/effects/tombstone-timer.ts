import type {Clock, LocalTime} from '../../clock.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';

type Fading = {readonly store: Store; readonly clock: Clock};

/** Dispatches an event when something that the state holds until then is over. Gives what stops it. */
function fade({store, clock}: Fading, untilOf: (state: State) => number | undefined, event: (at: LocalTime) => Event) {
	let until: LocalTime | undefined;
	let callOff = () => {};

	const unsubscribe = store.subscribe(() => {
		const next = untilOf(store.get());
		if (next === until) return;
		callOff();
		until = next;
		callOff = next === undefined ? () => {} : clock.after(next - clock.now(), () => store.dispatch(event(clock.now())));
	});
	return () => {
		unsubscribe();
		callOff();
	};
}

/** Ends the time of a project that vanished under the cursor, and of a remark about a key. Gives what stops it. */
export function startTombstoneTimer(fading: Fading): () => void {
	const stops = [
		fade(
			fading,
			({projects: {tombstone: ghost}}) => ghost?.until,
			at => ({type: 'tombstone-expired', at}),
		),
		fade(
			fading,
			({interface: {remark}}) => remark?.until,
			at => ({type: 'remark-expired', at}),
		),
	];
	return () => {
		for (const stop of stops) stop();
	};
}
