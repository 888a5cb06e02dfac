import {expect, test} from 'vitest';
import {reply, startFaulty} from '../../kit/faults/faulty-server.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {connect, failureOf, never, secretKey} from '../../kit/fixtures/http-client.ts';

test('a proxy that refuses is named in the error, and never sees the key', {
	tags: ['fault-25', 'fault-70'],
}, async () => {
	const proxy = await startFaulty(() => 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
	const address = proxy.baseUrl.replace('//', '//user:secret@');
	const client = connect('https://api.example.com', {environment: {HTTPS_PROXY: address}});
	const error = await failureOf(client.createProject({name: 'docs'}, never));
	expect(error).toMatchObject({
		code: 'E_PROXY',
		details: {phase: 'not-sent'},
		message: `The proxy 127.0.0.1:${proxy.port} refused to connect to api.example.com.`,
	});
	expect(proxy.seen).toMatchObject([{method: 'CONNECT', target: 'api.example.com:443'}]);
	expect(JSON.stringify(proxy.seen)).not.toContain(secretKey);
	expect(JSON.stringify(proxy.seen)).not.toContain('"authorization"');
});

test('a silent proxy is subject to the connection timeout', async () => {
	const clock = createTestClock();
	const proxy = await startFaulty('mute');
	const client = connect('https://api.example.com', {clock, environment: {HTTPS_PROXY: proxy.baseUrl}});
	const failure = failureOf(client.createProject({name: 'docs'}, never));
	await proxy.until({connections: 1});
	await clock.advance(5000);
	expect(await failure).toMatchObject({kind: 'timeout', details: {phase: 'not-sent'}});
});

test('a local service is reached without a proxy, which would see the key', async () => {
	const proxy = await startFaulty(() => reply(502, ''));
	const service = await startFaulty(() => reply(200, {projects: []}));
	const client = connect(service.baseUrl, {environment: {HTTP_PROXY: proxy.baseUrl, HTTPS_PROXY: proxy.baseUrl}});
	await expect(client.listProjects({}, never)).resolves.toMatchObject({projects: []});
	expect(proxy.seen).toEqual([]);
});
