/*
Reads the parts of a request. Each function throws a `Refusal` if its part is not valid.
*/
import {isJsonObject} from '../base/json.ts';
import {seqOfCursor} from './random.ts';
import {Refusal, type Request} from './response.ts';

export const maxBodyBytes = 64 * 1024;

const maxNameLength = 100;
const maxSlugLength = 63;
const maxUrlLength = 2048;

export const bodyTooLarge = () => new Refusal(413, 'body_too_large', 'The body is over 64 KiB.');

export function checkSize({body}: Request): void {
	if (Buffer.byteLength(body) > maxBodyBytes) throw bodyTooLarge();
}

/** The form is exactly the documented one, so that a client that sends another is noticed here. */
export function checkKey({headers}: Request, apiKey: string): void {
	const [, token] = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '') ?? [];
	if (token === apiKey) return;
	const message = token === undefined ? 'Send the team API key as a bearer token.' : 'This API key is not known.';
	throw new Refusal(401, 'unauthorized', message, {'www-authenticate': 'Bearer'});
}

export function readLimit(query: URLSearchParams): number {
	const text = query.get('limit');
	if (text === null) return 50;
	const limit = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= 100) return limit;
	throw new Refusal(400, 'invalid_limit', 'limit must be a whole number from 1 to 100.');
}

/** Returns the sequence number before which the page starts. */
export function readCursor(query: URLSearchParams, seed: number): number {
	const text = query.get('cursor') ?? '';
	if (text === '') return Number.POSITIVE_INFINITY;
	const seq = seqOfCursor(seed, text);
	if (seq === undefined) throw new Refusal(400, 'invalid_cursor', 'cursor must be a next_cursor of this service.');
	return seq;
}

/** The fields of a body. A map, because any name may occur. */
type Fields = ReadonlyMap<string, unknown>;

export function readFields({headers, body}: Request): Fields {
	if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
		throw new Refusal(415, 'unsupported_media_type', 'The body must be application/json.');
	}

	const fields = parseBody(body);
	if (isJsonObject(fields)) return new Map(Object.entries(fields));
	throw new Refusal(422, 'invalid_body', 'The body must be a JSON object.');
}

function parseBody(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		throw new Refusal(400, 'invalid_json', 'The body is not JSON.');
	}
}

function trimmedIn(fields: Fields, field: string): string {
	const text = fields.get(field);
	return typeof text === 'string' ? text.trim() : '';
}

export function readName(fields: Fields): string {
	const name = trimmedIn(fields, 'name');
	if (name !== '' && [...name].length <= maxNameLength) return name;
	throw new Refusal(422, 'invalid_name', `name must be text of 1 to ${maxNameLength} characters.`);
}

export function readSlug(fields: Fields): string {
	const slug = trimmedIn(fields, 'slug').toLowerCase();
	if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= maxSlugLength) return slug;
	const message = `slug must be 1 to ${maxSlugLength} letters a to z, digits and single hyphens between them.`;
	throw new Refusal(422, 'invalid_slug', message);
}

export function readUrl(fields: Fields): string {
	const url = trimmedIn(fields, 'url');
	if (/^https?:\/\/[^/\s]/i.test(url) && URL.canParse(url) && url.length <= maxUrlLength) return url;
	const message = `url must be an http or https address of at most ${maxUrlLength} characters.`;
	throw new Refusal(422, 'invalid_url', message);
}

/** Reads a field whose value must be one of `words`. */
export function readWord(fields: Fields, field: string, words: readonly string[]): string {
	const word = words.find(allowed => allowed === fields.get(field));
	if (word !== undefined) return word;
	throw new Refusal(422, `invalid_${field}`, `${field} must be one of: ${words.join(', ')}.`);
}

export function readUploadVersion(fields: Fields, highest: number): number {
	const version = fields.get('upload_version');
	if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= highest) return version;
	const message =
		highest === 0
			? 'Nothing has been uploaded yet: leave out upload_version.'
			: `upload_version must be a whole number from 1 to ${highest}.`;
	throw new Refusal(422, 'invalid_upload_version', message);
}
