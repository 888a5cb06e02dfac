import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
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

The last pause is shortened, so that the last attempt starts when it is time to give up. There is none if the service asked for a longer pause. No attempt is cut short.
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
	let readCount = 0;
	let stopTicking = () => {};

	function tick() {
		awake.tick();
		stopTicking = clock.after(tickMs, tick);
	}

	return async read => {
		if (readCount++ === 0) tick();
		try {
			for (let attempt = 1; ; attempt++) {
				const startedMs = awake.tick();
				try {
					const value = await read(client, signal, {attempt});
					failingSince = undefined;
					output.progress(undefined);
					return value;
				} catch (error) {
					if (!(error instanceof ApiError) || !canRetry(error)) throw error;
					const isKnown = failingSince !== undefined;
					failingSince ??= startedMs;
					const outageMs = awake.tick() - failingSince;
					const leftMs = giveUpAfterMs - outageMs;
					if (leftMs <= 0) throw error;
					if (!isKnown) {
						output.note(plain`${withPeriod(error.message)} Trying again for up to ${wholeDuration(leftMs)}.`);
					}

					const now = clock.now();
					const {retryAt} = error.details;
					const quietUntil = retryAt === undefined ? now : quietEndsAt(retryAt, now);
					const isLast = now + leftMs < quietUntil;
					const delayMs = Math.min(leftMs, Math.max(backoffMs(outageMs, `${attempt} ${now}`), quietUntil - now));
					output.progress(plain`${isLast ? plain`Giving up` : plain`Trying again`} in ${wholeDuration(delayMs)}…`);
					await sleep(clock, delayMs, signal);
					if (isLast && !signal.aborted && clock.now() < quietUntil) throw error;
				}
			}
		} finally {
			if (--readCount === 0) stopTicking();
		}
	};
}
