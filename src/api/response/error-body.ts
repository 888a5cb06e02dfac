import type {WireAnswer} from '../transport/transport.ts';

type Answered = Extract<WireAnswer, {outcome: 'answered'}>;

/** What an answer says in words. */
export type Quote = {
	readonly says: string | undefined;
	/** The title of a web page that came instead of data: empty if it has none, undefined if it is no page. */
	readonly pageTitle: string | undefined;
};

/** As much of a body as is looked at to quote from. */
const beginning = 8192;

/**
Finds the words in an answer that is no success. The interface shows no error bodies, so it is quoted and never understood.

What it gives is the service's own text: neither safe to show nor free of the key yet.
*/
export function quote({headers, body}: Answered, json: unknown): Quote {
	if (isWebPage(headers, body)) {
		const page = body.slice(0, beginning);
		const pageTitle = textOf(/<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? '');
		return {says: [pageTitle, textOf(page)].find(isWorthShowing), pageTitle};
	}

	const says = json === undefined ? textOf(body.slice(0, beginning)) : sentenceOf(json);
	return {says: isWorthShowing(says) ? says : undefined, pageTitle: undefined};
}

/** The id under which the service knows the call: from the record or the error in the body, else from a header. */
export function requestIdOf({headers}: Answered, json: unknown): string | undefined {
	const usual = field(json, 'request_id');
	if (isWorthShowing(usual)) return usual;

	const inBody = [json, field(json, 'error'), field(json, 'meta')].flatMap(where => [
		field(where, 'request_id'),
		field(where, 'requestId'),
	]);
	return [...inBody, ...requestIdHeaders.map(name => headers.get(name))].find(isWorthShowing);
}

const requestIdHeaders = [
	'x-request-id',
	'request-id',
	'x-correlation-id',
	'x-amzn-requestid',
	'x-amz-cf-id',
	'cf-ray',
];

export const isWebPage = (headers: Answered['headers'], body: string): boolean =>
	/^\s*<(!doctype|html|head|body|\?xml)/i.test(body.slice(0, 1000)) ||
	((headers.get('content-type') ?? '').toLowerCase().includes('text/html') && body.trimStart().startsWith('<'));

/** The places in which services put their sentence, the usual ones first. */
function sentenceOf(json: unknown): string | undefined {
	const error = field(json, 'error');
	const errors = field(json, 'errors');
	const candidates = [
		json,
		field(json, 'message'),
		error,
		field(error, 'message'),
		field(json, 'detail'),
		field(json, 'title'),
		firstOf(errors),
		field(error, 'code'),
	];
	return candidates.find(isWorthShowing);
}

/** `["…"]`, `[{"message": "…"}]` and `{"name": ["…"]}` are all in use. */
function firstOf(errors: unknown): string | undefined {
	if (typeof errors !== 'object' || errors === null) return undefined;

	const [entry] = Object.entries(errors);
	if (!entry) return undefined;
	const [name, first] = entry;
	const said = [first, field(first, 'message'), field(first, 'detail'), field(first, '0')].find(isWorthShowing);
	return said === undefined || Array.isArray(errors) ? said : `${name}: ${said}`;
}

const field = (json: unknown, name: string): unknown =>
	typeof json === 'object' && json !== null ? Object.getOwnPropertyDescriptor(json, name)?.value : undefined;

const isWorthShowing = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

/** What a reader of a page would see of it, roughly. */
const textOf = (page: string): string =>
	page
		.replace(/<(script|style|title)\b.*?(<\/\1\s*>|$)/gis, ' ')
		.replace(/<[a-z!/][^<>]*(>|$)/gi, ' ')
		.replace(/&(?:nbsp|#160);/g, ' ')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&#0?39;|&apos;/g, "'")
		.replace(/&amp;/g, '&')
		.replace(/\s+/g, ' ')
		.trim();
