import type {DatabaseSync} from 'node:sqlite';

/** The tables with one or more rows for each service. */
const tables = ['sightings', 'changes', 'watches', 'bodies', 'visits', 'intents', 'drafts', 'projects'] as const;

/** Moves everything about a service to another key. What is there already for that key is replaced. */
export function renameService(
	database: DatabaseSync,
	service: string,
	newService: string,
	{connection, newConnection}: {readonly connection: string; readonly newConnection: string},
): void {
	for (const table of tables) {
		database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);
	}

	database.prepare('UPDATE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

/** Deletes everything about a service. */
export function forgetService(database: DatabaseSync, service: string, connection: string): void {
	for (const table of tables) database.prepare(`DELETE FROM ${table} WHERE service = ?`).run(service);
	database.prepare('DELETE FROM entries WHERE connection = ?').run(connection);
}
