import {parseSpan} from '../duration.ts';
import type {Session} from '../store/session.ts';

type FirstScreen = {readonly isWall: boolean; readonly replay: string | undefined};

/** Opens the screen that the command line asks for in place of the list of projects, as soon as a service is connected. */
export function openFirstScreen({store, actions}: Pick<Session, 'store' | 'actions'>, options: FirstScreen): void {
	const replayMs = options.replay === undefined ? undefined : parseSpan(options.replay);
	if (!options.isWall && replayMs === undefined) return;
	const unsubscribe = store.subscribe(({type}) => {
		if (type !== 'connected') return;
		unsubscribe();
		if (replayMs === undefined) store.dispatch({type: 'wall-opened'});
		else actions.openReplay(replayMs);
	});
}
