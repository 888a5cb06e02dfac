import {lstatSync, readlinkSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, isAbsolute, join} from 'node:path';
import {isSystemError} from './json-file.ts';

/** The file that a path resolves to, or why it is rejected, phrased as the rest of a sentence that begins with the path. */
export type Target =
	| {readonly outcome: 'found'; readonly path: string}
	| {readonly outcome: 'refused'; readonly why: string};

/** The same limit as in Linux. */
const maxLinks = 40;

const refused = (why: string): Target => ({outcome: 'refused', why});

/**
Follows symbolic links that the user owns to the final file, which need not exist if the user owns its directory.

Rejects links of other users, who could redirect them at any moment. The owner and mode of the final file must be checked when it is opened.
*/
export function findTarget(path: string, userId: number | undefined): Target {
	const isOwn = ({uid}: {readonly uid: number}) => userId === undefined || uid === userId;
	let at = path;
	try {
		for (let links = 0; links <= maxLinks; links++) {
			const stats = lstatSync(at, {throwIfNoEntry: false});
			if (stats && !stats.isSymbolicLink()) return {outcome: 'found', path: at};
			if (!stats) {
				if (links === 0 || isOwn(statSync(dirname(at)))) return {outcome: 'found', path: at};
				return refused(`leads to ${at}, which does not exist, in a directory of another user.`);
			}

			if (!isOwn(stats)) {
				return refused(`${links === 0 ? 'is' : `leads to ${at},`} a symbolic link that belongs to another user.`);
			}

			const next = destinationOf(at);
			if (next.directory === undefined) {
				return refused(`is a symbolic link into a directory that does not exist: ${next.path}`);
			}

			at = join(next.directory, basename(next.path));
		}

		return refused('is a symbolic link that leads in a circle.');
	} catch (error) {
		if (!isSystemError(error)) throw error;
		return refused(`could not be followed (${error.code}).`);
	}
}

/** Returns where a link points, and the real directory of that: undefined if it does not exist. */
function destinationOf(link: string): {readonly path: string; readonly directory: string | undefined} {
	const destination = readlinkSync(link);
	// Not `join`: it would simplify a/../b to b, which is wrong if a is a link.
	const path = isAbsolute(destination) ? destination : `${realpathSync.native(dirname(link))}/${destination}`;
	try {
		return {path, directory: realpathSync.native(dirname(path))};
	} catch (error) {
		if (isSystemError(error) && error.code === 'ENOENT') return {path, directory: undefined};
		throw error;
	}
}
