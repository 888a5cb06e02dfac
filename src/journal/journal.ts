import type {DatabaseSync} from 'node:sqlite';
import {type Deployment, isConcluded} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../clock.ts';
import {type SafeText, safe} from '../text.ts';
import {createDatabase, type DatabaseOptions, durably} from './database.ts';
import {
	type Entry,
	holdIntent,
	type Intent,
	insertEntry,
	insertIntent,
	type JournalOwner,
	recentEntries,
	type UnsettledIntent,
	unsettledIntents,
} from './entries.ts';
import {liveMs, type OpenWindow, windowOf} from './names.ts';
import {
	type Change,
	concludedDeployments,
	isConcludedObservation,
	type NamedProject,
	type Observation,
	observedSince,
	projectSnapshot,
	saveObservations,
	saveProjectGone,
	saveProjects,
	unfinishedObservations,
	type Watch,
} from './observations.ts';
import {forgetService, inTransaction, prune, type Row, renameService} from './schema.ts';

/** The unsent text of a form. */
export type Draft = {
	readonly name?: string;
	readonly slug?: string;
	readonly url?: string;
	readonly uploadMode?: string;
};

/** What the journal knows about a service. */
export type JournalSnapshot = {
	/** Deployments that had not concluded when they were last read, newest first. */
	readonly unfinished: readonly Observation[];
	/** Deployments that had concluded, the latest read first, to know how long they take. */
	readonly concluded: readonly Deployment[];
	readonly watches: readonly Watch[];
	/** When landfall last read from the service, by the local clock. Undefined if it never did. */
	readonly lastReadAt: LocalTime | undefined;
	/** Status words that were announced already. */
	readonly words: readonly string[];
	/** Unsent form text by project id. The empty id stands for a new project. */
	readonly drafts: ReadonlyMap<string, Draft>;
};

/** The number of written rows between two prunings. Pruning only at the start is not enough, because landfall may run for days. */
const pruneInterval = 2000;

type JournalOptions = DatabaseOptions & {
	readonly owner?: JournalOwner;
};

const noOwner: JournalOwner = {id: 0, isRunning: () => false};

/** Another window may have saved a later read. One that is this much later was saved before the clock was set back. */
const maxLaterMs = 300_000;

/** The maximum number of services whose places are kept. */
const maxPlaces = 50;

const watchOf = (row: Row): Watch => ({
	projectId: String(row.project_id),
	deploymentId: row.deployment_id === '' ? undefined : String(row.deployment_id),
	project: safe(String(row.project)),
	isMine: row.is_mine === 1,
});

const watchesOf = (database: DatabaseSync, service: string): readonly Watch[] =>
	database.prepare('SELECT * FROM watches WHERE service = ?').all(service).map(watchOf);

function snapshotOf(database: DatabaseSync, service: string): JournalSnapshot {
	const lastRead = database.prepare('SELECT read_at FROM last_reads WHERE service = ?').get(service);
	return {
		unfinished: unfinishedObservations(database, service),
		concluded: concludedDeployments(database, service),
		watches: watchesOf(database, service),
		lastReadAt: lastRead && Number(lastRead.read_at),
		drafts: new Map(
			database
				.prepare('SELECT project_id, content FROM drafts WHERE service = ?')
				.all(service)
				.map(row => [String(row.project_id), JSON.parse(String(row.content)) as Draft] as const),
		),
		words: database
			.prepare('SELECT word FROM announced_words')
			.all()
			.map(({word}) => String(word)),
	};
}

function insertWindow(database: DatabaseSync, window: OpenWindow): readonly OpenWindow[] {
	const {id, service, weight, perMinute, at} = window;
	database.prepare('DELETE FROM windows WHERE abs(at - ?) > ?').run(at, liveMs);
	database
		.prepare('INSERT OR REPLACE INTO windows VALUES (?, ?, ?, ?, ?, ?)')
		.run(id, process.pid, service, weight, perMinute, at);
	return database.prepare('SELECT * FROM windows WHERE service = ?').all(service).map(windowOf);
}

