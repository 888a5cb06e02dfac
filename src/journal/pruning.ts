import type {DatabaseSync} from 'node:sqlite';

/** The maximum number of rows per table. Together they take about 16 MB. */
const maxRows = {entries: 10_000, sightings: 20_000, changes: 40_000, projects: 10_000};

/** Deletes the oldest rows beyond each limit. SQLite reuses their space, so the file stops growing. */
export function prune(database: DatabaseSync): void {
	for (const table of ['entries', 'changes'] as const) {
		database.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(maxRows[table]);
	}

	for (const table of ['sightings', 'projects'] as const) {
		database
			.prepare(
				`DELETE FROM ${table} WHERE seen_at < (SELECT seen_at FROM ${table} ORDER BY seen_at DESC LIMIT 1 OFFSET ?)`,
			)
			.run(maxRows[table] - 1);
	}
}
