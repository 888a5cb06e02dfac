import {duration} from '../base/duration.ts';
import {addPeriod, plain, type SafeText, safe} from '../base/text.ts';
import {errorText, isWebPage, pageTitle} from './error-body.ts';
import type {ErrorCode, RequestedThing} from './errors.ts';
import {isUntrusted} from './extra-certificates.ts';
import type {Answered, WireAnswer, WireRequest} from './transport.ts';

export type ErrorMessage = {readonly code: ErrorCode; readonly sentence: SafeText; readonly says?: SafeText};

const message = (code: ErrorCode, sentence: SafeText): ErrorMessage => ({code, sentence});

const checkScheme = plain` Check the address, and whether it is http or https.`;
const checkAddress = plain` Check the address.`;

const droppedMidway = message('E_TRUNCATED', plain`The connection was lost in the middle of the answer.`);

type Failed = Extract<WireAnswer, {outcome: 'not-sent' | 'lost'}>;

export function messageForCode(
	answer: Failed,
	{host: name, protocol}: Pick<URL, 'host' | 'protocol'>,
	tookMs: number,
): ErrorMessage {
	const host = safe(name);
	const {outcome, code, isTimeout} = answer;
	const took = duration(Math.max(1000, Math.round(tookMs / 1000) * 1000));
	if (isTimeout && outcome === 'not-sent') {
		const proxy = answer.proxy === undefined ? plain`` : plain` through the proxy ${safe(answer.proxy, 128)}`;
		if (code === 'TIMEOUT_LOOKUP' && answer.proxy === undefined)
			return message('E_TIMEOUT_CONNECT', plain`The name ${host} could not be looked up within ${took}.`);
		if (code === 'TIMEOUT_TLS')
			return message('E_TIMEOUT_CONNECT', plain`${host} took the connection, but TLS was not ready within ${took}.`);
		return message('E_TIMEOUT_CONNECT', plain`Could not connect to ${host}${proxy} within ${took}.`);
	}

	if (isTimeout) return message('E_TIMEOUT_HEADERS', plain`${host} did not respond within ${took}.`);
	if (code === 'HPE_HEADER_OVERFLOW') {
		const cause = plain`Do cookies of a proxy or a login page fill them?`;
		return message('E_HTTP', plain`The headers of the answer from ${host} exceed landfall's limit of 16 kB. ${cause}`);
	}

	if (/^HPE_/.test(code)) return message('E_HTTP', plain`The answer from ${host} is not valid HTTP.${checkScheme}`);
	if (outcome === 'not-sent') return connectMessage(answer, host);
	if (answer.hasBegun) return droppedMidway;
	// A TLS server closes a plain HTTP connection.
	const hint = protocol === 'http:' ? checkScheme : plain``;
	return message('E_RESET', plain`The connection to ${host} was lost before an answer (${safe(code, 64)}).${hint}`);
}

const proxyAsks = plain`did not accept the user name and password (407). Check them in the variable that names the proxy.`;

/** The server speaks no TLS, or an old version of it. No other TLS failure means that. */
const notTls = /^EPROTO$|WRONG_VERSION|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|HTTP_REQUEST/;

