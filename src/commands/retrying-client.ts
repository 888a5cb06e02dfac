import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {RequestOptions} from '../api/request.ts';
import {withRetries} from '../api/retry.ts';
import {backoffMs, nextAttemptAt, quietEndsAt} from '../api/retry-delay.ts';
import {createAwakeTime, everySecond, sleep} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {plain, type SafeText, withPeriod} from '../base/text.ts';
import {type BudgetOptions, createReadBudget} from './budget.ts';
import type {CommandContext} from './context.ts';

type Send<Value> = (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>;

export type RetryingClient = ReturnType<typeof createRetryingClient>;

/** A malformed response would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** Whether nobody listens at the address, or there is no such address: that seldom changes within seconds. */
const isRefusal = ({code}: ApiError): boolean => code === 'E_CONNECT' || code === 'E_DNS';

const gaveUp = ({code, message, details}: ApiError, after: SafeText): ApiError =>
	new ApiError(code, plain`${withPeriod(message)} Gave up after ${after} (--give-up-after).`, details);

/**
Reads a service for a command: within the request budget, and with retries while the service is unreachable or too busy. Each request throws the last `ApiError` once `--give-up-after` has passed. Create one per command.

An outage begins with the start of the first failed request after a success, so a request that hangs counts, too; the time that the computer sleeps does not. `maxRefusals`: how often to try where the connection is refused or the name is unknown, without it as often as the time allows. `canRetry` says whether the same request could succeed soon.

The last pause is shortened, so that the last attempt starts when it is time to give up. There is none if the service asked for a longer pause. No attempt is cut short.
*/
export function createRetryingClient(
	client: Client,
	{
		giveUpAfterMs,
		maxRefusals = Number.POSITIVE_INFINITY,
		...budgetOptions
	}: BudgetOptions & {readonly giveUpAfterMs: number; readonly maxRefusals?: number | undefined},
	{clock, output, signal, shareBudget}: Pick<CommandContext, 'clock' | 'output' | 'signal' | 'shareBudget'>,
	canRetry: (error: ApiError) => boolean = isRetried,
) {
	const budget = createReadBudget(budgetOptions, {clock, output, shareBudget});
	const awakeMs = createAwakeTime(clock);
	/** How long landfall had been running when the outage began. */
	let failingSince: number | undefined;
	let openCount = 0;
	let stopTicking = () => {};
	/** What the command says about its progress. */
	let doing: SafeText | undefined;

	/** Resolves when the budget allows the next read, or after `maxMs`. Returns whether it does. */
	async function admit(maxMs?: number): Promise<boolean> {
		if (!budget) return true;
		const late = new AbortController();
		const cancel = maxMs === undefined ? () => {} : clock.after(maxMs, () => late.abort());
		const admitted = budget.admit(AbortSignal.any([signal, late.signal]));
		if (budget.isLong()) {
			const text = doing ?? plain`Requests made: ${budget.readCount()}`;
			output.progress(text, text);
		}

		await admitted;
		cancel();
		if (signal.aborted) throw new Aborted('The command was ended before its next read.');
		return !late.signal.aborted;
	}

	/** Waits for the next attempt after a failure of one that started at `startedMs`. Throws the error when it is time to give up. */
	async function pauseAfter(error: ApiError, attempt: number, startedMs: number, isRead: boolean): Promise<void> {
		const isKnown = failingSince !== undefined;
		failingSince ??= startedMs;
		const outageMs = awakeMs() - failingSince;
		const leftMs = giveUpAfterMs - outageMs;
		const isRefused = isRefusal(error) && Number.isFinite(maxRefusals);
		if (isRefused && attempt >= maxRefusals) throw gaveUp(error, plain`${attempt} attempts`);
		if (leftMs <= 0) throw isKnown ? gaveUp(error, wholeDuration(outageMs)) : error;
		const now = clock.now();
		const {retryAt} = error.details;
		const quietUntil = retryAt === undefined ? now : quietEndsAt(retryAt, now);
		const isLast = now + leftMs < quietUntil;
		let how = plain`Trying again for up to ${wholeDuration(leftMs)}`;
		if (isRefused) how = plain`Trying ${maxRefusals - attempt} more times`;
		else if (isLast)
			how = plain`It asks for a longer pause than landfall waits: giving up in ${wholeDuration(leftMs)} (--give-up-after)`;
		if (!isKnown) output.note(plain`${withPeriod(error.message)} ${how}.`);
		const nextAt = nextAttemptAt(now, backoffMs(outageMs, `${attempt} ${now}`), retryAt);
		const delayMs = Math.min(leftMs, nextAt - now);
		output.progress(plain`${isLast ? plain`Giving up` : plain`Trying again`} in ${wholeDuration(delayMs)}…`);
		await sleep(clock, delayMs, signal);
		if (isLast && !signal.aborted && clock.now() < quietUntil) throw error;
		if (isRead && !(await admit(leftMs - delayMs))) throw error;
	}

	async function request<Value>(send: Send<Value>, isRead: boolean): Promise<Value> {
		// An outage is measured, so that the time that the computer sleeps does not count.
		if (openCount++ === 0) stopTicking = everySecond(clock, awakeMs);
		let startedMs = 0;
		const attemptOnce = async (attempt: number) => {
			startedMs = awakeMs();
			const value = await send(client, signal, {attempt});
			failingSince = undefined;
			output.progress(undefined);
			return value;
		};

		try {
			if (isRead) await admit();
			return await withRetries(attemptOnce, async (error, attempt) => {
				if (!(error instanceof ApiError) || !canRetry(error)) throw error;
				await pauseAfter(error, attempt, startedMs, isRead);
			});
		} finally {
			if (--openCount === 0) stopTicking();
		}
	}

	const read = <Value>(send: Send<Value>) => request(send, true);

	/** Makes a read. `sent` returns the body as the service sent it: empty if it is no JSON object. */
	async function readAsSent<Value>(send: (until: AbortSignal, options: RequestOptions) => Promise<Value>) {
		let body = '';
		const onAnswer: RequestOptions['onAnswer'] = answer => {
			if (answer.outcome === 'answered') ({body} = answer);
		};
		const value = await read((_client, until, options) => send(until, {...options, onAnswer}));
		return {value, sent: () => objectAsSent(body) ?? {}};
	}

	return {
		listProjects: (query: {readonly limit?: number; readonly cursor?: string}) =>
			readAsSent((...rest) => client.listProjects(query, ...rest)),
		readProject: (id: string) => readAsSent((...rest) => client.readProject(id, ...rest)),
		listDeployments: (projectId: string, limit: number) =>
			readAsSent((...rest) => client.listDeployments(projectId, {limit}, ...rest)),
		readDeployment: (projectId: string, id: string) =>
			readAsSent((...rest) => client.readDeployment(projectId, id, ...rest)),

		read,

		/** Makes the attempts at a write, which never wait for the budget. */
		write: <Value>(attempt: (count: number) => Promise<Value>) =>
			request((_client, _signal, {attempt: count = 1}) => attempt(count), false),

		/** Resolves when a command that reads for as long as it runs may send one more read, or as soon as the signal is aborted. */
		admitLasting: async (until: AbortSignal) => budget?.admitLasting(until),

		/** Tells the user how long that many more reads take, or at least that many, unless they are only a few. */
		expect: (count: number, isAtLeast = false) => budget?.expect(count, isAtLeast),

		progress(text: SafeText | undefined) {
			doing = text;
			output.progress(text, text);
		},
	};
}
