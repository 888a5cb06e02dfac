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

/** For JSON without escapes: a pattern cannot match a string with millions of them. */
const tokens = /"[^"]*"|[-\d][\d.eE+-]*|[[{]|[\]}]/g;

/** A reviver takes a microsecond per value, and a signal must not wait a second. No reasonable page has as many values. */
const maxRevived = 400_000;

const maxDepth = 1000;

/** For valid JSON. `isLarge`: too many values for a reviver. `deepAt`: where it first exceeds `maxLevels`. `isRounded`: some number would be written differently by JavaScript. */
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

/** Keeps each number as it was sent. Undefined if that is impossible: invalid JSON, nesting too deep, or too many values with such numbers among them. */
export function parseAsWritten(text: string): unknown {
	const json = parseJson(text);
	const {isLarge, deepAt, isRounded} = survey(text, maxDepth);
	if (deepAt !== undefined || (isLarge && isRounded)) return undefined;
	return isRounded ? parseJson(text, numbersAsWritten) : json;
}
