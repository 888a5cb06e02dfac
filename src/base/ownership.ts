import {existsSync, mkdirSync, type Stats} from 'node:fs';
import {dirname} from 'node:path';

/** The user that must own a file. Undefined on systems without user ids, as on Windows, where the mode means nothing either. */
export const ownId = (): number | undefined => process.getuid?.();

/** Returns why another user can change a file or directory, phrased as the rest of a sentence that begins with its path. */
export function foreignProblem({mode, uid}: Pick<Stats, 'mode' | 'uid'>, path: string): string | undefined {
	if (ownId() === undefined) return undefined;
	if (uid !== ownId()) return `belongs to another user. If that should be you, run: sudo chown -R "$USER" '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Check its contents, then run: chmod go-w '${path}'`
		: undefined;
}

/** Creates a directory of landfall's own if it is missing, accessible only to its owner. Those above it get the usual mode, but never let others write. */
export function makeOwnDirectory(path: string): void {
	if (!existsSync(dirname(path))) mkdirSync(dirname(path), {recursive: true, mode: 0o755});
	mkdirSync(path, {recursive: true, mode: 0o700});
}
