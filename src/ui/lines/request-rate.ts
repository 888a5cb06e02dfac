import {plain, type SafeText, safe} from '../../base/text.ts';
import {maxCounted, rateOf, requestsInMinute} from '../../model/throttle.ts';
import {count} from '../../present/format.ts';
import type {RowContext} from '../../present/table.ts';
import type {State} from '../../state/state.ts';

/** The requests of the last minute, and their limit or who asked for them. Undefined without focus, because nothing is counted then. */
export function requestRate(
	{polling: {throttle}, presence: {isFocused}, connection}: State,
	{localNow}: RowContext,
): SafeText | undefined {
	if (!connection || !isFocused) return undefined;
	const {all, asked} = requestsInMinute(throttle, localNow);
	const max = Math.round(rateOf(throttle, localNow));
	const made = safe(`${count(all)}${all === maxCounted ? '+' : ''} in the last minute`);
	if (throttle.perMinute === 0) return made;
	if (max < throttle.perMinute) return plain`${made}, at most ${count(max)} while the service is too busy`;
	if (all <= max || asked === 0) return plain`${made}, at most ${count(max)}`;
	return plain`${made}: ${count(all - asked)} in the background, ${count(asked)} yours`;
}
