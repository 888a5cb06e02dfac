import {once} from 'node:events';
import {connect} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {serve} from '../../src/sandbox/server.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {open} from './ask.ts';

async function start(options: Partial<Parameters<typeof serve>[1]> = {}, sandbox = open().sandbox) {
	const server = await serve(sandbox, {clock: createSystemClock(), ...options});
	onTestFinished(server.close);
	return {...server, sandbox};
}

async function sendRaw(port: number, text: string): Promise<string> {
	const socket = connect(port, '127.0.0.1');
	let received = '';
	socket.setEncoding('utf8').on('data', (chunk: string) => {
		received += chunk;
	});
	socket.on('error', () => {});
	socket.write(text);
	await once(socket, 'close');
	return received;
}

const get = (lines: readonly string[], target = '/v1/projects?limit=1') =>
	[`GET ${target} HTTP/1.1`, 'authorization: Bearer team-key', 'connection: close', ...lines, '', ''].join('\r\n');

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);

test.each([
	['host: evil.example', 403],
	['host: 127.0.0.1.evil.example', 403],
	['host: localhost@evil.example', 403],
	['host: 127.0.0.1:4100', 200],
	['host: localhost', 200],
	['host: [::1]:80', 200],
	['host: localhost\r\norigin: https://evil.example', 403],
	['host: localhost\r\norigin: http://localhost.evil.example', 403],
	['host: localhost\r\norigin: null', 403],
	['host: localhost\r\norigin: http://127.0.0.1:4100', 200],
])('a request with %j gets a %i', {tags: ['fault-81']}, async (headers, status) => {
	const {port, sandbox} = await start();
	expect(statusOf(await sendRaw(port, get([headers])))).toBe(status);
	expect(sandbox.requests).toHaveLength(status === 200 ? 1 : 0);
});

const tooLarge = [65 * 1024, 1024 * 1024];

test.each(tooLarge)('a body of %i bytes is rejected and its connection closed', {tags: ['fault-81']}, async bytes => {
	const {port, sandbox} = await start();
	const head = ['POST /v1/projects HTTP/1.1', 'host: localhost', 'authorization: Bearer team-key'];
	const counted = [...head, `content-length: ${bytes}`, '', 'x'.repeat(bytes)].join('\r\n');
	const chunked = [...head, 'transfer-encoding: chunked', '', bytes.toString(16), 'x'.repeat(bytes), '0', '', ''];
	for (const text of [counted, chunked.join('\r\n')]) {
		const response = await sendRaw(port, text);
		expect(statusOf(response)).toBe(413);
		expect(response).toContain('"code":"body_too_large"');
		expect(response).toMatch(/^connection: close\r$/im);
	}

	expect(sandbox.requests).toEqual([]);
});

test.each([
	'nonsense\r\n\r\n',
	'GET / HTTP/9.9\r\n\r\n',
	'\u0016\u0003\u0001\u0002\u0000',
	`GET /${'x'.repeat(99_999)} HTTP/1.1\r\n\r\n`,
])('invalid requests (%#) only close their own connection', async text => {
	const {port} = await start();
	expect(statusOf(await sendRaw(port, text))).toBeGreaterThanOrEqual(400);
	expect(statusOf(await sendRaw(port, get(['host: localhost'])))).toBe(200);
});

test('a response is delayed by the latency', async () => {
	const clock = createTestClock();
	const {port, sandbox} = await start({clock, latencyMs: 700});
	const response = sendRaw(port, get(['host: localhost']));
	while (clock.pending() === 0) await clock.advance(0);
	expect(sandbox.requests).toHaveLength(1);
	await clock.advance(699);
	expect(clock.pending()).toBe(1);
	await clock.advance(1);
	expect(statusOf(await response)).toBe(200);
});
