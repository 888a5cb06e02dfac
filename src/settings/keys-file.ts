import {join} from 'node:path';
import {isJsonObject, isTexts} from '../base/json.ts';
import {type PrivateText, readLinked} from './private-file.ts';

/** Reads `keys.json` in the directory of the settings, or the file that it links to. */
export const readKeysFile = (directory: string): PrivateText => readLinked(join(directory, 'keys.json')).text;

/** One line of `keys.json`: the keys that a command is to have. No keys: it loses its keys. */
type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

/** What is wrong in a line of `keys.json`, as a sentence without a full stop. */
type KeyProblem = {readonly line: number; readonly reason: string};

export type KeyChanges = {readonly changes: readonly KeyChange[]; readonly problems: readonly KeyProblem[]};

const lineCount = (text: string): number => text.split('\n').length;

/** Parses JSON. Returns what is wrong in the words of JSON.parse, but for the position. */
function parse(text: string): {readonly value?: unknown; readonly problem?: string; readonly position?: number} {
	try {
		return {value: JSON.parse(text)};
	} catch (error) {
		const message = String(error instanceof Error ? error.message : error);
		const position = /at position (\d+)/.exec(message)?.[1];
		const [problem = ''] = message.split(/(?: in JSON)? at position |, (?:\.{3})?"/);
		return {problem, ...(position !== undefined && {position: Number(position)})};
	}
}

/** Returns the line of an error. JSON.parse does not say where an unexpected word is, but the first line with one is enough to make it complain. */
function lineOf(text: string, problem: string, position: number | undefined): number {
	if (position !== undefined) return lineCount(text.slice(0, position));
	const lines = text.split('\n');
	const isEnough = (_: string, at: number) => parse(lines.slice(0, at + 1).join('\n')).problem === problem;
	return problem.startsWith('Unexpected end') ? lines.length : lines.findIndex(isEnough) + 1;
}

/** Finds the names in the outermost object of a text that is JSON, in their order. */
function namesIn(text: string): ReadonlyArray<{readonly name: string; readonly line: number}> {
	let depth = 0;
	const names = [];
	for (const {0: token, 1: name, index} of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
		if (token === '{' || token === '[') depth++;
		else if (token === '}' || token === ']') depth--;
		else if (name !== undefined && depth === 1)
			names.push({name: String(JSON.parse(name)), line: lineCount(text.slice(0, index))});
	}

	return names;
}

/** Parses `keys.json`: an object of command ids, each with a key, a list of keys, or null. Nothing is changed if it is not JSON. */
export function parseKeyChanges(file: string): KeyChanges {
	const text = file.replace(/^\uFEFF/, '');
	const {value, problem = '{ is missing', position} = parse(text);
	if (!isJsonObject(value)) {
		const line = value === undefined ? lineOf(text, problem, position) : 1;
		return {changes: [], problems: [{line, reason: `${problem}, so no key was changed`}]};
	}

	const changes = new Map<string, KeyChange>();
	const problems: KeyProblem[] = [];
	const lines = new Map<string, number>();
	for (const {name: id, line} of namesIn(text)) {
		const earlier = lines.get(id);
		if (earlier !== undefined) problems.push({line: earlier, reason: `${id} is a duplicate; line ${line} wins`});
		lines.set(id, line);
	}

	for (const [id, line] of lines) {
		const given = value[id];
		const keys = given === null ? [] : typeof given === 'string' ? [given] : given;
		if (isTexts(keys)) changes.set(id, {id, keys, line});
		else problems.push({line, reason: `${id} needs a key, a list of keys, or null`});
	}

	return {changes: [...changes.values()], problems};
}
