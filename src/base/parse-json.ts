/** `source` is the source text of a value that is neither an object nor a list. */
type Reviver = (name: string, value: unknown, context: {readonly source: string}) => unknown;

/** Not yet in TypeScript's library. */
const {parse, rawJSON} = JSON as typeof JSON & {
	readonly parse: (text: string, reviver?: Reviver) => unknown;
	readonly rawJSON: (text: string) => object;
};

const numbersAsWritten: Reviver = (_name, value, {source}) =>
	typeof value === 'number' && source !== String(value) ? rawJSON(source) : value;

/** Parses JSON so that `JSON.stringify` writes each number exactly as it is. Throws what JSON.parse throws, and for a text that nests too deep for a reviver. */
export const parseExactly = (text: string): unknown => parse(text, numbersAsWritten);

/** Parses JSON. Returns undefined if the text is not JSON, or nests too deep for a reviver. */
export function parseJson(text: string, reviver?: Reviver): unknown {
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

/** Whether a text that is JSON has too many values for a reviver, where it first nests deeper than this, and whether it has numbers that JavaScript would write differently. */
export function survey(text: string, maxLevels: number) {
	let [count, depth, isRounded] = [0, 0, false];
	let deepAt: number | undefined;
	for (const {0: token, index} of text.replace(/\\./g, '__').matchAll(tokens)) {
		count++;
		if ('{['.includes(token)) {
			if (++depth > maxLevels) deepAt ??= index;
		} else if ('}]'.includes(token)) depth--;
		else if (!token.startsWith('"')) isRounded ||= String(Number(token)) !== token;
	}

	return {isLarge: count > maxRevived, deepAt, isRounded};
}

/** Parses JSON so that `JSON.stringify` writes each number exactly as it was sent. Returns undefined if that is impossible: the text is not JSON, nests too deep, or has too many values of which some are such numbers. */
export function parseAsWritten(text: string): unknown {
	const json = parseJson(text);
	const {isLarge, deepAt, isRounded} = survey(text, maxDepth);
	if (deepAt !== undefined || (isLarge && isRounded)) return undefined;
	return isRounded ? parseJson(text, numbersAsWritten) : json;
}
