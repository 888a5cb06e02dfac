import type {Session} from '../store/session.ts';

/** Opens the screen that the command line asks for in place of the list of projects, as soon as a service is connected. */
export function openFirstScreen({store}: Session, {isWall}: {readonly isWall: boolean}): void {
	if (!isWall) return;
	const unsubscribe = store.subscribe(({type}) => {
		if (type !== 'connected') return;
		unsubscribe();
		store.dispatch({type: 'wall-opened'});
	});
}
