import type {Clock, LocalTime} from '../../clock.ts';
import type {Store} from '../store.ts';

type TimerOptions = {readonly store: Store; readonly clock: Clock};

/** Removes the remark on a key when its time is over. Returns a function that stops it. */
export function startRemarkTimer({store, clock}: TimerOptions): () => void {
	let until: LocalTime | undefined;
	let cancelTimer = () => {};

	const unsubscribe = store.subscribe(() => {
		const next = store.get().interface.remark?.until;
		if (next === until) return;
		cancelTimer();
		until = next;
		cancelTimer =
			next === undefined
				? () => {}
				: clock.after(next - clock.now(), () => store.dispatch({type: 'remark-expired', at: clock.now()}));
	});
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
