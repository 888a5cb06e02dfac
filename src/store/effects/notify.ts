import type {SafeText} from '../../text.ts';
import type {NoticeTone} from '../state/interface-state.ts';
import {withNotice} from '../state/state.ts';
import type {Store} from '../store.ts';

/** Shows a sentence in the footer. */
export const notify = (store: Pick<Store, 'change'>, text: SafeText, tone: NoticeTone): void =>
	store.change((state, now) => withNotice(state, text, tone, now));
