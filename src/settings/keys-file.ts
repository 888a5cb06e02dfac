import {join} from 'node:path';
import {findTarget} from './link-target.ts';
import {type PrivateText, readPrivately} from './private-file.ts';

/** Reads `keys.json` in the directory of the settings, or the file that it links to. */
export function readKeysFile(directory: string, userId = process.getuid?.()): PrivateText {
	const target = findTarget(join(directory, 'keys.json'), userId);
	return target.outcome === 'refused' ? target : readPrivately(target.path, {userId, isSecret: false});
}
