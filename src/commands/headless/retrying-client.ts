import type {Client} from '../../api/client.ts';
import {objectAsSent} from '../../api/decode/as-sent.ts';
import type {Json} from '../../api/decode/fields.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import {withRetries} from '../../api/retry.ts';
import {backoffMs, nextAttemptAt, quietEndsAt} from '../../api/retry-delay.ts';
import type {Deployment, DeploymentList, Project, ProjectPage} from '../../api/types.ts';
import {createAwakeTime, sleep} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {plain, type SafeText, withPeriod} from '../../text.ts';
import {type BudgetOptions, createReadBudget} from './budget.ts';
import type {CommandContext} from './context.ts';

/** What a read was answered. */
type Answered<Value> = {
	readonly value: Value;
	/** Returns the body as the service sent it. Empty if it is no JSON object. */
	readonly sent: () => Json;
};

type Send<Value> = (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>;

/** Reads a service for a command: within the request budget, and with retries while the service is unreachable or too busy. Each read throws the last `ApiError` once `--give-up-after` has passed. */
export type RetryingClient = {
	readonly listProjects: (query: {readonly limit?: number; readonly cursor?: string}) => Promise<Answered<ProjectPage>>;
	readonly readProject: (id: string) => Promise<Answered<Project>>;
	readonly listDeployments: (projectId: string, limit: number) => Promise<Answered<DeploymentList>>;
	readonly readDeployment: (projectId: string, id: string) => Promise<Answered<Deployment>>;
	/** Makes any other read. */
	readonly read: <Value>(send: Send<Value>) => Promise<Value>;
	/** Makes the attempts at a write, which never wait for the budget. */
	readonly write: <Value>(attempt: (count: number) => Promise<Value>) => Promise<Value>;
	/** Resolves when the budget allows one more read of a command that reads for as long as it runs, or as soon as the signal is aborted. */
	readonly admit: (signal: AbortSignal) => Promise<void>;
	/** Tells the user how long that many more reads take, or at least that many, unless they are only a few. */
	readonly expect: (count: number, isAtLeast?: boolean) => void;
	/** Shows how far the command is: on a terminal in the line that is rewritten, otherwise once a minute. */
	readonly progress: (text: SafeText | undefined) => void;
};

type RetryOptions = BudgetOptions & {
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
export function createRetryingClient(
	client: Client,
	{giveUpAfterMs, maxRefusals = Number.POSITIVE_INFINITY, ...budgetOptions}: RetryOptions,
	{clock, output, signal, shareBudget}: Pick<CommandContext, 'clock' | 'output' | 'signal' | 'shareBudget'>,
	canRetry: (error: ApiError) => boolean = isRetried,
): RetryingClient {
	const budget = createReadBudget(budgetOptions, {clock, output, shareBudget});
	const awakeMs = createAwakeTime(clock);
	/** How long landfall had been running when the outage began. */
	let failingSince: number | undefined;
	let openCount = 0;
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

	async function request<Value>(send: Send<Value>, kind: 'read' | 'write'): Promise<Value> {
		if (openCount++ === 0) tick();
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
			if (--openCount === 0) stopTicking();
		}
	}

	const read = <Value>(send: Send<Value>) => request(send, 'read');

	/** Makes a read and keeps the body of its last answer. */
	async function readAsSent<Value>(send: (until: AbortSignal, options: RequestOptions) => Promise<Value>) {
		let body = '';
		const onAnswer: RequestOptions['onAnswer'] = answer => {
			if (answer.outcome === 'answered') ({body} = answer);
		};
		const value = await read((_client, until, options) => send(until, {...options, onAnswer}));
		return {value, sent: () => objectAsSent(body) ?? {}};
	}

	return {
		listProjects: query => readAsSent((...rest) => client.listProjects(query, ...rest)),
		readProject: id => readAsSent((...rest) => client.readProject(id, ...rest)),
		listDeployments: (projectId, limit) => readAsSent((...rest) => client.listDeployments(projectId, {limit}, ...rest)),
		readDeployment: (projectId, id) => readAsSent((...rest) => client.readDeployment(projectId, id, ...rest)),
		read,
		write: attempt => request((_client, _signal, {attempt: count = 1}) => attempt(count), 'write'),
		admit: until => budget?.admit(until, true) ?? Promise.resolve(),
		expect: (count, isAtLeast = false) => budget?.expect(count, isAtLeast),

		progress(text) {
			doing = text;
			show(text);
		},
	};
}
