import {accessSync, constants, existsSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {pathToFileURL} from 'node:url';
import {nodeSqlite} from '../base/sqlite.ts';
import {comparable, type SafeText} from '../base/text.ts';
import {rejectTrespass} from './database.ts';
import {JournalError, journalErrorOf} from './journal-error.ts';
import {checkVersion, momentIn, type Row} from './journal-schema.ts';

const maxOfferedNames = 500;

/** Project names, most recently seen first. Without `service`, those of all services. A missing name or slug is empty. Throws if the journal cannot be read. */
export const readCompletionNames = (path: string, service: string | undefined, typed: string) =>
	selectRows(
		path,
		`SELECT project_id AS id, name, slug FROM projects, (SELECT ? AS wanted, ? AS typed)
		WHERE NOT is_gone AND service = coalesce(wanted, service) AND typed IN
			('', substr(project_id, 1, length(typed)), substr(name, 1, length(typed)), substr(slug, 1, length(typed)))
		ORDER BY seen_at DESC LIMIT ?`,
		service ?? null,
		comparable(typed),
		maxOfferedNames,
	).map(({id, name, slug}) => ({id: String(id), name: String(name ?? ''), slug: String(slug ?? '')}));

/** Undefined if the journal cannot be read: opening it will report that. Creates nothing, because the journal must not be opened before the first screen is drawn. */
export function readPlace(path: string, service: string): string | undefined {
	const found = readJournal(path, () => selectRows(path, 'SELECT place FROM places WHERE service = ?', service));
	const [row] = found instanceof JournalError ? [] : found;
	return row && String(row.place);
}

/** The last read of a service by a window, which may have ended since. */
export const readLastRead = (path: string, service: string) =>
	readJournal(path, () => {
		rejectOtherVersion(path);
		const [row] = selectRows(path, 'SELECT * FROM last_reads WHERE service = ?', service);
		const readAt = momentIn(row?.read_at);
		if (!row || readAt === undefined) return undefined;
		const counts = {failed: Number(row.failed), running: Number(row.running), isComplete: row.is_complete === 1};
		return {readAt, owner: Number(row.owner), counts};
	});

export function journalProblemAt(path: string): SafeText | undefined {
	const found = readJournal(path, () => {
		rejectOtherVersion(path);
		let place = path;
		while (!existsSync(place)) place = dirname(place);
		accessSync(place, constants.R_OK | constants.W_OK);
		if (place !== path) return;
		const database = new (nodeSqlite().DatabaseSync)(path, {timeout: 500});
		try {
			database.exec('BEGIN IMMEDIATE; ROLLBACK');
		} finally {
			database.close();
		}
	});
	return found instanceof JournalError ? found.message : undefined;
}

function rejectOtherVersion(path: string): void {
	for (const {user_version: version} of selectRows(path, 'PRAGMA user_version')) checkVersion(Number(version), path);
}

function readJournal<Result>(path: string, work: () => Result): Result | JournalError {
	try {
		return work();
	} catch (error) {
		return journalErrorOf(error, path);
	}
}

/** Creates and repairs nothing. Empty if there is no journal. Throws `JournalError` if others may have written it, and errors of SQLite and the system. */
function selectRows(path: string, sql: string, ...values: ReadonlyArray<string | number | null>): readonly Row[] {
	rejectTrespass(path);
	if (!statSync(path, {throwIfNoEntry: false})) return [];
	const {DatabaseSync} = nodeSqlite();
	const url = pathToFileURL(path);
	// SQLite would create these files, unless the URL declares the database immutable.
	if (!existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) url.searchParams.set('immutable', '1');
	// Writers do not block readers of the log, and a prompt, a completion or the first screen must not wait.
	const database = new DatabaseSync(url, {readOnly: true, timeout: 20});
	try {
		return database.prepare(sql).all(...values);
	} finally {
		database.close();
	}
}
