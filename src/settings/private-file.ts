import {
	closeSync,
	constants,
	createReadStream,
	existsSync,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	type Stats,
	statSync,
} from 'node:fs';
import {basename, dirname, isAbsolute, join} from 'node:path';
import type {Readable} from 'node:stream';
import {isSystemError, ownId} from '../base/files.ts';
import {utf8Text} from '../base/utf8.ts';

/** The text of a private file, none if it is missing, or why it is rejected, phrased as the rest of a sentence that begins with its path. */
export type PrivateText =
	| {readonly outcome: 'read'; readonly text: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly why: string};

/** Larger than any settings: such a file was not written by landfall. */
const maxBytes = 1024 * 1024;

/** Reads a file that only its owner can have written. Rejects links, pipes and files of other users. A file that others can read is rejected if it `isSecret`. */
export function readPrivately(path: string, isSecret: boolean): PrivateText {
	try {
		// O_NONBLOCK, because opening a pipe would otherwise wait for a writer.
		const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		try {
			const problem = refusalOf(fstatSync(file), isSecret, path);
			if (problem !== undefined) return refused(problem);
			const text = utf8Text(readFileSync(file));
			return text === undefined ? refused('is not UTF-8 text.') : {outcome: 'read', text};
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
		if (error.code === 'ENOENT') return {outcome: 'none'};
		if (error.code === 'ELOOP') return refused('is a symbolic link. Put the file itself there.');
		return refused(`could not be read (${error.code}).`);
	}
}

/** Returns why a file must not be read. */
function refusalOf({mode, uid, size}: Stats, isSecret: boolean, path: string): string | undefined {
	if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a file.';
	if (size > maxBytes) return 'is too large to be a settings file.';
	if (ownId() === undefined) return undefined;
	if (uid !== ownId()) return 'belongs to another user.';
	if (isSecret && (mode & 0o077) !== 0) return `can be read by others. Run: chmod 600 '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Check its contents, then run: chmod 600 '${path}'`
		: undefined;
}

/** Reads a file that only its owner can have written, or the file that it links to, whose path is `target`. */
export function readLinked(path: string): {readonly target: string; readonly text: PrivateText} {
	const target = findTarget(path);
	if (typeof target !== 'string') return {target: path, text: target};
	const text = readPrivately(target, false);
	return {target, text: text.outcome === 'refused' ? {...text, why: about(path, target, text.why)} : text};
}

/** Phrases a fact about a file as the rest of a sentence that begins with `path`. */
export const about = (path: string, target: string, what: string): string =>
	target === path ? what : `leads to ${target}, which ${what}`;

const maxLinks = 40;

type Refused = Extract<PrivateText, {readonly outcome: 'refused'}>;

const refused = (why: string): Refused => ({outcome: 'refused', why});

/**
Follows symbolic links that the user owns to the final file. Without any link, it need not exist.

Rejects links of other users, who could redirect them at any moment. The owner and mode of the final file must be checked when it is opened.
*/
function findTarget(path: string): string | Refused {
	const isOwn = ({uid}: Stats) => ownId() === undefined || uid === ownId();
	let at = path;
	try {
		for (let links = 0; links <= maxLinks; links++) {
			const stats = lstatSync(at, {throwIfNoEntry: false});
			if (stats && !stats.isSymbolicLink()) return at;
			if (!stats) {
				return links === 0
					? at
					: refused(`leads to ${at}, which does not exist. To begin without settings, put {} into it.`);
			}

			if (!isOwn(stats)) {
				return refused(`${links === 0 ? 'is' : `leads to ${at},`} a symbolic link that belongs to another user.`);
			}

			const destination = readlinkSync(at);
			// Not `join`: it would simplify a/../b to b, which is wrong if a is a link.
			const next = isAbsolute(destination) ? destination : `${realpathSync.native(dirname(at))}/${destination}`;
			if (!existsSync(dirname(next))) {
				return refused(`is a symbolic link into a directory that does not exist: ${next}`);
			}

			at = join(realpathSync.native(dirname(next)), basename(next));
		}

		return refused('is a symbolic link that leads in a circle.');
	} catch (error) {
		if (!isSystemError(error)) throw error;
		return refused(`could not be followed (${error.code}).`);
	}
}

/**
Opens a file or a named pipe, such as `<(…)` in a shell. Throws what `stat` and `open` throw; the stream fails with other errors.

Read like a file, a pipe into which nobody writes would block the process, so that no signal could end it.
*/
export async function openFile(path: string): Promise<Readable> {
	if (!statSync(path).isFIFO()) return createReadStream(path);
	const {Socket} = await import('node:net');
	return new Socket({fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false});
}
