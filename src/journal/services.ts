import type {DatabaseSync} from 'node:sqlite';

/** The tables with rows for each service, except for intents. */
const tables = ['sightings', 'changes', 'watches', 'bodies', 'visits', 'drafts', 'projects'] as const;

/** Returns the key that earlier versions used for a service: it ends with the host and lacks the path of the address. */
export function withoutPath(service: string): string {
	const slash = service.indexOf('/', service.lastIndexOf(' '));
	return slash < 0 ? service : service.slice(0, slash);
}

const move = (database: DatabaseSync, table: string, service: string, newService: string) =>
	database.prepare(`UPDATE OR REPLACE ${table} SET service = ? WHERE service = ?`).run(newService, service);

/** Moves what an earlier version knew to the key of a service. Earlier versions did not distinguish paths of addresses, so the first service on the host that asks gets it all. Intents stay where they are, for every service on the host: none may be lost. */
export function adoptPathless(database: DatabaseSync, service: string): void {
	const pathless = withoutPath(service);
	const {changes} = database.prepare('DELETE FROM pathless WHERE service = ?').run(pathless);
	if (changes === 0 || pathless === service) return;
	for (const table of tables) move(database, table, pathless, service);
}

/** Moves everything about a service to another key. What is there already for that key is replaced. */
export function renameService(
	database: DatabaseSync,
	service: string,
	newService: string,
	{connection, newConnection}: {readonly connection: string; readonly newConnection: string},
): void {
	adoptPathless(database, service);
	for (const table of [...tables, 'intents']) move(database, table, service, newService);
	database
		.prepare('UPDATE intents SET service = ? WHERE service = ? AND NOT knows_path')
		.run(withoutPath(newService), withoutPath(service));
	database.prepare('UPDATE entries SET connection = ? WHERE connection = ?').run(newConnection, connection);
}

/** Deletes everything about a service. */
export function forgetService(database: DatabaseSync, service: string, connection: string): void {
	adoptPathless(database, service);
	for (const table of [...tables, 'intents']) database.prepare(`DELETE FROM ${table} WHERE service = ?`).run(service);
	database.prepare('DELETE FROM intents WHERE service = ? AND NOT knows_path').run(withoutPath(service));
	database.prepare('DELETE FROM entries WHERE connection = ?').run(connection);
}
