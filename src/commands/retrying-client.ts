import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {RequestOptions} from '../api/request.ts';
import {withRetries} from '../api/retry.ts';
import {type LocalTime, sleep} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {counted, plain, type SafeText, withPeriod} from '../base/text.ts';
import {countedMs, opensAt, probeAt, requestsInMinute} from '../model/throttle.ts';
import type {CommandContext} from './context.ts';
import {CommandError} from './errors.ts';
import type {HeadlessOptions} from './options.ts';

type Send<Value> = (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>;

export type RetryingClient = ReturnType<typeof createRetryingClient>;

/** So many requests in a minute are sent at once, or this share of the budget if that is less. All others take turns. */
const atOnce = {most: 10, share: 1 / 6};

/** Nobody needs to be told about fewer requests. */
const maxUnannounced = 10;

/** With how many requests the pace is explained if their number is not known. */
const sampleCount = 100;

/** A malformed response would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** Whether nobody listens at the address, or there is no such address: that seldom changes within seconds. */
const isRefusal = ({code}: ApiError): boolean => code === 'E_CONNECT' || code === 'E_DNS';

const gaveUp = ({code, message, details}: ApiError, after: SafeText): ApiError =>
	new ApiError(code, plain`${withPeriod(message)} Gave up after ${after} (--give-up-after).`, details);

function notExact(): never {
	throw new CommandError(
		exitCodes.unusable,
		plain`The answer is too large or nested too deep to be printed exactly. landfall api GET prints it as it is.`,
	);
}

/** Reads a service for a command: within the limit of its context, and with retries while the service is unreachable or too busy. Each request throws the last `ApiError` once `--give-up-after` has passed. `canRetry`: whether the same request could succeed soon. */
export function createRetryingClient(
	client: Client,
	{giveUpAfterMs, maxRefusals, isDemo}: HeadlessOptions,
	{clock, awakeMs, output, signal, throttle, onRequest}: CommandContext,
	canRetry: (error: ApiError) => boolean = isRetried,
) {
	const {perMinute} = throttle();
	const firstCount = Math.min(atOnce.most, Math.ceil(perMinute * atOnce.share));
	const timeFor = (count: number) =>
		wholeDuration((Math.max(0, count <= perMinute ? count - firstCount : count) * countedMs) / perMinute);
	/** How many reads may be sent, and were not sent yet. */
	let unsent = 0;
	let readCount = 0;
	/** Whether the command makes so many reads that the user should see how far it is. */
	let isLong = false;
	/** When the outage began, by `awakeMs`: when the first request was sent that failed after a success. */
	let failingSince: number | undefined;
	/** What the command says about its progress. */
	let doing: SafeText | undefined;

	onRequest(({type}) => {
		if (type === 'request-sent') unsent = Math.max(0, unsent - 1);
	});

	/** Returns when the next read may be sent. */
	function opensNext(now: LocalTime): LocalTime {
		const current = throttle();
		const isFirst = requestsInMinute(current, now).all + unsent < firstCount;
		const {again, turn} = opensAt(current, now, {unsent});
		return Math.max(isFirst ? again : turn, current.quietUntil);
	}

	/** Resolves when the next read may be sent, or after `maxMs`. Returns whether it may. Explains the pace when the reads become many. */
	async function admit(maxMs = Number.POSITIVE_INFINITY): Promise<boolean> {
		// The demo runs in this process, so there is no service to flood.
		if (isDemo) return true;
		const lateAt = clock.elapsed() + maxMs;
		readCount++;
		if (readCount > maxUnannounced && !isLong) {
			isLong = true;
			output.note(
				plain`This takes at least ${readCount} requests: landfall makes ${perMinute} a minute (--rpm), so ${sampleCount} would take ${timeFor(sampleCount)}.`,
			);
		}

		if (isLong) progress(doing ?? plain`Requests made: ${readCount}`);
		for (;;) {
			if (signal.aborted) throw new Aborted('The command was ended before its next read.');
			const now = clock.now();
			const pauseMs = Math.ceil(opensNext(now) - now);
			const leftMs = lateAt - clock.elapsed();
			if (pauseMs <= 0) break;
			if (leftMs <= 0) return false;
			await sleep(clock, Math.min(pauseMs, leftMs), signal);
		}

		unsent++;
		return true;
	}

	/** Waits for the next attempt after a failure of one that started at `startedMs`. Throws the error when it is time to give up. */
	async function pauseAfter(error: ApiError, attempt: number, startedMs: number, isRead: boolean): Promise<void> {
		const isKnown = failingSince !== undefined;
		failingSince ??= startedMs;
		const outageMs = awakeMs() - failingSince;
		const leftMs = giveUpAfterMs - outageMs;
		const triesLeft = isRefusal(error) && maxRefusals !== undefined ? maxRefusals - attempt : undefined;
		if (triesLeft !== undefined && triesLeft <= 0) throw gaveUp(error, counted(attempt, 'attempt'));
		if (leftMs <= 0) throw isKnown ? gaveUp(error, wholeDuration(outageMs)) : error;
		const now = clock.now();
		// With a 408, the service has answered: for the throttle, nothing has failed.
		const {quietUntil, failing = {count: 1, since: now, at: now}} = throttle();
		const isLast = error.details.retryAt !== undefined && now + leftMs < quietUntil;
		let how = plain`Retrying for up to ${wholeDuration(leftMs)}`;
		if (triesLeft !== undefined) how = plain`Trying ${counted(triesLeft, 'more time')}`;
		else if (isLast)
			how = plain`It asks for a longer pause than landfall waits: giving up in ${wholeDuration(leftMs)} (--give-up-after)`;
		if (!isKnown) output.note(plain`${withPeriod(error.message)} ${how}.`);
		const delayMs = Math.min(leftMs, Math.max(probeAt(failing), quietUntil) - now);
		output.progress(plain`${isLast ? plain`Giving up` : plain`Retrying`} in ${wholeDuration(delayMs)}…`);
		await sleep(clock, delayMs, signal);
		if (isLast && !signal.aborted) throw error;
		if (isRead && !(await admit(leftMs - delayMs))) throw error;
	}

	async function request<Value>(send: Send<Value>, isRead: boolean): Promise<Value> {
		let startedMs = 0;
		const attemptOnce = async (attempt: number) => {
			startedMs = awakeMs();
			const value = await send(client, signal, {attempt, ...(isRead && {kind: 'turn'})});
			failingSince = undefined;
			output.progress(undefined);
			return value;
		};

		if (isRead) await admit();
		return withRetries(attemptOnce, async (error, attempt) => {
			if (!(error instanceof ApiError) || !canRetry(error)) throw error;
			await pauseAfter(error, attempt, startedMs, isRead);
		});
	}

	const read = <Value>(send: Send<Value>) => request(send, true);

	/** Makes a read. `sent` returns the body as the service sent it, or throws a `CommandError`. */
	async function readAsSent<Value>(send: (until: AbortSignal, options: RequestOptions) => Promise<Value>) {
		let body = '';
		const onAnswer: RequestOptions['onAnswer'] = answer => {
			if (answer.outcome === 'answered') ({body} = answer);
		};
		const value = await read((_client, until, options) => send(until, {...options, onAnswer}));
		return {value, sent: () => objectAsSent(body) ?? notExact()};
	}

	const progress = (text: SafeText | undefined) => output.progress(text, text);

	return {
		listProjects: (query: {readonly limit?: number; readonly cursor?: string}) =>
			readAsSent((...rest) => client.listProjects(query, ...rest)),
		readProject: (id: string) => readAsSent((...rest) => client.readProject(id, ...rest)),
		listDeployments: (projectId: string) => readAsSent((...rest) => client.listDeployments(projectId, ...rest)),
		readDeployment: (projectId: string, id: string) =>
			readAsSent((...rest) => client.readDeployment(projectId, id, ...rest)),

		read,

		/** Makes the attempts at a write, which never wait for the budget. */
		write: <Value>(attempt: (count: number) => Promise<Value>) =>
			request((_client, _signal, {attempt: count = 1}) => attempt(count), false),

		/** Tells the user how long that many more reads take, or at least that many, unless they are only a few. */
		expect(count: number, isAtLeast = false) {
			const total = readCount + count;
			if (isDemo || total <= maxUnannounced) return;
			isLong = true;
			const number = isAtLeast ? plain`at least ${total}` : plain`${total}`;
			output.note(plain`This takes ${number} requests, about ${timeFor(total)} at ${perMinute} a minute (--rpm).`);
		},

		progress(text: SafeText | undefined) {
			doing = text;
			progress(text);
		},
	};
}
