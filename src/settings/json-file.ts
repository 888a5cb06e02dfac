export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the entries of a JSON object; an empty map for any other value. */
export const mapOf = (value: unknown): Map<string, unknown> =>
	new Map(isPlainObject(value) ? Object.entries(value) : []);

/** Returns an object to write as JSON. Any name becomes an own property, even `__proto__`. */
export const objectOf = (map: ReadonlyMap<string, unknown>): PlainObject => Object.fromEntries(map);

export const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(text => typeof text === 'string');

/** Parses a JSON object, or returns undefined. Gives no reason, because JSON.parse's messages quote the text. */
export function parseObject(text: string): PlainObject | undefined {
	try {
		const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		return isPlainObject(parsed) ? parsed : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
