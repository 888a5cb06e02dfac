import type {LoggedRequest} from '../api/transport.ts';
import {duration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';

export type RequestLog = {readonly made: number; readonly latest: readonly LoggedRequest[]};

export const emptyRequestLog: RequestLog = {made: 0, latest: []};

const maxLoggedRequests = 200;

export const withRequest = ({made, latest}: RequestLog, record: LoggedRequest): RequestLog => ({
	made: made + 1,
	latest: [...latest.slice(1 - maxLoggedRequests), record],
});

/** Smaller differences prove nothing, because `Date` has whole seconds and answers take time to arrive. */
const toleranceMs = 1500;

export const noticedSkewMs = 5 * 60_000;

/** The service's clock minus the local one, to the second. Undefined without a `Date`. */
export const measuredSkewMs = ({serverDate, startedAt, tookMs}: LoggedRequest): number | undefined =>
	serverDate === undefined ? undefined : serverDate + 500 - (startedAt + tookMs / 2);

export const skewText = (skewMs: number): SafeText =>
	plain`${duration(Math.abs(skewMs))} ${safe(skewMs > 0 ? 'behind' : 'ahead of')} the service's`;

export function skewAfter(before: number, record: LoggedRequest): number {
	const measured = measuredSkewMs(record);
	if (measured === undefined) return before;
	return Math.abs(measured - before) <= toleranceMs + record.tookMs / 2 ? before : Math.round(measured);
}
