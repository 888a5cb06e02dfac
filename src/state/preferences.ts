import type {LocalTime} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {laneSpanAfter} from '../model/layout.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {meaningKey, type Outcome, type WordMeanings} from '../model/status-words.ts';
import {currentScreen, patch, type State, withInterface, withNotice} from './state.ts';

/** Pauses reading, or ends the pause. Then what is on the screen is read at once. */
export const togglePause = (state: State, now: LocalTime): State =>
	patch(
		state,
		'polling',
		state.polling.pausedAt === undefined ? {pausedAt: now} : {pausedAt: undefined, refreshedAt: now},
	);

export const toggleTimeStyle = (state: State): State =>
	withInterface(state, {isTimeAbsolute: !state.interface.isTimeAbsolute});

/** Which page of its columns the list of the current screen shows. */
export const columnPageOf = (state: State): number => {
	const {columnPage} = state.interface;
	return columnPage?.screen === currentScreen(state).name ? columnPage.page : 0;
};

export const withColumnPage = (state: State, page: number): State =>
	withInterface(state, {columnPage: {screen: currentScreen(state).name, page}});

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

/** Returns the key of a command for a sentence such as “Press r to try again”. `key` is its default. A command without a key is run from the palette. */
export const shortcutOf = ({interface: {customKeys}}: Pick<State, 'interface'>, id: string, key: SafeText): SafeText =>
	customKeys.has(id) ? safe(customKeys.get(id) ?? `:${id.replaceAll('-', ' ')}`) : key;

export const withRules = (state: State, rules: NotificationRules): State => patch(state, 'presence', {rules});

/** Takes over the notification rules and the meanings of words that were saved by another window. */
export function withPreferences(
	state: State,
	{rules, wordMeanings}: {readonly rules: NotificationRules; readonly wordMeanings: WordMeanings},
) {
	const known = [state.presence.rules, ...state.interface.wordMeanings];
	const isSame = JSON.stringify(known) === JSON.stringify([rules, ...wordMeanings]);
	return isSame ? state : withInterface(withRules(state, rules), {wordMeanings});
}

export const withWordClassified = (state: State, word: string, outcome: Outcome): State =>
	withInterface(state, {wordMeanings: new Map(state.interface.wordMeanings).set(meaningKey(word), outcome)});
