import type {CallRecord} from '../api/call-record.ts';

/** The service tells its time in whole seconds, and an answer takes a while: less than this is not known to be a difference. */
const doubtMs = 1500;

/** The service's clock minus the local one, in milliseconds, after one more call. It stays as it was unless the call contradicts it. */
export function skewAfter(before: number, {serverDate, startedAt, tookMs}: CallRecord): number {
	if (serverDate === undefined) return before;
	const seen = serverDate + 500 - (startedAt + tookMs / 2);
	return Math.abs(seen - before) <= doubtMs + tookMs / 2 ? before : Math.round(seen);
}
