import type {LocalTime} from '../../clock.ts';
import type {Rgb} from '../../color.ts';
import {wholeDuration} from '../../duration.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {ThemeName} from '../../theme-names.ts';
import {laneSpanAfter} from '../model/lane-span.ts';
import type {NoticeTone} from '../model/notice.ts';
import {guideAfter} from '../state/guide.ts';
import type {InterfaceState} from '../state/interface/interface-state.ts';
import {type State, withInterface, withNotice} from '../state/state.ts';

/** Events that change how the screen shows data, or what the footer says. */
export type DisplayEvent =
	| {readonly type: 'pause-toggled'}
	| {readonly type: 'preview-toggled'}
	| {readonly type: 'time-style-toggled'}
	| {readonly type: 'background-reported'; readonly color: Rgb}
	/** The user has chosen a theme, or looks at it in the list. */
	| {readonly type: 'theme-changed'; readonly theme: ThemeName}
	/** The user's own key bindings were applied. */
	| {readonly type: 'keys-customized'; readonly keys: InterfaceState['customKeys']}
	/** The user wants a shorter or a longer time axis on the board. */
	| {readonly type: 'lane-span-changed'; readonly by: 1 | -1; readonly at: LocalTime}
	| {readonly type: 'noticed'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	/** The user has seen the notice in the footer. Any key of a command counts as that. */
	| {readonly type: 'notice-seen'; readonly id: string; readonly key: string; readonly isQuitting: boolean}
	| {readonly type: 'blocked'; readonly reason: string; readonly at: LocalTime}
	/** `isWriting`: a write is in flight, or its outcome is unknown. */
	| {
			readonly type: 'quit-requested';
			readonly key: string;
			readonly isWriting: boolean;
			readonly at: LocalTime;
	  };

function quitRequested(state: State, {key, isWriting, at}: Extract<DisplayEvent, {type: 'quit-requested'}>): State {
	const text = isWriting
		? safe(`A change is unconfirmed. Press ${key} again to quit`)
		: safe(`Press ${key} again to quit`);
	return withNotice(withInterface(state, {quitRequestedAt: at}), text, isWriting ? 'bad' : 'quiet', at);
}

function withLaneSpan(state: State, {by, at}: Extract<DisplayEvent, {type: 'lane-span-changed'}>): State {
	const laneSpanMs = laneSpanAfter(state.interface.laneSpanMs, by);
	if (laneSpanMs === undefined) return state;
	return withNotice(
		withInterface(state, {laneSpanMs}),
		plain`The lanes show the last ${wholeDuration(laneSpanMs)}`,
		'quiet',
		at,
	);
}

/** Whether any key may change what is on the screen, whatever it does otherwise: a notice, a tip, the guide or the hint on quitting goes away. */
export const isAwaitingKey = ({
	interface: {notice, newWord, remark, quitRequestedAt, guide},
	connection,
}: State): boolean =>
	notice !== undefined ||
	newWord !== undefined ||
	remark !== undefined ||
	quitRequestedAt !== undefined ||
	(guide.length > 0 && connection?.isDemo === true);

/** Removes the notice that the user has seen, or the new status word if nothing covered it, and the command from the guide. Keeps the quit request only if the user asks again. */
function withNoticeSeen(state: State, {id, key, isQuitting}: Extract<DisplayEvent, {type: 'notice-seen'}>): State {
	const quitRequestedAt = isQuitting ? state.interface.quitRequestedAt : undefined;
	const guide = guideAfter(state, id, key);
	const {notice, remark} = state.interface;
	const newWord = notice || remark ? state.interface.newWord : undefined;
	const isUnchanged =
		!notice &&
		!remark &&
		state.interface.newWord === newWord &&
		state.interface.quitRequestedAt === quitRequestedAt &&
		state.interface.guide === guide;
	return isUnchanged
		? state
		: withInterface(state, {notice: undefined, remark: undefined, newWord, quitRequestedAt, guide});
}

export function reduceDisplay(state: State, event: DisplayEvent): State {
	switch (event.type) {
		case 'pause-toggled':
			return {...state, polling: {...state.polling, isPaused: !state.polling.isPaused}};
		case 'preview-toggled':
			return withInterface(state, {isPreviewFlipped: !state.interface.isPreviewFlipped});
		case 'time-style-toggled':
			return withInterface(state, {isTimeAbsolute: !state.interface.isTimeAbsolute});
		case 'background-reported':
			return withInterface(state, {background: event.color});
		case 'theme-changed':
			return withInterface(state, {theme: event.theme});
		case 'keys-customized':
			return withInterface(state, {customKeys: event.keys});
		case 'lane-span-changed':
			return withLaneSpan(state, event);
		case 'noticed':
			return withNotice(state, event.text, event.tone, event.at);
		case 'notice-seen':
			return withNoticeSeen(state, event);
		case 'blocked':
			return withNotice(state, safe(event.reason), 'quiet', event.at);
		case 'quit-requested':
			return quitRequested(state, event);
	}
}
