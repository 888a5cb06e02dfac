import {idFields, isJsonObject} from './fields.ts';

/** `source` is how a primitive is written in the text. Node has passed it since version 21. */
type Reviver = (name: string, value: unknown, context?: {readonly source?: string}) => unknown;

/** What TypeScript's library does not describe yet. */
const {parse, rawJSON, isRawJSON} = JSON as typeof JSON & {
	readonly parse: (text: string, reviver?: Reviver) => unknown;
	readonly rawJSON?: (text: string) => object;
	readonly isRawJSON?: (value: unknown) => boolean;
};

const hasNumericId = (record: unknown): boolean =>
	isJsonObject(record) && idFields.some(field => typeof record[field] === 'number');

/** Looks where an answer of the interface has ids: in itself, in the records of its lists, and in what it says of an error. */
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

/** Undefined if the text is no JSON, or nests deeper than a reviver can follow. */
function parsed(text: string, reviver?: Reviver): unknown {
	try {
		return parse(text, reviver);
	} catch {
		return undefined;
	}
}

/**
The value of a JSON text, in which an id that is a number is the text of its digits, because a number would lose some of them. Undefined if it is no JSON, which has no undefined itself.

Only a text with such ids is parsed twice: with a reviver that takes several times as long.
*/
export function parseJson(text: string): unknown {
	const json = parsed(text);
	return hasNumericIds(json) ? (parsed(text, idsAsText) ?? json) : json;
}

/** A reviver takes seconds for more than this, if it holds little but numbers. */
const maxRevivedLength = 1_000_000;

/** The value of a JSON text, of which `JSON.stringify` writes each number as it was sent. Undefined if the text is too long for that, nests too deep, or is no JSON. */
export const parseAsWritten = (text: string): unknown =>
	text.length > maxRevivedLength ? undefined : parsed(text, numbersAsWritten);

/** Whether a value stands for a number that JavaScript would write otherwise than it was sent. */
export const isNumberAsWritten = (value: unknown): boolean => isRawJSON?.(value) ?? false;