function connectMessage(
	{code, proxy: proxyHost, proxyStatus, trustProblem}: Extract<Failed, {outcome: 'not-sent'}>,
	host: SafeText,
): ErrorMessage {
	const reason = safe(code, 64);
	const proxy = plain`proxy ${safe(proxyHost ?? '', 128)}`;
	// With a proxy, this computer connects only to the proxy.
	const peer = proxyHost === undefined ? host : plain`the ${proxy}`;
	switch (code) {
		case 'ENOTFOUND':
		// The resolver could not be reached, so the name may still exist.
		case 'EAI_AGAIN': {
			const isUnknown = code === 'ENOTFOUND' && proxyHost === undefined;
			const hint = isUnknown
				? plain`Check the address, and whether this computer is online.`
				: plain`Is this computer online?`;
			return message(
				'E_DNS',
				plain`The name ${proxyHost === undefined ? host : plain`of ${peer}`} could not be looked up. ${hint}`,
			);
		}

		case 'ECONNREFUSED':
			return message('E_CONNECT', plain`Cannot reach ${peer} (connection refused).`);
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return message('E_CONNECT', plain`There is no network route to ${peer}.`);
		case 'EMFILE':
		case 'ENFILE':
		case 'ENOBUFS':
			return message('E_LOCAL', plain`This computer has too many files or connections open to connect to ${host}.`);
		case 'ERR_PROXY_TUNNEL':
			if (proxyStatus === 407) return message('E_PROXY_AUTH', plain`The ${proxy} ${proxyAsks}`);
			return message('E_PROXY', plain`The ${proxy} rejected the connection to ${host} (${proxyStatus ?? 0}).`);
		case 'CERT_HAS_EXPIRED':
			return message('E_TLS', plain`The certificate of ${host} has expired. Is this computer's clock right?`);
		case 'CERT_NOT_YET_VALID':
			return message('E_TLS', plain`The certificate of ${host} is not valid yet. Is this computer's clock right?`);
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return message('E_TLS', plain`The server's certificate is not for ${host}.${checkAddress}`);
	}

	if (isUntrusted(code)) {
		const advice = plain`If a company proxy intercepts TLS here, set NODE_EXTRA_CA_CERTS or NODE_USE_SYSTEM_CA=1.`;
		return message(
			'E_TLS',
			plain`The certificate of ${host} is not signed by anyone this computer trusts. ${trustProblem ?? advice}`,
		);
	}

	if (/^ERR_(INVALID_CHAR|UNESCAPED_CHARACTERS|INVALID_HTTP_TOKEN)/.test(code)) {
		return message('E_REFUSED', plain`The request could not be written as HTTP, so it was not sent (${reason}).`);
	}

	if (!/^(EPROTO|ERR_SSL_)/.test(code)) return message('E_CONNECT', plain`Could not connect to ${host} (${reason}).`);
	if (!notTls.test(code)) return message('E_TLS', plain`TLS with ${host} failed (${reason}).`);
	return message('E_TLS', plain`${host} does not speak TLS 1.2 or newer there. Check the address: is it an http port?`);
}

type Expected = {
	readonly requested: RequestedThing;
	readonly expects: 'json' | 'nothing' | 'anything';
};

export function checkResponse(
	answer: Answered,
	json: unknown,
	wire: WireRequest,
	expected: Expected,
): ErrorMessage | undefined {
	const {status, headers} = answer;
	const hundreds = Math.floor(status / 100);
	if (hundreds === 2) return checkSuccess(answer, json, expected);
	const location = headers.get('location');
	if (hundreds === 3 && location !== undefined) return redirect(status, location, wire);

	const says = errorText(answer.body, json);
	return messageForStatus(status, expected.requested, says === undefined ? undefined : safe(says, 200));
}

function checkSuccess(answer: Answered, json: unknown, {expects}: Expected): ErrorMessage | undefined {
	const {status, headers, body, isComplete, flaw} = answer;
	if (isWebPage(body)) {
		const title = safe(pageTitle(body), 80);
		const page = title === '' ? plain`A web page` : plain`A web page, “${title}”,`;
		const hint = plain`Check the address, and whether a proxy or a login page answers instead.`;
		return message('E_HTML', plain`${page} came instead of data (${status}). ${hint}`);
	}

	// The body may be incomplete, because only the status matters.
	if (expects === 'nothing') return undefined;
	switch (flaw) {
		case 'stalled':
			return message('E_TIMEOUT_BODY', plain`The answer stopped midway.`);
		case 'too-large':
			return message('E_BODY_TOO_BIG', plain`The answer was too large to read.`);
		case 'encoded': {
			const encoding = safe(headers.get('content-encoding') ?? '', 32);
			return message('E_ENCODING', plain`The answer was compressed (${encoding}), which was not requested.`);
		}

		case 'not-utf8':
			return message('E_ENCODING', plain`The answer is not UTF-8 text.`);
	}

	if (!isComplete) return droppedMidway;
	if (expects === 'anything') return undefined;
	if (body.trim() === '') return message('E_EMPTY', plain`The answer was empty instead of data (${status}).`);
	if (json !== undefined) return undefined;
	const type = safe(headers.get('content-type') ?? 'no content type', 64);
	return message('E_JSON', plain`The answer is not JSON (${type}).`);
}

