import {plain, type SafeText, safe} from '../../text.ts';
import type {ErrorCode, Subject} from '../errors.ts';
import type {Evidence} from '../retry/evidence.ts';
import type {WireAnswer} from '../transport/transport.ts';

/** What a failed call means, in a word for the program and a sentence for a person. */
export type Complaint = {readonly code: ErrorCode; readonly sentence: SafeText};

type Unanswered = Extract<WireAnswer, {outcome: 'not-sent' | 'lost'}>;

const checkScheme = plain` Check the address, and whether it is http or https.`;
export const checkAddress = plain` Check the address.`;

/** The advice, unless earlier calls have shown that it cannot help. */
const unlessAnswered = (evidence: Evidence, advice: SafeText): SafeText => (evidence === 'none' ? advice : plain``);
export const unlessServed = (evidence: Evidence, advice: SafeText): SafeText =>
	evidence === 'served' ? plain`` : advice;

/** An answer that came in part. */
export const droppedMidway: Complaint = {
	code: 'E_TRUNCATED',
	sentence: plain`The connection was dropped mid-answer.`,
};

/** Why no answer came, by the code that Node gives. */
export function complaintOfCode(
	answer: Unanswered,
	{host: name, protocol}: Pick<URL, 'host' | 'protocol'>,
	tookMs: number,
	evidence: Evidence,
): Complaint {
	const host = safe(name);
	const {outcome, code, isTimeout} = answer;
	const seconds = Math.max(1, Math.round(tookMs / 1000));
	if (isTimeout && outcome === 'not-sent') {
		return {code: 'E_TIMEOUT_CONNECT', sentence: plain`Could not connect to ${host} within ${seconds} s.`};
	}

	if (isTimeout) return {code: 'E_TIMEOUT_HEADERS', sentence: plain`${host} gave no answer within ${seconds} s.`};
	if (/^HPE_/.test(code)) {
		return {
			code: 'E_HTTP',
			sentence: plain`What answers at ${host} does not speak HTTP as it should.${unlessAnswered(evidence, checkScheme)}`,
		};
	}

	if (outcome === 'lost') {
		if (answer.hasBegun) return droppedMidway;
		// What speaks TLS hangs up on whoever does not.
		const hint = protocol === 'http:' ? unlessAnswered(evidence, checkScheme) : plain``;
		return {
			code: 'E_RESET',
			sentence: plain`The connection to ${host} broke before an answer came (${safe(code, 64)}).${hint}`,
		};
	}

	if (/^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS|INVALID_HTTP_TOKEN)/.test(code)) {
		return {
			code: 'E_REFUSED',
			sentence: plain`The call could not be written as HTTP, so it was not sent (${safe(code, 64)}).`,
		};
	}

	if (code === 'ERR_PROXY_TUNNEL') {
		const proxy = safe(('proxy' in answer && answer.proxy) || 'that HTTPS_PROXY names', 128);
		return {code: 'E_PROXY', sentence: plain`The proxy ${proxy} did not open a way to ${host}.`};
	}

	return whyNotConnected(code, host, evidence);
}

function whyNotConnected(code: string, host: SafeText, evidence: Evidence): Complaint {
	switch (code) {
		case 'ENOTFOUND': {
			const hint =
				evidence === 'none'
					? plain`Check the address, and whether this computer is online.`
					: plain`Is this computer online?`;
			return {code: 'E_DNS', sentence: plain`The name ${host} could not be looked up. ${hint}`};
		}

		// Nobody who looks names up could be asked, which says nothing about the name.
		case 'EAI_AGAIN':
			return {
				code: 'E_DNS',
				sentence: plain`The name ${host} could not be looked up. Is this computer online?`,
			};
		case 'ECONNREFUSED':
			return {code: 'E_CONNECT', sentence: plain`Can't reach ${host} (connection refused).`};
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return {code: 'E_CONNECT', sentence: plain`There is no way through the network to ${host}.`};
		case 'EMFILE':
		case 'ENFILE':
		case 'ENOBUFS':
			return {
				code: 'E_LOCAL',
				sentence: plain`This computer has too many files or connections open to call ${host}.`,
			};
	}

	const why = whyNotTrusted(code, host, evidence);
	return why === undefined
		? {code: 'E_CONNECT', sentence: plain`Could not connect to ${host} (${safe(code, 64)}).`}
		: {code: 'E_TLS', sentence: why};
}

