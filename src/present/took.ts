import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {durationMs} from '../deployment-times.ts';
import {duration, elapsed} from '../duration.ts';
import {plain, type SafeText} from '../text.ts';
import {type Context, textOrNothing} from './column.ts';
import {dateText, hourMinute} from './format.ts';
import type {SafeSpan} from './line.ts';

/**
Returns how long a deployment took, or how long it has been running.

A concluded one is measured by the service's own times, a running one up to `now`. Undefined if the service does not give the times.
*/
export function tookText(deployment: Deployment, {now}: Pick<Context, 'now'>): SafeText | undefined {
	const ms = durationMs(deployment, now);
	if (ms === undefined) return undefined;
	return isConcluded(deployment) ? duration(ms) : elapsed(ms);
}

export const tookSpan = (deployment: Deployment, context: Context): SafeSpan =>
	textOrNothing(tookText(deployment, context), context, isConcluded(deployment) ? 'plain' : 'busy');

/** Returns `as of` with the time for today, else with the date. Both times are by the service's clock. */
export const asOfText = (asOf: ServiceTime, context: Pick<Context, 'now' | 'isTwelveHour'>): SafeText => {
	const day = dateText(asOf);
	return plain`as of ${day === dateText(context.now) ? hourMinute(asOf, context) : day}`;
};
