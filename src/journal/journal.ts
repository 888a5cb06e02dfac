import type {DatabaseSync} from 'node:sqlite';
import type {LocalTime} from '../clock.ts';
import {type SafeText, safe} from '../text.ts';
import {createDatabase, type DatabaseOptions, inTransaction} from './database.ts';
import type {Entry, EntryKind, KeptEntry} from './entry.ts';
import {prune} from './pruning.ts';
import type {Change, Draft, Intent, JournalSnapshot, Observation, ProjectSnapshot, Watch} from './sighting.ts';
import {keepSightings, projectMemory, unfinishedSightings} from './sightings.ts';

/**
A log of what landfall did and observed, kept across restarts. Each method writes to the database before it returns.

`service` is a key that identifies a service and a team.
*/
export type Journal = {
	readonly record: (entry: Entry) => KeptEntry;
	/** Returns the newest entries, newest first. */
	readonly recent: (limit: number) => readonly KeptEntry[];
	/** Saves the current data of deployments, and their observed changes. */
	readonly see: (service: string, sightings: readonly Observation[], changes: readonly Change[]) => void;
	/** Saves when the service was last read, by the local clock. */
	readonly visit: (service: string, readAt: LocalTime) => void;
	/** Returns what the journal knows about a service. */
	readonly remember: (service: string) => JournalSnapshot;
	readonly rememberProject: (service: string, projectId: string) => ProjectSnapshot;
	readonly watch: (service: string, watch: Watch) => void;
	readonly unwatch: (service: string, watch: Pick<Watch, 'projectId' | 'deploymentId'>) => void;
	/** Saves that a status word was announced as new. */
	readonly learnWord: (word: string) => void;
	/** Saves a write that is about to be sent, safe from a power failure. */
	readonly intend: (service: string, intent: Intent) => void;
	/** Deletes a write whose outcome is known. */
	readonly settle: (intentId: string) => void;
	/** Saves the unsent text of a form. Undefined deletes it. */
	readonly keepDraft: (service: string, projectId: string, draft: Draft | undefined) => void;
	/** Returns the JSON request body of a project's last deployment. */
	readonly bodyOf: (service: string, projectId: string) => string | undefined;
	readonly keepBody: (service: string, projectId: string, body: string) => void;
	/** Returns what was wrong with the file, once, after it was opened or found to be corrupt. */
	readonly takeNotice: () => SafeText | undefined;
	readonly close: () => void;
};

/** The number of written rows between two prunings. Pruning only at the start is not enough, because landfall may run for days. */
const pruneInterval = 2000;

/** A row of the database, by column names. */
type Row = Readonly<Record<string, unknown>>;

