import {describe, expect, test} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import type {ErrorCode} from '../../src/api/errors.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {closing, limit} from '../kit/faults/toxics.ts';
import {connect, failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const html =
	'<!doctype html><html><head><title>Sign in &amp; go on</title></head><body><script>x()</script><h1>Hello</h1></body></html>';
const asHtml = {'content-type': 'text/html; charset=utf-8'};

type Row = [name: string, wire: string | Buffer, code: ErrorCode, sentence: RegExp];

const latin1 = (wire: string) => Buffer.from(wire, 'latin1');
const x = (length: number) => 'x'.repeat(length);

const redirect = (status: number, location: string) => reply(status, '', {location});
const longHost = `https://${x(63)}.${x(63)}.example/`;
const redirectText =
	/^The service redirects to evil\.example:8443 \(302\)\. landfall does not follow redirects, so your key was not sent there\. Check the address\.$/;
const untitledText =
	/^A web page came instead of data \(200\)\. Check the address, and whether a proxy or a login page answers instead\.$/;
const titled = (title: string) => reply(200, `<html><title>${title}</title>`, asHtml);
const encoded = (encoding: string) => latin1(reply(200, '{}', {'content-encoding': encoding}));
const typed = (type: string) => latin1(reply(200, 'hello', {'content-type': type}));

test.each<Row>([
	['401', reply(401, {error: {message: 'unknown key'}}), 'E_AUTH', /rejected the key \(401\): “unknown key\.”$/],
	['400', reply(400, {message: 'a bad limit'}), 'E_INVALID', /accept this \(400\): “a bad limit\.”$/],
	['400 with an address', redirect(400, '/elsewhere'), 'E_INVALID', /did not accept this \(400\)\.$/],
	['500 with a long text', reply(500, {message: x(201)}), 'E_SERVER', /trouble \(500\): “x{199}…”$/],
	['503', reply(503, {detail: 'down\x1b[2J for repair'}), 'E_UNAVAILABLE', /\(503\): “down\ufffd\[2J for repair\.”$/],
	['502 from a proxy', reply(502, html, asHtml), 'E_UNAVAILABLE', /\(502\): “Sign in & go on\.”$/],
	['a login page', reply(200, html, asHtml), 'E_HTML', /web page, “Sign in & go on”, came instead/],
	['a web page with neither a title nor a type', reply(200, '\n<p>Hello'), 'E_HTML', untitledText],
	['a hostile web page', titled(`\x1b[2J${x(80)}`), 'E_HTML', /^A web page, “\ufffd\[2Jx{75}…”, came/],
	['a body in Latin-1', latin1(reply(200, '{"x":"ü"}', {'content-length': '9'})), 'E_ENCODING', /not UTF-8 text\.$/],
	...['gzip', 'X-GZIP', 'deflate', 'br', 'zstd', 'identity, gzip'].map(
		(name): Row => [`a body compressed by ${name}`, encoded(name), 'E_ENCODING', /was compressed/],
	),
	['a hostile encoding', encoded(`br \x9b2J\x9d0;${x(40)}`), 'E_ENCODING', /\(br \ufffd2J\ufffd0;x{22}…\)/],
	['a text', typed('text/plain'), 'E_JSON', /not JSON \(text\/plain\)\.$/],
	['a hostile content type', typed(`\x9b2J${x(80)}`), 'E_JSON', /not JSON \(\ufffd2Jx{60}…\)\.$/],
	['no content type', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx', 'E_JSON', /not JSON \(no content type\)\.$/],
	['204 instead of data', 'HTTP/1.1 204 None\r\n\r\n', 'E_EMPTY', /empty instead of data \(204\)/],
	['a blank 200', reply(200, ' \r\n'), 'E_EMPTY', /empty instead of data/],
	['a response that is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'E_HTTP', /not valid HTTP/],
	['headers that are too long', `HTTP/1.1 200 OK\r\nx: ${x(20_000)}\r\n\r\n`, 'E_HTTP', /landfall's limit of 16 kB\./],
	['a redirect to an unreadable address', redirect(301, 'mailto:x@y'), 'E_REDIRECT', /an unreadable address/],
	['a redirect to no address', redirect(302, 'https://'), 'E_REDIRECT', /an unreadable address/],
	['304', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'E_STATUS', /an unexpected status \(304\)\.$/],
	['a redirect to the same host', redirect(308, '/elsewhere'), 'E_REDIRECT', /redirects to 127\.0\.0\.1/],
	['a redirect to another host', redirect(399, '//evil.example/x'), 'E_REDIRECT', /to evil\.example \(399\)/],
	['a redirect to a long host', redirect(300, longHost), 'E_REDIRECT', /to x{63}\.x{63}… \(300\)/],
	['a redirect', redirect(302, 'https://evil.example:8443/x?y'), 'E_REDIRECT', redirectText],
])(
	'says what happened: %s',
	{tags: ['fault-16', 'fault-17', 'fault-18', 'fault-20', 'fault-21', 'fault-248']},
	async (_name, wire, code, sentence) => {
		const faulty = await startFaulty(() => wire);
		const error = await failureOf(connect(faulty.baseUrl).listProjects({}, never));
		const status = /^HTTP\/1\.1 (\d{3})/.exec(String(wire))?.[1] ?? '';
		expect(error).toMatchObject({code, message: expect.stringMatching(sentence)});
		expect(error.details.status).toBe(code === 'E_HTTP' ? undefined : Number(status));
		expect(error.details.phase).toBe(/^4(?!08)/.test(status) ? 'rejected' : 'maybe-executed');
		expect(faulty.seen).toHaveLength(1);
	},
);

const unencoded = ['utf-8', 'none', 'identity', 'Identity', ''];

test.each(unencoded)('reads an answer with the content encoding “%s”', {tags: ['fault-246']}, async name => {
	const faulty = await startFaulty(() => reply(200, page, {'content-encoding': name}));
	await expect(connect(faulty.baseUrl).listProjects({}, never)).resolves.toMatchObject({projects: [{id: 'prj_1'}]});
});

test.each([301, 303, 308])('sends nothing to the target of a %i redirect', {tags: ['fault-16']}, async status => {
	const other = await startFaulty(() => reply(200, {projects: []}));
	const faulty = await startFaulty(() => reply(status, '', {location: `${other.baseUrl}/v1/projects`}));
	await failureOf(connect(faulty.baseUrl).listProjects({}, never));
	await failureOf(connect(faulty.baseUrl).createProject({name: 'docs'}, never));
	expect([faulty.seen.map(({method}) => method), other.seen]).toEqual([['GET', 'POST'], []]);
});

describe.each([307, 308])('rejects a write that is answered with %i', {tags: ['fault-102']}, status => {
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

const startClosing = (wire: () => string | Buffer) => startFaulty(closing(wire));

test.each<[name: string, wire: string | Buffer]>([
	['no body', 'HTTP/1.1 204 None\r\n\r\n'],
	['an unexpected body', reply(299, 'done')],
	['a truncated body', reply(200, 'done').slice(0, -2)],
	['a compressed body', reply(202, '{}', {'content-encoding': 'gzip'})],
	['a body in another encoding', latin1(reply(200, 'ü', {'content-length': '1'}))],
])('counts a project as deleted after a success with %s', async (_name, wire) => {
	const faulty = await startClosing(() => wire);
	expect(await connect(faulty.baseUrl).deleteProject('prj_1', never)).toBeUndefined();
});

test('does not count a project as deleted after a web page', async () => {
	const faulty = await startClosing(() => titled('Sign in'));
	expect(await failureOf(connect(faulty.baseUrl).deleteProject('prj_1', never))).toMatchObject({code: 'E_HTML'});
});

test.each([
	['truncated', reply(401, {message: 'unknown key'}).slice(0, -5)],
	['compressed', reply(401, '{}', {'content-encoding': 'gzip'})],
])('uses the status of an error whose body is %s', async (_how, wire) => {
	const faulty = await startClosing(() => wire);
	expect(await failureOf(connect(faulty.baseUrl).listProjects({}, never))).toMatchObject({code: 'E_AUTH'});
});

test('removes the key from records, headers and truncated responses', {tags: ['fault-70']}, async () => {
	const project = {id: `prj_${secretKey}`, name: secretKey.replaceAll('/', String.raw`\u002f`), slug: btoa(secretKey)};
	const responses = [
		reply(200, {projects: [project], next_cursor: encodeURIComponent(secretKey), request_id: secretKey}),
		reply(200, 'x', {'content-type': `text/${secretKey}`}),
		reply(200, 'x', {'content-encoding': `br, ${secretKey}`}),
		reply(302, '', {location: `https://${secretKey.replace(/\W/g, '')}.example/${secretKey}`}),
		reply(500, `no ${secretKey.slice(0, 12)}`, {'content-length': '50'}),
		reply(200, `<html><title>${secretKey}</title>`, {'content-type': 'text/html'}),
	];
	let [wire = ''] = responses;
	const client = connect((await startClosing(() => wire)).baseUrl);
	const page = await client.listProjects({}, never);
	const shown = [page.projects[0]?.id, page.projects[0]?.name?.exact, page.projects[0]?.slug?.exact, page.nextCursor];
	expect(shown).toEqual(['prj_[key]', '[key]', '[key]', '[key]']);
	for (wire of responses.slice(1)) {
		const {message, stack, details} = await failureOf(client.listProjects({}, never));
		expect(JSON.stringify([message, stack, details])).not.toContain('Qz7secr');
	}
});

const page = {projects: [projectOnTheWire], next_cursor: null, request_id: 'req_1'};
const dropped = 'The connection was lost in the middle of the answer.';

test.each([
	['the status line', 'HTTP/1.1 20'],
	['the headers', 'HTTP/1.1 200 OK\r\ncontent-type: appl'],
	['the body', reply(200, page).slice(0, -20)],
	['a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"pro'],
])('gives no advice when the connection is lost in %s', {tags: ['fault-9', 'fault-98']}, async (_part, beginning) => {
	const faulty = await startFaulty(limit(beginning.length)(() => beginning));
	const error = await failureOf(connect(faulty.baseUrl).listProjects({}, never));
	expect(error).toMatchObject({code: 'E_TRUNCATED', kind: 'network', message: dropped});
});
