import {plain, type SafeText, safe} from '../../base/text.ts';
import {maxCounted, rateOf, requestsInMinute} from '../../model/throttle.ts';
import {count} from '../../present/format.ts';
import type {RowContext} from '../../present/table.ts';
import type {State} from '../../state/state.ts';

/** A budget that background reads use up is spent as planned. It is short once the user's requests take this part of it. */
const shortFraction = 0.2;

/** Returns the requests of the last minute and the budget, in a long and a short form, with how many the user has asked for beyond it, and whether background reads are held back. Undefined while the terminal is not focused, because nothing is counted then. */
export function requestRate(
	{polling: {throttle, pausedAt}, presence: {isFocused}, connection}: State,
	{localNow}: RowContext,
): {readonly texts: readonly SafeText[]; readonly isHeldBack: boolean} | undefined {
	if (!connection || !isFocused) return undefined;
	const {all, asked} = requestsInMinute(throttle, localNow);
	const max = Math.round(rateOf(throttle, localNow));
	const extra = Math.min(asked, Math.max(0, all - max));
	const isSlowed = max < throttle.perMinute || all - extra > max;
	const [used, limit] = [safe(`${count(all)}${all === maxCounted ? '+' : ''}`), count(max)];
	const inForms = (textWith: (unit: SafeText) => SafeText) => [plain` requests/min`, plain`/min`].map(textWith);
	if (throttle.perMinute === 0)
		return {texts: inForms(unit => plain`${used}${unit}`), isHeldBack: pausedAt !== undefined};
	const isWaiting = throttle.quietUntil > localNow;
	const isShort = all > max * (1 - shortFraction) && asked >= max * shortFraction;
	const isHeldBack = pausedAt !== undefined || isSlowed || isWaiting || isShort;
	if (isSlowed) return {texts: inForms(unit => plain`${used}${unit}, slowed to ${limit}`), isHeldBack};
	if (extra === 0) return {texts: inForms(unit => plain`${used} of ${limit}${unit}`), isHeldBack};
	const split = plain`${count(all - asked)} background, ${count(asked)} yours`;
	return {texts: inForms(unit => plain`${used}${unit}: ${split}`), isHeldBack};
}
