import {describe, expect, test} from 'vitest';
import {checkResponse} from '../../../src/api/response/response-check.ts';
import type {WireAnswer} from '../../../src/api/transport/transport.ts';

type Answered = Extract<WireAnswer, {outcome: 'answered'}>;

/** Differences from a good response. */
type Changes = Partial<Omit<Answered, 'headers'>> & {readonly headers?: Readonly<Record<string, string>>};

const good: Answered = {
	outcome: 'answered',
	status: 200,
	headers: new Map([['content-type', 'application/json']]),
	body: '{"id": "prj_1"}',
	isComplete: true,
};

const parsed = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
};

/** Checks a good response with these changes. */
function verdictOn(changes: Changes, expected: 'json' | 'nothing' = 'json') {
	const {headers} = changes;
	const response = {...good, ...changes, headers: headers ? new Map(Object.entries(headers)) : good.headers};
	return checkResponse(response, parsed(response.body), {
		method: 'GET',
		subject: 'project',
		expects: expected,
		url: new URL('https://api.example.com/team/v1/projects/prj_1'),
		evidence: 'none',
	});
}

const failure = (code: string, sentence: string) => ({code, sentence});

describe('a successful response', () => {
	test.each([200, 201, 202, 299])('with status %d is accepted', status => {
		expect(verdictOn({status})).toBeUndefined();
	});

	test.each([
		['null', 'null'],
		['a list', '[]'],
		['a number surrounded by white space', ' 0\n'],
	])('may be any JSON: %s', (_what, body) => {
		expect(verdictOn({body})).toBeUndefined();
	});

	test.each<[name: string, changes: Changes, code: string, sentence: string]>([
		['stalls midway', {flaw: 'stalled', body: '', isComplete: false}, 'E_TIMEOUT_BODY', 'The response stopped midway.'],
		[
			'is too large',
			{flaw: 'too-large', body: '', isComplete: false},
			'E_BODY_TOO_BIG',
			'The response was too large to read.',
		],
		[
			'is compressed',
			{flaw: 'encoded', body: '', isComplete: false, headers: {'content-encoding': 'br'}},
			'E_ENCODING',
			'The response was compressed (br), which was not requested.',
		],
		[
			'is compressed with a long encoding name',
			{flaw: 'encoded', body: '', headers: {'content-encoding': 'z'.repeat(33)}},
			'E_ENCODING',
			`The response was compressed (${'z'.repeat(31)}…), which was not requested.`,
		],
		[
			'is compressed without an encoding name',
			{flaw: 'encoded', body: '', headers: {}},
			'E_ENCODING',
			'The response was compressed (), which was not requested.',
		],
		['is not UTF-8', {flaw: 'not-utf8', body: ''}, 'E_ENCODING', 'The response is not UTF-8 text.'],
		['is truncated', {isComplete: false}, 'E_TRUNCATED', 'The connection was lost mid-response.'],
		[
			'is truncated before its body',
			{isComplete: false, body: ''},
			'E_TRUNCATED',
			'The connection was lost mid-response.',
		],
		['is empty', {body: ''}, 'E_EMPTY', 'The response was empty instead of data (200).'],
		['is blank', {status: 204, body: ' \r\n'}, 'E_EMPTY', 'The response was empty instead of data (204).'],
		[
			'is not JSON',
			{body: 'hello', headers: {'content-type': 'text/plain\x1b[2J'}},
			'E_JSON',
			'The response is not JSON (text/plain\ufffd[2J).',
		],
		[
			'is not JSON and has no content type',
			{body: 'hello', headers: {}},
			'E_JSON',
			'The response is not JSON (no content type).',
		],
		[
			'is not JSON and has a long content type',
			{body: 'hello', headers: {'content-type': 't'.repeat(65)}},
			'E_JSON',
			`The response is not JSON (${'t'.repeat(63)}…).`,
		],
	])('that %s is rejected if data is expected', (_name, changes, code, sentence) => {
		expect(verdictOn(changes)).toStrictEqual({code, sentence});
	});

	test.each<[name: string, changes: Changes]>([
		['no body', {status: 204, body: '', headers: {}}],
		['an unexpected body', {body: 'done'}],
		['a body that stalled midway', {flaw: 'stalled', body: '', isComplete: false}],
		['a truncated body', {isComplete: false}],
		['a body that is too large', {flaw: 'too-large', body: '', isComplete: false}],
		['a compressed body', {flaw: 'encoded', body: '', isComplete: false}],
		['a body in another encoding', {flaw: 'not-utf8', body: ''}],
	])('is accepted with %s if no data is expected', (_name, changes) => {
		expect(verdictOn(changes, 'nothing')).toBeUndefined();
	});
});

