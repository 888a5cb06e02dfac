import {type LocalTime, toServiceTime} from '../../base/clock.ts';
import {isListening} from '../../state/key-guard.ts';
import type {State} from '../../state/state.ts';
import type {DrawContext, KeyScopes} from '../contexts.ts';

export function drawContextOf(state: State, scopes: KeyScopes, isAscii: boolean, localNow: LocalTime): DrawContext {
	const {isTimeAbsolute, wordMeanings} = state.preferences;
	const now = toServiceTime(localNow, state.polling.skewMs);
	const context = {now, localNow, isAscii, isTimeAbsolute, wordMeanings};
	return {state, context, scopes, isListening: isListening(state)};
}
