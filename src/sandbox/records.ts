import {chmodSync, closeSync, openSync, statSync} from 'node:fs';
import type {DatabaseSync, SQLInputValue, StatementSync} from 'node:sqlite';
import {type DeploymentRow, lifecycleOf, type ProjectRow, projectUrl, type SandboxConfig, type World} from './world.ts';

/** The data of a sandbox: facts by name, and the changes since its initial world. Rows are stored as JSON, because SQLite cannot hold every string that JavaScript can. */
export type Database = ReturnType<typeof createDatabase>;

/**
Opens the data in a file that only its owner can read, or in memory without a file.

Throws an error with the code `SANDBOX_FILE` and a message for the user if the file cannot be used. Only one process at a time can open it.
*/
export function createDatabase(file: string | undefined) {
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
		run,
		all,
		get,
		fact: (name: string) => get<{value: string}>('SELECT value FROM facts WHERE name = ?', name)?.value,
		setFact: (name: string, value: string) => run('INSERT OR REPLACE INTO facts VALUES (?, ?)', name, value),

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

export type Records = ReturnType<typeof createRecords>;

type StoredRow = {readonly row: string};

/** The current projects and deployments: the generated initial ones, overlaid with the stored changes. */
export function createRecords(config: SandboxConfig, world: World, {run, all, get}: Database) {
	const historyLength = (seq: number) => (seq <= config.projects ? world.historyLength(seq) : 0);

	/** The highest sequence number so far, of deleted projects, too. */
	const newestSeq = () =>
		Math.max(config.projects, get<{seq: number | null}>('SELECT max(seq) AS seq FROM projects')?.seq ?? 0);

	/** Existing projects, newest first. */
	function projectsBetween(minSeq: number, maxSeq: number): readonly ProjectRow[] {
		const sql = 'SELECT seq, row FROM projects WHERE seq BETWEEN ? AND ?';
		const stored = new Map(
			all<{seq: number; row: string | null}>(sql, minSeq, maxSeq).map(({seq, row}) => [seq, row] as const),
		);
		const rows: ProjectRow[] = [];
		for (let seq = maxSeq; seq >= minSeq; seq--) {
			const row = stored.get(seq);
			// A row without a project means that it was deleted.
			if (row) rows.push(JSON.parse(row));
			else if (row === undefined && seq <= config.projects) rows.push(world.project(seq));
		}

		return rows;
	}

	/** Undefined if it never existed or was deleted. */
	const project = (seq: number): ProjectRow | undefined => (seq >= 1 ? projectsBetween(seq, seq)[0] : undefined);

	const saveProject = (row: ProjectRow) =>
		run('INSERT OR REPLACE INTO projects VALUES (?, ?, ?)', row.seq, JSON.stringify(row.slug), JSON.stringify(row));

	function isSlugTaken(slug: string, besidesSeq: number): boolean {
		const stored = get<{seq: number}>('SELECT seq FROM projects WHERE slug = ?', JSON.stringify(slug));
		if (stored) return stored.seq !== besidesSeq;
		const firstSeq = world.seqOfSlug(slug);
		return firstSeq !== undefined && firstSeq !== besidesSeq && project(firstSeq)?.slug === slug;
	}

	function freeSlug(name: string, seq: number): string {
		const base = slugOf(name) || `project-${seq}`;
		let slug = base;
		for (let count = 2; isSlugTaken(slug, seq); count++) slug = `${base}-${count}`;
		return slug;
	}

	/** Returns a deployment that was started since the initial world. */
	function startedDeployment(projectSeq: number, ordinal: number): DeploymentRow | undefined {
		const sql = 'SELECT row FROM deployments WHERE project_seq = ? AND ordinal = ?';
		const found = get<StoredRow>(sql, projectSeq, ordinal);
		return found && JSON.parse(found.row);
	}

	const nextEnd = () =>
		get<{projectSeq: number; ordinal: number; at: number}>(
			'SELECT project_seq AS projectSeq, ordinal, concludes_at AS at FROM deployments WHERE is_running = 1 ORDER BY concludes_at, project_seq, ordinal LIMIT 1',
		);

	return {
		newestSeq,
		project,
		isSlugTaken,
		saveProject,

		deleteProject(seq: number) {
			run('INSERT OR REPLACE INTO projects VALUES (?, NULL, NULL)', seq);
			run('DELETE FROM deployments WHERE project_seq = ?', seq);
		},

		/** Newest first, only those older than `beforeSeq`. */
		projects(beforeSeq: number, limit: number): readonly ProjectRow[] {
			const rows: ProjectRow[] = [];
			let maxSeq = Math.min(beforeSeq - 1, newestSeq());
			while (maxSeq >= 1 && rows.length < limit) {
				const minSeq = Math.max(1, maxSeq - (limit - rows.length) + 1);
				rows.push(...projectsBetween(minSeq, maxSeq));
				maxSeq = minSeq - 1;
			}

			return rows;
		},

		createProject(name: string, at: number): ProjectRow {
			const seq = newestSeq() + 1;
			const slug = freeSlug(name, seq);
			const row: ProjectRow = {
				seq,
				name,
				slug,
				url: projectUrl(slug),
				uploadMode: world.words(seq).uploadModes[0],
				status: 'active',
				latestUploadVersion: 0,
				createdAt: at,
				updatedAt: at,
				lastOrdinal: 0,
				lastVersion: 0,
			};
			saveProject(row);
			return row;
		},

		/** As of the last `concludeNext`. */
		runningCount: (seq: number) =>
			all('SELECT 1 FROM deployments WHERE is_running = 1 AND project_seq = ?', seq).length,
		nextEndAt: () => nextEnd()?.at,

		deployment({seq}: ProjectRow, ordinal: number): DeploymentRow | undefined {
			const isHistory = ordinal >= 1 && ordinal <= historyLength(seq);
			return isHistory ? world.deployment(seq, ordinal) : startedDeployment(seq, ordinal);
		},

		/** Newest first. */
		deployments({seq}: ProjectRow, limit: number): readonly DeploymentRow[] {
			const sql = 'SELECT row FROM deployments WHERE project_seq = ? ORDER BY ordinal DESC LIMIT ?';
			const rows: DeploymentRow[] = all<StoredRow>(sql, seq, limit).map(({row}) => JSON.parse(row));
			for (let ordinal = historyLength(seq); ordinal >= 1 && rows.length < limit; ordinal--) {
				rows.push(world.deployment(seq, ordinal));
			}

			return rows;
		},

		/** Starts a deployment: of an earlier upload version, or of the next one. */
		deploy(project: ProjectRow, {environmentId, uploadVersion = project.lastVersion + 1, at}: Deploy): DeploymentRow {
			const {seq} = project;
			const ordinal = project.lastOrdinal + 1;
			const row = world.newDeployment(project, {ordinal, environmentId, uploadVersion, createdAt: at});
			const concludesAt = at + lifecycleOf(config.seed, seq, ordinal).concludedAfterMs;
			run('INSERT INTO deployments VALUES (?, ?, ?, 1, ?)', seq, ordinal, concludesAt, JSON.stringify(row));
			saveProject({...project, lastOrdinal: ordinal, lastVersion: Math.max(project.lastVersion, uploadVersion)});
			return row;
		},

		/** Concludes the next running deployment, and updates its project. */
		concludeNext(): void {
			const end = nextEnd();
			if (!end) return;
			const {projectSeq, ordinal, at} = end;
			run('UPDATE deployments SET is_running = 0 WHERE project_seq = ? AND ordinal = ?', projectSeq, ordinal);
			const owner = project(projectSeq);
			const row = startedDeployment(projectSeq, ordinal);
			if (!owner || !row) return;
			const {outcome} = lifecycleOf(config.seed, projectSeq, ordinal);
			if (outcome === 'cancelled') return;
			const isSuccess = outcome === 'success';
			saveProject({
				...owner,
				status: isSuccess ? 'active' : 'error',
				latestUploadVersion: Math.max(owner.latestUploadVersion, isSuccess ? row.uploadVersion : 0),
				updatedAt: Math.max(owner.updatedAt, at),
			});
		},
	};
}

type Deploy = {readonly environmentId: string; readonly uploadVersion?: number | undefined; readonly at: number};

const maxGeneratedSlugLength = 56;

/** Converts `Checkout (Nordwind)` to `checkout-nordwind`. Empty if the name has no ASCII letters or digits. */
const slugOf = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, maxGeneratedSlugLength)
		.replace(/^-+|-+$/g, '');

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
