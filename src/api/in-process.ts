import {type Clock, sleep} from '../base/clock.ts';
import type {Transport, WireRequest} from './transport.ts';

/** A service as a plain function, without its HTTP server. */
export type Handle = (request: {
	readonly method: WireRequest['method'];
	/** Path and query. */
	readonly target: string;
	/** Keyed by lower-case name. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}) => {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
};

/**
Returns a transport to a service in this process, without a port.

The service handles a request after half the latency and its response takes the other half, so an aborted request may have been executed, as over a network.
*/
export function createInProcessTransport(
	handle: Handle,
	{clock, latencyMs = 0}: {readonly clock: Clock; readonly latencyMs?: number},
): Transport {
	/** Even without latency, a response is asynchronous. */
	const delay = (signal: AbortSignal): Promise<void> =>
		latencyMs > 0 ? sleep(clock, latencyMs / 2, signal) : new Promise(resolve => setImmediate(resolve));

	return async ({method, url, headers, body}, signal) => {
		await delay(signal);
		if (signal.aborted) return {outcome: 'aborted'};

		const answer = handle({method, target: url.pathname + url.search, headers: lowerCased(headers), body: body ?? ''});
		await delay(signal);
		if (signal.aborted) return {outcome: 'aborted'};
		return {outcome: 'answered', ...answer, headers: lowerCased(answer.headers), isComplete: true};
	};
}

const lowerCased = (headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
