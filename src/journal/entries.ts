import type {DatabaseSync} from 'node:sqlite';
import {type SafeText, safe} from '../base/text.ts';
import type {ActivityEntry, ActivityKind, SavedActivityEntry} from '../model/activity-entry.ts';
import type {IntentRow} from '../model/write-intent.ts';
import type {Database} from './database.ts';
import {anyPath, type JournalOwner, type Row} from './schema.ts';

/** A write with an unknown outcome. `isClaimedElsewhere`: another running process sends it or looks for its outcome. */
export type UnsettledIntentRow = IntentRow & {readonly isClaimedElsewhere: boolean};

const entryOf = (row: Row): SavedActivityEntry => ({
	id: String(row.id),
	at: Number(row.at),
	kind: String(row.kind) as ActivityKind,
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

/** What a journal does with the activity log. */
export const entriesIn = ({rows, write}: Database) => ({
	/** Saves an entry. If another process has just saved the same observation, returns that one. */
	record(entry: ActivityEntry): SavedActivityEntry {
		const {at, kind, connection, projectId, deploymentId, project, text, requestId} = entry;
		const isObserved = kind === 'concluded' || kind === 'changed again';
		const same = `SELECT id FROM (SELECT * FROM entries ORDER BY id DESC LIMIT ${maxBetween}) WHERE kind = ?2
			AND connection = ?3 AND project_id = ?4 AND deployment_id = ?5 AND text = ?7 AND abs(at - ?1) < ${maxApartMs}`;
		const insert = `INSERT INTO entries (at, kind, connection, project_id, deployment_id, project, text, request_id)
			SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 ${isObserved ? `WHERE NOT EXISTS (${same})` : ''} RETURNING id`;
		return write(database => {
			const row =
				database.prepare(insert).get(at, kind, connection, projectId, deploymentId, project, text, requestId ?? null) ??
				database.prepare(same).get(at, kind, connection, projectId, deploymentId, null, text);
			return {...entry, id: String(row?.id)};
		}, true);
	},

	/** Returns the newest entries of a connection, newest first. Those of all connections without its name. */
	recent: (limit: number, connection?: SafeText): readonly SavedActivityEntry[] =>
		rows(
			'SELECT * FROM entries WHERE ?1 IS NULL OR connection = ?1 ORDER BY id DESC LIMIT ?2',
			connection ?? null,
			limit,
		).map(entryOf),
});

/** What a journal does with writes whose outcome is unknown. A `service` is a key as in the rest of the journal. */
export function intentsIn({use, write, recover}: Database, owner: JournalOwner) {
	const unsettledIn = (database: DatabaseSync, service: string): readonly UnsettledIntentRow[] =>
		database
			.prepare('SELECT id, at, owner, content FROM intents WHERE service IN (?, ?) ORDER BY at')
			.all(service, anyPath(service))
			.map(row => ({
				id: String(row.id),
				at: Number(row.at),
				content: String(row.content),
				isClaimedElsewhere: Number(row.owner) !== owner.id && owner.isRunning(Number(row.owner)),
			}));

	return {
		/** Saves a write that is about to be sent. If an unsettled write to the service forbids it, saves nothing and returns that write. Of two processes that save at the same time, the second one sees the write of the first. */
		saveIntent(service: string, intent: IntentRow, isForbiddenBy: (other: IntentRow) => boolean = () => false) {
			recover();
			const isForbidding = (other: IntentRow) => other.id !== intent.id && isForbiddenBy(other);
			// Once the file can be used again, what was decided without it is saved there as it was decided.
			let decision: {readonly by: UnsettledIntentRow | undefined} | undefined;
			return write(database => {
				decision ??= {by: unsettledIn(database, service).find(isForbidding)};
				if (!decision.by) {
					database
						.prepare('INSERT OR REPLACE INTO intents (id, service, owner, at, content) VALUES (?, ?, ?, ?, ?)')
						.run(intent.id, service, owner.id, intent.at, intent.content);
				}

				return decision.by;
			}, true);
		},

		/** Returns the writes with an unknown outcome, the earliest first. */
		unsettled(service: string) {
			recover();
			return use(database => unsettledIn(database, service));
		},

		/** Makes this process the one that looks for the outcome of a write. Returns whether it is: not if another running process is, or if the write is settled. */
		claim: (id: string): boolean =>
			use(database => {
				const row = database.prepare('SELECT owner FROM intents WHERE id = ?').get(id);
				const holder = Number(row?.owner);
				if (!row || (holder !== owner.id && owner.isRunning(holder))) return false;
				// Of two processes that see the same former holder, the first one holds it.
				const update = database.prepare('UPDATE intents SET owner = ? WHERE id = ? AND owner = ?');
				return update.run(owner.id, id, holder).changes === 1;
			}),

		/** Deletes a write whose outcome is known. */
		forgetIntent(id: string) {
			write(database => database.prepare('DELETE FROM intents WHERE id = ?').run(id), true);
		},
	};
}
