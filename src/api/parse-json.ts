import {isJsonObject} from '../base/json.ts';

/** Fields that identify something and are sent back unchanged, even if the service sends them as numbers. */
const idFields: readonly string[] = ['id', 'project_id', 'environment_id', 'request_id', 'next_cursor'];

/** `source` is the source text of a primitive. Node passes it since version 21. */
type Reviver = (name: string, value: unknown, context?: {readonly source?: string}) => unknown;

/** Not yet in TypeScript's library. */
const {parse, rawJSON, isRawJSON} = JSON as typeof JSON & {
	readonly parse: (text: string, reviver?: Reviver) => unknown;
	readonly rawJSON?: (text: string) => object;
	readonly isRawJSON?: (value: unknown) => boolean;
};

const hasNumericId = (record: unknown): boolean =>
	isJsonObject(record) && idFields.some(field => typeof record[field] === 'number');

/** Looks where responses have ids: in the envelope, in the records of its lists, and in an error object. */
function hasNumericIds(json: unknown): boolean {
	if (!isJsonObject(json)) return false;
	if (hasNumericId(json)) return true;
	return Object.values(json).some(value => (Array.isArray(value) ? value.some(hasNumericId) : hasNumericId(value)));
}

const idsAsText: Reviver = (name, value, context) =>
	typeof value === 'number' && idFields.includes(name) ? (context?.source ?? value) : value;

const numbersAsWritten: Reviver = (_name, value, context) =>
	typeof value === 'number' && context?.source !== undefined && context.source !== String(value) && rawJSON
		? rawJSON(context.source)
		: value;

/** Returns undefined if the text is not JSON, or nests too deep for a reviver. */
function parsed(text: string, reviver?: Reviver): unknown {
	try {
		return parse(text, reviver);
	} catch {
		return undefined;
	}
}

/** The strings, numbers and brackets of a text that is JSON without escapes: millions of them in one string would be too much for a pattern. */
const tokens = /"[^"]*"|[-\d][\d.eE+-]*|[[{]|[\]}]/g;

/** A reviver takes a microsecond for each value, and a signal must not wait for a second. No reasonable page has as many. */
const maxRevived = 400_000;

/** `JSON.stringify` fails at a few thousand levels. */
const maxDepth = 1000;

/** Whether a text that is JSON has too many values for a reviver, nests too deep to be written again, and has numbers that JavaScript would write differently. */
function survey(text: string) {
	let [count, depth, isDeep, isRounded] = [0, 0, false, false];
	for (const [token] of text.replace(/\\./g, '').matchAll(tokens)) {
		count++;
		if (token === '{' || token === '[') isDeep ||= ++depth > maxDepth;
		else if (token === '}' || token === ']') depth--;
		else if (!token.startsWith('"')) isRounded ||= String(Number(token)) !== token;
	}

	return {isLarge: count > maxRevived, isDeep, isRounded};
}

/**
Parses JSON, keeping numeric ids as strings, because a number would lose digits. Returns undefined if the text is not JSON.

Only a text with numeric ids is parsed again with a reviver, which takes several times as long. If it is too large for that, the ids stay numbers, which identify nothing.
*/
export function parseJson(text: string): unknown {
	const json = parsed(text);
	return hasNumericIds(json) && !survey(text).isLarge ? (parsed(text, idsAsText) ?? json) : json;
}

/** Parses JSON so that `JSON.stringify` writes each number exactly as it was sent. Returns undefined if that is impossible: the text is not JSON, nests too deep, or has too many values of which some are such numbers. */
export function parseAsWritten(text: string): unknown {
	const json = parsed(text);
	if (json === undefined) return undefined;
	const {isLarge, isDeep, isRounded} = survey(text);
	if (isDeep || (isLarge && isRounded)) return undefined;
	return isRounded ? parsed(text, numbersAsWritten) : json;
}

/** Whether a value from `parseAsWritten` is a number that JavaScript would write differently. */
export const isNumberAsWritten = (value: unknown): boolean => isRawJSON?.(value) ?? false;
