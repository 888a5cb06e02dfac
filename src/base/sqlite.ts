export const noSqliteCode = 'ERR_UNKNOWN_BUILTIN_MODULE';

/** Throws a system error if Node runs without SQLite, as with `--no-experimental-sqlite`. */
export function nodeSqlite(): typeof import('node:sqlite') {
	const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite');
	if (sqlite) return sqlite;
	throw Object.assign(new Error('Node.js runs without SQLite'), {code: noSqliteCode, syscall: 'load'});
}
