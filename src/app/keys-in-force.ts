import {exitCodes} from '../base/exit-codes.ts';
import {type SafeText, safe} from '../base/text.ts';
import {readCustomCommands} from '../model/custom-command.ts';
import {findDirectories} from '../settings/directories.ts';
import {keyChangesIn, readKeysFile} from '../settings/keys-file.ts';
import type {PrivateJson} from '../settings/private-json.ts';
import {openSettings, type SettingsStore} from '../settings/settings.ts';
import type {KeyScopes} from '../ui/contexts.ts';
import {customize, keyListing} from '../ui/keys/custom-keys.ts';

type Problems = ReadonlyArray<{readonly line: number; readonly reason: string}>;

const sentences = (file: string, problems: Problems): readonly SafeText[] =>
	problems.toSorted((a, b) => a.line - b.line).map(({line, reason}) => safe(`${file}, line ${line}: ${reason}`, 500));

export function applyKeysFile(file: PrivateJson, scopes: KeyScopes, written: SettingsStore['commands'] = []) {
	const {changes, problems: keyProblems} = keyChangesIn(file);
	const {customCommands, problems: commandProblems} = readCustomCommands(written);
	const {customKeys, problems, ownProblems} = customize(scopes, changes, customCommands);
	const inKeys =
		file.why === undefined
			? sentences('keys.json', [...keyProblems, ...problems])
			: [safe(`keys.json was not used: it ${file.why}`, 500)];
	return {
		customKeys,
		customCommands: customCommands.filter(({id}) => customKeys.has(id)),
		problems: [...inKeys, ...sentences('config.json', [...commandProblems, ...ownProblems])],
	};
}

export type AppliedKeys = ReturnType<typeof applyKeysFile>;

type Printer = {readonly print: (text: string) => void; readonly complain: (text: string) => void};

export function printKeys(scopes: KeyScopes, environment: NodeJS.ProcessEnv, {print, complain}: Printer): number {
	const {settings: directory} = findDirectories(environment);
	const {commands} = openSettings(directory);
	const {customKeys, problems} = applyKeysFile(readKeysFile(directory), scopes, commands);
	print(keyListing(customKeys));
	for (const problem of problems) complain(`${problem}\n`);
	return problems.length === 0 ? exitCodes.done : exitCodes.usage;
}
