import {type Client, createClient} from '../../src/api/client.ts';
import {ApiError} from '../../src/api/errors.ts';
import {createHttpTransport, type HttpOptions} from '../../src/api/http.ts';
import {createSystemClock} from '../../src/clock.ts';

/** Long and rare, so that a test can say that it is nowhere. */
export const secretKey = 'team_Qz7secret+/Qz7secret==';

export const never = new AbortController().signal;

/** A client of a server on this computer, over the network as in earnest. */
export function connect(baseUrl: string, {clock = createSystemClock(), ...limits}: Partial<HttpOptions> = {}): Client {
	return createClient({transport: createHttpTransport({clock, ...limits}), baseUrl, apiKey: secretKey, clock});
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
