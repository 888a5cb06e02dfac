import {plain, type SafeText, safe} from '../../text.ts';
import type {Subject} from '../errors.ts';
import type {Evidence} from '../retry/evidence.ts';
import type {WireAnswer} from '../transport/transport.ts';
import {isWebPage, quote} from './error-body.ts';
import {type Complaint, checkAddress, complaintOfStatus, droppedMidway, unlessServed} from './error-message.ts';

type Answered = Extract<WireAnswer, {outcome: 'answered'}>;

/** `says` is what the service itself said about it. */
export type ResponseCheck = Complaint & {readonly says?: SafeText};

export type Expected = {
	readonly subject: Subject;
	readonly brings: 'json' | 'nothing';
	/** Where the call went: a redirect may be relative to it. */
	readonly url: URL;
	/** What earlier calls have shown of the address. */
	readonly evidence: Evidence;
};

/** What is wrong with an answer, or undefined if it is the success that was expected. `json` is its body, parsed. */
export function judge(answer: Answered, json: unknown, expected: Expected): ResponseCheck | undefined {
	const {status, headers} = answer;
	if (status >= 200 && status <= 299) return complaintOfSuccess(answer, json, expected);
	const location = headers.get('location');
	if (status >= 300 && status <= 399 && location !== undefined) return redirect(answer, location, expected);

	const {says} = quote(answer, json);
	const complaint = complaintOfStatus(status, expected.subject, expected.evidence);
	return says === undefined ? complaint : {...complaint, says: safe(says, 200)};
}

function complaintOfSuccess(answer: Answered, json: unknown, {brings, evidence}: Expected): Complaint | undefined {
	const {status, headers, body, isComplete, flaw} = answer;
	if (isWebPage(headers, body)) {
		const title = safe(quote(answer, json).pageTitle ?? '', 80);
		const page = title === '' ? plain`A web page` : plain`A web page, “${title}”,`;
		const hint =
			evidence === 'served'
				? plain`Perhaps a proxy or a login page answers.`
				: plain`Check the address, or whether a proxy or a login page answers.`;
		return {code: 'E_HTML', sentence: plain`${page} came instead of data (${status}). ${hint}`};
	}

	// That it was done is all there is to know; how the body ends changes nothing.
	if (brings === 'nothing') return undefined;
	if (flaw === 'stalled') return {code: 'E_TIMEOUT_BODY', sentence: plain`The answer stopped midway.`};
	if (flaw === 'too-large') {
		return {code: 'E_BODY_TOO_BIG', sentence: plain`The answer was so large that reading it was stopped.`};
	}

	if (flaw === 'encoded') {
		const encoding = safe(headers.get('content-encoding') ?? '', 32);
		return {code: 'E_ENCODING', sentence: plain`The answer came packed (${encoding}), which was not asked for.`};
	}

	if (flaw === 'not-utf8') return {code: 'E_ENCODING', sentence: plain`The answer is not text in UTF-8.`};
	if (!isComplete) return droppedMidway;
	if (body.trim() === '') {
		return {code: 'E_EMPTY', sentence: plain`The answer was empty where data was due (${status}).`};
	}

	if (json === undefined) {
		const type = safe(headers.get('content-type') ?? 'of no stated type', 64);
		return {code: 'E_JSON', sentence: plain`The answer is not JSON (${type}).`};
	}

	return undefined;
}

function redirect({status}: Answered, location: string, {url, evidence}: Expected): Complaint {
	const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
	// Without a host, `mailto:` for example, there is nowhere the key could have gone.
	const where = target?.host ? plain`to ${safe(target.host, 128)}` : plain`to somewhere unreadable`;
	return {
		code: 'E_REDIRECT',
		sentence: plain`The service points ${where} (${status}). landfall does not follow, and your key was not sent there.${unlessServed(evidence, checkAddress)}`,
	};
}
