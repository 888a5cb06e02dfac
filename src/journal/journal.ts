import type {DatabaseSync} from 'node:sqlite';
import {isDeepStrictEqual} from 'node:util';
import type {LocalTime} from '../base/clock.ts';
import {isTexts, parseJsonObject} from '../base/json.ts';
import {type SafeText, safe, serviceText} from '../base/text.ts';
import type {ActivityEntry, ActivityKind, SavedActivityEntry} from '../model/activity-entry.ts';
import {parseBody} from '../model/confirmation.ts';
import type {Draft, Drafts, JournalSnapshot, WindowCounts} from '../model/journal-snapshot.ts';
import type {Watch} from '../model/watch.ts';
import {createDatabase, type Database, type DatabaseOptions} from './database.ts';
import {
	type ConnectionNames,
	intentTables,
	type JournalOwner,
	momentIn,
	type Row,
	readAll,
	renameService,
} from './journal-schema.ts';
import {observationsIn, storedDeployment} from './observation-rows.ts';

type JournalOptions = DatabaseOptions & {readonly owner?: JournalOwner};

const noOwner: JournalOwner = {id: 0, isRunning: () => false};

/** Another window may have saved a later read. A time further ahead was saved before the clock was set back. */
const maxLaterMs = 300_000;

const maxPlaces = 50;

/** If the row is damaged, `content` is empty and `at` may be wrong. `isClaimedElsewhere`: another running process sends it or reconciles it. */
export type IntentRow = {
	readonly id: string;
	readonly service: string;
	readonly at: LocalTime;
	readonly content: string;
	readonly isClaimedElsewhere: boolean;
};

export type StartedHere = {readonly id: string; readonly at: LocalTime};

function entryOf(row: Row): SavedActivityEntry | [] {
	const at = momentIn(row.at);
	if (at === undefined) return [];
	return {
		id: String(row.id),
		at,
		kind: String(row.kind) as ActivityKind,
		connection: safe(String(row.connection)),
		projectId: String(row.project_id),
		deploymentId: String(row.deployment_id),
		project: safe(String(row.project)),
		word: row.word === null ? undefined : serviceText(String(row.word)),
		version: row.version === null ? undefined : Number(row.version),
		message: safe(String(row.message), 600),
		requestId: row.request_id === null ? undefined : safe(String(row.request_id)),
		deployment: storedDeployment(row),
	};
}

function storedDraft({project_id, content}: Row): ReadonlyArray<readonly [projectId: string, Draft]> {
	const parsed = parseJsonObject(String(content));
	if (!('object' in parsed) || !isTexts(Object.values(parsed.object))) return [];
	return [[String(project_id), parsed.object as Draft]];
}

const activityEntriesIn = ({rows, write}: Database) => ({
	/** The entry of another process if that process has saved the same observation. Undefined if nothing could be saved. */
	record(entry: ActivityEntry): SavedActivityEntry | undefined {
		const {at, kind, connection, projectId, deploymentId, project, word, version = null, message, requestId} = entry;
		const about = [connection, projectId, deploymentId, kind, word?.exact ?? null, version] as const;
		const columns = 'connection, project_id, deployment_id, kind, word, version';
		return write(database => {
			const saved = database
				.prepare(
					`INSERT INTO entries (${columns}, at, project, message, request_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
						ON CONFLICT DO NOTHING RETURNING CAST(id AS TEXT) AS id`,
				)
				.get(...about, at, project, message, requestId ?? null);
			const row =
				saved ??
				database
					.prepare(`SELECT CAST(id AS TEXT) AS id FROM entries WHERE (${columns}) IS (?, ?, ?, ?, ?, ?)`)
					.get(...about);
			return {...entry, id: String(row?.id)};
		});
	},

	startedSince: (connection: SafeText, projectId: string, since: LocalTime): readonly StartedHere[] =>
		rows(
			`SELECT deployment_id, at FROM entries
				WHERE kind = 'deployed' AND connection = ? AND project_id = ? AND at >= ? ORDER BY id DESC`,
			connection,
			projectId,
			since,
		).map(row => ({id: String(row.deployment_id), at: Number(row.at)})),

	/** The latest entries of a connection, newest first, with the deployments observed at `service`. Without `connection`, entries of all connections. */
	recent: (limit: number, connection?: SafeText, service?: string): readonly SavedActivityEntry[] =>
		rows(
			`SELECT entries.*, record FROM entries LEFT JOIN observations AS o
				ON service = ? AND o.project_id = entries.project_id AND o.deployment_id = entries.deployment_id
				WHERE connection = coalesce(?, connection) ORDER BY id DESC LIMIT ?`,
			service ?? null,
			connection ?? null,
			limit,
		).flatMap(entryOf),
});

