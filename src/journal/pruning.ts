import type {DatabaseSync} from 'node:sqlite';

/** How many rows are kept of each kind: some 15 MB in all. */
const most = {entries: 10_000, sightings: 20_000, changes: 40_000};

/** Forgets the oldest of everything there is too much of. The file then uses their room again. */
export function prune(database: DatabaseSync): void {
	for (const table of ['entries', 'changes'] as const) {
		database.prepare(`DELETE FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ?`).run(most[table]);
	}

	database
		.prepare(
			'DELETE FROM sightings WHERE seen_at < (SELECT seen_at FROM sightings ORDER BY seen_at DESC LIMIT 1 OFFSET ?)',
		)
		.run(most.sightings - 1);
}