function redirect(status: number, location: string, {method, url}: WireRequest) {
	// A target such as `mailto:` has no host to name.
	const host = URL.parse(location, url.href)?.host;
	const where = host ? plain`to ${safe(host, 128)}` : plain`to an unreadable address`;
	// 307 and 308 carry nothing out and name another address. After any other redirect, a write may have been carried out.
	if (method !== 'GET' && (status === 307 || status === 308)) {
		return message(
			'E_REDIRECTED_WRITE',
			plain`The service redirected this ${where} (${status}), so it was not carried out. landfall does not follow redirects and sent nothing there.${checkAddress}`,
		);
	}

	return message(
		'E_REDIRECT',
		plain`The service redirects ${where} (${status}). landfall does not follow redirects, so your key was not sent there.${checkAddress}`,
	);
}

type StatusMeaning = {readonly code: ErrorCode; readonly meaning: SafeText};

const statusMeanings: ReadonlyArray<StatusMeaning & {readonly statuses: readonly number[]}> = [
	{statuses: [401], code: 'E_AUTH', meaning: plain`The service rejected the key`},
	{statuses: [403], code: 'E_FORBIDDEN', meaning: plain`The service does not allow this`},
	{statuses: [407], code: 'E_PROXY_AUTH', meaning: plain`A proxy asks for a user name and password`},
	{statuses: [408], code: 'E_TIMEOUT_REQ', meaning: plain`The service timed out waiting for the request`},
	{statuses: [409, 412], code: 'E_CONFLICT', meaning: plain`The service reports a conflict`},
	{statuses: [413, 414], code: 'E_TOO_LARGE', meaning: plain`The request is too large for the service`},
	{statuses: [431], code: 'E_TOO_LARGE', meaning: plain`The headers of the request are too large for the service`},
	{statuses: [425], code: 'E_RATE', meaning: plain`The service did not take the request yet`},
	{statuses: [429], code: 'E_RATE', meaning: plain`The service asks for fewer requests`},
	{statuses: [502, 503, 504], code: 'E_UNAVAILABLE', meaning: plain`The service is having trouble`},
];

/** The interface documents no status but 2xx, so all others have their meaning in HTTP. */
function meaningOf(status: number, requested: RequestedThing): StatusMeaning {
	if (status === 404 || status === 410)
		return {code: requested === 'projects' ? 'E_ADDRESS' : 'E_NOT_FOUND', meaning: notFoundMeanings[requested]};
	const known = statusMeanings.find(({statuses}) => statuses.includes(status));
	if (known) return known;
	if (status >= 500 && status <= 599) return {code: 'E_SERVER', meaning: plain`The service is having trouble`};
	return status >= 400 && status <= 499
		? {code: 'E_INVALID', meaning: plain`The service did not accept this`}
		: {code: 'E_STATUS', meaning: plain`The service answered with an unexpected status`};
}

function messageForStatus(status: number, requested: RequestedThing, says?: SafeText): ErrorMessage {
	const {code, meaning} = meaningOf(status, requested);
	if (says === undefined) return message(code, plain`${meaning} (${status}).`);
	// The service's words are quoted, so that it cannot speak for landfall.
	return {code, sentence: plain`${meaning} (${status}): “${addPeriod(says)}”`, says};
}

const notFoundMeanings: Readonly<Record<RequestedThing, SafeText>> = {
	projects: plain`The project API was not found at this address; check the base address`,
	page: plain`The service does not know the cursor of this page`,
	project: plain`The project was not found; it may have been deleted`,
	deployments: plain`deployments not found; the project may have been deleted`,
	deployment: plain`The deployment was not found; it or its project may have been deleted`,
	path: plain`The service has nothing at this path`,
};