/**
A log of what landfall did and observed, kept across restarts. Each method writes to the database before it returns.

`service` is a key that identifies a service and a team: a name, and the host and path of an address.
*/
export function openJournal({owner = noOwner, ...options}: JournalOptions) {
	const {read, write, recover, takeNotice, failure, close} = createDatabase(options);

	let written = 0;

	const pruneIfDue = (rows: number) => {
		written += rows;
		if (written < pruneInterval) return;
		written = 0;
		write(prune);
	};

	/** Runs a statement without a result. */
	const run = (sql: string, ...values: ReadonlyArray<string | number>) => {
		write(database => database.prepare(sql).run(...values));
	};

	return {
		record(entry: Entry) {
			pruneIfDue(1);
			return write(database => insertEntry(database, entry), true);
		},

		/** Returns the newest entries of a connection, newest first. Those of all connections without its name. */
		recent: (limit: number, connection?: SafeText) => read(database => recentEntries(database, limit, connection)),

		/** Saves the current data of deployments, and their observed changes. */
		saveObservations(service: string, observations: readonly Observation[], changes: readonly Change[]) {
			pruneIfDue(observations.length + changes.length);
			write(database => inTransaction(database, () => saveObservations(database, service, observations, changes)));
		},

		/** Saves the names and slugs of projects, for completion. */
		saveProjects(service: string, projects: readonly NamedProject[], seenAt: ServiceTime) {
			pruneIfDue(projects.length);
			write(database => inTransaction(database, () => saveProjects(database, service, projects, seenAt)));
		},

		/** Saves that a project was deleted, so that completion does not offer it. */
		dropProject: (service: string, projectId: string) =>
			write(database => saveProjectGone(database, service, projectId)),

		/** Saves when the service was last read, by the local clock. */
		saveVisit: (service: string, readAt: LocalTime) =>
			run(
				`INSERT INTO last_reads (service, read_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET read_at = excluded.read_at
				WHERE excluded.read_at > read_at OR read_at > excluded.read_at + ${maxLaterMs}`,
				service,
				readAt,
			),

		/** Returns what the journal knows about a service. */
		snapshot: (service: string) => read(database => snapshotOf(database, service)),

		projectSnapshot: (service: string, projectId: string) =>
			read(database => projectSnapshot(database, service, projectId)),

		/** Returns what was observed since a moment, by the service's clock. */
		observedSince: (service: string, since: ServiceTime) => read(database => observedSince(database, service, since)),

		/** Returns what the user watches in any window. Of `known`, that includes deployments whose conclusion another window has seen: this one watches them until it sees it, too. */
		watchesElsewhere: (service: string, known: Iterable<Watch>) =>
			read(database => [
				...watchesOf(database, service),
				...[...known].filter(({projectId, deploymentId}) =>
					isConcludedObservation(database, service, projectId, deploymentId),
				),
			]),

		saveWatch: (service: string, {projectId, deploymentId = '', project, isMine}: Watch) =>
			run(
				'INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)',
				service,
				projectId,
				deploymentId,
				project,
				isMine ? 1 : 0,
			),

		deleteWatch: (service: string, {projectId, deploymentId = ''}: Pick<Watch, 'projectId' | 'deploymentId'>) =>
			run(
				'DELETE FROM watches WHERE service = ? AND project_id = ? AND deployment_id = ?',
				service,
				projectId,
				deploymentId,
			),

		/** Saves that a status word was announced as new. */
		saveWord(word: string) {
			pruneIfDue(1);
			run('INSERT OR IGNORE INTO announced_words (word) VALUES (?)', word);
		},

		/** Returns the JSON request body of a project's last deployment. */
		bodyOf: (service: string, projectId: string) =>
			read(database => {
				const body = database.prepare('SELECT body FROM deploy_bodies WHERE service = ? AND project_id = ?');
				const row = body.get(service, projectId);
				return row && String(row.body);
			}),

		saveBody: (service: string, projectId: string, body: string) =>
			run('INSERT OR REPLACE INTO deploy_bodies VALUES (?, ?, ?)', service, projectId, body),

		/** Saves a write that is about to be sent, safe from a power failure. If an unsettled write to the service forbids it, saves nothing and returns that write. Of two processes that save at the same time, the second one sees the write of the first. */
		saveIntent(service: string, intent: Intent, isForbiddenBy: (other: Intent) => boolean = () => false) {
			recover();
			// Once the file can be used again, what was decided without it is saved there as it was decided.
			let decision: {readonly by: UnsettledIntent | undefined} | undefined;
			const decideAndSave = (database: DatabaseSync) => {
				const isForbidding = (other: Intent) => other.id !== intent.id && isForbiddenBy(other);
				decision ??= {by: unsettledIntents(database, service, owner).find(isForbidding)};
				if (!decision.by) insertIntent(database, service, owner.id, intent);
				return decision.by;
			};
			return write(database => durably(database, () => inTransaction(database, () => decideAndSave(database))), true);
		},

		/** Returns the writes with an unknown outcome, the earliest first. */
		unsettled(service: string) {
			recover();
			return read(database => unsettledIntents(database, service, owner));
		},

		/** Makes this process the one that looks for the outcome of a write. Returns whether it is: not if another running process is, or if the write is settled. */
		hold: (intentId: string) => read(database => holdIntent(database, intentId, owner)),

		/** Deletes a write whose outcome is known. */
		settle(intentId: string) {
			write(database => database.prepare('DELETE FROM intents WHERE id = ?').run(intentId), true);
		},

		/** Saves the unsent text of a form. Undefined deletes it. */
		saveDraft(service: string, projectId: string, draft: Draft | undefined) {
			if (draft) run('INSERT OR REPLACE INTO drafts VALUES (?, ?, ?)', service, projectId, JSON.stringify(draft));
			else run('DELETE FROM drafts WHERE service = ? AND project_id = ?', service, projectId);
		},

		/** Saves where the user is on a service, in any format. */
		savePlace(service: string, place: string) {
			run('INSERT OR REPLACE INTO places (service, place) VALUES (?, ?)', service, place);
			run('DELETE FROM places WHERE id NOT IN (SELECT id FROM places ORDER BY id DESC LIMIT ?)', maxPlaces);
		},

		/** Saves that a window is open. Returns the open windows on its service, itself included. */
		saveWindow(window: OpenWindow) {
			recover();
			return read(database => inTransaction(database, () => insertWindow(database, window)));
		},

		deleteWindow: (id: string) => run('DELETE FROM windows WHERE id = ?', id),

		/** Keeps what is known about a service under another key, and its entries under the new name of the connection. */
		rename: (
			service: string,
			newService: string,
			names: {readonly connection: string; readonly newConnection: string},
		) => write(database => inTransaction(database, () => renameService(database, service, newService, names))),

		/** Deletes what is known about a service, and the entries of its connection. */
		forget: (service: string, connection: string) =>
			write(database => inTransaction(database, () => forgetService(database, service, connection))),

		/** Returns what was wrong with the file, or that it can be used again, once. */
		takeNotice,
		/** Uses the file again if it can be used by now, and saves there what was written meanwhile. */
		recover,
		/** Returns why the file could not be used, so that what earlier runs wrote is unknown. Undefined if it can. */
		failure,
		close,
	};
}

