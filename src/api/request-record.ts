import type {LocalTime, ServiceTime} from '../clock.ts';
import type {SafeText} from '../text.ts';
import type {ErrorCode} from './errors.ts';
import type {WireAnswer, WireRequest} from './transport.ts';

/** A request that is being sent. */
export type SentRequest = {
	/** Milliseconds since the epoch, by the local clock. */
	readonly at: LocalTime;
	/** Whether nobody asked for it. */
	readonly isBackground: boolean;
};

/** A finished request, for the request log and statistics. Contains no key, cursor or body of the request. */
export type RequestRecord = {
	readonly method: WireRequest['method'];
	readonly path: SafeText;
	/** Counts from 1. */
	readonly attempt: number;
	/** Whether it tested an address and a key that are not in use. */
	readonly isTrial?: boolean;
	readonly outcome: WireAnswer['outcome'];
	readonly status?: number;
	readonly fault?: ErrorCode;
	/** What went wrong, as the user reads it elsewhere. It may quote the service. */
	readonly message?: SafeText;
	readonly requestId?: SafeText;
	/** Milliseconds since the epoch, by the local clock. */
	readonly startedAt: LocalTime;
	readonly tookMs: number;
	/** Size of the response body. */
	readonly bytes: number;
	/** Until when the service asked for a pause: milliseconds since the epoch, by the local clock. */
	readonly retryAt?: LocalTime;
	/** The response's `Date`: milliseconds since the epoch, by the service's clock, in whole seconds. */
	readonly serverDate?: ServiceTime;
};