/** What comes where no TLS is spoken, or an old one. Other failures of TLS do not mean that. */
const notTls = /^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|HTTP_REQUEST/;

/** What is wrong with the certificate or the TLS of a service. Undefined if it is something else. */
function whyNotTrusted(code: string, host: SafeText, evidence: Evidence): SafeText | undefined {
	switch (code) {
		case 'CERT_HAS_EXPIRED':
			return plain`The certificate of ${host} has expired. Is the clock of this computer right?`;
		case 'CERT_NOT_YET_VALID':
			return plain`The certificate of ${host} is not valid yet. Is the clock of this computer right?`;
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return plain`The certificate that came is not for ${host}.${unlessAnswered(evidence, checkAddress)}`;
		case 'DEPTH_ZERO_SELF_SIGNED_CERT':
		case 'SELF_SIGNED_CERT_IN_CHAIN':
		case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
		case 'UNABLE_TO_GET_ISSUER_CERT':
		case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
			return plain`The certificate of ${host} is not signed by anyone this computer trusts. If a company's proxy opens TLS here, set NODE_EXTRA_CA_CERTS or NODE_USE_SYSTEM_CA=1.`;
	}

	if (!/^(EPROTO|ERR_SSL_)/.test(code)) return undefined;
	if (evidence !== 'none' || !notTls.test(code)) return plain`TLS with ${host} failed (${safe(code, 64)}).`;
	return plain`${host} does not speak TLS 1.2 or newer there. Check the address: is it an http port?`;
}

/** What a status other than 2xx means. The interface names none, so only what HTTP itself says is read from it. */
export function complaintOfStatus(status: number, subject: Subject, evidence: Evidence): Complaint {
	switch (status) {
		case 401:
			return {code: 'E_AUTH', sentence: plain`The service refused the key (401).`};
		case 403:
			return {
				code: 'E_FORBIDDEN',
				sentence: plain`The service does not allow this (403): the key or the team's plan may not cover it.`,
			};
		case 404:
		case 410:
			return {code: 'E_NOT_FOUND', sentence: plain`${whatIsMissing(subject, evidence)} (${status})`};
		case 408:
			return {code: 'E_TIMEOUT_REQ', sentence: plain`The service grew tired of waiting for the request (408).`};
		case 409:
		case 412:
			return {code: 'E_CONFLICT', sentence: plain`This conflicts with what the service holds now (${status}).`};
		case 413:
		case 414:
		case 431:
			return {code: 'E_TOO_LARGE', sentence: plain`The request is too large for the service (${status}).`};
		case 429:
			return {code: 'E_RATE', sentence: plain`The service asks for fewer calls (429).`};
	}

	if (status >= 500 && status <= 599) {
		const code = [502, 503, 504].includes(status) ? 'E_UNAVAILABLE' : 'E_SERVER';
		return {code, sentence: plain`The service is having trouble (${status}).`};
	}

	if (status >= 400 && status <= 499)
		return {code: 'E_INVALID', sentence: plain`The service did not accept this (${status}).`};
	return {code: 'E_STATUS', sentence: plain`The service answered with a status that means nothing here (${status}).`};
}

const whatIsMissing = (subject: Subject, evidence: Evidence): SafeText =>
	subject === 'projects' && evidence === 'served' ? plain`The list of projects was not found.` : missing[subject];

const missing: Readonly<Record<Subject, SafeText>> = {
	projects: plain`There are no projects at this address. Check the base address.`,
	project: plain`The project was not found: it may have been deleted.`,
	deployments: plain`deployments not available`,
	deployment: plain`The deployment was not found: it may have been deleted, or its project.`,
};