export type Journal = ReturnType<typeof openJournal>;

/** What is said only once, to a user at the screen. */
const saidOnce: ReadonlySet<Entry['kind']> = new Set(['away', 'new word']);

/** What was observed of a deployment. */
const observedKinds: ReadonlySet<Entry['kind']> = new Set(['concluded', 'changed again']);

/** What only screens continue from: the reads, watches and drafts of earlier runs. */
const nothingLeft = {
	unfinished: [],
	watches: [],
	lastReadAt: undefined,
	drafts: new Map(),
} satisfies Partial<JournalSnapshot>;

const watches = (watched: readonly Watch[], projectId: string, deploymentId: string): boolean =>
	watched.some(watch => watch.projectId === projectId && (watch.deploymentId ?? deploymentId) === deploymentId);

/**
Returns a journal for a session without screens. It adds what is observed, and takes nothing away from the screens of the same user: their watches, visits, drafts and announcements stay as they are.

How something ends that the user watches is left for the screens to observe, which report it.
*/
export function createObserverJournal(journal: Journal): Journal {
	let watched: readonly Watch[] = [];

	return {
		...journal,

		snapshot(service) {
			const snapshot = journal.snapshot(service);
			({watches: watched} = snapshot);
			return {...snapshot, ...nothingLeft};
		},

		saveObservations(service, observations, changes) {
			const seen = observations.filter(
				({deployment}) => !isConcluded(deployment) || !watches(watched, deployment.projectId, deployment.id),
			);
			const changed = changes.filter(
				({from, to, ...change}) =>
					!(isConcluded(from) || isConcluded(to)) || !watches(watched, change.projectId, change.deploymentId),
			);
			if (seen.length + changed.length > 0) journal.saveObservations(service, seen, changed);
		},

		record(entry) {
			const {kind, projectId, deploymentId} = entry;
			const isLeft = saidOnce.has(kind) || (observedKinds.has(kind) && watches(watched, projectId, deploymentId));
			return isLeft ? {...entry, id: ''} : journal.record(entry);
		},

		saveVisit() {},
		saveWatch() {},
		deleteWatch() {},
		saveWord() {},
	};
}
