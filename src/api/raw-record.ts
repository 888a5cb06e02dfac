import {type SafeText, safe} from '../text.ts';
import {isNumberAsWritten, parseAsWritten} from './decode/parse-json.ts';
import type {Received} from './transport/response-body.ts';

/** What can be looked into: a project, one of its deployments, a page of the list of projects, or the deployments of one. */
export type RawSource =
	| {readonly of: 'record'; readonly projectId: string; readonly deploymentId: string | undefined}
	| {readonly of: 'projects'; readonly cursor: string | undefined}
	| {readonly of: 'deployments'; readonly projectId: string};

/** An answer as it was sent, to look into: JSON, a line each. */
export type RawRecord = {
	readonly lines: readonly SafeText[];
	readonly status: number;
	readonly requestId: SafeText | undefined;
};

/** Longer and deeper than any record makes sense. What follows is counted, what lies deeper is left out. */
const most = {lines: 500, letters: 2000, depth: 60};

/** What a terminal would obey or hide, as the code points that it is: `\u{202e}`. */
const escaped = (line: string): string =>
	line.replace(
		/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
		sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
	);

const fieldOf = (record: object, name: string): unknown => Object.getOwnPropertyDescriptor(record, name)?.value;

/** Gives a value to `add` a line each, as JSON is written to be read. */
function eachLine(value: unknown, add: (line: string) => void, depth = 0, before = '', after = ''): void {
	const start = '  '.repeat(depth) + before;
	const isList = Array.isArray(value);
	const record = typeof value === 'object' && value !== null ? value : {};
	const names = isList ? undefined : Object.keys(record);
	const size = isNumberAsWritten(value) ? 0 : isList ? value.length : (names?.length ?? 0);
	const [open, close] = isList ? '[]' : '{}';
	if (size === 0 || depth >= most.depth) {
		add(`${start}${size === 0 ? JSON.stringify(value) : `${open} … ${close}`}${after}`);
		return;
	}

	add(`${start}${open}`);
	for (let at = 0; at < size; at++) {
		const name = names?.[at];
		const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
		eachLine(isList ? value[at] : fieldOf(record, name ?? ''), add, depth + 1, label, at < size - 1 ? ',' : '');
	}

	add(`${'  '.repeat(depth)}${close}${after}`);
}

export function rawRecord({json, text, status, requestId}: Received): RawRecord {
	const lines: SafeText[] = [];
	let left = 0;
	const add = (line: string) => {
		// As much again as is shown may be escaped.
		if (lines.length < most.lines) lines.push(safe(escaped(line.slice(0, 2 * most.letters)), most.letters));
		else left++;
	};
	eachLine(parseAsWritten(text) ?? json, add);
	return {lines: left > 0 ? [...lines, safe(`… ${left} more lines`)] : lines, status, requestId};
}
