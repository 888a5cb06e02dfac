import {nearest} from '../command-line/did-you-mean.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {findDirectories} from '../settings/directories.ts';
import {type KeyProblem, parseKeyChanges, readKeysFile} from '../settings/keys-file.ts';
import type {PrivateText} from '../settings/private-file.ts';
import {type SafeText, safe} from '../text.ts';
import type {Layers} from '../ui/contexts.ts';
import {customize} from '../ui/keys/custom/custom-keys.ts';
import {keyListing} from '../ui/keys/custom/key-listing.ts';

/** The bindings with the keys of `keys.json`. */
export type CustomKeys = {
	readonly layers: Layers;
	/** The first key of each changed command by id. Undefined for a command without keys. */
	readonly changed: ReadonlyMap<string, string | undefined>;
	/** What is wrong with the file, one sentence each. */
	readonly problems: readonly SafeText[];
};

/** Returns how to apply the text of `keys.json` to bindings. Loaded only if there is such a file. */
export function createCustomKeys(file: PrivateText): (layers: Layers) => CustomKeys {
	if (file.outcome !== 'read') {
		const problems = file.outcome === 'refused' ? [safe(`keys.json was not used: it ${file.why}`, 500)] : [];
		return layers => ({layers, changed: new Map(), problems});
	}

	const parsed = parseKeyChanges(file.text);
	return layers => {
		const {layers: custom, changed, problems} = customize(layers, parsed.changes, nearest);
		return {layers: custom, changed, problems: inOrder([...parsed.problems, ...problems])};
	};
}

const inOrder = (problems: readonly KeyProblem[]): readonly SafeText[] =>
	[...problems]
		.sort((a, b) => a.line - b.line)
		.map(({line, reason}) => safe(`keys.json, line ${line}: ${reason}`, 500));

type Output = {readonly print: (text: string) => void; readonly complain: (text: string) => void};

/** Runs `landfall keys`: prints the bindings in force, and what is wrong with `keys.json`. Returns the exit code. */
export function printKeys(all: Layers, environment: NodeJS.ProcessEnv, {print, complain}: Output): number {
	const file = readKeysFile(findDirectories(environment).settings);
	const {layers, problems} = createCustomKeys(file)(all);
	print(keyListing(layers));
	for (const problem of problems) complain(`${problem}\n`);
	return problems.length === 0 ? exitCodes.done : exitCodes.usage;
}
