import {createRateLimit, paceWithin} from '../api/rate-limit.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain} from '../base/text.ts';
import type {CommandContext} from './context.ts';

/** The options that say how much a command may read. */
export type BudgetOptions = {readonly requestsPerMinute?: number; readonly isDemo?: boolean};

/** `--rpm 0` stops what nobody asked for. A command was asked for, so it reads as if there was no `--rpm`. */
const defaultPerMinute = 60;

/** Nobody needs to be told about fewer. */
const maxUnannounced = 10;

/** With how many requests the pace is explained if their number is not known. */
const sampleCount = 100;

/** Keeps the reads of a command within the request budget, and says how long that takes if there are many. The demo has no budget: it runs in this process, so there is no service to flood. */
export function createReadBudget(
	{requestsPerMinute, isDemo = false}: BudgetOptions,
	{clock, output, shareBudget}: Pick<CommandContext, 'clock' | 'output' | 'shareBudget'>,
) {
	if (isDemo || requestsPerMinute === undefined) return undefined;
	const perMinute = requestsPerMinute || defaultPerMinute;
	const pace = paceWithin(perMinute);
	const limit = createRateLimit(clock, pace);
	const timeFor = (count: number) => wholeDuration((Math.max(0, count - pace.burst) * 1000) / pace.perSecond);
	let readCount = 0;
	let isLong = false;
	let isLasting = false;
	let shared = perMinute;

	/** Divides the budget with the windows on the service: one that somebody waits for counts like a window with focus. */
	const share = () =>
		shareBudget({
			weight: isLasting ? 'background' : 'focused',
			requestsPerMinute: perMinute,
			onBudget(own) {
				// Where a window has stopped all reads, this command was still asked for.
				if (own === shared || own === 0) return;
				shared = own;
				limit.setPace(own < perMinute ? {perSecond: own / 61, burst: 1} : pace);
			},
		});

	return {
		/** Resolves when one more read may be sent, or as soon as the signal is aborted. Explains the pace when the reads become many. */
		async admit(signal: AbortSignal) {
			readCount++;
			if (readCount > maxUnannounced && !isLong) {
				isLong = true;
				output.note(
					plain`This takes at least ${readCount} requests: landfall makes ${perMinute} a minute (--rpm), so ${sampleCount} would take ${timeFor(sampleCount)}.`,
				);
			}

			// That needs the journal, which takes longer to open than a few reads.
			if (readCount === maxUnannounced + 1) await share();
			await limit.admit(signal);
		},

		/** The same for a command that now reads for as long as it runs: nobody needs to be told. */
		async admitLasting(signal: AbortSignal) {
			const isFirst = !isLasting;
			isLasting = true;
			if (isFirst) await share();
			await limit.admit(signal);
		},

		/** Announces that many reads, or at least that many, besides those that were sent. */
		expect(count: number, isAtLeast: boolean) {
			const total = readCount + count;
			if (total <= maxUnannounced) return;
			isLong = true;
			const number = isAtLeast ? plain`at least ${total}` : plain`${total}`;
			output.note(plain`This takes ${number} requests, about ${timeFor(total)} at ${perMinute} a minute (--rpm).`);
		},

		readCount: () => readCount,

		/** Whether the command makes so many reads that the user should see how far it is. */
		isLong: () => isLong,
	};
}
