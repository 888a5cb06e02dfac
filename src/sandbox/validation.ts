import {seqOfCursor} from './endpoints/cursors.ts';
import {type Read, type Request, refused} from './response.ts';

/** Larger bodies are rejected. */
export const maxBodyBytes = 64 * 1024;

const maxNameLength = 100;
const maxSlugLength = 63;
const maxUrlLength = 2048;

/** Returns the page size. */
export function readLimit(query: URLSearchParams): Read<number> {
	const text = query.get('limit');
	if (text === null) return {value: 50};
	const limit = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= 100) return {value: limit};
	return refused(400, 'invalid_limit', 'limit must be a whole number from 1 to 100.');
}

/** Returns the sequence number before which the page starts. */
export function readCursor(query: URLSearchParams, seed: number): Read<number> {
	const text = query.get('cursor') ?? '';
	if (text === '') return {value: Number.POSITIVE_INFINITY};
	const seq = seqOfCursor(seed, text);
	return seq === undefined
		? refused(400, 'invalid_cursor', 'cursor must be a next_cursor of this service.')
		: {value: seq};
}

/** The fields of a body. A map, because any name may occur. */
export type Fields = ReadonlyMap<string, unknown>;

export function readFields({headers, body}: Request): Read<Fields> {
	if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
		return refused(415, 'unsupported_media_type', 'The body must be application/json.');
	}

	let fields: unknown;
	try {
		fields = JSON.parse(body);
	} catch {
		return refused(400, 'invalid_json', 'The body is not JSON.');
	}

	if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) {
		return {value: new Map(Object.entries(fields))};
	}

	return refused(422, 'invalid_body', 'The body must be a JSON object.');
}

export function readName(fields: Fields): Read<string> {
	const name = fields.get('name');
	const trimmed = typeof name === 'string' ? name.trim() : '';
	if (trimmed !== '' && [...trimmed].length <= maxNameLength) return {value: trimmed};
	return refused(422, 'invalid_name', `name must be text of 1 to ${maxNameLength} characters.`);
}

export function readSlug(fields: Fields): Read<string> {
	const slug = fields.get('slug');
	const lower = typeof slug === 'string' ? slug.trim().toLowerCase() : '';
	if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(lower) && lower.length <= maxSlugLength) return {value: lower};
	return refused(
		422,
		'invalid_slug',
		`slug must be 1 to ${maxSlugLength} letters a to z, digits and single hyphens between them.`,
	);
}

export function readUrl(fields: Fields): Read<string> {
	const url = fields.get('url');
	const trimmed = typeof url === 'string' ? url.trim() : '';
	if (/^https?:\/\/[^/\s]/i.test(trimmed) && URL.canParse(trimmed) && trimmed.length <= maxUrlLength) {
		return {value: trimmed};
	}

	return refused(422, 'invalid_url', `url must be an http or https address of at most ${maxUrlLength} characters.`);
}

/** Reads a field whose value must be one of `words`. */
export const readWord =
	(field: string, words: readonly string[]) =>
	(fields: Fields): Read<string> => {
		const word = words.find(allowed => allowed === fields.get(field));
		if (word !== undefined) return {value: word};
		return refused(422, `invalid_${field}`, `${field} must be one of: ${words.join(', ')}.`);
	};

export function readUploadVersion(fields: Fields, highest: number): Read<number> {
	const version = fields.get('upload_version');
	if (typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= highest) {
		return {value: version};
	}

	return refused(
		422,
		'invalid_upload_version',
		highest === 0
			? 'Nothing has been uploaded yet: leave out upload_version.'
			: `upload_version must be a whole number from 1 to ${highest}.`,
	);
}
