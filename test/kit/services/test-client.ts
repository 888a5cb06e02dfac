import type {CallRecord} from '../../../src/api/call-record.ts';
import {type Client, createClient} from '../../../src/api/client.ts';
import {ApiError} from '../../../src/api/errors.ts';
import {createPolicy} from '../../../src/api/retry/retry-policy.ts';
import {createHttpTransport, type HttpOptions} from '../../../src/api/transport/http.ts';
import {createSystemClock} from '../../../src/clock.ts';
import type {TestClock} from '../fixtures/clock.ts';

/** Long and rare, so that a test can say that it is nowhere. */
export const secretKey = 'team_Qz7secret+/Qz7secret==';

export const never = new AbortController().signal;

type ConnectOptions = Partial<HttpOptions> & {
	/** Chance, from 0 to 1: with it, calls are made by the policy that they are made by in earnest. */
	readonly random?: () => number;
	readonly onCall?: (record: CallRecord) => void;
};

/** A client of a server on this computer, over the network as in earnest. */
export function connect(
	baseUrl: string,
	{clock = createSystemClock(), random, onCall = () => {}, ...limits}: ConnectOptions = {},
): Client {
	const transport = createHttpTransport({clock, ...limits});
	const policy = random && createPolicy({clock, random});
	return createClient({transport, baseUrl, apiKey: secretKey, clock, onCall, ...(policy && {policy})});
}

/** The error of a call that is expected to fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
	try {
		await call;
	} catch (error) {
		if (error instanceof ApiError) return error;
		throw error;
	}

	throw new Error('The call succeeded.');
}

/** Lets time pass until something is settled. */
export async function passing<Value>(clock: TestClock, settling: Promise<Value>): Promise<Value> {
	let isOver = false;
	const over = settling.finally(() => {
		isOver = true;
	});
	while (!isOver) await clock.advance(50);
	return over;
}
