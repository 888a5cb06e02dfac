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
import {folderProblem, foreignProblem, isSystemError, ownId} from '../base/files.ts';
import {utf8Text} from '../base/utf8.ts';

/** The reason why a file is not used or not written, as the rest of a sentence that begins with its path. */
export class FileProblem extends Error {}

const maxBytes = 1024 * 1024;

function rejectFolder(path: string): void {
	const folder = dirname(path);
	const problem = folderProblem(folder);
	if (problem !== undefined) throw new FileProblem(`is in ${folder}, which ${problem}`);
}

/** Undefined for a missing file. Throws `FileProblem` for links, pipes, files and folders of other users, and for a secret file that others can read. */
export function readPrivately(path: string, isSecret: boolean): string | undefined {
	try {
		rejectFolder(path);
		// O_NONBLOCK, because opening a pipe would wait for a writer.
		const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		try {
			const stats = fstatSync(file);
			if (!stats.isFile()) throw new FileProblem('is not a file.');
			if (stats.size > maxBytes) throw new FileProblem('is too large to be a settings file.');
			const problem = isSecret ? exposureOf(stats, path) : foreignProblem(stats, path);
			if (problem !== undefined) throw new FileProblem(problem);
			const text = utf8Text(readFileSync(file));
			if (text === undefined) throw new FileProblem('is not UTF-8 text.');
			return text;
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
		if (error.code === 'ENOENT') return undefined;
		if (error.code === 'ELOOP') throw new FileProblem('is a symbolic link. Put the file itself there.');
		throw new FileProblem(`could not be read (${error.code}).`);
	}
}

function exposureOf(stats: Stats, path: string): string | undefined {
	const isExposed = ownId() === stats.uid && (stats.mode & 0o077) !== 0;
	return isExposed ? `can be read by others. Run: chmod 600 '${path}'` : foreignProblem(stats, path);
}

const maxLinks = 40;

/**
Follows symbolic links of the user to the final file, which must exist if there was a link. Check its owner and mode when you open it.

Throws `FileProblem` for links of other users or in their folders, because they could redirect them at any moment.
*/
export function findTarget(path: string): string {
	let at = path;
	try {
		rejectFolder(path);
		for (let links = 0; links <= maxLinks; links++) {
			const stats = lstatSync(at, {throwIfNoEntry: false});
			if (!stats?.isSymbolicLink()) {
				if (links === 0) return path;
				if (stats) return realpathSync.native(at);
				throw new FileProblem(`leads to ${at}, which does not exist. To begin without settings, put {} into it.`);
			}

			// A link has no mode.
			if (foreignProblem({uid: stats.uid, mode: 0}, at) !== undefined) {
				const where = links === 0 ? 'is' : `leads to ${at},`;
				throw new FileProblem(`${where} a symbolic link that belongs to another user.`);
			}

			const destination = readlinkSync(at);
			// Not `join`: it would simplify a/../b to b, which is wrong if a is a link.
			at = isAbsolute(destination) ? destination : `${dirname(at)}/${destination}`;
		}

		throw new FileProblem('is a symbolic link that leads in a circle.');
	} catch (error) {
		if (!isSystemError(error)) throw error;
		throw new FileProblem(`could not be followed (${error.code}).`);
	}
}

/** Containers mount single files. Only Linux reports that. */
export function isMountPoint(path: string): boolean {
	const mounts = '/proc/self/mountinfo';
	if (!existsSync(mounts)) return false;
	const place = join(realpathSync.native(dirname(path)), basename(path)).replaceAll(' ', String.raw`\040`);
	return readFileSync(mounts, 'utf8').includes(` ${place} r`);
}

/**
Opens a file or a named pipe, such as `<(…)` in a shell. Reading a pipe like a file would block the process until somebody writes, and no signal could end it.

Throws `FileProblem` for a secret, unless it is a pipe or a file that only its owner can read. The owner and mode of a pipe do not matter, because it keeps nothing. Throws system errors of `stat` and `open`. All other errors come from the stream.
*/
export async function openFile(path: string, isSecret = false): Promise<Readable> {
	const stats = statSync(path);
	if (!stats.isFIFO()) {
		const problem = stats.isFile() ? exposureOf(stats, path) : 'is neither a file nor a pipe.';
		if (isSecret && problem !== undefined) throw new FileProblem(problem);
		return createReadStream(path);
	}

	const {Socket} = await import('node:net');
	return new Socket({fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false});
}
