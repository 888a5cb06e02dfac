import type {LocalTime} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {plain} from '../../text.ts';
import {laneSpanAfter} from '../model/lane-span.ts';
import {type State, withInterface, withNotice} from './state.ts';

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
