import {expect, onTestFinished, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {Aborted, unconfirmedOutcomeText} from '../../src/api/errors.ts';
import {createHttpTransport} from '../../src/api/http-transport.ts';
import {readRetries} from '../../src/api/request.ts';
import {type Clock, createSystemClock} from '../../src/base/clock.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {latency, slowBody} from '../kit/faults/toxics.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled, connect, failureOf, never} from '../kit/fixtures/http-client.ts';

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{';

test.each<[what: string, request: (client: Client) => Promise<unknown>, seconds: number, note: string]>([
	['read', client => client.listProjects({}, never), 15, ''],
	['write', client => client.deleteProject('prj_1', never), 60, ' landfall does not know whether it was done.'],
])('times out a %s without a response', {tags: ['fault-6']}, async (_what, request, seconds, note) => {
	const clock = createTestClock();
	const faulty = await startFaulty(() => undefined);
	const failure = failureOf(request(connect(faulty.baseUrl, {clock})));
	await faulty.until({requests: 1});
	await clock.advance(seconds * 1000 - 1);
	expect(clock.pending()).toBeGreaterThan(0);
	await clock.advance(1);
	expect(await failure).toMatchObject({
		kind: 'timeout',
		details: {phase: 'maybe-executed'},
		message: `127.0.0.1:${faulty.port} did not respond within ${seconds === 60 ? '1m' : '15s'}.${note}`,
	});
	expect(clock.pending()).toBe(0);
});

const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';

test.each<[what: string, request: (client: Client) => Promise<unknown>, headers: string, note: string]>([
	['read', client => client.listProjects({}, never, readRetries), upgrade, ''],
	['read', client => client.listProjects({}, never, readRetries), '', ''],
	['deployment', client => client.triggerDeployment('prj_1', {}, never), upgrade, unconfirmedOutcomeText],
	['deployment', client => client.triggerDeployment('prj_1', {}, never), '', unconfirmedOutcomeText],
	['deletion', client => client.deleteProject('prj_1', never), upgrade, unconfirmedOutcomeText],
])('fails a %s at once when another protocol answers', {tags: ['fault-196']}, async (...row) => {
	const [, request, headers, note] = row;
	const clock = createTestClock();
	const closed = Promise.withResolvers<void>();
	const faulty = await startFaulty((_request, socket) => {
		socket.on('close', () => closed.resolve());
		return `HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`;
	});
	const failure = await failureOf(request(connect(faulty.baseUrl, {clock})));
	expect(failure).toMatchObject({
		code: 'E_STATUS',
		details: {phase: 'maybe-executed', status: 101},
		message: `The service answered with an unexpected status (101).${note}`,
	});
	if (headers !== '') await closed.promise;
	expect(faulty.seen).toHaveLength(1);
	expect(clock.pending()).toBe(0);
});

test.each([
	['a service', false, 10, /^127\.0\.0\.1:\d+ took the connection, but TLS was not ready within 10s\.$/],
	['a proxy', true, 15, /^Could not connect to api\.example\.com through the proxy proxy:1 within 15s\.$/],
])('stops connecting to %s with nothing sent', async (_what, isProxy, seconds, sentence) => {
	const clock = createTestClock();
	const faulty = await startFaulty('mute');
	const client = isProxy
		? connect('https://api.example.com', {clock, proxy: {url: faulty.baseUrl, host: 'proxy:1'}})
		: connect(`https://127.0.0.1:${faulty.port}`, {clock});
	const failure = failureOf(client.createProject({name: 'docs'}, never));
	await faulty.until({connections: 1});
	await clock.advance(seconds * 1000);
	expect(await failure).toMatchObject({
		kind: 'timeout',
		details: {phase: 'not-sent'},
		message: expect.stringMatching(sentence),
	});
	expect(clock.pending()).toBe(0);
});

test('limits TLS through a proxy', {tags: ['fault-244']}, async () => {
	const clock = createTestClock();
	const faulty = await startFaulty((_request, socket) => {
		// Nobody answers through the tunnel.
		socket.removeAllListeners('data');
		return 'HTTP/1.1 200 OK\r\n\r\n';
	});
	const proxy = {url: faulty.baseUrl, host: 'proxy:1'};
	const failure = failureOf(connect('https://api.example.com', {clock, proxy}).createProject({name: 'docs'}, never));
	const startedAt = clock.now();
	expect(await advanceUntilSettled(clock, failure)).toMatchObject({kind: 'timeout', details: {phase: 'not-sent'}});
	expect(clock.now() - startedAt).toBeLessThan(26_000);
});

function slowLookUps(clock: Clock, takesMs: number) {
	const dns = process.getBuiltinModule('node:dns');
	const {lookup} = dns;
	onTestFinished(() => void Object.assign(dns, {lookup}));
	const slow = (_name: string, options: object, found: () => void) =>
		void clock.after(takesMs, () => lookup('127.0.0.1', options, found));
	Object.assign(dns, {lookup: slow});
}

test('looks a name up for long enough to ask a second nameserver', {tags: ['fault-244']}, async () => {
	const clock = createTestClock();
	const faulty = await startFaulty(() => reply(200, {projects: []}));
	slowLookUps(clock, 10_000);
	const client = connect(`http://slow.invalid:${faulty.port}`, {clock});
	expect(await advanceUntilSettled(clock, client.listProjects({}, never))).toMatchObject({projects: []});
});

test.each([
	[1, '15s'],
	[3, '45s'],
])('stops looking up a name with --patience %i after %s', {tags: ['fault-244']}, async (patience, after) => {
	const clock = createTestClock();
	slowLookUps(clock, 120_000);
	const failure = failureOf(connect('http://slow.invalid', {clock, patience}).createProject({name: 'docs'}, never));
	await clock.advance(15_000 * patience - 1);
	expect(clock.pending()).toBeGreaterThan(1);
	await clock.advance(1);
	expect(await failure).toMatchObject({
		code: 'E_TIMEOUT_CONNECT',
		details: {phase: 'not-sent'},
		message: `The name slow.invalid could not be looked up within ${after}.`,
	});
});

test('waits three times as long for an answer with --patience 3', {tags: ['fault-244']}, async () => {
	const clock = createTestClock();
	const faulty = await startFaulty(latency(clock, 40_000)(() => reply(200, {projects: []})));
	const read = connect(faulty.baseUrl, {clock, patience: 3}).listProjects({}, never);
	expect(await advanceUntilSettled(clock, read)).toMatchObject({projects: []});
});

test.each<[what: string, request: (client: Client) => Promise<unknown>, beginsMs: number, silentMs: number]>([
	['read', client => client.listProjects({}, never), 14_000, 10_000],
	['write', client => client.updateProject('prj_1', {}, never), 20_000, 20_000],
])('times out a %s whose response begins late and stalls', {tags: ['fault-7']}, async (...row) => {
	const [, request, beginsMs, silentMs] = row;
	const clock = createTestClock();
	const faulty = await startFaulty(latency(clock, beginsMs)(() => head));
	const begunAt = clock.now();
	const failure = await advanceUntilSettled(clock, failureOf(request(connect(faulty.baseUrl, {clock}))));
	expect(failure).toMatchObject({kind: 'timeout', details: {status: 200}});
	expect(failure.message).toMatch(/^The answer stopped midway\./);
	// The test clock advances in steps of 50 ms while the network responds.
	expect(clock.now() - begunAt).toBeGreaterThanOrEqual(beginsMs + silentMs);
	expect(clock.now() - begunAt).toBeLessThan(beginsMs + silentMs + 1500);
});

test('times out a trickling response after 30 seconds', {tags: ['fault-8']}, async () => {
	const clock = createTestClock();
	const faulty = await startFaulty(slowBody(clock, 1000)(() => reply(200, ' '.repeat(1000))));
	const begunAt = clock.now();
	const failure = await advanceUntilSettled(clock, failureOf(connect(faulty.baseUrl, {clock}).listProjects({}, never)));
	expect(failure).toMatchObject({code: 'E_TIMEOUT_BODY', message: 'The answer stopped midway.'});
	// The test clock advances in steps of 50 ms.
	expect(clock.now() - begunAt).toBeGreaterThanOrEqual(30_000);
	expect(clock.now() - begunAt).toBeLessThan(31_000);
});

test.each<[what: string, firstByteMs: number, request: (client: Client) => Promise<unknown>]>([
	['read', 15_000, client => client.readProject('prj_1', never)],
	['write', 60_000, client => client.createProject({name: 'docs'}, never)],
])('reads the answer to a %s that came during a standstill', {tags: ['fault-192']}, async (_, firstByteMs, request) => {
	const system = createSystemClock();
	let stoodStillMs = 0;
	const clock: Clock = {
		...system,
		elapsed: () => system.elapsed() + stoodStillMs,
		after: (delayMs, then) => system.after(delayMs === firstByteMs ? 20 : delayMs, then),
	};
	const faulty = await startFaulty(() => {
		// Before the client can read the answer.
		setImmediate(() => {
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
			stoodStillMs = 600_000;
		});
		return reply(200, {id: 'prj_1', name: 'docs'});
	});
	expect(await request(connect(faulty.baseUrl, {clock}))).toMatchObject({id: 'prj_1'});
	expect(faulty.seen).toHaveLength(1);
});

test('stops reading an endless response', {tags: ['fault-19']}, async () => {
	const faulty = await startFaulty((_request, socket) => {
		const more = () => {
			while (socket.write('x'.repeat(65_536)));
		};
		socket.on('drain', more);
		setImmediate(more);
		return 'HTTP/1.1 200 OK\r\n\r\n';
	});
	const failure = await failureOf(connect(faulty.baseUrl).listProjects({}, never));
	expect(failure).toMatchObject({kind: 'malformed', message: expect.stringMatching(/too large/)});
});

test('closes the connection of an aborted request', {tags: ['fault-42']}, async () => {
	const clock = createTestClock();
	const closed = Promise.withResolvers<void>();
	const faulty = await startFaulty((_request, socket) => {
		socket.on('close', () => closed.resolve());
		return undefined;
	});
	const flight = new AbortController();
	const client = connect(faulty.baseUrl, {clock});
	const request = client.listProjects({}, flight.signal);
	await faulty.until({requests: 1});
	flight.abort();
	await expect(request).rejects.toBeInstanceOf(Aborted);
	await closed.promise;
	expect(clock.pending()).toBe(0);
	await expect(client.listProjects({}, flight.signal)).rejects.toBeInstanceOf(Aborted);
	expect(faulty.seen).toHaveLength(1);
});

test('ends requests in flight when it reconnects', async () => {
	const clock = createTestClock();
	const faulty = await startFaulty(() => (faulty.seen.length === 1 ? undefined : reply(200, '{}')));
	const transport = createHttpTransport({clock});
	const request = {method: 'GET', url: new URL(`${faulty.baseUrl}/v1/projects`), headers: {}} as const;
	const first = transport(request, never);
	await faulty.until({requests: 1});
	transport.reconnect();
	expect(await first).toMatchObject({outcome: 'lost', isTimeout: false});
	expect(await transport(request, never)).toMatchObject({outcome: 'answered', status: 200});
});
