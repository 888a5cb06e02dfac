import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	type Stats,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {dirname} from 'node:path';
import {isSystemError} from './json-file.ts';

/** What is in a file that belongs to its owner alone: nothing where there is none; or why it is not read, as the rest of a sentence that begins with its path. */
export type PrivateText =
	| {readonly outcome: 'read'; readonly text: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly why: string};

type Owner = {
	/** Who must own the file; undefined where the system knows no such thing. */
	readonly userId: number | undefined;
	/** Whether nobody else may have been able to read it. Without it, that others can is mended. */
	readonly isSecret: boolean;
};

/** Nobody's settings are larger; a file that is was not written by landfall. */
const mostBytes = 1024 * 1024;

/** Reads a file that nobody else can have written: no link, no pipe, and its owner's. */
export function readPrivately(path: string, owner: Owner): PrivateText {
	try {
		// O_NONBLOCK, because opening a pipe would otherwise wait for somebody to write to it.
		const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		try {
			const stats = fstatSync(file);
			const fault = findFault(stats, owner, path);
			if (fault !== undefined) return {outcome: 'refused', why: fault};
			if (owner.userId !== undefined && (stats.mode & 0o077) !== 0) fchmodSync(file, 0o600);
			return {outcome: 'read', text: readFileSync(file, 'utf8')};
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
		if (error.code === 'ENOENT') return {outcome: 'none'};
		if (error.code === 'ELOOP') return {outcome: 'refused', why: 'is a symbolic link. Put the file itself there.'};
		return {outcome: 'refused', why: `could not be read (${error.code}).`};
	}
}

/** What makes a file unfit to be read. Where there are no user ids, Windows, its mode says nothing either. */
function findFault({mode, uid, size}: Stats, {userId, isSecret}: Owner, path: string): string | undefined {
	if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a file.';
	if (size > mostBytes) return 'is larger than any settings are.';
	if (userId === undefined) return undefined;
	if (uid !== userId) return 'belongs to somebody else.';
	if (isSecret && (mode & 0o077) !== 0) return `can be read by others. Run: chmod 600 '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Look at what is in it, then run: chmod 600 '${path}'`
		: undefined;
}

/** Writes beside the file and renames, so that at every moment there is either the old file or the whole new one. `draftName` is one that nobody else uses. For keys, not by conf: its message about a broken file quotes what is in it. */
export function writePrivately(path: string, text: string, draftName: string): void {
	const directory = dirname(path);
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const draft = `${path}.${draftName}.tmp`;
	const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
	const file = openSync(draft, flags, 0o600);
	try {
		try {
			writeFileSync(file, text);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}

		renameSync(draft, path);
	} catch (error) {
		unlinkSync(draft);
		throw error;
	}

	syncDirectory(directory);
}

/** Without this, a power cut could undo the rename. Some file systems cannot do it; the file is in place all the same. */
function syncDirectory(directory: string): void {
	try {
		const handle = openSync(directory, constants.O_RDONLY);
		try {
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
	} catch (error) {
		if (!isSystemError(error)) throw error;
	}
}
