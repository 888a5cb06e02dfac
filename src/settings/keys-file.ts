import {join} from 'node:path';
import {isTexts, linesIn} from '../base/json.ts';
import type {KeyChange} from '../base/key-change.ts';
import {openPrivateJson, type PrivateJson} from './private-json.ts';

export const readKeysFile = (directory: string): PrivateJson =>
	openPrivateJson(join(directory, 'keys.json'), {isSecret: false}).read();

type KeyProblem = {readonly line: number; readonly reason: string};

export function keyChangesIn({content = {}, text = ''}: Pick<PrivateJson, 'content' | 'text'>): {
	readonly changes: readonly KeyChange[];
	readonly problems: readonly KeyProblem[];
} {
	const changes: KeyChange[] = [];
	const problems: KeyProblem[] = [];
	const lines = linesIn(text);
	for (const [id, given] of Object.entries(content)) {
		const line = lines.get(id) ?? 1;
		const keys = typeof given === 'string' ? [given] : (given ?? []);
		if (isTexts(keys)) changes.push({id, keys, line});
		else problems.push({line, reason: `${id} needs a key, a list of keys, or null`});
	}

	return {changes, problems};
}
