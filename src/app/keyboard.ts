import {exitCodes} from '../base/exit-codes.ts';
import {safe} from '../base/text.ts';
import {findDirectories} from '../settings/directories.ts';
import {type KeysFile, parseKeyChanges, readKeysFile} from '../settings/keys-file.ts';
import type {KeyScopes} from '../ui/contexts.ts';
import {customize, keyListing} from '../ui/keys/custom-keys.ts';

/** Returns the keys that `keys.json` gives to commands, and what is wrong with the file, one sentence each. Loaded only if there is such a file. */
export function applyKeysFile(file: KeysFile, scopes: KeyScopes) {
	const {changes, problems: faults} = parseKeyChanges(file.outcome === 'read' ? file.text : '{}');
	const {customKeys, problems} = customize(scopes, changes);
	const inOrder = [...faults, ...problems].sort((a, b) => a.line - b.line);
	return {
		customKeys,
		problems:
			file.outcome === 'refused'
				? [safe(`keys.json was not used: it ${file.why}`, 500)]
				: inOrder.map(({line, reason}) => safe(`keys.json, line ${line}: ${reason}`, 500)),
	};
}

export type AppliedKeys = ReturnType<typeof applyKeysFile>;

type Output = {readonly print: (text: string) => void; readonly complain: (text: string) => void};

/** Runs `landfall keys`: prints the bindings in force, and what is wrong with `keys.json`. Returns the exit code. */
export function printKeys(scopes: KeyScopes, environment: NodeJS.ProcessEnv, {print, complain}: Output): number {
	const file = readKeysFile(findDirectories(environment).settings);
	const {customKeys, problems} = applyKeysFile(file, scopes);
	print(keyListing(customKeys));
	for (const problem of problems) complain(`${problem}\n`);
	return problems.length === 0 ? exitCodes.done : exitCodes.usage;
}
