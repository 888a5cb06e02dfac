import {expect, test} from 'vitest';
import {createInProcessTransport, type Handle} from '../../src/api/in-process.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

const request = {
	method: 'GET',
	url: new URL('http://demo.localhost/a/v1/projects?limit=1'),
	headers: {},
} as const;

function open(latencyMs: number) {
	const clock = createTestClock();
	const requests: Array<Parameters<Handle>[0]> = [];
	const handle: Handle = received => {
		requests.push(received);
		return {status: 200, headers: {'X-Request-Id': 'req_1'}, body: '{}'};
	};
	return {
		clock,
		requests,
		transport: createInProcessTransport(handle, {clock, latencyMs}),
	};
}

test.each([
	['on its way to the service is not handled', 99, 0],
	['half the latency later has been handled', 100, 1],
	['on its way back has been handled', 199, 1],
])('an in-process request aborted %s', async (_name, afterMs, handledCount) => {
	const {transport, requests, clock} = open(200);
	const flight = new AbortController();
	const response = transport(request, flight.signal);
	await clock.advance(afterMs);
	flight.abort();
	expect(await response).toEqual({outcome: 'aborted'});
	expect(requests).toHaveLength(handledCount);
	expect(clock.pending()).toBe(0);
});
