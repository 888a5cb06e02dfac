import {createInProcessTransport, type Handle} from '../../../src/api/in-process.ts';
import type {Transport} from '../../../src/api/transport.ts';
import {type Clock, sleep} from '../../../src/base/clock.ts';

/** A transport to a service in this process. Request and response take half the latency each. */
export function createSlowTransport(handle: Handle, clock: Clock, latencyMs: number): Transport {
	const transport = createInProcessTransport(handle);
	if (latencyMs === 0) return transport;
	return async (request, signal) => {
		await sleep(clock, latencyMs / 2, signal);
		const answer = await transport(request, signal);
		await sleep(clock, latencyMs / 2, signal);
		return signal.aborted ? {outcome: 'aborted'} : answer;
	};
}
