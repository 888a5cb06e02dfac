import {describe, expect, test} from 'vitest';
import {complaintOfCode, complaintOfStatus} from '../../src/api/complaint.ts';
import {safe} from '../../src/text.ts';

const host = safe('api.example.com');

const notSent = (code: string, isTimeout = false) => ({outcome: 'not-sent' as const, code, isTimeout});
const lost = (code: string, isTimeout = false) => ({outcome: 'lost' as const, code, isTimeout});

const looksWrong =
	'What answers at api.example.com does not speak HTTP as it should. Check the address, and whether it is http or https.';
const notFound =
	'The name api.example.com could not be looked up. Check the address, and whether this computer is online.';
const noWay = 'There is no way through the network to api.example.com.';
const tooMany = 'This computer has too many files or connections open to call api.example.com.';
const untrusted =
	"The certificate of api.example.com is not signed by anyone this computer trusts. If a company's proxy opens TLS here, set NODE_EXTRA_CA_CERTS or NODE_USE_SYSTEM_CA=1.";
const notTls = 'api.example.com does not speak TLS 1.2 or newer there. Check the address: is it an http port?';
const unwritable = (code: string) => `The call could not be written as HTTP, so it was not sent (${code}).`;
const unconnected = (code: string) => `Could not connect to api.example.com (${code}).`;

describe('a call that could not be sent', () => {
	test.each<[code: string, kind: string, sentence: string]>([
		['HPE_INVALID_CONSTANT', 'malformed', looksWrong],
		['ENOTFOUND', 'network', notFound],
		['EAI_AGAIN', 'network', notFound],
		['ECONNREFUSED', 'network', 'Nothing takes calls at api.example.com (connection refused).'],
		['EHOSTUNREACH', 'network', noWay],
		['ENETUNREACH', 'network', noWay],
		['ERR_PROXY_TUNNEL', 'network', 'The proxy did not open a way to api.example.com. It is set by HTTPS_PROXY.'],
		['EMFILE', 'network', tooMany],
		['ENFILE', 'network', tooMany],
		['ENOBUFS', 'network', tooMany],
		[
			'CERT_HAS_EXPIRED',
			'network',
			'The certificate of api.example.com has expired. Is the clock of this computer right?',
		],
		[
			'CERT_NOT_YET_VALID',
			'network',
			'The certificate of api.example.com is not valid yet. Is the clock of this computer right?',
		],
		[
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'network',
			'The certificate that came is not for api.example.com. Check the address.',
		],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', untrusted],
		['SELF_SIGNED_CERT_IN_CHAIN', 'network', untrusted],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'network', untrusted],
		['UNABLE_TO_GET_ISSUER_CERT', 'network', untrusted],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'network', untrusted],
		['EPROTO', 'network', notTls],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'network', notTls],
		['ERR_INVALID_CHAR', 'refused', unwritable('ERR_INVALID_CHAR')],
		['ERR_UNESCAPED_CHARACTERS', 'refused', unwritable('ERR_UNESCAPED_CHARACTERS')],
		['ERR_INVALID_HTTP_TOKEN', 'refused', unwritable('ERR_INVALID_HTTP_TOKEN')],
		['ESOMETHING', 'network', unconnected('ESOMETHING')],
		// These only contain what others begin with.
		['X_HPE_Y', 'network', unconnected('X_HPE_Y')],
		['X_EPROTO', 'network', unconnected('X_EPROTO')],
		['X_ERR_INVALID_CHAR', 'network', unconnected('X_ERR_INVALID_CHAR')],
		['E\x1b[2J', 'network', unconnected('E\ufffd[2J')],
		['E'.repeat(65), 'network', unconnected(`${'E'.repeat(63)}…`)],
	])('because of %s', (code, kind, sentence) => {
		expect(complaintOfCode(notSent(code), host, 3000)).toEqual({kind, sentence});
	});

	test('because of a character, whose name is long, says as much of it as has room', () => {
		const {sentence} = complaintOfCode(notSent(`ERR_INVALID_CHAR${'_'.repeat(60)}`), host, 0);
		expect(sentence).toBe(unwritable(`ERR_INVALID_CHAR${'_'.repeat(47)}…`));
	});

	test.each([
		[0, 1],
		[1499, 1],
		[1500, 2],
		[5000, 5],
	])('after %d ms says that it was %d s', (tookMs, seconds) => {
		expect(complaintOfCode(notSent('TIMEOUT', true), host, tookMs)).toEqual({
			kind: 'timeout',
			sentence: `Could not connect to api.example.com within ${seconds} s.`,
		});
	});
});

