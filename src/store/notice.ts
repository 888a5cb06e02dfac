import type {Deployment} from '../api/types.ts';
import type {Clock, LocalTime} from '../clock.ts';
import type {SafeText} from '../text.ts';
import type {State} from './state.ts';
import type {Store} from './store.ts';

export type NoticeTone = 'good' | 'bad' | 'quiet';

/** A passing remark in the footer: a sentence, that a watched deployment has concluded, or that the service used a new word. */
export type Notice =
	| {readonly kind: 'said'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime}
	| {readonly kind: 'new word'; readonly word: SafeText; readonly at: LocalTime};

/** The state with a sentence in the footer. */
export const withNotice = (state: State, text: SafeText, tone: NoticeTone, at: LocalTime): State => ({
	...state,
	notice: {kind: 'said', text, tone, at},
});

/** Gives what puts a sentence into the footer now. */
export const createNotify =
	({store, clock}: {readonly store: Pick<Store, 'dispatch'>; readonly clock: Pick<Clock, 'now'>}) =>
	(text: SafeText, tone: NoticeTone): void =>
		store.dispatch({type: 'noticed', text, tone, at: clock.now()});
