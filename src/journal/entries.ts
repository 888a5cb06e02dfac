import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../text.ts';
import {durably, type Row} from './database.ts';
import type {Entry, EntryKind, SavedEntry} from './entry.ts';

const entryOf = (row: Row): SavedEntry => ({
	id: String(row.id),
	at: Number(row.at),
	kind: String(row.kind) as EntryKind,
	connection: safe(String(row.connection)),
	projectId: String(row.project_id),
	deploymentId: String(row.deployment_id),
	project: safe(String(row.project)),
	text: safe(String(row.text), 600),
	requestId: row.request_id === null ? undefined : safe(String(row.request_id)),
});

/** How far back to look for an entry that another process saved about the same event, in milliseconds and in entries. */
const maxApartMs = 300_000;
const maxBetween = 200;

/** Saves an entry, safe from a power failure. Leaves it out if another process has just saved the same observation. */
export function insertEntry(database: DatabaseSync, entry: Entry): SavedEntry {
	const {at, kind, connection, projectId, deploymentId, project, text, requestId} = entry;
	const isObserved = kind === 'concluded' || kind === 'changed again';
	const same = `SELECT id FROM (SELECT * FROM entries ORDER BY id DESC LIMIT ${maxBetween}) WHERE kind = ?2
		AND connection = ?3 AND project_id = ?4 AND deployment_id = ?5 AND text = ?7 AND abs(at - ?1) < ${maxApartMs}`;
	const insert = database.prepare(
		`INSERT INTO entries (at, kind, connection, project_id, deployment_id, project, text, request_id)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 ${isObserved ? `WHERE NOT EXISTS (${same})` : ''} RETURNING id`,
	);
	const row =
		durably(database, () =>
			insert.get(at, kind, connection, projectId, deploymentId, project, text, requestId ?? null),
		) ?? database.prepare(same).get(at, kind, connection, projectId, deploymentId, null, text);
	return {...entry, id: String(row?.id)};
}

/** Returns the newest entries of a connection, newest first. Those of all connections without its name. */
export const recentEntries = (
	database: DatabaseSync,
	limit: number,
	connection: SafeText | undefined,
): readonly SavedEntry[] =>
	database
		.prepare('SELECT * FROM entries WHERE ?1 IS NULL OR connection = ?1 ORDER BY id DESC LIMIT ?2')
		.all(connection ?? null, limit)
		.map(entryOf);