describe('a call whose answer did not come', () => {
	test.each<[name: string, answer: ReturnType<typeof lost>, kind: string, sentence: string]>([
		['in time', lost('TIMEOUT', true), 'timeout', 'api.example.com gave no answer within 15 s.'],
		['as HTTP', lost('HPE_INVALID_CONSTANT'), 'malformed', looksWrong],
		[
			'because the connection broke',
			lost('ECONNRESET'),
			'network',
			'The connection to api.example.com broke before an answer came (ECONNRESET).',
		],
		[
			'although the code is one of a call that was not sent',
			lost('ENOTFOUND'),
			'network',
			'The connection to api.example.com broke before an answer came (ENOTFOUND).',
		],
		[
			'for a reason of many words',
			lost('W'.repeat(100)),
			'network',
			`The connection to api.example.com broke before an answer came (${'W'.repeat(63)}…).`,
		],
	])('%s', (_name, answer, kind, sentence) => {
		expect(complaintOfCode(answer, host, 15_000)).toEqual({kind, sentence});
	});
});

describe('a status means what HTTP says, and no more', () => {
	const conflicts = (status: number) => `This conflicts with what the service holds now (${status}).`;
	const tooLarge = (status: number) => `The request is too large for the service (${status}).`;
	const notAccepted = (status: number) => `The service did not accept this (${status}).`;
	const inTrouble = (status: number) => `The service is having trouble (${status}).`;
	const meaningless = (status: number) => `The service answered with a status that means nothing here (${status}).`;

	test.each<[status: number, kind: string, sentence: string]>([
		[101, 'malformed', meaningless(101)],
		[304, 'malformed', meaningless(304)],
		[399, 'malformed', meaningless(399)],
		[400, 'rejected', notAccepted(400)],
		[401, 'auth', 'The service refused the key (401).'],
		[403, 'forbidden', "The service does not allow this (403): the key or the team's plan may not cover it."],
		[408, 'timeout', 'The service grew tired of waiting for the request (408).'],
		[409, 'rejected', conflicts(409)],
		[412, 'rejected', conflicts(412)],
		[413, 'rejected', tooLarge(413)],
		[414, 'rejected', tooLarge(414)],
		[429, 'busy', 'The service asks for fewer calls (429).'],
		[431, 'rejected', tooLarge(431)],
		[499, 'rejected', notAccepted(499)],
		[500, 'server', inTrouble(500)],
		[599, 'server', inTrouble(599)],
		[600, 'malformed', meaningless(600)],
	])('%d', (status, kind, sentence) => {
		expect(complaintOfStatus(status, 'project')).toEqual({kind, sentence});
	});

	test.each([
		['projects', 'There are no projects at this address. Check the base address.'],
		['project', 'The project was not found: it may have been deleted.'],
		['deployments', 'The project of these deployments was not found: it may have been deleted.'],
		['deployment', 'The deployment was not found: it may have been deleted, or its project.'],
	] as const)('what is missing when there is no %s', (subject, sentence) => {
		expect(complaintOfStatus(404, subject)).toEqual({kind: 'missing', sentence: `${sentence} (404)`});
		expect(complaintOfStatus(410, subject)).toEqual({kind: 'missing', sentence: `${sentence} (410)`});
	});
});
