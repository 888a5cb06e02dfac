import {chmodSync, closeSync, openSync, statSync} from 'node:fs';
import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite';
import type {ProjectStatus} from './names.ts';

/** A stored project. Times are milliseconds since the epoch, by the local clock. */
export type ProjectRow = {
	/** Incremented for each new project; determines its id and its place in the list. */
	readonly seq: number;
	readonly name: string;
	readonly slug: string;
	readonly url: string;
	readonly uploadMode: string;
	readonly status: ProjectStatus;
	readonly latestUploadVersion: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** The ordinal of its newest deployment, 0 if there is none. */
	readonly lastOrdinal: number;
	/** The highest upload version of its deployments. */
	readonly lastVersion: number;
	/** When the caller last created, changed or deployed it. */
	readonly callerAt?: number;
};

/** A stored deployment. Its status and outcome follow from its lifecycle. */
export type DeploymentRow = {
	readonly projectSeq: number;
	/** Counts the deployments of its project from 1. */
	readonly ordinal: number;
	readonly environmentId: string;
	readonly uploadVersion: number;
	readonly url: string;
	readonly createdAt: number;
};

export type Store = ReturnType<typeof createStore>;

/** The changes since the initial world, stored in SQLite: created, changed and deleted projects, and triggered deployments. Rows are stored as JSON, because SQLite cannot hold every string that JavaScript can. */
export function createStore(file: string | undefined) {
	const database = openDatabase(file);
	const statements = new Map<string, StatementSync>();
	const prepared = (sql: string): StatementSync => {
		const statement = statements.get(sql) ?? database.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
	const run = (sql: string, ...values: readonly SQLInputValue[]) => void prepared(sql).run(...values);
	const all = <Row>(sql: string, ...values: readonly SQLInputValue[]) => prepared(sql).all(...values) as Row[];
	const get = <Row>(sql: string, ...values: readonly SQLInputValue[]) => all<Row>(sql, ...values)[0];

	return {
		fact: (name: string) => get<{value: string}>('SELECT value FROM facts WHERE name = ?', name)?.value,
		setFact: (name: string, value: string) => run('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, value),

		/** The stored projects in a range, by sequence number. */
		projects: (minSeq: number, maxSeq: number): ReadonlyMap<number, ProjectRow | 'deleted'> =>
			new Map(
				all<{seq: number; row: string | null}>(
					'SELECT seq, row FROM projects WHERE seq BETWEEN ? AND ?',
					minSeq,
					maxSeq,
				).map(({seq, row}) => [seq, row === null ? 'deleted' : JSON.parse(row)]),
			),

		/** The highest stored sequence number, including deleted projects; 0 if there is none. */
		highestSeq: () => get<{seq: number | null}>('SELECT max(seq) AS seq FROM projects')?.seq ?? 0,
		seqOfSlug: (slug: string) =>
			get<{seq: number}>('SELECT seq FROM projects WHERE slug = ?', JSON.stringify(slug))?.seq,
		saveProject: (row: ProjectRow) =>
			run('INSERT OR REPLACE INTO projects VALUES (?, ?, ?)', row.seq, JSON.stringify(row.slug), JSON.stringify(row)),

		deleteProject(seq: number) {
			run('INSERT OR REPLACE INTO projects VALUES (?, NULL, NULL)', seq);
			run('DELETE FROM deployments WHERE project_seq = ?', seq);
		},

		/** Newest first. */
		deployments: (projectSeq: number, limit: number): DeploymentRow[] =>
			all<{row: string}>(
				'SELECT row FROM deployments WHERE project_seq = ? ORDER BY ordinal DESC LIMIT ?',
				projectSeq,
				limit,
			).map(({row}) => JSON.parse(row)),

		deployment(projectSeq: number, ordinal: number): DeploymentRow | undefined {
			const sql = 'SELECT row FROM deployments WHERE project_seq = ? AND ordinal = ?';
			const found = get<{row: string}>(sql, projectSeq, ordinal);
			return found && JSON.parse(found.row);
		},

		addDeployment: (row: DeploymentRow, concludesAt: number) =>
			run(
				'INSERT INTO deployments VALUES (?, ?, ?, 1, ?)',
				row.projectSeq,
				row.ordinal,
				concludesAt,
				JSON.stringify(row),
			),
		runningCount: (projectSeq: number) =>
			all('SELECT 1 FROM deployments WHERE is_running = 1 AND project_seq = ?', projectSeq).length,

		/** The deployment that concludes next. */
		nextEnd: () =>
			get<{projectSeq: number; ordinal: number; at: number}>(
				'SELECT project_seq AS projectSeq, ordinal, concludes_at AS at FROM deployments WHERE is_running = 1 ORDER BY concludes_at, project_seq, ordinal LIMIT 1',
			),
		markEnded: (projectSeq: number, ordinal: number) =>
			run('UPDATE deployments SET is_running = 0 WHERE project_seq = ? AND ordinal = ?', projectSeq, ordinal),

		/** Runs `work` atomically. Once it returns, its changes survive a crash of this process. */
		transaction<Result>(work: () => Result): Result {
			database.exec('BEGIN IMMEDIATE');
			try {
				const result = work();
				database.exec('COMMIT');
				return result;
			} catch (error) {
				database.exec('ROLLBACK');
				throw error;
			}
		},

		close: () => database.close(),
	};
}

/** Marks a SQLite file as sandbox data ("lndf"), so that no other program's file is ever changed. */
const applicationId = 0x6c6e6466;
const layout = 1;
const ownerOnly = 0o600;

const tables = `
	CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE IF NOT EXISTS projects (seq INTEGER PRIMARY KEY, slug TEXT, row TEXT) STRICT;
	CREATE INDEX IF NOT EXISTS projects_by_slug ON projects (slug) WHERE slug IS NOT NULL;
	CREATE TABLE IF NOT EXISTS deployments (
		project_seq INTEGER NOT NULL,
		ordinal INTEGER NOT NULL,
		concludes_at INTEGER NOT NULL,
		is_running INTEGER NOT NULL,
		row TEXT NOT NULL,
		PRIMARY KEY (project_seq, ordinal)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS running ON deployments (concludes_at, project_seq, ordinal) WHERE is_running = 1;
`;

/**
Opens a database in a file that only its owner can read, or in memory without a file.

Throws an error with the code `SANDBOX_FILE` and a message for the user if the file cannot be used. Only one process at a time can open it.
*/
function openDatabase(file: string | undefined): DatabaseSync {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	if (file === undefined) {
		const database = new DatabaseSync(':memory:');
		database.exec(tables);
		return database;
	}

	let database: DatabaseSync | undefined;
	try {
		closeSync(openSync(file, 'a', ownerOnly));
		const isNew = statSync(file).size === 0;
		database = new DatabaseSync(file);
		const {application_id: owner} = database.prepare('PRAGMA application_id').get() ?? {};
		if (!isNew && owner !== applicationId) throw new Error('it is not the data of a sandbox');
		const {user_version: found} = database.prepare('PRAGMA user_version').get() ?? {};
		if (!isNew && found !== layout) throw new Error(`it was written by another version of landfall (layout ${found})`);
		// NORMAL: committed data survives a crash of the process, which is enough here, without a disk sync per write.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
		database.exec(
			`BEGIN IMMEDIATE; ${tables} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${layout}; COMMIT`,
		);
		// Only now is it known to be sandbox data.
		chmodSync(file, ownerOnly);
		return database;
	} catch (error) {
		database?.close();
		const reason = error instanceof Error ? error.message : String(error);
		const meaning = reason.includes('locked') ? 'another sandbox has it open' : reason;
		throw Object.assign(new Error(`cannot use ${file} for the sandbox: ${meaning}`), {code: 'SANDBOX_FILE'});
	}
}
