import type {LocalTime} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain} from '../base/text.ts';
import {laneSpanAfter} from '../model/layout.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {meaningKey, type Outcome, type WordMeanings} from '../model/status-words.ts';
import {patch, type State, withInterface, withNotice} from './state.ts';

export const togglePause = (state: State): State => patch(state, 'polling', {isPaused: !state.polling.isPaused});

export const toggleDetails = (state: State): State =>
	withInterface(state, {isDetailsFlipped: !state.interface.isDetailsFlipped});

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

export const withRules = (state: State, rules: NotificationRules): State => patch(state, 'presence', {rules});

/** Takes over the notification rules and the meanings of words that were saved by another window. */
export function withPreferences(
	state: State,
	{rules, wordMeanings}: {readonly rules: NotificationRules; readonly wordMeanings: WordMeanings},
) {
	const areSame =
		JSON.stringify([state.presence.rules, ...state.interface.wordMeanings]) ===
		JSON.stringify([rules, ...wordMeanings]);
	return areSame ? state : withInterface(withRules(state, rules), {wordMeanings});
}

export const withWordMeaning = (state: State, word: string, outcome: Outcome): State =>
	withInterface(state, {wordMeanings: new Map(state.interface.wordMeanings).set(meaningKey(word), outcome)});
