import {type SafeText, safe} from '../base/text.ts';
import {isJsonObject, type Json} from './fields.ts';
import {isNumberAsWritten, parseAsWritten} from './parse-json.ts';
import type {Received} from './request.ts';

/** What a raw record can be shown of: a project, one of its deployments, a page of the project list, or a project's deployments. */
export type RawSource =
	| {readonly of: 'record'; readonly projectId: string; readonly deploymentId: string | undefined}
	| {readonly of: 'projects'; readonly cursor: string | undefined}
	| {readonly of: 'deployments'; readonly projectId: string};

/** A response as the service sent it: pretty-printed JSON lines. */
export type RawAnswer = {
	readonly lines: readonly SafeText[];
	readonly status: number;
	readonly requestId: SafeText | undefined;
};

/** More than any reasonable record has. Further lines are counted, deeper values are elided. */
const limits = {lines: 500, lineLength: 2000, depth: 60};

/** Replaces control and invisible characters with escapes such as `\u{202e}`. */
const escaped = (line: string): string =>
	line.replace(
		/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
		sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
	);

const fieldOf = (record: object, name: string): unknown => Object.getOwnPropertyDescriptor(record, name)?.value;

/** Passes a value to `add` as pretty-printed JSON, line by line. */
function eachLine(value: unknown, add: (line: string) => void, depth = 0, before = '', after = ''): void {
	const start = '  '.repeat(depth) + before;
	const isList = Array.isArray(value);
	const record = typeof value === 'object' && value !== null ? value : {};
	const names = isList ? undefined : Object.keys(record);
	const size = isNumberAsWritten(value) ? 0 : isList ? value.length : (names?.length ?? 0);
	const [open, close] = isList ? '[]' : '{}';
	if (size === 0 || depth >= limits.depth) {
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

export function rawAnswer({json, text, status, requestId}: Received): RawAnswer {
	const lines: SafeText[] = [];
	let omittedCount = 0;
	const add = (line: string) => {
		// Bounds the work; escaping only makes a line longer.
		if (lines.length < limits.lines) lines.push(safe(escaped(line.slice(0, 2 * limits.lineLength)), limits.lineLength));
		else omittedCount++;
	};
	eachLine(parseAsWritten(text) ?? json, add);
	return {lines: omittedCount > 0 ? [...lines, safe(`… ${omittedCount} more lines`)] : lines, status, requestId};
}

/** A body of the service, with every field and number exactly as it was sent. Undefined if it is not a JSON object. */
export function objectAsSent(body: string): Json | undefined {
	const json = parseAsWritten(body);
	return isJsonObject(json) ? json : undefined;
}

/** Returns the records of a list in the service's order, by id. Records without an id are left out. */
export function recordsAsSent(envelope: Json | undefined, name: 'projects' | 'deployments'): ReadonlyMap<string, Json> {
	const records = envelope?.[name];
	if (!Array.isArray(records)) return new Map();
	return new Map(
		records.filter(isJsonObject).flatMap(record => {
			const {id} = record;
			if (typeof id === 'string') return [[id, record] as const];
			// Numeric ids keep the digits that the service sent.
			return id === undefined || id === null ? [] : [[JSON.stringify(id), record] as const];
		}),
	);
}
