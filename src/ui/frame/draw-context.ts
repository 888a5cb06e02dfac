import {type LocalTime, toServiceTime} from '../../base/clock.ts';
import {isListening} from '../../state/key-guard.ts';
import type {AppContext, DrawContext} from '../contexts.ts';
import type {Theme} from '../themes.ts';

/** What lines are drawn from now. `localNow` is by the local clock. */
export function drawContextOf(
	{store, scopes}: Pick<AppContext, 'store' | 'scopes'>,
	{isAscii}: Theme,
	localNow: LocalTime,
): DrawContext {
	const state = store.get();
	const {isTimeAbsolute, wordMeanings} = state.preferences;
	const now = toServiceTime(localNow, state.polling.skewMs);
	const context = {now, localNow, isAscii, isTimeAbsolute, wordMeanings};
	return {state, context, scopes: scopes(), isListening: isListening(state)};
}
