import {expect, test} from 'vitest';
import {type Behaviour, reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {connect, failureOf, never} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const page = {projects: [projectOnTheWire], next_cursor: null, request_id: 'req_1'};
const dropped = 'The connection was lost mid-response.';

/** Serves the first requests, then behaves like `next`. */
const servingOnce =
	(next: Behaviour, count = 1): Behaviour =>
	(request, socket) => {
		count--;
		return count >= 0 ? reply(200, page) : next(request, socket);
	};

/** Sends the beginning of a response, then closes the connection. */
const resetAfter =
	(beginning: string): Behaviour =>
	(_request, socket) => {
		if (beginning === '') socket.resetAndDestroy();
		else socket.write(beginning, () => setImmediate(() => socket.destroy()));
		return undefined;
	};

test.each([
	['the status line', 'HTTP/1.1 20'],
	['the headers', 'HTTP/1.1 200 OK\r\ncontent-type: appl'],
	['the body', reply(200, page).slice(0, -20)],
])(
	'the error for a connection lost in the middle of %s gives no advice',
	{tags: ['fault-98']},
	async (_part, beginning) => {
		const faulty = await startFaulty(resetAfter(beginning));
		const error = await failureOf(connect(faulty.baseUrl).listProjects({}, never));
		expect(error).toMatchObject({code: 'E_TRUNCATED', kind: 'network', message: dropped});
	},
);

test('a write whose response is cut off may have been done', async () => {
	const faulty = await startFaulty(resetAfter('HTTP/1.1 20'));
	const error = await failureOf(connect(faulty.baseUrl).createProject({name: 'docs'}, never));
	expect(error.message).toBe(`${dropped} We don't know whether it was done.`);
	expect(error.details.phase).toBe('maybe-executed');
});

test('a lost connection to an address that never responded suggests checking http or https', async () => {
	const faulty = await startFaulty(resetAfter(''));
	const client = connect(faulty.baseUrl);
	for (let attempt = 0; attempt < 2; attempt++) {
		const {message} = await failureOf(client.listProjects({}, never));
		expect(message).toMatch(/ECONNRESET\)\. Check the address, and whether it is http or https\.$/);
	}
});

test.each<[what: string, next: Behaviour, sentence: RegExp]>([
	['is lost before a response', resetAfter(''), /^The connection to \S+ was lost before a response \(ECONNRESET\)\.$/],
	['returns invalid HTTP', () => 'nonsense\r\n\r\n', /^The response from \S+ is not valid HTTP\.$/],
	['is not found', () => reply(404, {}), /^The list of projects was not found\. \(404\)$/],
	[
		'returns a web page',
		() => reply(200, '<!doctype html><title>Sign in</title>', {'content-type': 'text/html'}),
		/^A web page, “Sign in”, came instead of data \(200\)\. A proxy or a login page may be responding instead\.$/,
	],
	[
		'is redirected',
		() => reply(302, '', {location: 'https://login.example.com/'}),
		/^The service redirects to login\.example\.com \(302\)\. landfall does not follow redirects, so your key was not sent there\.$/,
	],
])('after an earlier success, a request that %s gives no advice about the address', async (_what, next, sentence) => {
	const faulty = await startFaulty(servingOnce(next));
	const client = connect(faulty.baseUrl);
	await client.listProjects({}, never);
	expect(
		(await failureOf(client.createProject({name: 'docs'}, never))).message.replace(
			/ We don't know whether it was done.*/,
			'',
		),
	).toMatch(sentence);
});
