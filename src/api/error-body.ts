import {isJsonObject} from '../base/json.ts';
import type {Answered} from './transport.ts';
import type {FieldFlaw} from './types.ts';

const maxQuotedLength = 8192;

/**
The message in an error response. Error bodies are not documented, so they are quoted and never interpreted.

The text is the service's own: it is not safe to display yet.
*/
export function errorText(body: string, json: unknown): string | undefined {
	if (json !== undefined) return jsonMessage(json);
	return pageTitle(body) || pageText(body.slice(0, maxQuotedLength)) || undefined;
}

export const isWebPage = (body: string): boolean => body.trimStart().startsWith('<');

export function pageTitle(page: string): string {
	const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(page.slice(0, maxQuotedLength)) ?? [];
	return pageText(title);
}

export function requestIdOf({headers}: Pick<Answered, 'headers'>, json: unknown): string | undefined {
	const inBody = [json, field(json, 'error'), field(json, 'meta')].flatMap(where => [
		field(where, 'request_id'),
		field(where, 'requestId'),
	]);
	return [...inBody, ...requestIdHeaders.map(name => headers.get(name))].find(isNonBlank);
}

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

function jsonMessage(json: unknown): string | undefined {
	const error = field(json, 'error');
	return [textIn(json), textIn(error), ...textsInErrors(field(json, 'errors')), field(error, 'code')].find(isNonBlank);
}

/** The names in an object of errors are fields of the request, even `title`. */
function textsInErrors(errors: unknown): readonly unknown[] {
	if (!isJsonObject(errors)) return [textIn(errors), textIn(field(errors, '0'))];
	// The object may have millions of fields.
	return Object.keys(errors)
		.slice(0, 100)
		.map(name => {
			const text = textIn(field(errors, name));
			return text && `${name}: ${text}`;
		});
}

const textIn = (json: unknown): string | undefined =>
	[json, ...['message', 'detail', 'title', '0'].map(name => field(json, name))].find(isNonBlank);

const field = (json: unknown, name: string): unknown => Object(json)[name];

const isNonBlank = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';

const entities: Readonly<Record<string, string>> = {
	'&nbsp;': ' ',
	'&#160;': ' ',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#039;': "'",
	'&apos;': "'",
	'&amp;': '&',
};

const pageText = (page: string): string =>
	page
		.replace(/<(script|style|title)\b.*?(<\/\1>|$)|<[a-z!/][^<>]*(>|$)/gis, ' ')
		.replace(/&#?\w+;/g, entity => entities[entity] ?? entity)
		.replace(/\s+/g, ' ')
		.trim();
