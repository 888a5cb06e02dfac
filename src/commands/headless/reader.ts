import type {Client} from '../../api/client.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import {sleep} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {backoffMs, quietEndsAt} from '../../store/model/requests/backoff.ts';
import {plain, withPeriod} from '../../text.ts';
import {createAwakeTime} from './awake-time.ts';
import type {CommandContext} from './context.ts';

/** Makes a read, and retries it while the service is unreachable or too busy. Throws the last `ApiError` once `--give-up-after` has passed. */
export type Reader = <Value>(
	read: (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>,
) => Promise<Value>;

/** A malformed response would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** How often an outage is measured. */
const tickMs = 1000;

/**
Create one per command. An outage begins with the start of the first failed request after a success, so a request that hangs counts, too; the time that the computer sleeps does not. `canRetry` says whether the same request could succeed soon.

A repeated request is aborted when it is time to give up. One that ignores its signal, such as a write, is awaited.
*/
export function createReader(
	client: Client,
	giveUpAfterMs: number,
	{clock, output, signal}: Pick<CommandContext, 'clock' | 'output' | 'signal'>,
	canRetry: (error: ApiError) => boolean = isRetried,
): Reader {
	const awake = createAwakeTime(clock);
	/** How long landfall had been running when the outage began. */
	let failingSince: number | undefined;
	/** Aborted when it is time to give up. */
	let late = new AbortController();
	signal.addEventListener('abort', () => late.abort(), {once: true});
	let readCount = 0;
	let stopTicking = () => {};

	function tick() {
		const outageMs = awake.tick() - (failingSince ?? Number.POSITIVE_INFINITY);
		if (outageMs >= giveUpAfterMs) late.abort();
		stopTicking = clock.after(tickMs, tick);
	}

	return async read => {
		if (readCount++ === 0) tick();
		if (late.signal.aborted && !signal.aborted) late = new AbortController();
		let failure: ApiError | undefined;
		try {
			for (let attempt = 1; ; attempt++) {
				const startedMs = awake.tick();
				try {
					const value = await read(client, failure ? late.signal : signal, {attempt});
					failingSince = undefined;
					output.progress(undefined);
					return value;
				} catch (error) {
					if (failure && error instanceof Aborted && !signal.aborted) throw failure;
					if (!(error instanceof ApiError) || !canRetry(error)) throw error;
					failure = error;
					const isKnown = failingSince !== undefined;
					failingSince ??= startedMs;
					const outageMs = awake.tick() - failingSince;
					const now = clock.now();
					const {retryAt} = error.details;
					const quietMs = retryAt === undefined ? 0 : quietEndsAt(retryAt, now) - now;
					const delayMs = Math.max(backoffMs(outageMs, `${attempt} ${now}`), quietMs);
					if (outageMs + delayMs > giveUpAfterMs) throw error;
					if (!isKnown) {
						const left = wholeDuration(giveUpAfterMs - outageMs);
						output.note(plain`${withPeriod(error.message)} Trying again for up to ${left}.`);
					}

					output.progress(plain`Trying again in ${wholeDuration(delayMs)}…`);
					await sleep(clock, delayMs, signal);
				}
			}
		} finally {
			if (--readCount === 0) stopTicking();
		}
	};
}
