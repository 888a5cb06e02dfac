import {expect, test} from 'vitest';
import {createClient} from '../../../src/api/client.ts';
import {Aborted} from '../../../src/api/errors.ts';
import {type RequestOptions, userRequest} from '../../../src/api/request.ts';
import {createPolicy} from '../../../src/api/retry.ts';
import {createInProcessTransport} from '../../../src/api/transport/in-process.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {advanceUntilSettled, never} from '../../kit/fixtures/http-client.ts';

const page = '{"projects": [], "next_cursor": null}';

/** Opens a client of a service that throttles the first requests, during a pause that is already in force. */
function open(throttledCount: number, quietMs = 3000) {
	const clock = createTestClock();
	const begunAt = clock.now();
	const askedAt: number[] = [];
	let quietUntil = begunAt + quietMs;
	const transport = createInProcessTransport(
		() => {
			askedAt.push(clock.now() - begunAt);
			return askedAt.length <= throttledCount
				? {status: 429, headers: {}, body: '{}'}
				: {status: 200, headers: {'content-type': 'application/json'}, body: page};
		},
		{clock},
	);
	const policy = createPolicy({clock, random: () => 0, quietUntil: () => quietUntil});
	const client = createClient({
		transport,
		policy,
		clock,
		baseUrl: 'https://api.example.com',
		apiKey: 'a-key',
		onRequestEnd({status, startedAt}) {
			if (status === 429) quietUntil = startedAt + 2000;
		},
	});
	return {
		clock,
		askedAt,
		client,
		list: (options: RequestOptions = userRequest) =>
			advanceUntilSettled(clock, client.listProjects({}, never, options)),
		remove: () => advanceUntilSettled(clock, client.deleteProject('prj_1', never, userRequest)),
	};
}

test('a read requested by the user and its retries respect the service’s pause', {
	tags: ['fault-95'],
}, async () => {
	const {askedAt, list} = open(2);
	await list();
	expect(askedAt).toEqual([3000, 5000, 7000]);
});

test('a very long pause does not delay a read requested by the user', async () => {
	const {askedAt, list} = open(0, 600_000);
	await list();
	expect(askedAt).toEqual([0]);
});

test('a trial connection ignores the pause of the active service', async () => {
	const {askedAt, list} = open(0);
	await list({...userRequest, isTrial: true});
	expect(askedAt).toEqual([0]);
});

test('a write waits for the service’s pause', {tags: ['fault-95']}, async () => {
	const {askedAt, remove} = open(0);
	await remove();
	expect(askedAt).toEqual([3000]);
});

test('requests that were decided before a 429 arrives leave after the pause that it asks for, and background reads not at all', {
	tags: ['fault-95', 'fault-108'],
}, async () => {
	const {clock, askedAt, client} = open(1, 0);
	const burst = Array.from({length: 20}, () => client.listProjects({}, never).catch(() => {}));
	// They use up what may be sent at once, before any is answered.
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
	const queued = [client.listProjects({}, never), client.deleteProject('prj_1', never, userRequest)];
	const background = client.listProjects({}, never, {isBackground: true});
	const outcome = expect(background).rejects.toBeInstanceOf(Aborted);
	await advanceUntilSettled(clock, Promise.all([...burst, ...queued, outcome]));
	expect(askedAt.slice(0, 20)).toEqual(Array.from({length: 20}, () => 0));
	expect(askedAt).toHaveLength(22);
	expect(Math.min(...askedAt.slice(20))).toBeGreaterThanOrEqual(2000);
});
