import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {durationMs} from '../deployment-times.ts';
import {duration, elapsed} from '../duration.ts';
import {plain, type SafeText, safe} from '../text.ts';
import type {Context} from './column.ts';
import {dateTime} from './format.ts';

/**
Returns how long a deployment took, or how long it has been running.

A concluded one is measured by the service's own times, a running one up to `now`. Undefined if the service does not give the times.
*/
export function tookText(deployment: Deployment, {now}: Pick<Context, 'now'>): SafeText | undefined {
	const ms = durationMs(deployment, now);
	if (ms === undefined) return undefined;
	return isConcluded(deployment) ? duration(ms) : elapsed(ms);
}

/** Returns `as of` with the time for today, else with the date. Both times are by the service's clock. */
export const asOfText = (asOf: ServiceTime, {now}: Pick<Context, 'now'>): SafeText => {
	const [time, later] = [dateTime(asOf), dateTime(now)];
	const isToday = time.slice(0, 10) === later.slice(0, 10);
	return plain`as of ${safe(isToday ? time.slice(11, 16) : time.slice(0, 10))}`;
};
