import type {SentRequest} from '../../api/request-record.ts';
import type {LocalTime} from '../../clock.ts';
import {spreadMs, type Throttle} from '../model/requests/throttle.ts';
import type {CountedRead} from './planned-read.ts';
import {initialPace, paceAfterRead, paceAfterRequest, type ReadPace} from './reading-plan/read-pace.ts';

/** The first screen is read before anything else. */
const startPauseMs = 400;

/** What has been spent on the connected service, and when more may be. */
export function createReadBudget() {
	/** Undefined until the first read from a service. */
	let pace: ReadPace | undefined;
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;

	return {
		/** The pace of background reads. */
		pace: (): ReadPace => pace ?? initialPace,
		unsent: () => unsent,

		/** Brings the budget up to date. Call it before `pace` and `unsent`. `inFlight`: how many reads are. */
		update(now: LocalTime, {isReader, inFlight}: {readonly isReader: boolean; readonly inFlight: number}) {
			pace ??= {...initialPace, nextAt: now + startPauseMs};
			// What another window spends is not for this one to pay back.
			if (!isReader) pace = {...initialPace, nextAt: Math.min(pace.nextAt, now + startPauseMs)};
			unsent = Math.min(unsent, inFlight);
		},

		/** Counts a read that begins. `perMinute`: how many background reads are made now. */
		spend({priority}: CountedRead, now: LocalTime, throttle: Throttle, perMinute: number) {
			unsent++;
			if (priority !== 'due' && priority !== 'planned') return;
			const after = paceAfterRead(pace ?? initialPace, now, perMinute);
			pace = {...after, nextAt: Math.max(after.nextAt, now + spreadMs(throttle, now, unsent))};
		},

		/** A request was sent. One that the user asked for is paid back. */
		requestSent({isBackground}: SentRequest) {
			unsent = Math.max(0, unsent - 1);
			if (!isBackground) pace = paceAfterRequest(pace ?? initialPace);
		},

		/** Starts over, for another service or after this computer was asleep. */
		reset() {
			[pace, unsent] = [undefined, 0];
		},
	};
}