describe('a web page is never accepted as data', () => {
	const webPage = (page: string) =>
		failure(
			'E_HTML',
			`${page} came instead of data (200). Check the address, and whether a proxy or a login page responds instead.`,
		);

	test.each(['json', 'nothing'] as const)('where %s was expected', expects => {
		const body = '<!doctype html><title>Sign in</title>';
		expect(verdictOn({body}, expects)).toStrictEqual(webPage('A web page, “Sign in”,'));
	});

	test.each<[name: string, title: string, page: string]>([
		['without a title', '', 'A web page'],
		['with a long title', `<title>${'x'.repeat(81)}</title>`, `A web page, “${'x'.repeat(79)}…”,`],
		['with control sequences in its title', '<title>a\x1b[2J</title>', 'A web page, “a\ufffd[2J”,'],
	])('%s, even so', (_name, title, page) => {
		expect(verdictOn({body: `<html>${title}<body>Hello</body></html>`})).toStrictEqual(webPage(page));
	});
});

describe('a redirect is not followed', () => {
	const to = (where: string, status = 302) =>
		failure(
			'E_REDIRECT',
			`The service redirects ${where} (${status}). landfall does not follow redirects, so your key was not sent there. Check the address.`,
		);

	test.each<[location: string, where: string]>([
		['https://evil.example:8443/x?y', 'to evil.example:8443'],
		['//evil.example/x', 'to evil.example'],
		['/elsewhere', 'to api.example.com'],
		['', 'to api.example.com'],
		[`https://${'x'.repeat(63)}.${'y'.repeat(63)}.example/`, `to ${'x'.repeat(63)}.${'y'.repeat(63)}…`],
		['mailto:x@example.com', 'to an unreadable address'],
		['https://', 'to an unreadable address'],
	])('to %j', (location, where) => {
		expect(verdictOn({status: 302, headers: {location}})).toStrictEqual(to(where));
	});

	test.each([300, 399])('with status %d', status => {
		expect(verdictOn({status, headers: {location: '/x'}})).toStrictEqual(to('to api.example.com', status));
	});

	test.each([
		[199, 'The service responded with an unexpected status (199).'],
		[400, 'The service did not accept this (400).'],
		[500, 'The service is having trouble (500).'],
	])('unless the status is %d', (status, sentence) => {
		expect(verdictOn({status, headers: {location: '/x'}, body: ''})).toMatchObject({sentence});
	});

	test('and is an unexpected status without a location', () => {
		expect(verdictOn({status: 302, body: ''})).toStrictEqual(
			failure('E_STATUS', 'The service responded with an unexpected status (302).'),
		);
	});
});

describe('the text of an error response is quoted', () => {
	const failed = {code: 'E_SERVER', sentence: 'The service is having trouble (500).'};

	test.each<[name: string, body: string, says: string]>([
		['verbatim', '{"message": "down for repair"}', 'down for repair'],
		['without control characters', '{"message": "a\\u001b[2Jb"}', 'a\ufffd[2Jb'],
		['up to 200 characters', JSON.stringify({message: 'x'.repeat(201)}), `${'x'.repeat(199)}…`],
	])('%s', (_name, body, says) => {
		expect(verdictOn({status: 500, body})).toStrictEqual({...failed, says});
	});

	test.each(['', '{}', '{"message": ""}'])('unless the body is blank: %j', body => {
		expect(verdictOn({status: 500, body})).toStrictEqual(failed);
	});

	test.each<Changes>([{isComplete: false}, {flaw: 'stalled'}, {flaw: 'encoded'}])(
		'and ignores flaws of the body: %j',
		changes => {
			expect(verdictOn({status: 500, body: '', ...changes})).toStrictEqual(failed);
		},
	);
});
