import {type Client, createClient} from '../../../src/api/client.ts';
import {ApiError} from '../../../src/api/errors.ts';
import type {RequestRecord} from '../../../src/api/request-record.ts';
import {createPolicy} from '../../../src/api/retry/retry-policy.ts';
import {createHttpTransport, type HttpOptions} from '../../../src/api/transport/http.ts';
import {createSystemClock} from '../../../src/clock.ts';
import type {TestClock} from '../fixtures/clock.ts';

/** Long and unusual, so that finding it anywhere means that it leaked. */
export const secretKey = 'team_Qz7secret+/Qz7secret==';

/** A signal that never aborts. */
export const never = new AbortController().signal;

type ConnectOptions = Partial<HttpOptions> & {
	/** Returns numbers from 0 to 1. If set, requests go through the retry policy. */
	readonly random?: () => number;
	readonly onRequestEnd?: (record: RequestRecord) => void;
};

/** Builds a client of a local server, over real HTTP. */
export function connect(
	baseUrl: string,
	{clock = createSystemClock(), random, onRequestEnd = () => {}, ...limits}: ConnectOptions = {},
): Client {
	const transport = createHttpTransport({clock, ...limits});
	const policy = random && createPolicy({clock, random});
	return createClient({transport, baseUrl, apiKey: secretKey, clock, onRequestEnd, ...(policy && {policy})});
}

/** Returns the ApiError that a request fails with. Throws if the request succeeds, or fails with anything else. */
export async function failureOf(request: Promise<unknown>): Promise<ApiError> {
	try {
		await request;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}

	throw new Error('The request succeeded.');
}

/** Advances the clock until a promise settles, and returns its result. */
export async function advanceUntilSettled<Value>(clock: TestClock, promise: Promise<Value>): Promise<Value> {
	let isSettled = false;
	const result = promise.finally(() => {
		isSettled = true;
	});
	while (!isSettled) await clock.advance(50);
	return result;
}
