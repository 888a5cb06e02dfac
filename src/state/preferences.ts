import type {LocalTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import {type CommandId, defaultKeysOf, keyLabel, labelOf} from '../model/commands.ts';
import type {NotificationRules} from '../model/notification-rules.ts';
import {meaningKey, type Outcome, type WordMeanings} from '../model/status-words.ts';
import {currentScreen, patch, type State, withInterface} from './state.ts';

/** Ending the pause reads the data on the screen at once. */
export const togglePause = (state: State, now: LocalTime): State =>
	patch(
		state,
		'polling',
		state.polling.pausedAt === undefined ? {pausedAt: now} : {pausedAt: undefined, refreshedAt: now},
	);

export const toggleTimeStyle = (state: State): State =>
	patch(state, 'preferences', {isTimeAbsolute: !state.preferences.isTimeAbsolute});

export const columnPageOf = (state: State): number => {
	const {columnPage} = state.interface;
	return columnPage?.screen === currentScreen(state).name ? columnPage.page : 0;
};

export const withColumnPage = (state: State, page: number): State =>
	withInterface(state, {columnPage: {screen: currentScreen(state).name, page}});

export const keysOf = ({preferences: {customKeys}}: Pick<State, 'preferences'>, id: CommandId): readonly string[] =>
	customKeys.get(id) ?? defaultKeysOf(id);

export function shortcutOf(state: Pick<State, 'preferences'>, id: CommandId): SafeText {
	const [key] = keysOf(state, id);
	return safe(key === undefined ? `:${labelOf(id)}` : keyLabel(key));
}

export const withRpm = (state: State, rpm: number): State =>
	patch(state, 'polling', {throttle: {...state.polling.throttle, rpm: rpm}});

export const withRules = (state: State, rules: NotificationRules): State => patch(state, 'preferences', {rules});

export function withPreferences(
	state: State,
	{rules, wordMeanings}: {readonly rules: NotificationRules; readonly wordMeanings: WordMeanings},
) {
	const known = [state.preferences.rules, ...state.preferences.wordMeanings];
	const isSame = JSON.stringify(known) === JSON.stringify([rules, ...wordMeanings]);
	return isSame ? state : patch(state, 'preferences', {rules, wordMeanings});
}

export const withWordClassified = (state: State, word: string, outcome: Outcome): State =>
	patch(state, 'preferences', {wordMeanings: new Map(state.preferences.wordMeanings).set(meaningKey(word), outcome)});
