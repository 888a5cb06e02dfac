import type {Clock} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {NoticeTone} from '../model/notice.ts';
import {withNotice} from '../state/state.ts';
import type {Store} from '../store.ts';

/** Returns a function that shows a sentence in the footer. */
export const createNotify =
	({store, clock}: {readonly store: Pick<Store, 'change'>; readonly clock: Pick<Clock, 'now'>}) =>
	(text: SafeText, tone: NoticeTone): void => {
		const at = clock.now();
		store.change(state => withNotice(state, text, tone, at));
	};
