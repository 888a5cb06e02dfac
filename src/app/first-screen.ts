import type {Store} from '../store/store.ts';

/** Opens the wall in place of the list of projects, as soon as a service is connected. */
export function openWallFirst(store: Store): void {
	const unsubscribe = store.subscribe(({type}) => {
		if (type !== 'connected') return;
		unsubscribe();
		store.dispatch({type: 'wall-opened'});
	});
}
