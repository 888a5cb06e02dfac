/*
Reads the parts of a request. Each function throws a `Rejection` if its part is not valid.
*/
import {isJsonObject} from '../base/json.ts';
import {numberOf} from './random.ts';
import {Rejection, type Request} from './response.ts';

const maxNameLength = 100;
const maxSlugLength = 63;
const maxUrlLength = 2048;

/** Accepts only the documented form, so that clients with another form are noticed. */
export function checkKey({headers}: Request, apiKey: string): void {
	const [, token] = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '') ?? [];
	if (token === apiKey) return;
	const message = token === undefined ? 'Send the team API key as a bearer token.' : 'This API key is not known.';
	throw new Rejection(401, 'unauthorized', message, {'www-authenticate': 'Bearer'});
}

export function readLimit(query: URLSearchParams): number {
	const text = query.get('limit');
	if (text === null) return 50;
	const limit = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= 100) return limit;
	throw new Rejection(400, 'invalid_limit', 'limit must be a whole number from 1 to 100.');
}

export function readCursor(query: URLSearchParams, seed: number): number {
	const text = query.get('cursor') ?? '';
	if (text === '') return Number.POSITIVE_INFINITY;
	const seq = numberOf('cur', seed, text);
	if (seq === undefined) throw new Rejection(400, 'invalid_cursor', 'cursor must be a next_cursor of this service.');
	return seq;
}

type BodyFields = ReadonlyMap<string, unknown>;

export function readFields({headers, body}: Request): BodyFields {
	if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
		throw new Rejection(415, 'unsupported_media_type', 'The body must be application/json.');
	}

	const fields = parseRequestBody(body);
	if (isJsonObject(fields)) return new Map(Object.entries(fields));
	throw new Rejection(422, 'invalid_body', 'The body must be a JSON object.');
}

function parseRequestBody(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		throw new Rejection(400, 'invalid_json', 'The body is not JSON.');
	}
}

function trimmedIn(fields: BodyFields, field: string): string {
	const text = fields.get(field);
	return typeof text === 'string' ? text.trim() : '';
}

const invalid = (field: string, must: string) => new Rejection(422, `invalid_${field}`, `${field} must be ${must}.`);

export function readName(fields: BodyFields): string {
	const name = trimmedIn(fields, 'name');
	if (name !== '' && [...name].length <= maxNameLength) return name;
	throw invalid('name', `text of 1 to ${maxNameLength} characters`);
}

export function readSlug(fields: BodyFields): string {
	const slug = trimmedIn(fields, 'slug').toLowerCase();
	if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= maxSlugLength) return slug;
	throw invalid('slug', `1 to ${maxSlugLength} letters a to z, digits and single hyphens between them`);
}

export function readUrl(fields: BodyFields): string {
	const url = trimmedIn(fields, 'url');
	if (/^https?:\/\/[^/\s]/i.test(url) && URL.canParse(url) && url.length <= maxUrlLength) return url;
	throw invalid('url', `an http or https address of at most ${maxUrlLength} characters`);
}

export function readWord(fields: BodyFields, field: string, words: readonly string[]): string {
	const word = words.find(allowed => allowed === fields.get(field));
	if (word !== undefined) return word;
	throw invalid(field, `one of: ${words.join(', ')}`);
}

export function readUploadVersion(fields: BodyFields, highest: number): number {
	const version = fields.get('upload_version');
	if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= highest) return version;
	throw invalid(
		'upload_version',
		highest === 0 ? 'left out before the first upload' : `a whole number from 1 to ${highest}`,
	);
}
