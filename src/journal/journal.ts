import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../text.ts';
import type {Entry, EntryKind, KeptEntry} from './entry.ts';
import {migrate} from './migrations.ts';
import {setDatabaseAside} from './set-aside.ts';

/** What landfall did and saw, kept across restarts. */
export type Journal = {
	/** Writes an entry down before it returns. */
	readonly record: (entry: Entry) => KeptEntry;
	/** The newest entries, newest first. */
	readonly recent: (limit: number) => readonly KeptEntry[];
	/** What was wrong with the file, once it was opened. */
	readonly notice: () => SafeText | undefined;
	readonly close: () => void;
};

type JournalOptions = {
	/** Undefined keeps it in memory: nothing of a demo belongs on a disk. */
	readonly path: string | undefined;
	readonly now: () => number;
};

/** How many entries are kept. */
const longest = 10_000;

type Opened = {readonly database: DatabaseSync; readonly notice: SafeText | undefined};

function openFile(path: string): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (path !== ':memory:') mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	const database = new DatabaseSync(path, {timeout: 5000});
	try {
		// Several landfalls may write to it; each entry is on the disk before anything else happens.
		database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
		migrate(database);
		database.prepare('DELETE FROM entries WHERE id <= (SELECT max(id) FROM entries) - ?').run(longest);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Opens the file; one that is damaged is set aside, and where no file can be had the journal is kept in memory. */
function open({path, now}: JournalOptions): Opened {
	if (path === undefined) return {database: openFile(':memory:'), notice: undefined};
	try {
		return {database: openFile(path), notice: undefined};
	} catch (damage) {
		const reason = safe(damage instanceof Error ? damage.message : String(damage), 100);
		const name = setDatabaseAside(path, now());
		try {
			const database = openFile(path);
			return {database, notice: safe(`The journal could not be read (${reason}). It was set aside as ${name}.`, 400)};
		} catch {
			const notice = safe(
				`What happens is remembered only until landfall ends: ${path} cannot be used (${reason}).`,
				400,
			);
			return {database: openFile(':memory:'), notice};
		}
	}
}

/** SQLite is loaded when the first entry is written or read, so that a start does not wait for it. */
export function openJournal(options: JournalOptions): Journal {
	let opened: Opened | undefined;
	const database = () => {
		opened ??= open(options);
		return opened.database;
	};

	return {
		record(entry) {
			const {at, kind, connection, projectId, project, text, requestId} = entry;
			const {lastInsertRowid} = database()
				.prepare(
					'INSERT INTO entries (at, kind, connection, project_id, project, text, request_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
				)
				.run(at, kind, connection, projectId, project, text, requestId ?? null);
			return {...entry, id: String(lastInsertRowid)};
		},

		recent: limit =>
			database()
				.prepare('SELECT * FROM entries ORDER BY id DESC LIMIT ?')
				.all(limit)
				.map(
					(row): KeptEntry => ({
						id: String(row.id),
						at: Number(row.at),
						kind: String(row.kind) as EntryKind,
						connection: safe(String(row.connection)),
						projectId: String(row.project_id),
						project: safe(String(row.project)),
						text: safe(String(row.text), 600),
						requestId: row.request_id === null ? undefined : safe(String(row.request_id)),
					}),
				),
		notice: () => opened?.notice,
		close: () => opened?.database.close(),
	};
}
