import {isConcluded} from '../../api/types.ts';
import type {Clock} from '../../clock.ts';
import type {Journal} from '../../journal/journal.ts';
import {safe} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import {watchKey} from '../model/deployments/watches.ts';
import type {WriteRef} from '../model/writes/write-intent.ts';
import {isArrival} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import {currentScreen, type State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {activityEntries} from './activity-entries.ts';
import {maxConnections} from './clients.ts';
import {saveDetected, saveDraft, saveOpenDraft, saveWatches} from './journal-writes.ts';
import {createNotify} from './notify.ts';

/** Returns the journal of a connection, or the one to use while none is open. */
export type JournalOf = (connection: Pick<Connection, 'isDemo'> | undefined) => Journal;

type JournalSyncOptions = {
	readonly journalOf: JournalOf;
	readonly clock: Clock;
	readonly store: Store;
};

/** The journal is read this long after connecting, so that it does not delay the first screen. It is read earlier if something has to be written. */
const recallAfterMs = 300;

/** The events that change the text in a form. */
const draftEvents: ReadonlySet<Event['type']> = new Set([
	'text-edited',
	'edit-undone',
	'form-filled',
	'conflict-resolved',
]);

type DraftEnd = Extract<Event, {readonly type: 'project-created' | 'project-saved' | 'project-deleted'}>;

const draftEnds: ReadonlySet<Event['type']> = new Set<DraftEnd['type']>([
	'project-created',
	'project-saved',
	'project-deleted',
]);

/** Whether an event may make a draft pointless. */
const endsDraft = (event: Event): event is DraftEnd => draftEnds.has(event.type);

/** The minimum time between two updates of when the service was last read. */
const minVisitIntervalMs = 60_000;

/** Returns the key of a service in the journal. It includes the profile name, because two teams on one host have different profiles. */
export function serviceOf({name, host, baseUrl}: Pick<Connection, 'name' | 'host' | 'baseUrl'>): string {
	const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
	return `${name} ${host}${slash < 0 ? '' : baseUrl.slice(slash)}`;
}

/** Reads what the journal knows about a service once after connecting and after it could not be used, and about each project when it is opened. */
function createRecall({store, clock, journalOf}: JournalSyncOptions) {
	let recalledId: number | undefined;
	let recalledProjects = new Set<string>();
	let visitedAt = Number.NEGATIVE_INFINITY;
	let cancel = () => {};

	const snapshotOf = (connection: Connection) => journalOf(connection).snapshot(serviceOf(connection));

	function recall(connection: Connection) {
		if (recalledId === connection.id) return;
		cancel();
		[recalledId, recalledProjects, visitedAt] = [connection.id, new Set(), Number.NEGATIVE_INFINITY];
		store.dispatch({type: 'journal-recalled', snapshot: snapshotOf(connection), at: clock.now()});
	}

	function recallProject(connection: Connection, state: State) {
		const screen = currentScreen(state);
		if (!('projectId' in screen) || screen.name === 'edit' || recalledProjects.has(screen.projectId)) return;
		recall(connection);
		const {projectId} = screen;
		recalledProjects.add(projectId);
		// Lets the screen be drawn before the database is read.
		setImmediate(() => {
			if (store.get().connection?.id !== connection.id) return;
			const snapshot = journalOf(connection).projectSnapshot(serviceOf(connection), projectId);
			store.dispatch({type: 'project-recalled', projectId, snapshot});
		});
	}

	/** Saves that the service was read, unless the time of the last visit is still to be recalled. */
	function saveVisit(connection: Connection) {
		const now = clock.now();
		if (recalledId !== connection.id || now - visitedAt < minVisitIntervalMs) return;
		visitedAt = now;
		journalOf(connection).saveVisit(serviceOf(connection), clock.wall());
	}

	return {
		recall,

		/** Recalls what earlier runs and other windows have written, but no absence: this run has read since. */
		recallAgain(connection: Connection) {
			recalledProjects = new Set();
			const snapshot = {...snapshotOf(connection), lastReadAt: undefined};
			store.dispatch({type: 'journal-recalled', snapshot, at: clock.now()});
		},

		recallSoon(connection: Connection) {
			cancel();
			cancel = clock.after(recallAfterMs, () => recall(connection));
		},

		recallProject,
		saveVisit,
		cancel: () => cancel(),
	};
}

/** Writes what happens to the journal, and restores what the journal knows about a service after connecting. Returns a function that reads what other windows have written, and one that stops it. */
export function startJournalSync({store, clock, journalOf}: JournalSyncOptions) {
	const {dispatch} = store;
	const notify = createNotify({store, clock});
	const {recall, recallAgain, recallSoon, recallProject, saveVisit, cancel} = createRecall({store, clock, journalOf});

	/** The last connections, by id: the result of a write may arrive after the user has left its service. */
	const connections = new Map<number, Connection>();

	/** Whether the journal could not be used, so that what earlier runs and other windows wrote is unknown. */
	let hasFailed = false;

	function record(event: Event, before: State, after: State) {
		const origin = ('write' in event ? connections.get(event.write.connectionId) : undefined) ?? before.connection;
		if ('write' in event && origin && origin.id !== after.connection?.id) saveElsewhere(event, origin);
		const journal = journalOf('write' in event ? origin : after.connection);
		for (const entry of activityEntries(event, {before, after, origin}, clock.now())) {
			dispatch({type: 'entry-recorded', entry: journal.record({...entry, at: clock.wall()})});
		}

		report(journal);
	}

	function report(journal: Journal) {
		const isFailing = journal.failure() !== undefined;
		const text = journal.takeNotice();
		// That it works again replaces that it does not, which only another error may do.
		if (text) notify(text, 'bad');
		hasFailed ||= isFailing;
	}

	/** Reads what other windows have written, or all that the journal knows once it can be used again. */
	function refresh() {
		const {connection, presence} = store.get();
		if (!connection) return;
		const journal = journalOf(connection);
		report(journal);
		if (journal.failure() !== undefined) return;
		if (hasFailed) recallAgain(connection);
		hasFailed = false;
		const watches = journal.watchesElsewhere(serviceOf(connection), presence.watches.values());
		dispatch({type: 'watches-read', watches});
	}

	/** Saves the result of a write to a service that the user has left. */
	function saveElsewhere(event: Extract<Event, {readonly write: WriteRef}>, origin: Connection) {
		const journal = journalOf(origin);
		if (endsDraft(event)) {
			journal.saveDraft(serviceOf(origin), event.write.projectId, undefined);
		}

		if ('deployment' in event && !isConcluded(event.deployment)) {
			const {projectId, id: deploymentId} = event.deployment;
			journal.saveWatch(serviceOf(origin), {projectId, deploymentId, project: safe(event.write.project), isMine: true});
		}
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		const {connection} = after;
		if (connection && event.type === 'connected') {
			connections.set(connection.id, connection);
			connections.delete(connection.id - maxConnections);
			recallSoon(connection);
		} else if (connection && before.connection?.id === connection.id) {
			const service = serviceOf(connection);
			const journal = journalOf(connection);
			const hasDetected = after.deployments.changes !== before.deployments.changes;
			const known =
				event.type === 'journal-recalled'
					? new Map(event.snapshot.watches.map(watch => [watchKey(watch), watch] as const))
					: (event.type === 'watches-read' ? after : before).presence.watches;
			const haveWatchesChanged = after.presence.watches !== known;
			if (hasDetected || haveWatchesChanged) recall(connection);
			if (hasDetected) saveDetected(journal, service, after, clock.now());
			if (haveWatchesChanged) saveWatches(journal, service, known, after.presence.watches);
			if (draftEvents.has(event.type)) saveOpenDraft(journal, service, after);
			if (endsDraft(event) && event.write.connectionId === connection.id) {
				saveDraft(journal, service, after, event.write.projectId);
			}

			if (isArrival(event)) saveVisit(connection);
			recallProject(connection, after);
		}

		record(event, before, after);
	});
	return {
		refresh,
		stop() {
			unsubscribe();
			cancel();
		},
	};
}
