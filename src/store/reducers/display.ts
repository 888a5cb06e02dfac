import type {LocalTime} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {plain, safe} from '../../text.ts';
import {laneSpanAfter} from '../model/lane-span.ts';
import {guideAfter} from '../state/guide.ts';
import {type State, withInterface, withNotice} from '../state/state.ts';

/** Pauses background reads, or resumes them. */
export const togglePause = (state: State): State => ({
	...state,
	polling: {...state.polling, isPaused: !state.polling.isPaused},
});

export const togglePreview = (state: State): State =>
	withInterface(state, {isPreviewFlipped: !state.interface.isPreviewFlipped});

/** Shows dates instead of ages, or ages again. */
export const toggleTimeStyle = (state: State): State =>
	withInterface(state, {isTimeAbsolute: !state.interface.isTimeAbsolute});

/** Shortens or lengthens the time axis on the board. */
export function changeLaneSpan(state: State, by: 1 | -1, now: LocalTime): State {
	const laneSpanMs = laneSpanAfter(state.interface.laneSpanMs, by);
	if (laneSpanMs === undefined) return state;
	return withNotice(
		withInterface(state, {laneSpanMs}),
		plain`The lanes show the last ${wholeDuration(laneSpanMs)}`,
		'quiet',
		now,
	);
}

type QuitRequest = {
	readonly key: string;
	/** Whether a write is in flight, or its outcome is unknown. */
	readonly isWriting: boolean;
};

/** Asks the user to press a key again to quit. */
export function withQuitRequest(state: State, {key, isWriting}: QuitRequest, now: LocalTime): State {
	const text = isWriting
		? safe(`A change is unconfirmed. Press ${key} again to quit`)
		: safe(`Press ${key} again to quit`);
	return withNotice(withInterface(state, {quitRequestedAt: now}), text, isWriting ? 'bad' : 'quiet', now);
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

/** The command of a key that was pressed, by its id. `isQuitting`: it quits if it is used twice. */
type UsedCommand = {readonly id: string; readonly key: string; readonly isQuitting: boolean};

/** Removes the notice, which the user has seen when pressing the key of a command, or the new status word if nothing covered it, and the command from the guide. Keeps the quit request only if the user asks again. */
export function withNoticeSeen(state: State, {id, key, isQuitting}: UsedCommand): State {
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
