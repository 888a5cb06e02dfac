import type {LocalTime, ServiceTime} from '../clock.ts';
import type {SafeText} from '../text.ts';
import {createDatabase, type DatabaseOptions, durably, inTransaction} from './database.ts';
import {insertEntry, recentEntries} from './entries.ts';
import type {Entry, SavedEntry} from './entry.ts';
import type {
	Change,
	Draft,
	Intent,
	JournalSnapshot,
	NamedProject,
	Observation,
	ProjectSnapshot,
	UnsettledIntent,
	Watch,
} from './journal-records.ts';
import {observedSince, projectSnapshot, saveObservations} from './observations.ts';
import {saveProjectGone, saveProjects} from './projects.ts';
import {prune} from './pruning.ts';
import {adoptPathless, forgetService, renameService} from './services.ts';
import {type JournalOwner, journalSnapshot, unsettledIntents} from './snapshot.ts';
import {
	deleteWatch,
	findBody,
	holdIntent,
	saveBody,
	saveDraft,
	saveIntent,
	saveVisit,
	saveWatch,
} from './statements.ts';
import {type OpenWindow, saveWindow} from './windows.ts';

/**
A log of what landfall did and observed, kept across restarts. Each method writes to the database before it returns.

`service` is a key that identifies a service and a team: a name, and the host and path of an address.
*/
export type Journal = {
	readonly record: (entry: Entry) => SavedEntry;
	/** Returns the newest entries of a connection, newest first. Those of all connections without its name. */
	readonly recent: (limit: number, connection?: SafeText) => readonly SavedEntry[];
	/** Saves the current data of deployments, and their observed changes. */
	readonly saveObservations: (
		service: string,
		observations: readonly Observation[],
		changes: readonly Change[],
	) => void;
	/** Saves the names and slugs of projects, for completion. */
	readonly saveProjects: (service: string, projects: readonly NamedProject[], seenAt: ServiceTime) => void;
	/** Saves that a project was deleted, so that completion does not offer it. */
	readonly dropProject: (service: string, projectId: string) => void;
	/** Saves when the service was last read, by the local clock. */
	readonly saveVisit: (service: string, readAt: LocalTime) => void;
	/** Returns what the journal knows about a service. Adopts what an earlier version saved under a key without the path. */
	readonly snapshot: (service: string) => JournalSnapshot;
	readonly projectSnapshot: (service: string, projectId: string) => ProjectSnapshot;
	/** Returns what was observed since a moment, by the service's clock. */
	readonly observedSince: (service: string, since: ServiceTime) => ProjectSnapshot;
	readonly saveWatch: (service: string, watch: Watch) => void;
	readonly deleteWatch: (service: string, watch: Pick<Watch, 'projectId' | 'deploymentId'>) => void;
	/** Saves that a status word was announced as new. */
	readonly saveWord: (word: string) => void;
	/** Saves a write that is about to be sent, safe from a power failure. */
	readonly saveIntent: (service: string, intent: Intent) => void;
	/** Returns the writes with an unknown outcome, the earliest first. */
	readonly unsettled: (service: string) => readonly UnsettledIntent[];
	/** Makes this process the one that looks for the outcome of a write. Returns whether it is: not if another running process is, or if the write is settled. */
	readonly hold: (intentId: string) => boolean;
	/** Deletes a write whose outcome is known. */
	readonly settle: (intentId: string) => void;
	/** Saves the unsent text of a form. Undefined deletes it. */
	readonly saveDraft: (service: string, projectId: string, draft: Draft | undefined) => void;
	/** Returns the JSON request body of a project's last deployment. */
	readonly bodyOf: (service: string, projectId: string) => string | undefined;
	readonly saveBody: (service: string, projectId: string, body: string) => void;
	/** Saves that a window is open. Returns the open windows on its service, itself included. */
	readonly saveWindow: (window: OpenWindow) => readonly OpenWindow[];
	readonly deleteWindow: (id: string) => void;
	/** Keeps what is known about a service under another key, and its entries under the new name of the connection. */
	readonly rename: (
		service: string,
		newService: string,
		names: {readonly connection: string; readonly newConnection: string},
	) => void;
	/** Deletes what is known about a service, and the entries of its connection. */
	readonly forget: (service: string, connection: string) => void;
	/** Returns what was wrong with the file, once, after it was opened or found to be corrupt. */
	readonly takeNotice: () => SafeText | undefined;
	/** Returns why the file could not be used, so that what earlier runs wrote is unknown. Undefined if it can. */
	readonly failure: () => SafeText | undefined;
	readonly close: () => void;
};

/** The number of written rows between two prunings. Pruning only at the start is not enough, because landfall may run for days. */
const pruneInterval = 2000;

type JournalOptions = DatabaseOptions & {
	readonly owner?: JournalOwner;
};

const noOwner: JournalOwner = {id: 0, isRunning: () => false};

export function openJournal({owner = noOwner, ...options}: JournalOptions): Journal {
	const {use, takeNotice, failure, close} = createDatabase(options);

	let written = 0;

	const pruneIfDue = (rows: number) => {
		written += rows;
		if (written < pruneInterval) return;
		written = 0;
		use(prune);
	};

	return {
		record(entry) {
			pruneIfDue(1);
			return use(database => insertEntry(database, entry));
		},

		recent: (limit, connection) => use(database => recentEntries(database, limit, connection)),

		saveObservations(service, observations, changes) {
			pruneIfDue(observations.length + changes.length);
			use(database => inTransaction(database, () => saveObservations(database, service, observations, changes)));
		},

		saveProjects(service, projects, seenAt) {
			pruneIfDue(projects.length);
			use(database => inTransaction(database, () => saveProjects(database, service, projects, seenAt)));
		},

		dropProject: (service, projectId) => use(database => saveProjectGone(database, service, projectId)),

		saveVisit: (service, readAt) => use(database => saveVisit(database, service, readAt)),

		snapshot: service =>
			use(database => {
				adoptPathless(database, service);
				return journalSnapshot(database, service);
			}),

		projectSnapshot: (service, projectId) => use(database => projectSnapshot(database, service, projectId)),

		observedSince: (service, since) => use(database => observedSince(database, service, since)),

		saveWatch: (service, watch) => use(database => saveWatch(database, service, watch)),

		deleteWatch: (service, watch) => use(database => deleteWatch(database, service, watch)),

		saveWord(word) {
			use(database => database.prepare('INSERT OR IGNORE INTO words VALUES (?)').run(word));
		},

		bodyOf: (service, projectId) => use(database => findBody(database, service, projectId)),

		saveBody: (service, projectId, body) => use(database => saveBody(database, service, projectId, body)),

		saveIntent: (service, intent) =>
			use(database => durably(database, () => saveIntent(database, service, owner.id, intent))),

		unsettled: service => use(database => unsettledIntents(database, service, owner)),

		hold: intentId => use(database => holdIntent(database, intentId, owner)),

		settle(intentId) {
			use(database => database.prepare('DELETE FROM intents WHERE id = ?').run(intentId));
		},

		saveDraft: (service, projectId, draft) => use(database => saveDraft(database, service, projectId, draft)),

		saveWindow: window => use(database => inTransaction(database, () => saveWindow(database, window))),

		deleteWindow(id) {
			use(database => database.prepare('DELETE FROM windows WHERE id = ?').run(id));
		},

		rename: (service, newService, names) =>
			use(database => inTransaction(database, () => renameService(database, service, newService, names))),

		forget: (service, connection) =>
			use(database => inTransaction(database, () => forgetService(database, service, connection))),

		takeNotice,
		failure,
		close,
	};
}
