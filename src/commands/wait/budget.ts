import {exitCodes} from '../../command-line/exit-codes.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/errors.ts';

/** Rejects a budget of zero: without background reads, no change would ever be noticed. */
export function checkBudget({requestsPerMinute}: {readonly requestsPerMinute: number}): void {
	if (requestsPerMinute > 0) return;
	throw new CommandError(
		exitCodes.usage,
		plain`With --rpm 0 landfall reads only on request, so it cannot follow deployments. Use --rpm 1 or more.`,
	);
}
