import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import {nextAttemptAt} from '../api/pauses.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {RequestOptions} from '../api/request.ts';
import {attemptRepeatedly} from '../api/retry.ts';
import {sleep} from '../base/clock.ts';
import {minuteMs, wholeDuration} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {addPeriod, counted, plain, type SafeText} from '../base/text.ts';
import {opensAt} from '../model/throttle.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import type {HeadlessOptions} from './options.ts';

type Send<Value> = (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>;

export type RetryingClient = ReturnType<typeof createRetryingClient>;

const progressDelayMs = 1000;

type ReadProgress = {readonly text: SafeText; readonly done: number; readonly total: number; readonly sinceMs: number};

/** A malformed answer would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** Nobody listens at the address, or it does not exist. Neither changes within seconds. */
const isConnectFailure = ({code}: ApiError): boolean => code === 'E_CONNECT' || code === 'E_DNS';

const gaveUp = ({code, message, details}: ApiError, after: SafeText): ApiError =>
	new ApiError(code, plain`${addPeriod(message)} Gave up after ${after} (--give-up-after).`, details);

function throwInexact(): never {
	throw new CommandError(
		exitCodes.unusable,
		plain`The answer is too large or nested too deep to be printed exactly. landfall api GET prints it as it is.`,
	);
}

/** Retries reads while the service is unreachable or too busy, and throws the last `ApiError` after `--give-up-after`. `canRetry`: whether the same request could succeed soon. */
export function createRetryingClient(
	client: Client,
	{giveUpAfterMs, busyForMs, maxConnectAttempts, isDemo, rpm}: HeadlessOptions,
	{clock, awakeMs, output, signal, throttle}: CommandContext,
	canRetry: (error: ApiError) => boolean = isRetried,
) {
	const isLimited = Boolean(rpm);
	const leastMs = isLimited ? minuteMs / throttle().rpm : 100;
	const startedMs = clock.elapsed();
	const idle: ReadProgress = {text: plain`Waiting for the service…`, done: 0, total: 0, sinceMs: startedMs};
	let progress = idle;
	let openCount = 0;
	let stopWaiting = () => {};
	/** When the first failing request since the last success was sent, by `awakeMs`. */
	let outageSince: number | undefined;

	function showProgress() {
		const {text, done, total, sinceMs} = progress;
		const now = clock.elapsed();
		if (openCount === 0 || outageSince !== undefined || now - startedMs < progressDelayMs) return;
		const eachMs = Math.max(leastMs, done > 0 ? (now - sinceMs) / done : 0);
		const shown = total > done ? plain`${text}, about ${wholeDuration((total - done) * eachMs)} left` : text;
		output.progress(shown, shown);
	}

	function leftMsAfter({kind}: ApiError): number {
		const limitMs = (kind === 'busy' && busyForMs) || giveUpAfterMs;
		return outageSince === undefined ? limitMs : limitMs - (awakeMs() - outageSince);
	}

	async function sendWithinBudget<Value>(sendNow: () => Promise<Value>, failure: ApiError | undefined): Promise<Value> {
		for (;;) {
			if (signal.aborted) throw new Aborted('The command was ended before its next read.');
			const now = clock.now();
			const {asked, withinBudget} = opensAt(throttle(), now);
			const sentAt = Math.max(asked, isLimited ? withinBudget : 0, throttle().trouble.notBefore);
			// The demo runs in this process, so there is no service to flood.
			const pauseMs = isDemo ? 0 : Math.ceil(sentAt - now);
			// No `await` before sending: the next read must count this one.
			if (pauseMs <= 0) return sendNow();
			const leftMs = failure ? leftMsAfter(failure) : Number.POSITIVE_INFINITY;
			if (failure && leftMs <= 0) throw failure;
			await sleep(clock, Math.min(pauseMs, leftMs), signal);
		}
	}

	async function pauseAfter(error: ApiError, attempt: number, sentMs: number): Promise<void> {
		const isNoted = outageSince !== undefined;
		outageSince ??= sentMs;
		const outageMs = awakeMs() - outageSince;
		const leftMs = leftMsAfter(error);
		const attemptsLeft =
			isConnectFailure(error) && maxConnectAttempts !== undefined ? maxConnectAttempts - attempt : undefined;
		if (attemptsLeft !== undefined && attemptsLeft <= 0) throw gaveUp(error, counted(attempt, 'attempt'));
		if (leftMs <= 0) throw isNoted ? gaveUp(error, wholeDuration(outageMs)) : error;
		const now = clock.now();
		const {notBefore, oneAtATime} = throttle().trouble;
		const isLast = error.details.retryAt !== undefined && now + leftMs < notBefore;
		let how = plain`Retrying for up to ${wholeDuration(leftMs)}`;
		if (attemptsLeft !== undefined) how = plain`Trying ${counted(attemptsLeft, 'more time')}`;
		else if (isLast) how = plain`It asks for a longer pause: giving up in ${wholeDuration(leftMs)} (--give-up-after)`;
		if (!isNoted) output.note(plain`${addPeriod(error.message)} ${how}.`);
		const failureRun = {error, count: attempt, since: now - outageMs, at: now};
		const nextAt = Math.max(notBefore, oneAtATime?.nextAt ?? nextAttemptAt(failureRun, 'command'));
		const delayMs = Math.min(leftMs, nextAt - now);
		output.progress(plain`${isLast ? plain`Giving up` : plain`Retrying`} in ${wholeDuration(delayMs)}…`);
		await sleep(clock, delayMs, signal);
		if (isLast && !signal.aborted) throw error;
	}

	async function request<Value>(send: Send<Value>, isRead: boolean): Promise<Value> {
		let sentMs = 0;
		let failure: ApiError | undefined;
		const attemptOnce = async (attempt: number) => {
			const sendNow = () => {
				sentMs = awakeMs();
				return send(client, signal, {attempt, ...(isRead && isLimited && {pace: 'turn'})});
			};
			const value = await (isRead ? sendWithinBudget(sendNow, failure) : sendNow());
			outageSince = undefined;
			return value;
		};

		if (openCount++ === 0) stopWaiting = clock.after(progressDelayMs - (clock.elapsed() - startedMs), showProgress);
		try {
			return await attemptRepeatedly(attemptOnce, async (error, attempt) => {
				// The same error came again, so no time was left for another attempt.
				if (!(error instanceof ApiError) || error === failure || !canRetry(error)) throw error;
				await pauseAfter(error, attempt, sentMs);
				failure = error;
			});
		} finally {
			if (--openCount === 0) {
				stopWaiting();
				output.progress(undefined);
			}
		}
	}

	const read = <Value>(send: Send<Value>) => request(send, true);

	/** `sent`: the body as the service sent it. Throws `CommandError` if it cannot be kept exactly. */
	async function readAsSent<Value>(send: (until: AbortSignal, options: RequestOptions) => Promise<Value>) {
		let body = '';
		const onAnswer: RequestOptions['onAnswer'] = answer => {
			if (answer.outcome === 'answered') ({body} = answer);
		};
		const value = await read((_client, until, options) => send(until, {...options, onAnswer}));
		return {value, sent: () => objectAsSent(body) ?? throwInexact()};
	}

	return {
		listProjects: (query: {readonly limit?: number; readonly cursor?: string}) =>
			readAsSent((...rest) => client.listProjects(query, ...rest)),
		readProject: (id: string) => readAsSent((...rest) => client.readProject(id, ...rest)),
		listDeployments: (projectId: string) => readAsSent((...rest) => client.listDeployments(projectId, ...rest)),
		readDeployment: (projectId: string, id: string) =>
			readAsSent((...rest) => client.readDeployment(projectId, id, ...rest)),

		read,

		/** Writes never wait for the budget. */
		write: <Value>(attempt: (count: number) => Promise<Value>) =>
			request((_client, _signal, {attempt: count = 1}) => attempt(count), false),

		progress(text: SafeText | undefined, {done, total} = {done: 0, total: 0}) {
			const sinceMs = progress.total === total ? progress.sinceMs : clock.elapsed();
			progress = text === undefined ? idle : {text, done, total, sinceMs};
			showProgress();
		},
	};
}
