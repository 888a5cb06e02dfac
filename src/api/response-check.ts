import {plain, type SafeText, safe} from '../base/text.ts';
import {isWebPage, readErrorBody} from './error-body.ts';
import {
	checkAddress,
	droppedMidway,
	type ErrorMessage,
	messageForStatus,
	type Reachability,
	unlessServed,
} from './error-message.ts';
import type {MissingThing} from './errors.ts';
import type {Answered, WireRequest} from './transport.ts';

/** `says` is the service's own message. */
export type ResponseCheck = ErrorMessage & {readonly says?: SafeText};

export type Expected = {
	readonly method: WireRequest['method'];
	readonly subject: MissingThing;
	readonly expects: 'json' | 'nothing' | 'anything';
	/** The url of the request, against which a redirect is resolved. */
	readonly url: URL;
	/** What earlier requests have shown about the base url. */
	readonly reachability: Reachability;
};

/** Returns what is wrong with a response, or undefined if it is the expected success. `json` is its parsed body. */
export function checkResponse(answer: Answered, json: unknown, expected: Expected): ResponseCheck | undefined {
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

	return {
		code: 'E_REDIRECT',
		sentence: plain`The service redirects ${where} (${status}). landfall does not follow redirects, so your key was not sent there.${unlessServed(reachability, checkAddress)}`,
	};
}
