import {dirname} from 'node:path';
import {busyCodes, isSqliteError, isSystemError, isWithoutLocks} from '../base/files.ts';
import {noSqliteCode} from '../base/sqlite.ts';
import {type SafeText, safe} from '../base/text.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. The file may be intact after any other error, which another process, the disk, memory, permissions or another version may cause. */
export const corruptCodes = [11, 26];

const fullCodes = [13];

/** SQLITE_READONLY, SQLITE_CANTOPEN and SQLITE_PERM. */
const permissionCodes = [3, 8, 14];

/** `message` is for the user: why the journal cannot be used, where it is, and what to do. */
export class JournalError extends Error {
	override readonly name = 'JournalError';
	declare readonly message: SafeText;
	readonly isBusy: boolean;

	constructor(message: string, isBusy = false) {
		super(safe(message, 600));
		this.isBusy = isBusy;
	}
}

/** Throws the error itself if it is a bug. */
export function journalErrorOf(error: unknown, path: string): JournalError {
	if (error instanceof JournalError) return error;
	if (!isSystemError(error) && !isSqliteError(error)) throw error;
	if (error.code === noSqliteCode) {
		return new JournalError(
			'The journal cannot be used: this Node.js runs without SQLite. Start it without --no-experimental-sqlite.',
		);
	}

	if (isWithoutLocks(error, dirname(path)))
		return new JournalError(
			`The file system of the journal cannot lock files: ${path}. Keep it on another one, with XDG_STATE_HOME or LANDFALL_CONFIG_DIR.`,
		);
	if (isSqliteError(error, busyCodes)) {
		return new JournalError(
			`The journal is locked by another process: ${path}. Close that program, or try again.`,
			true,
		);
	}

	const isFull = isSqliteError(error, fullCodes) || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(error.code ?? '');
	if (isFull) return new JournalError(`The disk is full, so the journal cannot be written: ${path}. Make room there.`);
	const reason = isSqliteError(error) ? error.message : error.code;
	if (isSqliteError(error, permissionCodes) || ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) {
		return new JournalError(
			`landfall has no permission to use the journal (${reason}): ${path}. Become the owner of the file and its folder, and make both writable.`,
		);
	}

	if (isSqliteError(error, corruptCodes)) {
		return new JournalError(`The journal is damaged (${reason}): ${path}. Start landfall again to begin a new one.`);
	}

	return new JournalError(`The journal cannot be used (${reason}): ${path}. See whether its disk has room and works.`);
}

export function orJournalError<Result>(work: () => Result): Result | JournalError {
	try {
		return work();
	} catch (error) {
		if (error instanceof JournalError) return error;
		throw error;
	}
}
