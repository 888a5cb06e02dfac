import type {LoggedRequest} from '../api/transport.ts';
import {duration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';

/** The requests sent to a service: their total, and the latest of them, oldest first. */
export type RequestLog = {readonly made: number; readonly latest: readonly LoggedRequest[]};

export const emptyRequestLog: RequestLog = {made: 0, latest: []};

/** How many requests the log keeps, for the request log on screen and for reports. */
const maxLoggedRequests = 200;

export const withRequest = ({made, latest}: RequestLog, record: LoggedRequest): RequestLog => ({
	made: made + 1,
	latest: [...latest.slice(1 - maxLoggedRequests), record],
});

/** The `Date` header has one-second resolution and responses take time to arrive, so a smaller difference proves nothing. */
const toleranceMs = 1500;

/** The skew from which the interface warns the user. */
export const noticedSkewMs = 5 * 60_000;

/** Returns the service's clock minus the local one as measured by one response, to the second. Undefined if the response has no date. */
export const measuredSkewMs = ({serverDate, startedAt, tookMs}: LoggedRequest): number | undefined =>
	serverDate === undefined ? undefined : serverDate + 500 - (startedAt + tookMs / 2);

export const skewText = (skewMs: number): SafeText =>
	plain`${duration(Math.abs(skewMs))} ${safe(skewMs > 0 ? 'behind' : 'ahead of')} the service's`;

/** Returns the service's clock minus the local one, in milliseconds, after one more request. Keeps the previous value unless the response contradicts it. */
export function skewAfter(before: number, record: LoggedRequest): number {
	const measured = measuredSkewMs(record);
	if (measured === undefined) return before;
	return Math.abs(measured - before) <= toleranceMs + record.tookMs / 2 ? before : Math.round(measured);
}
