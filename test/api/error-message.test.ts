import {describe, expect, test} from 'vitest';
import {checkResponse, messageForCode} from '../../src/api/error-message.ts';
import {ApiError, type ErrorCode, errorSentence} from '../../src/api/errors.ts';
import {safe} from '../../src/base/text.ts';

const url = new URL('https://api.example.com/team');
const wire = {method: 'GET', url, headers: {}} as const;

const notSent = (code: string, isTimeout = false) => ({outcome: 'not-sent' as const, code, isTimeout});
const lost = (code: string) => ({outcome: 'lost' as const, code, isTimeout: false});

const looksWrong =
	'The answer from api.example.com is not valid HTTP. Check the address, and whether it is http or https.';
const notFound =
	'The name api.example.com could not be looked up. Check the address, and whether this computer is online.';
const noWay = 'There is no network route to api.example.com.';
const tooMany = 'This computer has too many files or connections open to connect to api.example.com.';
const tooNew = "The certificate of api.example.com is not valid yet. Is this computer's clock right?";
const foreign = "The server's certificate is not for api.example.com. Check the address.";
const untrusted =
	'The certificate of api.example.com is not signed by anyone this computer trusts. If a company proxy intercepts TLS here, set NODE_EXTRA_CA_CERTS or NODE_USE_SYSTEM_CA=1.';
const notTls = 'api.example.com does not speak TLS 1.2 or newer there. Check the address: is it an http port?';
const tlsFailed = (code: string) => `TLS with api.example.com failed (${code}).`;
const unwritable = (code: string) => `The request could not be written as HTTP, so it was not sent (${code}).`;
const unconnected = (code: string) => `Could not connect to api.example.com (${code}).`;

describe('the error for a request that could not be sent', () => {
	test.each<[cause: string, code: string, sentence: string]>([
		['HPE_INVALID_CONSTANT', 'E_HTTP', looksWrong],
		['ENOTFOUND', 'E_DNS', notFound],
		['EAI_AGAIN', 'E_DNS', 'The name api.example.com could not be looked up. Is this computer online?'],
		['ECONNREFUSED', 'E_CONNECT', 'Cannot reach api.example.com (connection refused).'],
		['EHOSTUNREACH', 'E_CONNECT', noWay],
		['ENETUNREACH', 'E_CONNECT', noWay],
		['EMFILE', 'E_LOCAL', tooMany],
		['ENFILE', 'E_LOCAL', tooMany],
		['ENOBUFS', 'E_LOCAL', tooMany],
		['CERT_HAS_EXPIRED', 'E_TLS', "The certificate of api.example.com has expired. Is this computer's clock right?"],
		['CERT_NOT_YET_VALID', 'E_TLS', tooNew],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'E_TLS', foreign],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'E_TLS', untrusted],
		['SELF_SIGNED_CERT_IN_CHAIN', 'E_TLS', untrusted],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'E_TLS', untrusted],
		['UNABLE_TO_GET_ISSUER_CERT', 'E_TLS', untrusted],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'E_TLS', untrusted],
		['EPROTO', 'E_TLS', notTls],
		['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'E_TLS', tlsFailed('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')],
		['ERR_INVALID_CHAR', 'E_REFUSED', unwritable('ERR_INVALID_CHAR')],
		['ERR_INVALID_HTTP_TOKEN', 'E_REFUSED', unwritable('ERR_INVALID_HTTP_TOKEN')],
		['ESOMETHING', 'E_CONNECT', unconnected('ESOMETHING')],
		['E\x1b[2J', 'E_CONNECT', unconnected('E\ufffd[2J')],
		['E'.repeat(65), 'E_CONNECT', unconnected(`${'E'.repeat(63)}…`)],
	])('explains %s', (cause, code, sentence) => {
		expect(messageForCode(notSent(cause), url, 3000)).toEqual({code, sentence});
	});

	test.each<[cause: string, code: string, sentence: string]>([
		['ENOTFOUND', 'E_DNS', 'The name of the proxy proxy:3128 could not be looked up. Is this computer online?'],
		['ECONNREFUSED', 'E_CONNECT', 'Cannot reach the proxy proxy:3128 (connection refused).'],
		['EHOSTUNREACH', 'E_CONNECT', 'There is no network route to the proxy proxy:3128.'],
		['CERT_HAS_EXPIRED', 'E_TLS', "The certificate of api.example.com has expired. Is this computer's clock right?"],
	])('through a proxy explains %s', {tags: ['fault-146']}, (cause, code, sentence) => {
		expect(messageForCode({...notSent(cause), proxy: 'proxy:3128'}, url, 5000)).toEqual({code, sentence});
	});
});

