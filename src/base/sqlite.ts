/** What `nodeSqlite` throws, as if the system refused it. */
export const noSqliteCode = 'ERR_UNKNOWN_BUILTIN_MODULE';

/** SQLite, as Node has it. Throws a system error where Node runs without it, as with `--no-experimental-sqlite`. */
export function nodeSqlite(): typeof import('node:sqlite') {
	const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite');
	if (sqlite) return sqlite;
	throw Object.assign(new Error('Node.js runs without SQLite'), {code: noSqliteCode, syscall: 'load'});
}
