import {join} from 'node:path';
import {isTexts, linesIn, parseJsonObject} from '../base/json.ts';
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

/** Parses `keys.json`: an object of command ids, each with a key, a list of keys, or null. Nothing is changed if it is not JSON. */
export function parseKeyChanges(file: string): {
	readonly changes: readonly KeyChange[];
	readonly problems: readonly KeyProblem[];
} {
	const parsed = parseJsonObject(file);
	if (!('object' in parsed)) {
		const {line, problem} = parsed;
		return {changes: [], problems: [{line, reason: `${problem}, so no key was changed`}]};
	}

	const changes: KeyChange[] = [];
	const problems: KeyProblem[] = [];
	const lines = linesIn(file);
	for (const [id, given] of Object.entries(parsed.object)) {
		const line = lines.get(id) ?? 1;
		const keys = typeof given === 'string' ? [given] : (given ?? []);
		if (isTexts(keys)) changes.push({id, keys, line});
		else problems.push({line, reason: `${id} needs a key, a list of keys, or null`});
	}

	return {changes, problems};
}
