import {describe, expect, test} from 'vitest';
import {type Client, createClient} from '../../src/api/client.ts';
import type {RequestedThing} from '../../src/api/errors.ts';
import type {LoggedRequest, SentRequest, WireAnswer, WireRequest} from '../../src/api/transport.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const answered = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): WireAnswer => ({
	outcome: 'answered',
	status,
	headers: new Map(Object.entries(headers)),
	body,
	isComplete: true,
});

const project = answered(200, JSON.stringify(projectOnTheWire));

function open(answer: WireAnswer, {tookMs = 0, ...options}: {tookMs?: number; userAgent?: string} = {}) {
	const clock = createTestClock(Date.UTC(2026, 5, 1, 12, 0, 0, 500));
	const records: LoggedRequest[] = [];
	const requests: WireRequest[] = [];
	const sent: SentRequest[] = [];
	const startedAt = clock.now();
	const client = createClient({
		transport: async request => {
			requests.push(request);
			await clock.advance(tookMs);
			return answer;
		},
		baseUrl: 'https://api.example.com',
		apiKey: secretKey,
		clock,
		onRequestEnd: record => records.push(record),
		onRequestSent: request => sent.push(request),
		...options,
	});
	return {client, records, requests, sent, startedAt, clock};
}

const add = (client: Client) => client.createProject({name: 'docs'}, never);
const notKnown = 'landfall does not know whether it was done.';

describe('says whether a failed write may have been done', () => {
	test.each<[name: string, answer: WireAnswer, phase: string]>([
		['nothing was sent', {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false}, 'not-sent'],
		['nothing was sent in time', {outcome: 'not-sent', code: 'TIMEOUT', isTimeout: true}, 'not-sent'],
		['the response was lost', {outcome: 'lost', code: 'ECONNRESET', isTimeout: false}, 'maybe-executed'],
		['no response arrived in time', {outcome: 'lost', code: 'TIMEOUT', isTimeout: true}, 'maybe-executed'],
		['100', answered(100), 'maybe-executed'],
		['a success without data', answered(200), 'maybe-executed'],
		['302', answered(302, '', {location: '/'}), 'maybe-executed'],
		['400', answered(400), 'rejected'],
		['408', answered(408), 'maybe-executed'],
		['429', answered(429), 'rejected'],
		['499', answered(499), 'rejected'],
		['500', answered(500), 'maybe-executed'],
	])('%s', async (_name, answer, phase) => {
		const error = await failureOf(add(open(answer).client));
		expect(error.details.phase).toBe(phase);
		expect(error.message.includes(notKnown)).toBe(phase === 'maybe-executed');
	});

	test('after the words of the service, and not for a read', async () => {
		const {client} = open(answered(500, '{"message": "oops"}'));
		const error = await failureOf(add(client));
		expect(error.message).toBe(`The service is having trouble (500): “oops.” ${notKnown}`);
		expect(error.details).toEqual({phase: 'maybe-executed', status: 500, serviceSays: 'oops'});
		expect((await failureOf(client.readProject('prj_1', never))).message).not.toContain(notKnown);
	});
});