const entryOf = (row: Row): KeptEntry => ({
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

const watchOf = (row: Row): Watch => ({
	projectId: String(row.project_id),
	deploymentId: row.deployment_id === '' ? undefined : String(row.deployment_id),
	project: safe(String(row.project)),
	isMine: row.is_mine === 1,
});

type JournalOptions = DatabaseOptions & {
	/** The id of this process, and whether the process with another id is still running. */
	readonly owner?: {readonly id: number; readonly isRunning: (id: number) => boolean};
};

const noOwner = {id: 0, isRunning: () => false};

export function openJournal({owner = noOwner, ...options}: JournalOptions): Journal {
	const {use, takeNotice, close} = createDatabase(options);

	/** Writes synchronously to the disk, so that the user's actions survive a power failure. */
	const durably = (database: DatabaseSync, work: () => void) => {
		database.exec('PRAGMA synchronous = FULL');
		try {
			work();
		} finally {
			database.exec('PRAGMA synchronous = NORMAL');
		}
	};

	let written = 0;

	const pruneIfDue = (rows: number) => {
		written += rows;
		if (written < pruneInterval) return;
		written = 0;
		use(prune);
	};

	return {
		record(entry) {
			const {at, kind, connection, projectId, deploymentId, project, text, requestId} = entry;
			pruneIfDue(1);
			const id = use(database => {
				const add = database.prepare(
					'INSERT INTO entries (at, kind, connection, project_id, deployment_id, project, text, request_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id',
				);
				let row: Row | undefined;
				durably(database, () => {
					row = add.get(at, kind, connection, projectId, deploymentId, project, text, requestId ?? null);
				});
				return row?.id;
			});
			return {...entry, id: String(id)};
		},

		recent: limit =>
			use(database => database.prepare('SELECT * FROM entries ORDER BY id DESC LIMIT ?').all(limit).map(entryOf)),

		see(service, sightings, changes) {
			pruneIfDue(sightings.length + changes.length);
			use(database => inTransaction(database, () => keepSightings(database, service, sightings, changes)));
		},

		visit(service, readAt) {
			use(database =>
				database
					.prepare(
						'INSERT INTO visits (service, read_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET read_at = max(read_at, excluded.read_at)',
					)
					.run(service, readAt),
			);
		},

		remember: service =>
			use(database => {
				const visit = database.prepare('SELECT read_at FROM visits WHERE service = ?').get(service);
				return {
					unfinished: unfinishedSightings(database, service),
					watches: database.prepare('SELECT * FROM watches WHERE service = ?').all(service).map(watchOf),
					lastReadAt: visit && Number(visit.read_at),
					intents: database
						.prepare('SELECT id, at, owner, content FROM intents WHERE service = ? ORDER BY at')
						.all(service)
						.filter(row => Number(row.owner) === owner.id || !owner.isRunning(Number(row.owner)))
						.map(row => ({id: String(row.id), at: Number(row.at), content: String(row.content)})),
					drafts: new Map(
						database
							.prepare('SELECT project_id, content FROM drafts WHERE service = ?')
							.all(service)
							.map(row => [String(row.project_id), JSON.parse(String(row.content)) as Draft] as const),
					),
					words: database
						.prepare('SELECT word FROM words')
						.all()
						.map(({word}) => String(word)),
				};
			}),

		rememberProject: (service, projectId) => use(database => projectMemory(database, service, projectId)),

		watch(service, {projectId, deploymentId = '', project, isMine}) {
			use(database =>
				database
					.prepare('INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)')
					.run(service, projectId, deploymentId, project, isMine ? 1 : 0),
			);
		},

		unwatch(service, {projectId, deploymentId = ''}) {
			use(database =>
				database
					.prepare('DELETE FROM watches WHERE service = ? AND project_id = ? AND deployment_id = ?')
					.run(service, projectId, deploymentId),
			);
		},

		learnWord(word) {
			use(database => database.prepare('INSERT OR IGNORE INTO words VALUES (?)').run(word));
		},

		bodyOf: (service, projectId) =>
			use(database => {
				const row = database
					.prepare('SELECT body FROM bodies WHERE service = ? AND project_id = ?')
					.get(service, projectId);
				return row && String(row.body);
			}),

		keepBody(service, projectId, body) {
			use(database => database.prepare('INSERT OR REPLACE INTO bodies VALUES (?, ?, ?)').run(service, projectId, body));
		},

		intend(service, {id, at, content}) {
			use(database =>
				durably(database, () => {
					database
						.prepare('INSERT OR REPLACE INTO intents (id, service, owner, at, content) VALUES (?, ?, ?, ?, ?)')
						.run(id, service, owner.id, at, content);
				}),
			);
		},

		settle(intentId) {
			use(database => database.prepare('DELETE FROM intents WHERE id = ?').run(intentId));
		},

		keepDraft(service, projectId, draft) {
			use(database =>
				draft
					? database
							.prepare('INSERT OR REPLACE INTO drafts (service, project_id, content) VALUES (?, ?, ?)')
							.run(service, projectId, JSON.stringify(draft))
					: database.prepare('DELETE FROM drafts WHERE service = ? AND project_id = ?').run(service, projectId),
			);
		},

		takeNotice,
		close,
	};
}
