import {expect, test} from 'vitest';
import {type Client, createClient} from '../../src/api/client.ts';
import {ApiError, type ErrorCode} from '../../src/api/errors.ts';
import {createInProcessTransport} from '../../src/api/in-process.ts';
import {type RequestOptions, readRetries} from '../../src/api/request.ts';
import {retryRead} from '../../src/api/retry.ts';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {sleep} from '../../src/base/clock.ts';
import {type Behaviour, reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {cutBody, down, limit, reset, slicer, type Toxic} from '../kit/faults/toxics.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled, connect, failureOf, never} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const page = {projects: [projectOnTheWire]};

const runs = Number(process.env.LANDFALL_POLICY_RUNS ?? 1000);
const healthy: Behaviour = ({method}) => reply(200, method === 'GET' ? page : projectOnTheWire);

/** The server uses one behaviour per request, and the last one for all others. */
async function open(...behaviours: readonly Behaviour[]) {
	const clock = createTestClock();
	const readAt: number[] = [];
	const records: LoggedRequest[] = [];
	const faulty = await startFaulty((request, socket) => {
		readAt.push(clock.now());
		const behave = behaviours[Math.min(readAt.length, behaviours.length) - 1];
		return behave?.(request, socket);
	});
	const client = connect(faulty.baseUrl, {clock, onRequestEnd: record => records.push(record)});
	return {clock, readAt, records, faulty, client, begunAt: clock.now()};
}

const list = (client: Client) => client.listProjects({}, never, readRetries);

test.each<[name: string, toxic: Toxic]>([
	['is down', down],
	['resets connections', reset],
	['truncates response bodies', cutBody(10)],
	['truncates response headers', limit(20)],
])('retries a read unnoticed when the service briefly %s', {tags: ['fault-1', 'fault-9']}, async (_name, toxic) => {
	const {client, clock, readAt, begunAt, records} = await open(toxic(healthy), toxic(healthy), healthy);
	await expect(advanceUntilSettled(clock, list(client))).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
	expect(readAt).toHaveLength(3);
	expect((readAt[2] ?? 0) - begunAt).toBeLessThan(10_000);
	expect(records.map(({attempt}) => attempt)).toEqual([1, 2, 3]);
});

test('accepts a response that arrives a few bytes at a time', {tags: ['fault-8']}, async () => {
	for (const bytes of [1, 2, 7]) {
		const {client, readAt} = await open(slicer(bytes)(healthy));
		await expect(list(client)).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
		expect(readAt).toHaveLength(1);
	}
});

test('never retries a write that may have arrived', {tags: ['fault-2', 'fault-15']}, async () => {
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
		const error = await failureOf(connect(faulty.baseUrl).createProject({name: `run-${run}`}, never, readRetries));
		expect(error.details.phase).toBe('maybe-executed');
	}

	expect(faulty.seen).toHaveLength(runs);
	expect(new Set(faulty.seen.map(({body}) => body)).size).toBe(runs);
});

const rejections = [400, 401, 403, 404, 409, 413, 422, 451].map(
	status => [`a rejection with ${status}`, 1, reply(status, {message: 'no'})] as const,
);

test.each<readonly [what: string, attempts: number, response: string]>([
	...rejections,
	['a 408', 3, reply(408, {})],
	['JSON that ends early', 3, reply(200, '{"projects": [')],
	['text', 3, reply(200, 'hello')],
	['nothing', 3, reply(200, '')],
	['a redirect', 1, reply(302, '', {location: 'https://elsewhere.example'})],
	['a web page', 1, reply(200, '<title>Login</title>', {'content-type': 'text/html'})],
	['a compressed response', 1, reply(200, '{}', {'content-encoding': 'gzip'})],
	['another protocol', 1, 'SSH-2.0-OpenSSH\r\n'],
	['a failure', 3, reply(500, {})],
	['a pause that is too long', 1, reply(429, {}, {'retry-after': '600'})],
	['a pause that cannot be read', 3, reply(429, {}, {'retry-after': '99999999999'})],
])(
	'after %s, attempts a read %i times',
	{tags: ['fault-10', 'fault-12', 'fault-14', 'fault-15', 'fault-16', 'fault-17', 'fault-18', 'fault-20', 'fault-21']},
	async (_what, attempts, response) => {
		const {client, clock, readAt} = await open(() => response);
		const {message} = await advanceUntilSettled(clock, failureOf(list(client)));
		expect(message.match(/Tried (\d) times\.$/)?.[1] ?? '1').toBe(String(attempts));
		expect(readAt).toHaveLength(attempts);
	},
);

test('honours a Retry-After of seven seconds with at most a tenth more', {tags: ['fault-11']}, async () => {
	const {client, clock, readAt} = await open(() => reply(429, {}, {'retry-after': '7'}), healthy);
	await advanceUntilSettled(clock, list(client));
	const pauseMs = (readAt[1] ?? 0) - (readAt[0] ?? 0);
	expect(pauseMs).toBeGreaterThanOrEqual(7000);
	// The test clock advances in steps of 50 ms while the network responds.
	expect(pauseMs).toBeLessThan(7700 + 1000);
});

