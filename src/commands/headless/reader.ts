import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import {sleep} from '../../clock.ts';
import {wholeDuration} from '../../duration.ts';
import {backoffMs, quietEndsAt} from '../../store/model/requests/backoff.ts';
import {ended, plain} from '../../text.ts';
import type {CommandContext} from './context.ts';

/** Makes a read, and retries it while the service is unreachable or too busy. Throws the last `ApiError` once `--give-up-after` has passed. */
export type Reader = <Value>(
	read: (client: Client, signal: AbortSignal, requestOptions: RequestOptions) => Promise<Value>,
) => Promise<Value>;

/** A malformed response would most likely be malformed again. */
const isRetried = ({isTransient, kind}: ApiError): boolean => isTransient && kind !== 'malformed';

/** Create one per command. An outage begins with the start of the first failed request after a success, so a request that hangs counts, too. `canRetry` says whether the same request could succeed soon. */
export function createReader(
	client: Client,
	giveUpAfterMs: number,
	{clock, output, signal}: Pick<CommandContext, 'clock' | 'output' | 'signal'>,
	canRetry: (error: ApiError) => boolean = isRetried,
): Reader {
	let failingSince: number | undefined;

	return async read => {
		for (let attempt = 1; ; attempt++) {
			const startedAt = clock.now();
			try {
				const value = await read(client, signal, {attempt});
				failingSince = undefined;
				output.progress(undefined);
				return value;
			} catch (error) {
				if (!(error instanceof ApiError) || !canRetry(error)) throw error;
				const now = clock.now();
				// If the clock was set back, the outage counts from now.
				failingSince = Math.min(failingSince ?? startedAt, now);
				const giveUpAt = failingSince + giveUpAfterMs;
				const {retryAt} = error.details;
				const ownAt = now + backoffMs(now - failingSince, `${attempt} ${now}`);
				const at = Math.max(ownAt, retryAt === undefined ? 0 : quietEndsAt(retryAt, now));
				if (at > giveUpAt) throw error;
				if (attempt === 1) {
					const left = wholeDuration(giveUpAt - now);
					output.note(plain`${ended(error.message)} Trying again for up to ${left}.`);
				}

				output.progress(plain`Trying again in ${wholeDuration(at - now)}…`);
				await sleep(clock, at - now, signal);
			}
		}
	};
}
