import {createServer} from 'node:http';
import {type AddressInfo, getDefaultAutoSelectFamilyAttemptTimeout, connect as netConnect, type Socket} from 'node:net';
import tls from 'node:tls';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {readRetries} from '../../src/api/request.ts';
import {
	expiredCertificate,
	foreignCertificate,
	goodCertificate,
	certificateKey as key,
} from '../kit/faults/certificates.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {down, reset} from '../kit/faults/toxics.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {advanceUntilSettled, connect, failureOf, never} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const page = {projects: [projectOnTheWire], next_cursor: null, request_id: 'req_1'};

test('shares a connection among reads and opens one for each write', {tags: ['fault-5']}, async () => {
	const faulty = await startFaulty(({method}) => reply(200, method === 'GET' ? page : projectOnTheWire));
	const client = connect(faulty.baseUrl);
	await client.listProjects({}, never);
	await client.listProjects({}, never);
	await client.createProject({name: 'docs'}, never);
	await client.updateProject('prj_1', {name: 'docs'}, never);
	await client.listProjects({}, never);
	expect(faulty.seen.map(({connection}) => connection)).toEqual([1, 1, 2, 3, 1]);
});

test('sends a read again when the kept-alive connection was closed', {tags: ['fault-4']}, async () => {
	const faulty = await startFaulty((request, socket) =>
		faulty.seen.length === 2 ? reset(() => '')(request, socket) : reply(200, page),
	);
	const client = connect(faulty.baseUrl);
	await client.listProjects({}, never);
	await expect(client.listProjects({}, never)).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
	expect(faulty.seen.map(({connection}) => connection)).toEqual([1, 1, 2]);
});

describe('over TLS', () => {
	const trusted = tls.getCACertificates('default');
	const trust = (...certificates: readonly string[]) => tls.setDefaultCACertificates([...trusted, ...certificates]);
	const old = {key, cert: goodCertificate, maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1'} as const;
	beforeEach(() => trust(goodCertificate, foreignCertificate, expiredCertificate));
	afterEach(() => trust());

	test.each<[name: string, options: tls.TlsOptions, sentence: RegExp]>([
		['has expired', {key, cert: expiredCertificate}, /has expired/],
		['is for another host', {key, cert: foreignCertificate}, /not for localhost:\d+/],
		['is sent over an old version of TLS', old, /TLS 1\.2/],
	])('sends nothing when the certificate %s', {tags: ['fault-22']}, async (_name, options, sentence) => {
		const faulty = await startFaulty(() => reply(200, projectOnTheWire), options);
		const error = await failureOf(connect(faulty.baseUrl).createProject({name: 'docs'}, never));
		expect(error).toMatchObject({
			kind: 'network',
			details: {phase: 'not-sent'},
			message: expect.stringMatching(sentence),
		});
		expect(faulty.seen).toHaveLength(0);
	});

	test('counts a request as maybe executed when the connection breaks after it', async () => {
		const faulty = await startFaulty(
			down(() => ''),
			{key, cert: goodCertificate},
		);
		const error = await failureOf(connect(faulty.baseUrl).createProject({name: 'docs'}, never));
		expect(error).toMatchObject({kind: 'network', details: {phase: 'maybe-executed'}});
		expect(faulty.seen).toHaveLength(1);
	});

	test('makes one connection at a time through a proxy', {tags: ['fault-242']}, async () => {
		const faulty = await startFaulty(() => undefined, {key, cert: goodCertificate});
		const proxy = createServer().on('connect', (_request, socket: Socket) => {
			const tunnel = netConnect(faulty.port, '127.0.0.1');
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			for (const end of [socket, tunnel]) end.on('error', () => {});
			socket.pipe(tunnel).pipe(socket);
		});
		await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
		const {port} = proxy.address() as AddressInfo;
		const client = connect(faulty.baseUrl, {proxy: {url: `http://127.0.0.1:${port}`, host: 'proxy:1'}});
		const ending = new AbortController();
		const reads = [1, 2, 3].map(() => client.listProjects({}, ending.signal).catch(() => {}));
		await faulty.until({requests: 3});
		ending.abort();
		await Promise.all(reads);
		proxy.close();
	});

	test('says when an https address is an http port', {tags: ['fault-23']}, async () => {
		const faulty = await startFaulty(() => undefined);
		const error = await failureOf(connect(`https://127.0.0.1:${faulty.port}`).listProjects({}, never));
		expect(error).toMatchObject({details: {phase: 'not-sent'}, message: expect.stringMatching(/is it an http port/)});
	});
});

test('reaches a local service without a proxy, which would see the key', async () => {
	const proxy = await startFaulty(() => reply(502, ''));
	const service = await startFaulty(() => reply(200, {projects: []}));
	const client = connect(service.baseUrl, {proxy: {url: proxy.baseUrl, host: 'proxy:1'}});
	await expect(client.listProjects({}, never)).resolves.toMatchObject({projects: []});
	expect(proxy.seen).toEqual([]);
});

test.each([
	[407, 'E_PROXY_AUTH', 1, /^The proxy proxy:1 did not accept the user name and password \(407\)\. Check them/],
	[403, 'E_PROXY', 3, /^The proxy proxy:1 rejected the connection to api\.example\.com \(403\)\. Tried 3 times\.$/],
	[502, 'E_PROXY', 3, /^The proxy proxy:1 rejected the connection to api\.example\.com \(502\)\. Tried 3 times\.$/],
])(
	'says that a proxy answered %i, with %s after %i attempts',
	{tags: ['fault-242', 'fault-243']},
	async (status, code, attempts, sentence) => {
		const proxy = await startFaulty(() => reply(status, ''));
		const clock = createTestClock();
		const options = {clock, proxy: {url: proxy.baseUrl, host: 'proxy:1'}};
		const read = connect('https://api.example.com', options).listProjects({}, never, readRetries);
		const error = await advanceUntilSettled(clock, failureOf(read));
		expect(error).toMatchObject({code, details: {phase: 'not-sent'}, message: expect.stringMatching(sentence)});
		expect(proxy.seen).toHaveLength(attempts);
	},
);

test('tries a wrong proxy password once for all waiting requests', {tags: ['fault-242']}, async () => {
	const proxy = await startFaulty(() => reply(407, ''));
	const client = connect('https://api.example.com', {proxy: {url: proxy.baseUrl, host: 'proxy:1'}});
	const reads = Array.from({length: 6}, () => failureOf(client.listProjects({}, never)));
	const write = failureOf(client.createProject({name: 'docs'}, never));
	const rejected = {code: 'E_PROXY_AUTH', details: {phase: 'not-sent'}};
	for (const error of await Promise.all([...reads, write])) expect(error).toMatchObject(rejected);
	expect(proxy.seen).toHaveLength(1);
	expect(await failureOf(client.listProjects({}, never))).toMatchObject(rejected);
	expect(proxy.seen).toHaveLength(2);
});

test('gives each address of a name time for a lost packet', {tags: ['fault-145']}, async () => {
	const service = await startFaulty(() => reply(200, {projects: []}));
	await connect(service.baseUrl).listProjects({}, never);
	// The system sends the first packet of a connection again after one second.
	expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBeGreaterThan(1000);
	expect(getDefaultAutoSelectFamilyAttemptTimeout() * 3).toBeLessThan(5000);
});
