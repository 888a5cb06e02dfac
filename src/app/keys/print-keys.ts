import {exitCodes} from '../../command-line/exit-codes.ts';
import {findDirectories} from '../../settings/directories.ts';
import {readKeysFile} from '../../settings/keys-file.ts';
import type {Layers} from '../../ui/contexts.ts';
import {keyListing} from '../../ui/keys/custom/key-listing.ts';
import {createCustomKeys} from './custom-keys.ts';

type Output = {readonly print: (text: string) => void; readonly complain: (text: string) => void};

/** Runs `landfall keys`: prints the bindings in force, and what is wrong with `keys.json`. Returns the exit code. */
export function printKeys(all: Layers, environment: NodeJS.ProcessEnv, {print, complain}: Output): number {
	const file = readKeysFile(findDirectories(environment).settings);
	const {layers, problems} = createCustomKeys(file)(all);
	print(keyListing(layers));
	for (const problem of problems) complain(`${problem}\n`);
	return problems.length === 0 ? exitCodes.done : exitCodes.usage;
}