test.each<[when: string, attempts: number, end: object]>([
	['during a backoff, without another attempt', 1, {code: 'E_RESET'}],
	['during its second attempt', 2, {name: 'Aborted'}],
])('aborts a read %s, with no timer left', {tags: ['fault-42']}, async (_when, attempts, end) => {
	const {client, clock, faulty, records} = await open(down(healthy), () => undefined);
	const controller = new AbortController();
	const failure = client.listProjects({}, controller.signal, readRetries).catch((error: Error) => error);
	await faulty.until({requests: 1});
	while (records.length === 0 || clock.pending() === 0) await clock.advance(0);
	while (faulty.seen.length < attempts) await clock.advance(50);
	controller.abort();
	expect(await failure).toMatchObject(end);
	expect(clock.pending()).toBe(0);
	expect(faulty.seen).toHaveLength(attempts);
});

/** When attempts begin that take `tookMs` each and fail, counted from the first, and the message of the failure. */
async function attemptsOf(tookMs: number, code: ErrorCode) {
	const clock = createTestClock();
	await clock.advance(3_600_000);
	const begunAt: number[] = [];
	const failing = async () => {
		begunAt.push(clock.elapsed());
		await sleep(clock, tookMs);
		// The time goes on although the clock of the computer is set ahead.
		clock.setBack(-3_600_000);
		throw new ApiError(code, 'It failed.', {phase: 'maybe-executed'});
	};
	const {message} = await advanceUntilSettled(clock, failureOf(retryRead(failing, clock, never)));
	return {times: begunAt.map(at => at - (begunAt[0] ?? 0)), message};
}

test('lets the pauses between attempts grow from at most two seconds', async () => {
	const {times} = await attemptsOf(0, 'E_SERVER');
	const [, second = 0, third = 0] = times;
	for (const pauseMs of [second, (third - second) / 2]) {
		expect(pauseMs).toBeGreaterThanOrEqual(1000);
		expect(pauseMs).toBeLessThanOrEqual(2000);
	}
});

test.each([
	[9000, 3],
	[20_000, 2],
	[29_500, 1],
])('makes no attempt after 30 seconds: with %i ms each, %i in all', {tags: ['fault-54']}, async (tookMs, count) => {
	const {times, message} = await attemptsOf(tookMs, 'E_TIMEOUT_HEADERS');
	expect([times.length, message]).toEqual([count, `It failed.${count > 1 ? ` Tried ${count} times.` : ''}`]);
});

/** The service answers the first `count` requests with 429, each of which asks for a pause of two seconds. `readAt` counts from the start. */
function openDuringPause({count = 0, quietMs = 0} = {}) {
	const clock = createTestClock();
	const begunAt = clock.now();
	const readAt: number[] = [];
	let notBefore = begunAt + quietMs;
	const transport = createInProcessTransport(() => {
		readAt.push(clock.now() - begunAt);
		return {status: readAt.length <= count ? 429 : 200, headers: {}, body: '{"projects": []}'};
	});
	const client = createClient({
		transport,
		notBefore: () => notBefore,
		clock,
		baseUrl: 'https://api.example.com',
		apiKey: 'a-key',
		onRequestEnd({status, startedAt}) {
			if (status === 429) notBefore = startedAt + 2000;
		},
	});
	return {
		clock,
		readAt,
		client,
		listWith: (options: RequestOptions = readRetries) =>
			advanceUntilSettled(clock, client.listProjects({}, never, options)),
	};
}

test('sends reads and their retries after the pause of the service', {tags: ['fault-95']}, async () => {
	const {readAt, listWith} = openDuringPause({count: 2, quietMs: 3000});
	await listWith();
	const pauses = readAt.map((at, index) => at - (readAt[index - 1] ?? 0));
	expect(pauses[0]).toBe(3000);
	for (const pauseMs of pauses.slice(1)) expect(pauseMs).toBeGreaterThanOrEqual(2000);
	expect(pauses).toHaveLength(3);
});

test('ignores the pause of the connection in use for a trial connection', async () => {
	const {readAt, listWith} = openDuringPause({quietMs: 3000});
	await listWith({...readRetries, isTrial: true});
	expect(readAt).toEqual([0]);
});

test.each<[what: string, quietMs: number, send: (client: Client) => Promise<unknown>]>([
	['a write', 3000, client => client.deleteProject('prj_1', never)],
	['a read that would have to wait for more than 30 seconds', 31_000, client => client.listProjects({}, never)],
])('does not send %s during a pause, and says when it ends', {tags: ['fault-95']}, async (_what, ms, send) => {
	const {readAt, client, clock} = openDuringPause({quietMs: ms});
	const error = await failureOf(send(client));
	expect(error).toMatchObject({code: 'E_RATE', message: 'The service asked for a pause, so nothing was sent.'});
	expect(error.details).toEqual({phase: 'not-sent', retryAt: clock.now() + ms});
	expect(readAt).toEqual([]);
});
