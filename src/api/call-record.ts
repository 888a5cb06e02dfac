import type {LocalTime, ServiceTime} from '../clock.ts';
import type {SafeText} from '../text.ts';
import type {ErrorCode} from './errors.ts';
import type {WireAnswer, WireRequest} from './transport/transport.ts';

/** What is kept of a call once it has ended, to be shown and counted. Holds no key, no cursor and no body. */
export type CallRecord = {
	readonly method: WireRequest['method'];
	readonly path: SafeText;
	/** The how manieth try it was, from 1. */
	readonly attempt: number;
	/** Whether it tried an address and a key that were not in use. */
	readonly isTrial?: boolean;
	readonly outcome: WireAnswer['outcome'];
	readonly status?: number;
	/** What was wrong with it. */
	readonly fault?: ErrorCode;
	readonly requestId?: SafeText;
	/** Milliseconds since the epoch, by this computer's clock. */
	readonly startedAt: LocalTime;
	readonly tookMs: number;
	/** Of the answer's body. */
	readonly bytes: number;
	/** Until when the service is left alone, because it asked for that: milliseconds since the epoch, by this computer's clock. */
	readonly retryAt?: LocalTime;
	/** When the service answered, by its own clock. Whole seconds, in milliseconds since the epoch. */
	readonly serverDate?: ServiceTime;
};
