import type {DatabaseSync} from 'node:sqlite';

/** One step for each version of the file; a step is never changed once it was published. */
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
];

/** Brings the file to the newest version, one step after the other. Throws when it was written by a later landfall. */
export function migrate(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const {user_version: found} = database.prepare('PRAGMA user_version').get() ?? {};
		const version = Number(found);
		if (version > steps.length) throw new Error('it was written by a later version of landfall');
		for (const step of steps.slice(version)) database.exec(step);
		database.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}
