import type {Stats} from 'node:fs';
import {ownId} from './files.ts';

/** Returns why another user can change a file or directory, phrased as the rest of a sentence that begins with its path. */
export function foreignProblem({mode, uid}: Pick<Stats, 'mode' | 'uid'>, path: string): string | undefined {
	if (ownId() === undefined) return undefined;
	if (uid !== ownId()) return `belongs to another user. If that should be you, run: sudo chown -R "$USER" '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Check its contents, then run: chmod go-w '${path}'`
		: undefined;
}
