import {
	closeSync,
	constants,
	fchmodSync,
	fstatSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	type Stats,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {isSystemError} from './json-file.ts';

/** The text of a private file, none if it is missing, or why it is rejected, phrased as the rest of a sentence that begins with its path. */
export type PrivateText =
	| {readonly outcome: 'read'; readonly text: string}
	| {readonly outcome: 'none'}
	| {readonly outcome: 'refused'; readonly why: string};

type Owner = {
	/** The required owner of the file. Undefined on systems without user ids. */
	readonly userId: number | undefined;
	/** Whether a file that others can read is rejected. If false, its mode is corrected instead. */
	readonly isSecret: boolean;
};

/** Larger than any settings: such a file was not written by landfall. */
const maxBytes = 1024 * 1024;

/** Reads a file that only its owner can have written. Rejects links, pipes and files of other users. */
export function readPrivately(path: string, owner: Owner): PrivateText {
	try {
		// O_NONBLOCK, because opening a pipe would otherwise wait for a writer.
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

/** Returns why a file must not be read. Without user ids, as on Windows, the mode means nothing either. */
function findFault({mode, uid, size}: Stats, {userId, isSecret}: Owner, path: string): string | undefined {
	if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a file.';
	if (size > maxBytes) return 'is too large to be a settings file.';
	if (userId === undefined) return undefined;
	if (uid !== userId) return 'belongs to another user.';
	if (isSecret && (mode & 0o077) !== 0) return `can be read by others. Run: chmod 600 '${path}'`;
	return (mode & 0o022) !== 0
		? `can be written by others. Check its contents, then run: chmod 600 '${path}'`
		: undefined;
}

/** Writes a file atomically: a uniquely named draft is written and then renamed. Used for keys instead of conf, whose errors about a broken file quote its contents. */
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

/** Removes the drafts that killed processes left behind. Call it under the lock, when no other process is writing one. */
export function removeDrafts(directory: string, isDraft: (name: string) => boolean): void {
	for (const name of readdirSync(directory)) if (isDraft(name)) rmSync(join(directory, name), {force: true});
}

/** Makes the rename survive a power failure. Some file systems do not support this; the file is in place anyway. */
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
