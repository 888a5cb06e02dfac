export type Json = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a JSON object, or returns undefined. Gives no reason, because JSON.parse's messages quote the text. */
export function parseJsonObject(text: string): Json | undefined {
	try {
		const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
		return isJsonObject(parsed) ? parsed : undefined;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** Returns the entries of a JSON object; an empty map for any other value. `Object.fromEntries` makes any of its names an own property again, even `__proto__`. */
export const entriesIn = (value: unknown): Map<string, unknown> =>
	new Map(isJsonObject(value) ? Object.entries(value) : []);

export const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(text => typeof text === 'string');