const lostBefore = (code: string) => `The connection to api.example.com was lost before an answer (${code}).`;

test.each<[answer: ReturnType<typeof lost | typeof notSent>, code: string, sentence: string]>([
	[notSent('TIMEOUT', true), 'E_TIMEOUT_CONNECT', 'Could not connect to api.example.com within 15s.'],
	[lost('ECONNRESET'), 'E_RESET', lostBefore('ECONNRESET')],
	// This code only means something before a request is sent.
	[lost('ENOTFOUND'), 'E_RESET', lostBefore('ENOTFOUND')],
	[lost('W'.repeat(100)), 'E_RESET', lostBefore(`${'W'.repeat(63)}…`)],
])('explains a request without a response: %j', (answer, code, sentence) => {
	expect(messageForCode(answer, url, 15_000)).toEqual({code, sentence});
});

test.each<[code: string, sentence: string, statuses: readonly number[]]>([
	['E_STATUS', 'The service answered with an unexpected status (0).', [101, 304, 399, 600]],
	['E_INVALID', 'The service did not accept this (0).', [400, 405, 422, 499]],
	['E_AUTH', 'The service rejected the key (0).', [401]],
	['E_FORBIDDEN', 'The service does not allow this (0).', [403]],
	['E_PROXY_AUTH', 'A proxy asks for a user name and password (0).', [407]],
	['E_TIMEOUT_REQ', 'The service timed out waiting for the request (0).', [408]],
	['E_CONFLICT', 'The service reports a conflict (0).', [409, 412]],
	['E_TOO_LARGE', 'The request is too large for the service (0).', [413, 414]],
	['E_TOO_LARGE', 'The headers of the request are too large for the service (0).', [431]],
	['E_RATE', 'The service did not take the request yet (0).', [425]],
	['E_RATE', 'The service asks for fewer requests (0).', [429]],
	['E_SERVER', 'The service is having trouble (0).', [500, 501, 505, 599]],
	['E_UNAVAILABLE', 'The service is having trouble (0).', [502, 503, 504]],
])('explains an error status by its HTTP meaning: %s: %s', (code, sentence, statuses) => {
	for (const status of statuses) {
		const answer = {outcome: 'answered', status, headers: new Map(), body: '', isComplete: true} as const;
		const expected = {code, sentence: sentence.replace('(0)', `(${status})`)};
		expect(checkResponse(answer, undefined, wire, {requested: 'project', expects: 'json'})).toEqual(expected);
	}
});

test.each<[isTransient: boolean, codes: readonly ErrorCode[]]>([
	[true, ['E_RATE', 'E_SERVER', 'E_CONNECT', 'E_DNS', 'E_RESET', 'E_TIMEOUT_HEADERS', 'E_JSON', 'E_HTML']],
	[false, ['E_TLS', 'E_PROXY_AUTH', 'E_AUTH', 'E_FORBIDDEN', 'E_NOT_FOUND', 'E_INVALID', 'E_CONFLICT', 'E_REFUSED']],
])('says whether the same request may succeed soon: %j', (isTransient, codes) => {
	for (const code of codes) {
		expect(new ApiError(code, 'It failed.', {phase: 'maybe-executed'}).isTransient, code).toBe(isTransient);
	}
});

test.each([
	['It says: no', undefined, 'It says: no'],
	['It says: no', 'req_1', 'It says: no. Request id: req_1.'],
	['It says: req_1 failed', 'req_1', 'It says: req_1 failed.'],
])('reports the error “%s” of the request %s as “%s”', (message, id, told) => {
	const requestId = id === undefined ? undefined : safe(id);
	expect(errorSentence(new ApiError('E_SERVER', message, {phase: 'rejected', requestId}))).toBe(told);
});