/** Compares every row, because a damaged id may be no text. */
function removeIntent(database: DatabaseSync, id: string): void {
	for (const table of intentTables) {
		for (const row of readAll(database, `SELECT rowid, id FROM ${table}`))
			if (String(row.id) === id) database.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(Number(row.rowid));
	}
}

function intentsIn({readSurely, writeSurely, takeBack}: Database, owner: JournalOwner) {
	const isHeldElsewhere = (holder: unknown) => Number(holder) !== owner.id && owner.isRunning(Number(holder));

	/** Includes damaged rows, which may be of any address. */
	function unconfirmedIn(database: DatabaseSync, address: string): readonly IntentRow[] {
		const copies = intentTables.flatMap(table => readAll(database, `SELECT * FROM ${table}`));
		const unconfirmed = Map.groupBy(copies, ({id}) => String(id)).entries();
		return [...unconfirmed]
			.flatMap(([id, [row, copy]]): IntentRow | [] => {
				const at = momentIn(row?.at) ?? 0;
				const service = String(row?.service);
				if (!isDeepStrictEqual(row, copy)) return {id, service, at, content: '', isClaimedElsewhere: false};
				if (row?.address !== address) return [];
				return {id, service, at, content: String(row.content), isClaimedElsewhere: isHeldElsewhere(row.owner)};
			})
			.toSorted((a, b) => a.at - b.at);
	}

	return {
		/** If an unconfirmed write forbids this one, saves nothing and returns that write. If two processes save at once, the second one sees the write of the first. */
		saveIntent(
			address: string,
			{id, service, at, content}: Omit<IntentRow, 'isClaimedElsewhere'>,
			isForbiddenBy: (other: IntentRow) => boolean,
		) {
			let isNew = false;
			try {
				return writeSurely(database => {
					const unconfirmed = unconfirmedIn(database, address);
					const by = unconfirmed.find(isForbiddenBy);
					if (by) return by;
					isNew = unconfirmed.every(other => other.id !== id);
					removeIntent(database, id);
					for (const table of intentTables)
						database
							.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`)
							.run(id, address, service, owner.id, at, content);
					return undefined;
				});
			} catch (error) {
				// The write was not sent, so it must not forbid the next one.
				if (isNew) takeBack(database => removeIntent(database, id));
				throw error;
			}
		},

		unconfirmed: (address: string) => readSurely(database => unconfirmedIn(database, address)),

		/** False if another running process has claimed the write, or if its outcome is known. */
		claim: (id: string): boolean =>
			writeSurely(database => {
				const [row] = readAll(database, 'SELECT owner FROM intents WHERE id = ?', id);
				if (!row || isHeldElsewhere(row.owner)) return false;
				for (const table of intentTables)
					database.prepare(`UPDATE ${table} SET owner = ? WHERE id = ?`).run(owner.id, id);
				return true;
			}),

		forgetIntent(id: string) {
			writeSurely(database => removeIntent(database, id));
		},
	};
}

const storedWatch = (row: Row): Watch => ({
	projectId: String(row.project_id),
	deploymentId: row.deployment_id === '' ? undefined : String(row.deployment_id),
	project: safe(String(row.project)),
	isMine: row.is_mine === 1,
});

/** Every method writes to the database before it returns. While the file cannot be used, reads return nothing, and only writes that a request depends on throw. `service` is the key of a service and a team. */
export function openJournal({owner = noOwner, ...options}: JournalOptions) {
	const database = createDatabase(options);
	const {writeSurely, readRows, rows, run, takeNotice, problem, close} = database;
	const {unfinished, hasConcluded, ...observations} = observationsIn(database);

	const draftsOf = (service: string): Drafts =>
		new Map(rows('SELECT project_id, content FROM drafts WHERE service = ?', service).flatMap(storedDraft));

	const watchesOf = (service: string) => readRows('SELECT * FROM watches WHERE service = ?', service)?.map(storedWatch);

	return {
		takeNotice,
		problem,
		close,
		...activityEntriesIn(database),
		...intentsIn(database, owner),
		...observations,

		snapshot(service: string): JournalSnapshot {
			const [lastRead] = rows('SELECT read_at FROM last_reads WHERE service = ?', service);
			return {
				unfinished: unfinished(service),
				watches: watchesOf(service) ?? [],
				lastReadAt: lastRead && momentIn(lastRead.read_at),
				drafts: draftsOf(service),
				words: rows('SELECT word FROM announced_words').map(({word}) => String(word)),
			};
		},

		saveLastRead: (service: string, readAt: LocalTime, {failed, running, isComplete}: WindowCounts) =>
			run(
				`INSERT INTO last_reads (service, read_at, owner, failed, running, is_complete) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET read_at = excluded.read_at, owner = excluded.owner, failed = excluded.failed,
					running = excluded.running, is_complete = excluded.is_complete
				WHERE excluded.read_at >= read_at OR read_at > excluded.read_at + ${maxLaterMs}`,
				...[service, readAt, owner.id, failed, running, isComplete ? 1 : 0],
			),

		/** Watches of all windows. A watch in `known` stays even if another window has seen its conclusion: this window watches until it has seen it, too. Undefined if nothing can be read. */
		watchesElsewhere(service: string, known: Iterable<Watch>): readonly Watch[] | undefined {
			const concluded = [...known].filter(
				({projectId, deploymentId}) => deploymentId !== undefined && hasConcluded(service, projectId, deploymentId),
			);
			const saved = watchesOf(service);
			return saved && [...saved, ...concluded];
		},

		saveWatch(service: string, {projectId, deploymentId = '', project, isMine}: Watch): boolean {
			const insert = 'INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)';
			return run(insert, service, projectId, deploymentId, project, isMine ? 1 : 0);
		},

		deleteWatch(service: string, {projectId, deploymentId = ''}: Pick<Watch, 'projectId' | 'deploymentId'>): boolean {
			const where = 'service = ? AND project_id = ? AND deployment_id = ?';
			return run(`DELETE FROM watches WHERE ${where}`, service, projectId, deploymentId);
		},

		saveWord: (word: string) => run('INSERT OR IGNORE INTO announced_words (word) VALUES (?)', word),

		bodyOf(service: string, projectId: string): string | undefined {
			const [row] = rows('SELECT body FROM deploy_bodies WHERE service = ? AND project_id = ?', service, projectId);
			const body = String(row?.body);
			return parseBody(body) && body;
		},

		saveBody: (service: string, projectId: string, body: string) =>
			run('INSERT OR REPLACE INTO deploy_bodies VALUES (?, ?, ?)', service, projectId, body),

		drafts: draftsOf,

		saveDraft(service: string, projectId: string, draft: Draft | undefined) {
			if (draft) run('INSERT OR REPLACE INTO drafts VALUES (?, ?, ?)', service, projectId, JSON.stringify(draft));
			else run('DELETE FROM drafts WHERE service = ? AND project_id = ?', service, projectId);
		},

		savePlace(service: string, place: string) {
			run('INSERT OR REPLACE INTO places (service, place) VALUES (?, ?)', service, place);
			run('DELETE FROM places WHERE id NOT IN (SELECT id FROM places ORDER BY id DESC LIMIT ?)', maxPlaces);
		},

		/** Also renames the connection in its entries. Throws `JournalError`, because an unconfirmed write must not be forgotten. */
		rename: (service: string, newService: string, names: ConnectionNames) =>
			writeSurely(opened => renameService(opened, service, newService, names)),
	};
}

export type Journal = ReturnType<typeof openJournal>;
