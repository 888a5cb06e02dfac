import {describe, expect, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {connect, failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';

const html =
	'<!doctype html><html><head><title>Sign in &amp; go on</title></head><body><script>x()</script><h1>Hello</h1></body></html>';
const asHtml = {'content-type': 'text/html; charset=utf-8'};

type Row = [name: string, wire: string | Buffer, kind: string, status: number | undefined, sentence: RegExp];

/** Expects one request and an error that describes the response. */
async function expectError(...[, wire, kind, status, sentence]: Row) {
	const faulty = await startFaulty(() => wire);
	const error = await failureOf(connect(faulty.baseUrl).listProjects({}, never));

	expect(error).toMatchObject({kind, message: expect.stringMatching(sentence)});
	expect(error.details.status).toBe(status);
	expect(error.details.phase).toBe(/^4(?!08)/.test(String(status)) ? 'rejected' : 'maybe-executed');
	expect(faulty.seen).toHaveLength(1);
}

test.each<Row>([
	[
		'401',
		reply(401, {error: {code: 'no', message: 'unknown key'}}),
		'auth',
		401,
		/refused the key \(401\)\. It says: unknown key$/,
	],
	[
		'400',
		reply(400, {message: 'limit is bad'}),
		'rejected',
		400,
		/did not accept this \(400\)\. It says: limit is bad/,
	],
	[
		'422 with a list of errors',
		reply(422, {errors: {name: ['is too short']}}),
		'rejected',
		422,
		/says: name: is too short/,
	],
	['500', reply(500, 'java.lang.Oops'), 'server', 500, /trouble \(500\)\. It says: java\.lang\.Oops/],
	['503', reply(503, {detail: 'down\x1b[2J for repair'}), 'server', 503, /says: down\ufffd\[2J for repair/],
	[
		'a body in Latin-1',
		Buffer.from(reply(200, '{"x":"ü"}', {'content-length': '9'}), 'latin1'),
		'malformed',
		200,
		/UTF-8/,
	],
])('the error for %s says what happened', expectError);

test.each<Row>([
	[
		'a redirect to an unreadable address',
		reply(301, '', {location: 'mailto:x@y'}),
		'malformed',
		301,
		/an unreadable address/,
	],
	[
		'a redirect to the same host',
		reply(308, '', {location: '/elsewhere'}),
		'malformed',
		308,
		/redirects to 127\.0\.0\.1/,
	],
	[
		'a redirect',
		reply(302, '', {location: 'https://evil.example/x?y'}),
		'malformed',
		302,
		/to evil\.example \(302\).*key was not sent/,
	],
])('the error for %s says what happened', {tags: ['fault-16']}, expectError);

test.each([301, 302, 303, 307, 308])(
	'a %i redirect to another server sends it neither request nor key',
	{
		tags: ['fault-16'],
	},
	async status => {
		const other = await startFaulty(() => reply(200, {projects: []}));
		const faulty = await startFaulty(() => reply(status, '', {location: `${other.baseUrl}/v1/projects`}));
		const client = connect(faulty.baseUrl);
		await failureOf(client.listProjects({}, never));
		await failureOf(client.createProject({name: 'docs'}, never));
		expect(faulty.seen.map(({method}) => method)).toEqual(['GET', 'POST']);
		expect(other.seen).toEqual([]);
	},
);

describe.each([307, 308])('a write answered with %i was not carried out', {tags: ['fault-102']}, status => {
	test.each<[method: string, write: (client: Client) => Promise<unknown>]>([
		['POST', client => client.createProject({name: 'docs'}, never)],
		['PATCH', client => client.updateProject('prj_1', {name: 'docs'}, never)],
		['DELETE', client => client.deleteProject('prj_1', never)],
	])('%s', async (_method, write) => {
		const faulty = await startFaulty(() => reply(status, '', {location: 'https://evil.example/x?y'}));
		const error = await failureOf(write(connect(faulty.baseUrl)));
		expect(error).toMatchObject({kind: 'rejected', isTransient: false, details: {phase: 'rejected', status}});
		expect(error.message).toBe(
			`The service redirected this to evil.example (${status}), so it was not carried out. landfall does not follow redirects and sent nothing there. Check the address.`,
		);
		expect(faulty.seen).toHaveLength(1);
	});
});

test.each<Row>([
	['204 instead of data', 'HTTP/1.1 204 None\r\n\r\n', 'malformed', 204, /empty instead of data/],
	['304', 'HTTP/1.1 304 Same\r\n\r\n', 'malformed', 304, /unexpected status \(304\)/],
	['an empty 200', reply(200, ''), 'malformed', 200, /empty/],
])('the error for %s says what happened', {tags: ['fault-17']}, expectError);

test.each<Row>([
	['a login page', reply(200, html, asHtml), 'malformed', 200, /web page, “Sign in & go on”, came instead/],
	['502 from a proxy', reply(502, html, asHtml), 'server', 502, /It says: Sign in & go on$/],
])('the error for %s says what happened', {tags: ['fault-18']}, expectError);

test.each<Row>([
	[
		'a compressed body whose encoding is hostile text',
		Buffer.from(reply(200, '{}', {'content-encoding': '\x9b2J\x9d0;owned\x9c'}), 'latin1'),
		'malformed',
		200,
		/compressed \(\ufffd2J\ufffd0;owned\ufffd\)/,
	],
	['a compressed body', reply(200, '{}', {'content-encoding': 'gzip'}), 'malformed', 200, /compressed \(gzip\)/],
])('the error for %s says what happened', {tags: ['fault-20']}, expectError);

test.each<Row>([
	['a response that is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'malformed', undefined, /not valid HTTP/],
	[
		'headers that are too long',
		`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
		'malformed',
		undefined,
		/not valid HTTP/,
	],
])('the error for %s says what happened', {tags: ['fault-21']}, expectError);

test('the id of a failed request is found in the body, otherwise in a header', async () => {
	const responses = [
		reply(404, {request_id: 'req_body'}, {'x-request-id': 'req_header'}),
		reply(404, {error: {request_id: 'req_error'}}),
		reply(404, 'gone', {'x-request-id': 'req_header'}),
		reply(404, {request_id: 5}),
		reply(404, {request_id: {}}, {'x-correlation-id': 'req_other'}),
	];
	const faulty = await startFaulty(() => responses[faulty.seen.length - 1] ?? '');
	const client = connect(faulty.baseUrl);
	const ids: unknown[] = [];
	for (const _ of responses) ids.push((await failureOf(client.readProject('prj_1', never))).details.requestId);
	expect(ids).toEqual(['req_body', 'req_error', 'req_header', '5', 'req_other']);
});

test('a key that the service echoes never reaches the screen', {tags: ['fault-70']}, async () => {
	const echo = {
		message: `bad key ${secretKey} in Bearer ${secretKey}, or ?key=${encodeURIComponent(secretKey)}`,
		request_id: secretKey,
	};
	const faulty = await startFaulty(() => reply(401, echo, {'x-request-id': secretKey}));
	const error = await failureOf(connect(faulty.baseUrl).listProjects({}, never));
	expect(error.message).toContain('bad key [key] in Bearer [key], or ?key=[key]');
	expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain('Qz7secret');
	expect(faulty.seen[0]?.headers.authorization).toBe(`Bearer ${secretKey}`);
});

test('the key is removed from records, headers and truncated responses', {
	tags: ['fault-70'],
}, async () => {
	const project = {id: `prj_${secretKey}`, name: secretKey.replaceAll('/', String.raw`\u002f`), slug: btoa(secretKey)};
	const responses = [
		reply(200, {projects: [project], next_cursor: encodeURIComponent(secretKey), request_id: secretKey}),
		reply(200, 'x', {'content-type': `text/${secretKey}`}),
		reply(200, 'x', {'content-encoding': secretKey}),
		reply(302, '', {location: `https://${secretKey.replace(/\W/g, '')}.example/${secretKey}`}),
		reply(500, `no ${secretKey.slice(0, 12)}`, {'content-length': '50'}),
		reply(200, `<html><title>${secretKey}</title>`, {'content-type': 'text/html'}),
	];
	const faulty = await startFaulty((_seen, socket) => {
		socket.end(responses[faulty.seen.length - 1] ?? '');
		return undefined;
	});
	const client = connect(faulty.baseUrl);
	const page = await client.listProjects({}, never);
	const shown = [page.projects[0]?.id, page.projects[0]?.name?.exact, page.projects[0]?.slug?.exact, page.nextCursor];
	expect(shown).toEqual(['prj_[key]', '[key]', '[key]', '[key]']);
	for (const _ of responses.slice(1)) {
		const {message, details} = await failureOf(client.listProjects({}, never));
		expect(JSON.stringify([message, details])).not.toContain('Qz7secre');
	}
});