describe('a Retry-After header', () => {
	// The response arrives at 12:00:02.5.
	const dates = ['Mon, 01 Jun 2026 12:00:09 GMT', 'Monday, 01-Jun-26 12:00:09 GMT', 'Mon Jun  1 12:00:09 2026'];
	const unusable = [
		...['99999999999', '-1', '1.5', 'soon', '7, 7', 'Mon, 01 Jun 2026 25:00:09 GMT'],
		...[`${dates[0]}; x`, 'Mon, 01 Jun 2026 12:00:09 CET'],
	];
	const past = 'Mon, 01 Jun 2026 11:00:00 GMT';
	const dated = {'retry-after': 'Mon, 01 Jun 2026 15:00:09 GMT', date: 'Mon, 01 Jun 2026 15:00:00 GMT'};

	test.each<readonly [headers: Readonly<Record<string, string>>, says: string, retryMs: number | undefined]>([
		[{'retry-after': '7'}, ' It asked for 7s (Retry-After: 7).', 9000],
		[{'retry-after': '0'}, ' It asked for 0s (Retry-After: 0).', undefined],
		[{'retry-after': '901'}, ' It asked for 15m 01s (Retry-After: 901).', 902_000],
		[{'retry-after': '9999999999'}, ' It asked for 115740d 17h (Retry-After: 9999999999).', 902_000],
		...dates.map(date => [{'retry-after': date}, ` It asked for 7s (Retry-After: ${date}).`, 8500] as const),
		[{'retry-after': past}, ` It asked for 0s (Retry-After: ${past}).`, undefined],
		[dated, ` It asked for 9s (Retry-After: ${dated['retry-after']}).`, 11_000],
		...unusable.map(text => [{'retry-after': text}, ` It sent an unusable Retry-After (${text}).`, undefined] as const),
		[{'retry-after': `after ${secretKey}`}, ' It sent an unusable Retry-After (after [key]).', undefined],
		[{'retry-after': ''}, ' It sent an unusable Retry-After ().', undefined],
		[{}, '', undefined],
	])('of %j is quoted and starts a pause', {tags: ['fault-12']}, async (...row) => {
		const [headers, says, retryMs] = row;
		const {client, startedAt} = open(answered(429, '', headers), {tookMs: 2000});
		const {message, details} = await failureOf(add(client));
		expect(message).toBe(`The service asks for fewer requests (429).${says}`);
		expect(details.retryAt).toBe(retryMs && startedAt + retryMs);
	});
});

describe('the record of a request', () => {
	const message = 'The service asks for fewer requests (429). It asked for 7s (Retry-After: 7).';
	const rejected = {status: 429, errorCode: 'E_RATE', message, retryAt: Date.UTC(2026, 5, 1, 12, 0, 7, 500)};
	const lost = {outcome: 'lost', bytes: 0, errorCode: 'E_RESET', message: expect.stringContaining(notKnown)};

	test.each<[name: string, answer: WireAnswer, record: object]>([
		['rejected', answered(429, '', {'retry-after': '7'}), rejected],
		['without a response', {outcome: 'lost', code: 'ECONNRESET', isTimeout: false}, lost],
	])('says why a request %s failed', async (_what, answer, record) => {
		const {client, records} = open(answer);
		await failureOf(add(client));
		expect(records).toMatchObject([record]);
	});

	test('marks a trial connection, which has no budget', async () => {
		const {client, records, sent, startedAt} = open(answered(200, '{"projects": []}'));
		await client.listProjects({}, never, {isTrial: true});
		await client.listProjects({}, never);
		expect(records.map(({isTrial}) => isTrial)).toEqual([true, undefined]);
		expect(sent).toEqual([{at: startedAt, pace: 'asked'}]);
	});

	test.each<[what: string, status: number, id: string, problems: readonly string[]]>([
		['has one', 200, '"req_1"', []],
		['has none', 200, 'null', ['missing']],
		['has an empty one', 200, '""', ['missing']],
		['has a number', 200, '7', ['unreadable']],
		['is an error', 500, 'null', []],
	])('counts a list that %s as a flaw of the request id', async (_what, status, id, problems) => {
		const {client, records} = open(answered(status, `{"projects": [], "request_id": ${id}}`));
		await client.listProjects({}, never).catch(() => {});
		expect(records[0]?.flaws).toEqual(problems.map(problem => ({field: 'request_id', problem})));
	});
});

