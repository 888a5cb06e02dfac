import type {CallRecord} from '../../../api/call-record.ts';
import {duration} from '../../../duration.ts';
import {plain, type SafeText, safe} from '../../../text.ts';

/** The service tells its time in whole seconds, and an answer takes a while: less than this is not known to be a difference. */
const doubtMs = 1500;

/** From here on the difference of the two clocks is told. */
export const noticedSkewMs = 5 * 60_000;

/** The service's clock minus the local one as one answer tells it, which is to the second. Undefined if it does not. */
export const measuredSkewMs = ({serverDate, startedAt, tookMs}: CallRecord): number | undefined =>
	serverDate === undefined ? undefined : serverDate + 500 - (startedAt + tookMs / 2);

/** The difference in words: `3h 00m behind the service's`. */
export const skewText = (skewMs: number): SafeText =>
	plain`${duration(Math.abs(skewMs))} ${safe(skewMs > 0 ? 'behind' : 'ahead of')} the service's`;

/** The service's clock minus the local one, in milliseconds, after one more call. It stays as it was unless the call contradicts it. */
export function skewAfter(before: number, record: CallRecord): number {
	const seen = measuredSkewMs(record);
	if (seen === undefined) return before;
	return Math.abs(seen - before) <= doubtMs + record.tookMs / 2 ? before : Math.round(seen);
}
