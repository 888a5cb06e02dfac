import {parseExactly, survey} from './parse-json.ts';

export type Json = Readonly<Record<string, unknown>>;

const {isRawJSON} = JSON as typeof JSON & {readonly isRawJSON: (value: object) => boolean};

export const isJsonObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value);

/** Names of fields that are no settings: the user's remarks, and `$schema` for editors. */
export const remarkPattern = /^(?:\/\/|\$schema$)/;

export const isRemark = (field: string): boolean => remarkPattern.test(field);

const maxFileDepth = 100;

type JsonProblem = {readonly problem: string; readonly line: number; readonly column: number};

/** Parses without rounding: a number that JavaScript would write differently, such as 1.0, becomes an object that `JSON.stringify` writes as it was. */
export function parseJsonObject(file: string): {readonly object: Json} | JsonProblem {
	const text = file.replace(/^\uFEFF/, '');
	const {deepAt} = survey(text, maxFileDepth);
	const parsed: Parsed =
		deepAt === undefined ? parse(text) : {problem: `nests deeper than ${maxFileDepth} levels`, position: deepAt};
	const {value, problem, position} = parsed.problem === undefined ? (repeatedName(text) ?? parsed) : parsed;
	if (isJsonObject(value)) return {object: value};
	if (problem === undefined) return {problem: '{ is missing', line: 1, column: 1};
	const before = text.slice(0, position ?? positionOf(text, problem)).split('\n');
	return {problem, line: before.length, column: (before.at(-1)?.length ?? 0) + 1};
}

type Parsed = {readonly value?: unknown; readonly problem?: string; readonly position?: number};

function parse(text: string): Parsed {
	try {
		return {value: parseExactly(text)};
	} catch (error) {
		const message = String(error instanceof Error ? error.message : error);
		const position = /at position (\d+)/.exec(message)?.[1];
		const [problem = ''] = message.split(/(?: in JSON)? at position |, (?:\.{3})?"/);
		return {problem, ...(position !== undefined && {position: Number(position)})};
	}
}

function repeatedName(text: string): Parsed | undefined {
	const open: Array<Set<unknown>> = [];
	for (const {0: token, 1: name, index} of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
		if (token === '{' || token === '[') open.push(new Set());
		else if (token === '}' || token === ']') open.pop();
		else if (name !== undefined) {
			const [known, own] = [open.at(-1), JSON.parse(name)];
			if (known?.has(own)) return {problem: `${name} is there twice`, position: index};
			known?.add(own);
		}
	}

	return undefined;
}

/** The position of a problem, for messages of JSON.parse without one. Binary search for the shortest beginning of the text with the same problem. */
function positionOf(text: string, problem: string): number {
	if (problem.startsWith('Unexpected end')) return text.length;
	let [without, having] = [0, text.length];
	while (having - without > 1) {
		const middle = Math.floor((without + having) / 2);
		if (parse(text.slice(0, middle)).problem === problem) having = middle;
		else without = middle;
	}

	return without;
}

/** Line numbers in valid JSON by the path of each name and list item: `profiles.a`, `commands.0`. */
export function linesIn(text: string): ReadonlyMap<string, number> {
	let line = 1;
	const path: Array<string | number> = [];
	const lines = new Map<string, number>();
	for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\],\n]|[\w.+-]+/g)) {
		const last = path.at(-1);
		if (token === '\n') line++;
		else if (token === '}' || token === ']') path.pop();
		else if (name !== undefined) {
			path[path.length - 1] = JSON.parse(name);
			lines.set(path.join('.'), line);
		} else if (token === ',') {
			if (typeof last === 'number') path[path.length - 1] = last + 1;
		} else {
			if (typeof last === 'number') lines.set(path.join('.'), line);
			if (token === '{' || token === '[') path.push(token === '[' ? 0 : '');
		}
	}

	return lines;
}

/** Empty for a value that is no object. `Object.fromEntries` turns the entries back into own properties, even `__proto__`. */
export const entriesIn = (value: unknown): Map<string, unknown> =>
	new Map(isJsonObject(value) ? Object.entries(value) : []);

export const isTexts = (value: unknown): value is readonly string[] =>
	Array.isArray(value) && value.every(text => typeof text === 'string');

export const isWholeNumber = (value: unknown, [first, last]: readonly [number, number]): value is number =>
	Number.isInteger(value) && Number(value) >= first && Number(value) <= last;
