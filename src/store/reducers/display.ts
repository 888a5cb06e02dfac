import type {LocalTime} from '../../clock.ts';
import {type SafeText, safe} from '../../text.ts';
import type {NoticeTone} from '../model/notice.ts';
import {type State, withInterface} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';

/** What changes how the screen shows things, or what the footer says. */
export type DisplayEvent =
	| {readonly type: 'pause-toggled'}
	| {readonly type: 'preview-toggled'}
	| {readonly type: 'time-style-toggled'}
	| {readonly type: 'noticed'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	/** Any key shows that the user has seen what the footer says. */
	| {readonly type: 'notice-seen'; readonly key: string}
	| {readonly type: 'blocked'; readonly reason: string; readonly at: LocalTime}
	/** `isWriting` says that a write has no answer yet. */
	| {
			readonly type: 'quit-requested';
			readonly key: 'q' | 'ctrl+c';
			readonly isWriting: boolean;
			readonly at: LocalTime;
	  };

function quitRequested(state: State, {key, isWriting, at}: Extract<DisplayEvent, {type: 'quit-requested'}>): State {
	const text = isWriting
		? safe(`A write has no answer yet. Press ${key} again to leave`)
		: safe(`Press ${key} again to leave`);
	return withNotice(withInterface(state, {quitRequestedAt: at}), text, isWriting ? 'bad' : 'quiet', at);
}

/** The state once the user has seen what the footer says. Quitting takes the same key twice. */
function seen(state: State, key: string): State {
	const quitRequestedAt = key === 'q' || key === 'ctrl+c' ? state.interface.quitRequestedAt : undefined;
	const isNothing =
		!state.interface.notice && !state.interface.remark && state.interface.quitRequestedAt === quitRequestedAt;
	return isNothing
		? state
		: withInterface(state, {notice: undefined, remark: undefined, quitRequestedAt: quitRequestedAt});
}

export function reduceDisplay(state: State, event: DisplayEvent): State {
	switch (event.type) {
		case 'pause-toggled':
			return {...state, polling: {...state.polling, isPaused: !state.polling.isPaused}};
		case 'preview-toggled':
			return withInterface(state, {isPreviewFlipped: !state.interface.isPreviewFlipped});
		case 'time-style-toggled':
			return withInterface(state, {isTimeAbsolute: !state.interface.isTimeAbsolute});
		case 'noticed':
			return withNotice(state, event.text, event.tone, event.at);
		case 'notice-seen':
			return seen(state, event.key);
		case 'blocked':
			return withNotice(state, safe(event.reason), 'quiet', event.at);
		case 'quit-requested':
			return quitRequested(state, event);
	}
}
