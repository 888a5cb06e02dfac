import type {Clock} from '../clock.ts';
import type {Store} from './store.ts';

/** Ends the time of a project that vanished under the cursor. Gives what stops it. */
export function startFading({store, clock}: {readonly store: Store; readonly clock: Clock}): () => void {
	let until: number | undefined;
	let callOff = () => {};

	const unsubscribe = store.subscribe(() => {
		const {ghost} = store.get();
		if (ghost?.until === until) return;
		callOff();
		until = ghost?.until;
		callOff = ghost
			? clock.after(ghost.until - clock.now(), () => store.dispatch({type: 'ghost-faded', at: clock.now()}))
			: () => {};
	});
	return () => {
		unsubscribe();
		callOff();
	};
}
