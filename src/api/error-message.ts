import {plain, type SafeText, safe} from '../base/text.ts';
import {isWebPage, readErrorBody} from './error-body.ts';
import type {ErrorCode, MissingThing} from './errors.ts';
import type {Answered, WireAnswer, WireRequest} from './transport.ts';

/** What earlier requests have shown about a base url: nothing, that an HTTP server responds there, or that it is the service. Decides whether an error message advises the user to check the address. */
export type Reachability = 'none' | 'answered' | 'served';

/** A failed request as a code for the program and a sentence for the user. `says` is the service's own message. */
export type ErrorMessage = {readonly code: ErrorCode; readonly sentence: SafeText; readonly says?: SafeText};

const checkScheme = plain` Check the address, and whether it is http or https.`;
const checkAddress = plain` Check the address.`;

/** Returns the advice unless earlier requests have shown that it cannot help. */
const unlessAnswered = (reachability: Reachability, advice: SafeText): SafeText =>
	reachability === 'none' ? advice : plain``;

const droppedMidway: ErrorMessage = {
	code: 'E_TRUNCATED',
	sentence: plain`The connection was lost mid-response.`,
};

/** Explains a request without a response, by Node's error code. */
export function messageForCode(
	answer: Extract<WireAnswer, {outcome: 'not-sent' | 'lost'}>,
	{host: name, protocol}: Pick<URL, 'host' | 'protocol'>,
	tookMs: number,
	reachability: Reachability,
): ErrorMessage {
	const host = safe(name);
	const {outcome, code, isTimeout} = answer;
	const seconds = Math.max(1, Math.round(tookMs / 1000));
	if (isTimeout) {
		return outcome === 'not-sent'
			? {code: 'E_TIMEOUT_CONNECT', sentence: plain`Could not connect to ${host} within ${seconds} s.`}
			: {code: 'E_TIMEOUT_HEADERS', sentence: plain`${host} did not respond within ${seconds} s.`};
	}

	const schemeHint = unlessAnswered(reachability, checkScheme);
	if (/^HPE_/.test(code)) {
		return {code: 'E_HTTP', sentence: plain`The response from ${host} is not valid HTTP.${schemeHint}`};
	}

	if (outcome === 'not-sent') return connectMessage(code, host, answer.proxy, reachability);
	if (answer.hasBegun) return droppedMidway;
	// A TLS server closes a plain HTTP connection.
	const hint = protocol === 'http:' ? schemeHint : plain``;
	return {
		code: 'E_RESET',
		sentence: plain`The connection to ${host} was lost before a response (${safe(code, 64)}).${hint}`,
	};
}

/** Errors that occur if the server speaks no TLS, or an old version. Other TLS failures do not mean that. */
const notTls = /^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|HTTP_REQUEST/;

const tls = (sentence: SafeText): ErrorMessage => ({code: 'E_TLS', sentence});

function connectMessage(
	code: string,
	host: SafeText,
	proxy: string | undefined,
	reachability: Reachability,
): ErrorMessage {
	const reason = safe(code, 64);
	switch (code) {
		case 'ENOTFOUND':
		// The resolver could not be reached, which says nothing about the name.
		case 'EAI_AGAIN': {
			const hint =
				code === 'ENOTFOUND' && reachability === 'none'
					? plain`Check the address, and whether this computer is online.`
					: plain`Is this computer online?`;
			return {code: 'E_DNS', sentence: plain`The name ${host} could not be looked up. ${hint}`};
		}

		case 'ECONNREFUSED':
			return {code: 'E_CONNECT', sentence: plain`Can't reach ${host} (connection refused).`};
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return {code: 'E_CONNECT', sentence: plain`There is no network route to ${host}.`};
		case 'EMFILE':
		case 'ENFILE':
		case 'ENOBUFS':
			return {
				code: 'E_LOCAL',
				sentence: plain`This computer has too many files or connections open to connect to ${host}.`,
			};
		case 'ERR_PROXY_TUNNEL': {
			const named = safe(proxy || 'named by HTTPS_PROXY', 128);
			return {code: 'E_PROXY', sentence: plain`The proxy ${named} refused to connect to ${host}.`};
		}

		case 'CERT_HAS_EXPIRED':
			return tls(plain`The certificate of ${host} has expired. Is this computer's clock right?`);
		case 'CERT_NOT_YET_VALID':
			return tls(plain`The certificate of ${host} is not valid yet. Is this computer's clock right?`);
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return tls(plain`The server's certificate is not for ${host}.${unlessAnswered(reachability, checkAddress)}`);
		case 'DEPTH_ZERO_SELF_SIGNED_CERT':
		case 'SELF_SIGNED_CERT_IN_CHAIN':
		case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
		case 'UNABLE_TO_GET_ISSUER_CERT':
		case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
			return tls(
				plain`The certificate of ${host} is not signed by anyone this computer trusts. If a company proxy intercepts TLS here, set NODE_EXTRA_CA_CERTS or NODE_USE_SYSTEM_CA=1.`,
			);
	}

	if (/^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS|INVALID_HTTP_TOKEN)/.test(code)) {
		return {
			code: 'E_REFUSED',
			sentence: plain`The request could not be written as HTTP, so it was not sent (${reason}).`,
		};
	}

	if (!/^(EPROTO|ERR_SSL_)/.test(code)) {
		return {code: 'E_CONNECT', sentence: plain`Could not connect to ${host} (${reason}).`};
	}

	return reachability === 'none' && notTls.test(code)
		? tls(plain`${host} does not speak TLS 1.2 or newer there. Check the address: is it an http port?`)
		: tls(plain`TLS with ${host} failed (${reason}).`);
}

