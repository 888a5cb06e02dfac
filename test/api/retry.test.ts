import {getEventListeners} from 'node:events';
import {describe, expect, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {Aborted, ApiError, type ApiErrorDetails, type ErrorCode} from '../../src/api/errors.ts';
import {userRequest} from '../../src/api/request.ts';
import {createRetry} from '../../src/api/retry.ts';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {sleep} from '../../src/base/clock.ts';
import {type Behaviour, reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {cutBody, down, limit, reset, slicer, type Toxic} from '../kit/faults/toxics.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled, connect, failureOf, never} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const page = {projects: [projectOnTheWire]};

/** The number of writes whose responses are lost. */
const runs = Number(process.env.LANDFALL_POLICY_RUNS ?? 1000);
const healthy: Behaviour = ({method}) => reply(200, method === 'GET' ? page : projectOnTheWire);

/** Starts a server that uses one behaviour per request, the last one for all further requests. */
async function open(behaviours: readonly Behaviour[], random = () => 0.5) {
	const clock = createTestClock();
	const askedAt: number[] = [];
	const records: LoggedRequest[] = [];
	const faulty = await startFaulty((request, socket) => {
		askedAt.push(clock.now());
		const behave = behaviours[Math.min(askedAt.length, behaviours.length) - 1];
		return behave?.(request, socket);
	});
	const client = connect(faulty.baseUrl, {clock, random, onRequestEnd: record => records.push(record)});
	return {clock, askedAt, records, faulty, client, begunAt: clock.now()};
}

const list = (client: Client) => client.listProjects({}, never, userRequest);
const create = (client: Client) => client.createProject({name: 'docs'}, never, userRequest);

test.each<[name: string, toxic: Toxic]>([
	['is down', down],
	['resets connections', reset],
	['truncates response bodies', cutBody(10)],
	['truncates response headers', limit(20)],
])('a read is retried unnoticed if the service briefly %s', {tags: ['fault-1', 'fault-9']}, async (_name, toxic) => {
	const {client, clock, askedAt, begunAt, records} = await open([toxic(healthy), toxic(healthy), healthy]);
	await expect(advanceUntilSettled(clock, list(client))).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
	expect(askedAt).toHaveLength(3);
	expect((askedAt[2] ?? 0) - begunAt).toBeLessThan(10_000);
	expect(records.map(({attempt}) => attempt)).toEqual([1, 2, 3]);
});

test('a response that arrives a few bytes at a time is accepted', {tags: ['fault-8']}, async () => {
	for (const bytes of [1, 2, 7]) {
		const {client, askedAt} = await open([slicer(bytes)(healthy)]);
		await expect(list(client)).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
		expect(askedAt).toHaveLength(1);
	}
});

test('a read of a service that stays down is attempted three times, and the error says so', {
	tags: ['fault-1'],
}, async () => {
	const {client, clock, askedAt, begunAt} = await open([down(healthy)], () => 1);
	const error = await advanceUntilSettled(clock, failureOf(list(client)));
	expect(error.code).toBe('E_RESET');
	expect(error.message).toMatch(/Tried 3 times\.$/);
	expect(askedAt).toHaveLength(3);
	expect((askedAt[2] ?? 0) - begunAt).toBeLessThan(10_000);
});

test('retries back off exponentially with full jitter, and by at least a quarter of a second', async () => {
	const pauses = async (random: number) => {
		const {client, clock, askedAt} = await open([down(healthy)], () => random);
		await advanceUntilSettled(clock, failureOf(list(client)));
		return askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
	};
	expect(await pauses(0)).toEqual([250, 250]);
	for (const [index, pauseMs] of (await pauses(0.999)).entries()) {
		// The test clock advances in steps while the network responds.
		expect(pauseMs).toBeGreaterThan([900, 1900][index] ?? 0);
		expect(pauseMs).toBeLessThan([2000, 3000][index] ?? 0);
	}
});

test('a write that was not sent is retried, and the service receives it once', {tags: ['fault-3']}, async () => {
	const {faulty, clock} = await open([healthy]);
	// Nothing listens on this port.
	const records: LoggedRequest[] = [];
	const nowhere = connect('http://127.0.0.1:9', {clock, random: () => 0, onRequestEnd: record => records.push(record)});
	const error = await advanceUntilSettled(clock, failureOf(create(nowhere)));
	expect(error).toMatchObject({code: 'E_CONNECT', details: {phase: 'not-sent'}});
	expect(records).toHaveLength(3);
	expect(faulty.seen).toHaveLength(0);
});

test('a write that may have arrived is never retried', {
	tags: ['fault-2'],
}, async () => {
	const toxics: readonly Toxic[] = [down, reset, cutBody(0), cutBody(30), limit(1), limit(40)];
	const broken: Behaviour[] = [
		() => reply(500, {}),
		() => reply(503, {}, {'retry-after': '1'}),
		() => reply(408, {}),
		() => reply(302, {}, {location: '/elsewhere'}),
		() => reply(200, 'no JSON'),
		() => reply(200, ''),
	];
	let chosen: Behaviour = healthy;
	const faulty = await startFaulty((request, socket) => chosen(request, socket));
	const kinds = [...toxics.map(toxic => toxic(healthy)), ...broken];
	for (let run = 0; run < runs; run++) {
		chosen = kinds[run % kinds.length] ?? healthy;
		// Each has its own client, because a client waits a second between two writes.
		const error = await failureOf(
			connect(faulty.baseUrl, {random: () => 0}).createProject({name: `run-${run}`}, never, userRequest),
		);
		expect(error.details.phase).toBe('maybe-executed');
	}

	expect(faulty.seen).toHaveLength(runs);
	expect(new Set(faulty.seen.map(({body}) => body)).size).toBe(runs);
});

test.each([400, 401, 403, 404, 409, 413, 422, 451])(
	'a read refused with %d is not retried',
	{tags: ['fault-14']},
	async status => {
		const {client, clock, askedAt} = await open([() => reply(status, {message: 'no'})]);
		const error = await advanceUntilSettled(clock, failureOf(list(client)));
		expect(error.details.status).toBe(status);
		expect(error.message).not.toContain('Tried');
		expect(askedAt).toHaveLength(1);
	},
);

test('after a 408, a read is retried and a write is not', {
	tags: ['fault-15'],
}, async () => {
	const read = await open([() => reply(408, {}), healthy]);
	await expect(advanceUntilSettled(read.clock, list(read.client))).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
	const write = await open([() => reply(408, {})]);
	const error = await advanceUntilSettled(write.clock, failureOf(create(write.client)));
	expect(error).toMatchObject({code: 'E_TIMEOUT_REQ', details: {phase: 'maybe-executed'}});
	expect(write.askedAt).toHaveLength(1);
});

test('a response that is not JSON is retried once', {tags: ['fault-10', 'fault-17']}, async () => {
	for (const body of ['{"projects": [', 'hello', '']) {
		const {client, clock, askedAt} = await open([() => reply(200, body)]);
		const error = await advanceUntilSettled(clock, failureOf(list(client)));
		expect(error.kind).toBe('malformed');
		expect(error.message).toMatch(/ Tried 2 times\.$/);
		expect(askedAt).toHaveLength(2);
	}
});

test('other malformed responses are not retried', {
	tags: ['fault-16', 'fault-18', 'fault-20', 'fault-21'],
}, async () => {
	const responses = [
		reply(302, '', {location: 'https://elsewhere.example'}),
		reply(200, '<title>Login</title>', {'content-type': 'text/html'}),
		reply(200, '{}', {'content-encoding': 'gzip'}),
		'SSH-2.0-OpenSSH\r\n',
	];
	for (const response of responses) {
		const {client, clock, askedAt} = await open([() => response]);
		expect((await advanceUntilSettled(clock, failureOf(list(client)))).kind).toBe('malformed');
		expect(askedAt).toHaveLength(1);
	}
});

test('all attempts share 45 seconds, and the last one gets the remaining time', async () => {
	const {client, clock, begunAt, records} = await open([() => undefined], () => 1);
	const error = await advanceUntilSettled(clock, failureOf(list(client)));
	expect(error).toMatchObject({code: 'E_TIMEOUT_HEADERS', message: expect.stringMatching(/Tried 3 times\.$/)});
	expect(records.map(({outcome}) => outcome)).toEqual(['lost', 'lost', 'aborted']);
	expect(clock.now() - begunAt).toBeGreaterThanOrEqual(45_000);
	expect(clock.now() - begunAt).toBeLessThan(46_500);
});

test('a Retry-After of seven seconds is honoured with at most a tenth more', {tags: ['fault-11']}, async () => {
	for (const random of [0, 0.5, 1]) {
		const {client, clock, askedAt} = await open([() => reply(429, {}, {'retry-after': '7'}), healthy], () => random);
		await advanceUntilSettled(clock, list(client));
		const pauseMs = (askedAt[1] ?? 0) - (askedAt[0] ?? 0);
		expect(pauseMs).toBeGreaterThanOrEqual(7000);
		// The test clock advances in steps of 50 ms while the network responds.
		expect(pauseMs).toBeLessThan(7700 + 1000);
	}
});

test('a request fails at once if the Retry-After is too long to wait for', {tags: ['fault-12']}, async () => {
	const {client, clock, askedAt} = await open([() => reply(429, {}, {'retry-after': '99999999999'}), healthy]);
	const tooLong = await open([() => reply(429, {}, {'retry-after': '600'}), healthy]);
	expect((await advanceUntilSettled(tooLong.clock, failureOf(list(tooLong.client)))).message).toContain(
		'asked for 10m (Retry-After: 600)',
	);
	expect(tooLong.askedAt).toHaveLength(1);
	// A Retry-After that cannot be parsed is ignored.
	await advanceUntilSettled(clock, list(client));
	expect(askedAt).toHaveLength(2);
});

test('successes refill the retry budget', async () => {
	let isDown = true;
	const {client, clock, askedAt} = await open([(...args) => (isDown ? reply(503, {}) : healthy(...args))], () => 0);
	for (let request = 0; request < 20; request++) await advanceUntilSettled(clock, failureOf(list(client)));
	isDown = false;
	for (let request = 0; request < 5; request++) await advanceUntilSettled(clock, list(client));
	isDown = true;
	const before = askedAt.length;
	await advanceUntilSettled(clock, failureOf(list(client)));
	expect(askedAt.length - before).toBe(2);
});

test('a request aborted during a backoff makes no further attempt', {tags: ['fault-42']}, async () => {
	const {client, clock, faulty, records} = await open([down(healthy)], () => 1);
	const controller = new AbortController();
	const failure = client.listProjects({}, controller.signal, userRequest).catch((error: ApiError) => error);
	await faulty.until({requests: 1});
	while (records.length === 0 || clock.pending() === 0) await clock.advance(0);
	controller.abort();
	expect(await failure).toMatchObject({code: 'E_RESET'});
	expect(clock.pending()).toBe(0);
	expect(faulty.seen).toHaveLength(1);
});

test('aborting a second attempt reports Aborted rather than the first failure, and leaves no timer', async () => {
	const {client, clock, faulty} = await open([down(healthy), () => undefined], () => 0);
	const controller = new AbortController();
	const ended = client.listProjects({}, controller.signal, userRequest).catch((error: Error) => error.name);
	await faulty.until({requests: 1});
	while (faulty.seen.length < 2) await clock.advance(50);
	controller.abort();
	expect(await ended).toBe('Aborted');
	expect(clock.pending()).toBe(0);
});

/** Makes reads that all fail in the same way, one after the other. Returns how many attempts each took. */
async function attemptsOf(readCount: number, code: ErrorCode, details: Partial<ApiErrorDetails> = {}) {
	const clock = createTestClock();
	const retry = createRetry({clock, random: () => 0});
	const counts: number[] = [];
	for (let read = 0; read < readCount; read++) {
		let count = 0;
		const failing = retry(
			'GET',
			async () => {
				count++;
				throw new ApiError(code, 'It failed.', {phase: 'maybe-executed', ...details});
			},
			never,
		);
		await advanceUntilSettled(clock, failureOf(failing));
		counts.push(count);
	}

	return counts;
}

describe('while every read fails, the retry budget allows', () => {
	test.each<[retries: number, code: ErrorCode]>([
		[20, 'E_SERVER'],
		[20, 'E_RESET'],
		[10, 'E_TIMEOUT_HEADERS'],
		[10, 'E_TIMEOUT_CONNECT'],
	])('%i retries after %s', {tags: ['fault-13']}, async (retries, code) => {
		const counts = await attemptsOf(30, code);
		expect(counts.reduce((sum, count) => sum + count - 1, 0)).toBe(retries);
	});
});

test.each([
	[44_000, 2],
	[44_001, 1],
])('if the service asks for a pause of %i ms, %i attempts are made, because each needs a second', async (ms, count) => {
	const retryAt = createTestClock().now() + ms;
	expect(await attemptsOf(1, 'E_RATE', {retryAt})).toEqual([count]);
});

describe('a second attempt', () => {
	/** Makes a request whose first attempt fails before anything is sent, and whose second takes a minute. */
	function open(method: 'GET' | 'POST') {
		const clock = createTestClock();
		const {signal} = new AbortController();
		const ended = createRetry({clock, random: () => 0})(
			method,
			async (number, until) => {
				if (number === 1) throw new ApiError('E_CONNECT', 'It failed.', {phase: 'not-sent'});
				await sleep(clock, 60_000, until);
				if (until.aborted) throw new Aborted('aborted');
				return 'done';
			},
			signal,
		);
		return {clock, signal, ended};
	}

	test('at a write is never cut short, because that does not undo it', async () => {
		const {clock, ended} = open('POST');
		expect(await advanceUntilSettled(clock, ended)).toBe('done');
	});

	test('at a read ends with the time for all of them, and leaves nothing behind', async () => {
		const {clock, signal, ended} = open('GET');
		expect((await advanceUntilSettled(clock, failureOf(ended))).message).toBe('It failed. Tried 2 times.');
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

test('the time for all attempts at a read goes on although the clock of the computer is set ahead', {
	tags: ['fault-54'],
}, async () => {
	const clock = createTestClock();
	let count = 0;
	const ended = createRetry({clock, random: () => 0})(
		'GET',
		async number => {
			count = number;
			clock.setBack(-3_600_000);
			if (number < 3) throw new ApiError('E_CONNECT', 'It failed.', {phase: 'not-sent'});
			return 'done';
		},
		never,
	);
	expect(await advanceUntilSettled(clock, ended)).toBe('done');
	expect(count).toBe(3);
});
