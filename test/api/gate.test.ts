import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {Aborted} from '../../src/api/errors.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import {type RequestOptions, withReadRetries} from '../../src/api/request.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled, failureOf, never} from '../kit/fixtures/http-client.ts';

/**
Opens a client of a service that sends 429 to the first `count` requests and 200 to all others.

A pause of `quietMs` is in force at the start, and a 429 asks for one of two seconds. `requestedAt` counts from the start.
*/
function open({count = 0, quietMs = 0} = {}) {
	const clock = createTestClock();
	const begunAt = clock.now();
	const requestedAt: number[] = [];
	let quietUntil = begunAt + quietMs;
	const transport = createInProcessTransport(
		() => {
			requestedAt.push(clock.now() - begunAt);
			return {status: requestedAt.length <= count ? 429 : 200, headers: {}, body: '{"projects": []}'};
		},
		{clock},
	);
	const client = createClient({
		transport,
		quietUntil: () => quietUntil,
		clock,
		baseUrl: 'https://api.example.com',
		apiKey: 'a-key',
		onRequestEnd({status, startedAt}) {
			if (status === 429) quietUntil = startedAt + 2000;
		},
	});
	return {
		clock,
		requestedAt,
		client,
		list: (options: RequestOptions = withReadRetries) =>
			advanceUntilSettled(clock, client.listProjects({}, never, options)),
	};
}

test('a read requested by the user and its retries respect the service’s pause', {tags: ['fault-95']}, async () => {
	const {requestedAt, list} = open({count: 2, quietMs: 3000});
	await list();
	const pauses = requestedAt.map((at, index) => at - (requestedAt[index - 1] ?? 0));
	expect(pauses[0]).toBe(3000);
	for (const pauseMs of pauses.slice(1)) expect(pauseMs).toBeGreaterThanOrEqual(2000);
	expect(pauses).toHaveLength(3);
});

test.each([
	['a very long pause does not delay a read requested by the user', 600_000, withReadRetries],
	['a trial connection ignores the pause of the active service', 3000, {...withReadRetries, isTrial: true}],
])('%s', async (_rule, quietMs, options) => {
	const {requestedAt, list} = open({quietMs});
	await list(options);
	expect(requestedAt).toEqual([0]);
});

test('a write is not sent during a pause, and the error says when it ends', {tags: ['fault-95']}, async () => {
	const {requestedAt, client, clock} = open({quietMs: 3000});
	const error = await failureOf(client.deleteProject('prj_1', never));
	expect(error).toMatchObject({code: 'E_RATE', message: 'The service asked for a pause, so nothing was sent.'});
	expect(error.details).toEqual({phase: 'not-sent', retryAt: clock.now() + 3000});
	expect(requestedAt).toEqual([]);
});

test('a background read is not sent at all during the service’s pause', {tags: ['fault-95', 'fault-108']}, async () => {
	const {client, requestedAt} = open({quietMs: 3000});
	await expect(client.listProjects({}, never, {kind: 'turn'})).rejects.toBeInstanceOf(Aborted);
	expect(requestedAt).toEqual([]);
});
