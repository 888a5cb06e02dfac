type Reviver = (name: string, value: unknown, context: {readonly source: string}) => unknown;

const {parse, rawJSON} = JSON as typeof JSON & {
	readonly parse: (text: string, reviver?: Reviver) => unknown;
	readonly rawJSON: (text: string) => object;
};

const numbersAsWritten: Reviver = (_name, value, {source}) =>
	typeof value === 'number' && source !== String(value) ? rawJSON(source) : value;

export const parseExactly = (text: string): unknown => parse(text, numbersAsWritten);

export function parseJson(text: string, reviver?: Reviver): unknown {
	try {
		return parse(text, reviver);
	} catch {
		return undefined;
	}
}

/** Only for JSON without escapes: a pattern cannot match a string with millions of them. */
const tokens = /"[^"]*"|[-\d][\d.eE+-]*|[[{]|[\]}]/g;

/** A reviver takes a microsecond per value, and a signal must not wait longer than a second. No reasonable page has as many values. */
const maxRevived = 400_000;

const maxDepth = 1000;

/** Expects valid JSON. `isLarge`: it has too many values for a reviver. `deepAt`: where it first exceeds `maxLevels`. `isRounded`: JavaScript would write some number differently. */
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

/** Parses JSON and keeps each number as it was sent. Undefined for invalid JSON, for nesting too deep, and for too many values if a number among them would change. */
export function parseAsWritten(text: string): unknown {
	const json = parseJson(text);
	const {isLarge, deepAt, isRounded} = survey(text, maxDepth);
	if (deepAt !== undefined || (isLarge && isRounded)) return undefined;
	return isRounded ? parseJson(text, numbersAsWritten) : json;
}
