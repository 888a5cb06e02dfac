import type {DatabaseSync} from 'node:sqlite';

/** One step per schema version. A published step must never change. */
const steps: readonly string[] = [
	`CREATE TABLE entries (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		kind TEXT NOT NULL,
		connection TEXT NOT NULL,
		project_id TEXT NOT NULL,
		project TEXT NOT NULL,
		text TEXT NOT NULL,
		request_id TEXT
	) STRICT`,
	`ALTER TABLE entries ADD COLUMN deployment_id TEXT NOT NULL DEFAULT '';
	CREATE TABLE sightings (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_concluded INTEGER NOT NULL,
		seen_at INTEGER NOT NULL,
		record TEXT NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX sightings_by_end ON sightings (service, is_concluded, seen_at);
	CREATE INDEX sightings_by_time ON sightings (seen_at);
	CREATE TABLE changes (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		after INTEGER NOT NULL,
		before INTEGER NOT NULL,
		looked TEXT NOT NULL,
		looks TEXT NOT NULL
	) STRICT;
	CREATE INDEX changes_by_project ON changes (service, project_id);
	CREATE TABLE watches (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		project TEXT NOT NULL,
		is_mine INTEGER NOT NULL,
		PRIMARY KEY (service, project_id, deployment_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE bodies (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		body TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE visits (service TEXT PRIMARY KEY, read_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
	CREATE TABLE words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
	`CREATE TABLE intents (
		id TEXT PRIMARY KEY,
		service TEXT NOT NULL,
		owner INTEGER NOT NULL,
		at INTEGER NOT NULL,
		content TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE drafts (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		content TEXT NOT NULL,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID`,
	`CREATE TABLE projects (
		service TEXT NOT NULL,
		project_id TEXT NOT NULL,
		name TEXT,
		slug TEXT,
		seen_at INTEGER NOT NULL,
		is_gone INTEGER NOT NULL DEFAULT 0,
		PRIMARY KEY (service, project_id)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX projects_by_time ON projects (seen_at);
	INSERT INTO projects (service, project_id, name, seen_at)
		SELECT service, project_id, project, max(seen_at) FROM sightings GROUP BY service, project_id`,
	// Until here, the key of a service did not include the path of its address.
	`ALTER TABLE intents ADD COLUMN knows_path INTEGER NOT NULL DEFAULT 0;
	CREATE TABLE pathless (service TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
	INSERT INTO pathless SELECT service FROM visits UNION SELECT service FROM sightings UNION SELECT service FROM watches
		UNION SELECT service FROM bodies UNION SELECT service FROM drafts`,
	`CREATE TABLE windows (
		id TEXT PRIMARY KEY,
		pid INTEGER NOT NULL,
		service TEXT NOT NULL,
		weight INTEGER NOT NULL,
		per_minute INTEGER NOT NULL,
		at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID`,
];

/** Migrates the database to the newest schema. Throws if a later version of landfall has written it. */
export function migrate(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const {user_version: found} = database.prepare('PRAGMA user_version').get() ?? {};
		const version = Number(found);
		if (version > steps.length) throw new Error('it was written by a later version of landfall');
		for (const step of steps.slice(version)) database.exec(step);
		database.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
	} catch (error) {
		try {
			database.exec('ROLLBACK');
		} catch {
			// The error has already ended the transaction.
		}

		throw error;
	}
}
