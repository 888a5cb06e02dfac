import type {Answered} from './transport.ts';
import type {FieldFlaw} from './types.ts';

/** Only this much of a body is searched for a message. */
const maxQuotedLength = 8192;

/**
Returns the message in an error response, and the title if it is a web page. Error bodies are not documented, so they are quoted and never interpreted.

The texts are the service's own: they are not safe to display yet.
*/
export function readErrorBody(
	{headers, body}: Answered,
	json: unknown,
): {readonly says: string | undefined; readonly pageTitle?: string} {
	if (isWebPage(headers, body)) {
		const page = body.slice(0, maxQuotedLength);
		const pageTitle = pageText(/<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? '');
		return {says: [pageTitle, pageText(page)].find(isNonBlank), pageTitle};
	}

	const says = json === undefined ? pageText(body.slice(0, maxQuotedLength)) : bodyMessage(json);
	return {says: isNonBlank(says) ? says : undefined};
}

/** Returns the service's id for the request: from the record or error in the body, otherwise from a header. */
export function requestIdOf({headers}: Answered, json: unknown): string | undefined {
	const inBody = [json, field(json, 'error'), field(json, 'meta')].flatMap(where => [
		field(where, 'request_id'),
		field(where, 'requestId'),
	]);
	return [...inBody, ...requestIdHeaders.map(name => headers.get(name))].find(isNonBlank);
}

/** Returns what is wrong with the request id in the body of a success, where the interface has it in every record and every list. */
export function requestIdFlaws(json: unknown): readonly FieldFlaw[] {
	const id = field(json, 'request_id') ?? '';
	if (typeof id === 'string' && id !== '') return [];
	return [{field: 'request_id', problem: id === '' ? 'missing' : 'unreadable'}];
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

/** Looks in the places where services put an error message, most common first. */
function bodyMessage(json: unknown): string | undefined {
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
	return candidates.find(isNonBlank);
}

/** Supports `["…"]`, `[{"message": "…"}]` and `{"name": ["…"]}`. */
function firstOf(errors: unknown): string | undefined {
	if (typeof errors !== 'object' || errors === null) return undefined;

	const [firstEntry] = Object.entries(errors);
	if (!firstEntry) return undefined;
	const [name, first] = firstEntry;
	const text = [first, field(first, 'message'), field(first, 'detail'), field(first, '0')].find(isNonBlank);
	return text === undefined || Array.isArray(errors) ? text : `${name}: ${text}`;
}

const field = (json: unknown, name: string): unknown =>
	typeof json === 'object' && json !== null ? Object.getOwnPropertyDescriptor(json, name)?.value : undefined;

const isNonBlank = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

const pageText = (page: string): string =>
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
