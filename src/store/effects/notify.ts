import type {Clock} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {NoticeTone} from '../model/notice.ts';
import type {Store} from '../store.ts';

/** Returns a function that shows a sentence in the footer. */
export const createNotify =
	({store, clock}: {readonly store: Pick<Store, 'dispatch'>; readonly clock: Pick<Clock, 'now'>}) =>
	(text: SafeText, tone: NoticeTone): void =>
		store.dispatch({type: 'noticed', text, tone, at: clock.now()});