test.each<[body: string, headers: Readonly<Record<string, string>>, id: string]>([
	['{"request_id": "req_1", "error": {"request_id": "2"}}', {'x-request-id': '3'}, 'req_1'],
	['{"request_id": " ", "error": {"request_id": "req_1"}}', {}, 'req_1'],
	['{"request_id": {}, "meta": {"requestId": "req_1"}}', {}, 'req_1'],
	['null', {'cf-ray': '3', 'x-request-id': 'req_1'}, 'req_1'],
	['gone', {'x-correlation-id': 'req\x1b[2J'}, 'req\ufffd[2J'],
	['gone', {'request-id': `req ${secretKey}`}, 'req [key]'],
	['gone', {'request-id': 'r'.repeat(129)}, `${'r'.repeat(127)}…`],
])('finds with the body %j and the headers %j the request id %j', async (body, headers, id) => {
	const {client, records} = open(answered(404, body, headers));
	const {details} = await failureOf(client.readProject('prj_1', never));
	expect([details.requestId, records[0]?.requestId]).toEqual([id, id]);
});

const long = 'x'.repeat(9000);

test.each<[body: string, says: string | undefined]>([
	['"No."', 'No.'],
	['{"message": "No.", "error": "Bad Request"}', 'No.'],
	['{"error": "No.", "errors": ["x"]}', 'No.'],
	['{"error": {"message": "No.", "code": "E1"}}', 'No.'],
	['{"title": "Bad Request", "detail": "No."}', 'No.'],
	['{"message": " ", "title": "No."}', 'No.'],
	['{"errors": "No."}', 'No.'],
	['{"errors": [{"message": "No."}]}', 'No.'],
	['{"errors": {"id": 7, "title": "is too short"}}', 'title: is too short'],
	[JSON.stringify({errors: {...Array(100).fill(7), name: 'late'}}), undefined],
	['{"error": {"code": "E1"}, "errors": null}', 'E1'],
	['{"message": ""}', undefined],
	['null', undefined],
	[' \n', undefined],
	['1 < 2  &copy;&nbsp;&lt;b&gt;&#160;&amp;lt; &quot;&#39;&#039;&apos;', "1 < 2 &copy; <b> &lt; \"'''"],
	['\n<title lang="en">No&#39;\n</title><p>x', "No'"],
	['<TITLE></TITLE><p>Not</p><P>now.<style>x</style><!-- x -->', 'Not now.'],
	[`No.<script>${long}</script>late<title>late</title>`, 'No.'],
	[`No.<p class="${long}">late`, 'No.'],
])('quotes from the error %j: %j', async (body, says) => {
	const {client} = open(answered(400, body));
	expect((await failureOf(client.readProject('prj_1', never))).details.serviceSays).toBe(says);
});

test.each<[path: string, missing: RequestedThing | undefined, sentence: string]>([
	['/v1/projects', undefined, 'The project API was not found at this address'],
	['/v1/projects?limit=3', undefined, 'The project API was not found at this address'],
	['/v1/projects/prj_1?a=/b', 'project', 'The project was not found'],
	['/v1/projects/prj_1/deployments', 'deployments', 'deployments not found; the project may have been deleted'],
	['/v1/projects/prj_1/deployments/dep_1', 'deployment', 'The deployment was not found'],
	['/v1/projects/prj_1/deployments/dep_1/logs', 'path', 'The service has nothing at this path'],
	['/v1/projects/prj_1/builds', 'path', 'The service has nothing at this path'],
	['/v1/x/v1/projects', 'path', 'The service has nothing at this path'],
])('says for a 404 or 410 of %s that there is no such %s', async (path, missing, sentence) => {
	for (const status of [404, 410]) {
		const {message, details} = await failureOf(open(answered(status)).client.sendRaw({method: 'GET', path}, never));
		expect(details.notFound).toBe(missing);
		expect(message).toMatch(new RegExp(`^${sentence}.* \\(${status}\\)\\.$`));
	}
});

test('sends the user agent of its program', async () => {
	for (const options of [{}, {userAgent: 'landfall/1.2.3'}]) {
		const {client, requests} = open(project, options);
		await client.readProject('prj_1', never);
		expect(requests[0]?.headers['user-agent']).toBe('userAgent' in options ? options.userAgent : 'landfall');
	}
});
