import type {LocalTime} from '../../clock.ts';
import type {ReadStart} from './poll-plan.ts';
import {initialPace, paceAfterRead, paceAfterRequest, type ReadPace} from './reading-plan/read-pace.ts';

/** How many empty rows are filled per second. */
const maxFillsPerSecond = 8;
const secondMs = 1000;

/** The first screen is read before anything else. */
const startPauseMs = 400;

/** What has been spent on the connected service, and when more may be. */
export function createReadBudget() {
	/** Undefined until the first read from a service. */
	let pace: ReadPace | undefined;
	/** When the newest deployments of a project were last read, at most `maxFillsPerSecond` times. */
	let fills: readonly LocalTime[] = [];
	/** How many requests of the loader have not ended yet. */
	let expectedRequests = 0;

	return {
		/** The pace of background reads. */
		pace: (): ReadPace => pace ?? initialPace,
		/** When the next empty row may be filled. */
		fillAt: (): LocalTime => (fills.length < maxFillsPerSecond ? 0 : (fills[0] ?? 0) + secondMs),

		/** Brings the budget up to date. Call it before `pace` and `fillAt`. */
		update(now: LocalTime, {isReader, isIdle}: {readonly isReader: boolean; readonly isIdle: boolean}) {
			pace ??= {...initialPace, nextAt: now + startPauseMs};
			// What another window spends is not for this one to pay back.
			if (!isReader) pace = {...initialPace, nextAt: Math.min(pace.nextAt, now + startPauseMs)};
			if (isIdle) expectedRequests = 0;
		},

		/** Counts a read that begins against the budget, or as one to be paid back. `perMinute`: how many background reads are made. */
		spend({request, priority}: ReadStart, now: LocalTime, perMinute: number) {
			expectedRequests++;
			const before = pace ?? initialPace;
			pace =
				priority === 'awaited' || priority === 'fill'
					? paceAfterRequest(before)
					: paceAfterRead(before, now, perMinute);
			if (request.kind === 'latest') fills = [...fills.slice(1 - maxFillsPerSecond), now];
		},

		/** A request has ended. Those that the loader did not start are writes, and reads that belong to them. */
		requestEnded() {
			if (expectedRequests > 0) expectedRequests--;
			else pace = paceAfterRequest(pace ?? initialPace);
		},

		/** This computer was asleep. */
		wakeUp() {
			[pace, fills] = [undefined, []];
		},

		/** Starts over for another service. */
		reset() {
			[pace, fills, expectedRequests] = [undefined, [], 0];
		},
	};
}
