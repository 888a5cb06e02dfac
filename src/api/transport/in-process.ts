import {type Clock, sleep} from '../../clock.ts';
import type {Transport, WireRequest} from './transport.ts';

/** A service as a function, as it looks behind its HTTP server. */
export type Handle = (request: {
	readonly method: WireRequest['method'];
	/** Path and query. */
	readonly target: string;
	/** By their names in lower case. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}) => {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
};

/**
Calls a service that lives in this process, without a port.

The service acts after half the latency and its answer takes the other half, so a call that is given up may have been carried out: as over a network.
*/
export function createInProcessTransport(
	handle: Handle,
	{clock, latencyMs = 0}: {readonly clock: Clock; readonly latencyMs?: number},
): Transport {
	/** Even with no latency an answer comes later, never within the call. */
	const travel = (signal: AbortSignal): Promise<void> =>
		latencyMs > 0 ? sleep(clock, latencyMs / 2, signal) : new Promise(resolve => setImmediate(resolve));

	return async ({method, url, headers, body}, signal) => {
		await travel(signal);
		if (signal.aborted) return {outcome: 'aborted'};

		const answer = handle({method, target: url.pathname + url.search, headers: lowerCased(headers), body: body ?? ''});
		await travel(signal);
		if (signal.aborted) return {outcome: 'aborted'};
		return {outcome: 'answered', ...answer, headers: lowerCased(answer.headers), isComplete: true};
	};
}

const lowerCased = (headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