type Expected = {
	readonly method: WireRequest['method'];
	readonly subject: MissingThing;
	readonly expects: 'json' | 'nothing' | 'anything';
	/** The url of the request, against which a redirect is resolved. */
	readonly url: URL;
	/** What earlier requests have shown about the base url. */
	readonly reachability: Reachability;
};

/** Returns what is wrong with a response, or undefined if it is the expected success. `json` is its parsed body. */
export function checkResponse(answer: Answered, json: unknown, expected: Expected): ErrorMessage | undefined {
	const {status, headers} = answer;
	if (status >= 200 && status <= 299) return checkSuccess(answer, json, expected);
	const location = headers.get('location');
	if (status >= 300 && status <= 399 && location !== undefined) return redirect(answer, location, expected);

	const {says} = readErrorBody(answer, json);
	const message = messageForStatus(status, expected.subject, expected.reachability);
	return says === undefined ? message : {...message, says: safe(says, 200)};
}

function checkSuccess(answer: Answered, json: unknown, {expects, reachability}: Expected): ErrorMessage | undefined {
	const {status, headers, body, isComplete, flaw} = answer;
	if (isWebPage(headers, body)) {
		const title = safe(readErrorBody(answer, json).pageTitle ?? '', 80);
		const page = title === '' ? plain`A web page` : plain`A web page, “${title}”,`;
		const hint =
			reachability === 'served'
				? plain`A proxy or a login page may be responding instead.`
				: plain`Check the address, and whether a proxy or a login page responds instead.`;
		return {code: 'E_HTML', sentence: plain`${page} came instead of data (${status}). ${hint}`};
	}

	// The status is all that matters; an incomplete body changes nothing.
	if (expects === 'nothing') return undefined;
	if (flaw === 'stalled') return {code: 'E_TIMEOUT_BODY', sentence: plain`The response stopped midway.`};
	if (flaw === 'too-large') {
		return {code: 'E_BODY_TOO_BIG', sentence: plain`The response was too large to read.`};
	}

	if (flaw === 'encoded') {
		const encoding = safe(headers.get('content-encoding') ?? '', 32);
		return {code: 'E_ENCODING', sentence: plain`The response was compressed (${encoding}), which was not requested.`};
	}

	if (flaw === 'not-utf8') return {code: 'E_ENCODING', sentence: plain`The response is not UTF-8 text.`};
	if (!isComplete) return droppedMidway;
	if (expects === 'anything') return undefined;
	if (body.trim() === '') {
		return {code: 'E_EMPTY', sentence: plain`The response was empty instead of data (${status}).`};
	}

	if (json === undefined) {
		const type = safe(headers.get('content-type') ?? 'no content type', 64);
		return {code: 'E_JSON', sentence: plain`The response is not JSON (${type}).`};
	}

	return undefined;
}

function redirect({status}: Answered, location: string, {method, url, reachability}: Expected): ErrorMessage {
	const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
	// A target such as `mailto:` has no host to name.
	const where = target?.host ? plain`to ${safe(target.host, 128)}` : plain`to an unreadable address`;
	// These two ask for the same request elsewhere. After any other redirect, a write may have been carried out.
	if (method !== 'GET' && (status === 307 || status === 308)) {
		return {
			code: 'E_REDIRECTED_WRITE',
			sentence: plain`The service redirected this ${where} (${status}), so it was not carried out. landfall does not follow redirects and sent nothing there.${checkAddress}`,
		};
	}

	const hint = reachability === 'served' ? plain`` : checkAddress;
	return {
		code: 'E_REDIRECT',
		sentence: plain`The service redirects ${where} (${status}). landfall does not follow redirects, so your key was not sent there.${hint}`,
	};
}

/** Explains a status other than 2xx. The interface documents none, so only HTTP's own meaning counts. */
export function messageForStatus(status: number, subject: MissingThing, reachability: Reachability): ErrorMessage {
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
			return {code: 'E_NOT_FOUND', sentence: plain`${whatIsMissing(subject, reachability)} (${status})`};
		case 408:
			return {code: 'E_TIMEOUT_REQ', sentence: plain`The service timed out waiting for the request (408).`};
		case 409:
		case 412:
			return {code: 'E_CONFLICT', sentence: plain`This conflicts with the current state of the service (${status}).`};
		case 413:
		case 414:
		case 431:
			return {code: 'E_TOO_LARGE', sentence: plain`The request is too large for the service (${status}).`};
		case 429:
			return {code: 'E_RATE', sentence: plain`The service asks for fewer requests (429).`};
	}

	if (status >= 500 && status <= 599) {
		const code = [502, 503, 504].includes(status) ? 'E_UNAVAILABLE' : 'E_SERVER';
		return {code, sentence: plain`The service is having trouble (${status}).`};
	}

	if (status >= 400 && status <= 499)
		return {code: 'E_INVALID', sentence: plain`The service did not accept this (${status}).`};
	return {code: 'E_STATUS', sentence: plain`The service responded with an unexpected status (${status}).`};
}

const whatIsMissing = (subject: MissingThing, reachability: Reachability): SafeText =>
	subject === 'projects' && reachability === 'served' ? plain`The list of projects was not found.` : missing[subject];

const missing: Readonly<Record<MissingThing, SafeText>> = {
	projects: plain`There are no projects at this address. Check the base address.`,
	project: plain`The project was not found: it may have been deleted.`,
	deployments: plain`deployments not available`,
	deployment: plain`The deployment was not found: it or its project may have been deleted.`,
	path: plain`The service has nothing at this path.`,
};
