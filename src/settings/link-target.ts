import {lstatSync, readlinkSync, realpathSync, statSync} from 'node:fs';
import {basename, dirname, isAbsolute, join} from 'node:path';
import {isSystemError} from './json-file.ts';

/** The file that a path stands for; or why it is not used, as the rest of a sentence that begins with the path. */
export type Target =
	| {readonly outcome: 'found'; readonly path: string}
	| {readonly outcome: 'refused'; readonly why: string};

/** As many as Linux follows. */
const maxLinks = 40;

const refused = (why: string): Target => ({outcome: 'refused', why});

/**
Follows the symbolic links of a user, one after the other, to the file at their end. That file need not exist if the user owns its directory.

A link of anybody else is refused: they could let it lead elsewhere at any moment. Whose the file is, and who can write it, is left to whoever opens it.
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
				return refused(`leads to ${at}, which does not exist, in a directory of somebody else.`);
			}

			if (!isOwn(stats)) {
				return refused(`${links === 0 ? 'is' : `leads to ${at},`} a symbolic link that belongs to somebody else.`);
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

/** Where a link leads, and the directory that is in: undefined if there is none. */
function destinationOf(link: string): {readonly path: string; readonly directory: string | undefined} {
	const destination = readlinkSync(link);
	// Not joined: that would take a/../b for b, also where a is a link to somewhere else.
	const path = isAbsolute(destination) ? destination : `${realpathSync.native(dirname(link))}/${destination}`;
	try {
		return {path, directory: realpathSync.native(dirname(path))};
	} catch (error) {
		if (isSystemError(error) && error.code === 'ENOENT') return {path, directory: undefined};
		throw error;
	}
}
