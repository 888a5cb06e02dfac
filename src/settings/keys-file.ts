import {join} from 'node:path';
import {isTexts, parseJsonObject} from '../base/json.ts';
import {atTarget, fileProblemIn, findTarget, readPrivately} from './private-file.ts';

/** The text of `keys.json`, none if it is missing, or why it is not used, phrased as the rest of a sentence that begins with its path. */
export type KeysFile =
	| {readonly outcome: 'read'; readonly text: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly why: string};

/** Reads `keys.json` in the directory of the settings, or the file that it links to. */
export function readKeysFile(directory: string): KeysFile {
	const path = join(directory, 'keys.json');
	try {
		const text = atTarget(path, findTarget(path), target => readPrivately(target, false));
		return text === undefined ? {outcome: 'none'} : {outcome: 'read', text};
	} catch (error) {
		return {outcome: 'refused', why: fileProblemIn(error)};
	}
}

/** One line of `keys.json`: the keys that a command is to have. No keys: it loses its keys. */
type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

/** What is wrong in a line of `keys.json`, as a sentence without a full stop. */
type KeyProblem = {readonly line: number; readonly reason: string};

export type KeyChanges = {readonly changes: readonly KeyChange[]; readonly problems: readonly KeyProblem[]};

/** Finds the names in the outermost object of a text that is JSON, in their order. */
function namesIn(text: string): ReadonlyArray<{readonly name: string; readonly line: number}> {
	let [depth, line] = [0, 1];
	const names = [];
	for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]\n]/g)) {
		if (token === '\n') line++;
		else if (token === '{' || token === '[') depth++;
		else if (token === '}' || token === ']') depth--;
		else if (colon !== undefined && depth === 1) names.push({name: String(JSON.parse(token)), line});
	}

	return names;
}

/** Parses `keys.json`: an object of command ids, each with a key, a list of keys, or null. Nothing is changed if it is not JSON. */
export function parseKeyChanges(file: string): KeyChanges {
	const parsed = parseJsonObject(file);
	if (!('object' in parsed)) {
		const {line, problem} = parsed;
		return {changes: [], problems: [{line, reason: `${problem}, so no key was changed`}]};
	}

	const changes = new Map<string, KeyChange>();
	const problems: KeyProblem[] = [];
	const lines = new Map<string, number>();
	for (const {name: id, line} of namesIn(file)) {
		const earlier = lines.get(id);
		if (earlier !== undefined) problems.push({line: earlier, reason: `${id} is a duplicate; line ${line} wins`});
		lines.set(id, line);
	}

	for (const [id, line] of lines) {
		const given = parsed.object[id];
		const keys = given === null ? [] : typeof given === 'string' ? [given] : given;
		if (isTexts(keys)) changes.set(id, {id, keys, line});
		else problems.push({line, reason: `${id} needs a key, a list of keys, or null`});
	}

	return {changes: [...changes.values()], problems};
}
