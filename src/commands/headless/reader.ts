import type {Client} from '../../api/client.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import {withRetries} from '../../api/retry.ts';
import {backoffMs, nextAttemptAt, quietEndsAt} from '../../api/retry-delay.ts';
import {createAwakeTime, sleep} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {plain, type SafeText, withPeriod} from '../../text.ts';
import type {CommandContext} from './context.ts';
import {type BudgetOptions, createReadBudget} from './read-budget.ts';

export type Reader = {
	/** Makes a read within the request budget, and retries it while the service is unreachable or too busy. Throws the last `ApiError` once `--give-up-after` has passed. A write is retried in the same way, but never waits for the budget. */
	<Value>(
		send: (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>,
		kind?: 'read' | 'write',
	): Promise<Value>;
	/** Resolves when the budget allows one more read of a command that reads for as long as it runs, or as soon as the signal is aborted. */
	readonly admit: (signal: AbortSignal) => Promise<void>;
	/** Tells the user how long that many more reads take, or at least that many, unless they are only a few. */
	readonly expect: (count: number, isAtLeast?: boolean) => void;
	/** Shows how far the command is: on a terminal in the line that is rewritten, otherwise once a minute. */
	readonly progress: (text: SafeText | undefined) => void;
};

type ReaderOptions = BudgetOptions & {
	readonly giveUpAfterMs: number;
	/** How often to try where the connection is refused or the name is unknown. Default: as often as the time allows. */
	readonly maxRefusals?: number | undefined;
};

/** A malformed response would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** Whether nobody listens at the address, or there is no such address: that seldom changes within seconds. */
const isRefusal = ({code}: ApiError): boolean => code === 'E_CONNECT' || code === 'E_DNS';

/** How often a log is told about progress. */
const logPauseMs = 60_000;

/** How often an outage is measured. */
const tickMs = 1000;

/**
Create one per command. An outage begins with the start of the first failed request after a success, so a request that hangs counts, too; the time that the computer sleeps does not. `canRetry` says whether the same request could succeed soon.

The last pause is shortened, so that the last attempt starts when it is time to give up. There is none if the service asked for a longer pause. No attempt is cut short.
*/
export function createReader(
	client: Client,
	{giveUpAfterMs, maxRefusals = Number.POSITIVE_INFINITY, ...budgetOptions}: ReaderOptions,
	{clock, output, signal, shareBudget}: Pick<CommandContext, 'clock' | 'output' | 'signal' | 'shareBudget'>,
	canRetry: (error: ApiError) => boolean = isRetried,
): Reader {
	const budget = createReadBudget(budgetOptions, {clock, output, shareBudget});
	const awakeMs = createAwakeTime(clock);
	/** How long landfall had been running when the outage began. */
	let failingSince: number | undefined;
	let readCount = 0;
	let stopTicking = () => {};
	/** What the command says about its progress, and when a log was told. */
	let doing: SafeText | undefined;
	let loggedAt = clock.elapsed();

	function tick() {
		awakeMs();
		stopTicking = clock.after(tickMs, tick);
	}

	function show(text: SafeText | undefined) {
		const now = clock.elapsed();
		if (output.showsProgress) output.progress(text);
		else if (text && now - loggedAt >= logPauseMs) {
			loggedAt = now;
			output.note(text);
		}
	}

	/** Resolves when the budget allows the next read, or after `maxMs`. Returns whether it does. */
	async function admit(maxMs?: number): Promise<boolean> {
		if (!budget) return true;
		const late = new AbortController();
		const cancel = maxMs === undefined ? () => {} : clock.after(maxMs, () => late.abort());
		const admitted = budget.admit(AbortSignal.any([signal, late.signal]));
		if (budget.isLong()) show(doing ?? plain`Requests made: ${budget.readCount()}`);
		await admitted;
		cancel();
		if (signal.aborted) throw new Aborted('The command was ended before its next read.');
		return !late.signal.aborted;
	}

	/** Waits for the next attempt after a failure of one that started at `startedMs`. Throws the error when it is time to give up. */
	async function waitAfter(error: ApiError, attempt: number, startedMs: number, kind: 'read' | 'write'): Promise<void> {
		const isKnown = failingSince !== undefined;
		failingSince ??= startedMs;
		const outageMs = awakeMs() - failingSince;
		const leftMs = giveUpAfterMs - outageMs;
		if (leftMs <= 0 || (isRefusal(error) && attempt >= maxRefusals)) throw error;
		if (!isKnown) output.note(plain`${withPeriod(error.message)} Trying again for up to ${wholeDuration(leftMs)}.`);

		const now = clock.now();
		const {retryAt} = error.details;
		const quietUntil = retryAt === undefined ? now : quietEndsAt(retryAt, now);
		const isLast = now + leftMs < quietUntil;
		const nextAt = nextAttemptAt(now, backoffMs(outageMs, `${attempt} ${now}`), retryAt);
		const delayMs = Math.min(leftMs, nextAt - now);
		output.progress(plain`${isLast ? plain`Giving up` : plain`Trying again`} in ${wholeDuration(delayMs)}…`);
		await sleep(clock, delayMs, signal);
		if (isLast && !signal.aborted && clock.now() < quietUntil) throw error;
		if (kind === 'read' && !(await admit(leftMs - delayMs))) throw error;
	}

	async function read<Value>(
		send: (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>,
		kind: 'read' | 'write' = 'read',
	): Promise<Value> {
		if (readCount++ === 0) tick();
		let startedMs = 0;
		const attemptOnce = async (attempt: number) => {
			startedMs = awakeMs();
			const value = await send(client, signal, {attempt});
			failingSince = undefined;
			output.progress(undefined);
			return value;
		};

		try {
			if (kind === 'read') await admit();
			return await withRetries(attemptOnce, async (error, attempt) => {
				if (!(error instanceof ApiError) || !canRetry(error)) throw error;
				await waitAfter(error, attempt, startedMs, kind);
			});
		} finally {
			if (--readCount === 0) stopTicking();
		}
	}

	return Object.assign(read, {
		admit: (until: AbortSignal) => budget?.admit(until, true) ?? Promise.resolve(),
		expect: (count: number, isAtLeast = false) => budget?.expect(count, isAtLeast),

		progress(text: SafeText | undefined) {
			doing = text;
			show(text);
		},
	});
}
