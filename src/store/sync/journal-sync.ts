import {isConcluded} from '../../api/types.ts';
import type {Clock} from '../../clock.ts';
import type {Journal} from '../../journal/journal.ts';
import {safe} from '../../text.ts';
import type {Fact} from '../facts.ts';
import {type Connection, serviceOf} from '../model/connection.ts';
import {watchKey} from '../model/deployments/watches.ts';
import type {Done} from '../model/writes/write-intent.ts';
import {withActivityEntry} from '../reducers/activity.ts';
import {withProjectRecalled} from '../reducers/journal-recall.ts';
import {withWatches} from '../reducers/watches.ts';
import {hasFormChanged} from '../state/current-form.ts';
import {currentScreen, type State} from '../state/state.ts';
import {learn, notify, type Store} from '../store.ts';
import {activityEntries} from './activity-entries.ts';
import {maxConnections} from './clients.ts';
import {saveDetected, saveDraft, saveOpenDraft, saveWatches} from './journal-writes.ts';

/** Returns the journal of a connection, or the one to use while none is open. */
export type JournalOf = (connection: Pick<Connection, 'isDemo'> | undefined) => Journal;

type JournalSyncOptions = {
	readonly journalOf: JournalOf;
	readonly clock: Clock;
	readonly store: Store;
};

/** The journal is read this long after connecting, so that it does not delay the first screen. It is read earlier if something has to be written. */
const recallAfterMs = 300;

/** The minimum time between two updates of when the service was last read. */
const minVisitIntervalMs = 60_000;

/** Writes what happens to the journal, and restores what the journal knows about a service after connecting. Returns a function that reads what other windows have written, and one that stops it. */
export function startJournalSync({store, clock, journalOf}: JournalSyncOptions) {
	/** The last connections, by id: the result of a write may arrive after the user has left its service. */
	const connections = new Map<number, Connection>();

	/** The connection whose service was recalled, with its projects, and when its last visit was saved. */
	let recalled: {readonly id: number; readonly projects: Set<string>; visitedAt: number} | undefined;
	let cancelRecall = () => {};

	/** Whether the journal could not be used, so that what earlier runs and other windows wrote is unknown. */
	let hasFailed = false;

	const snapshotOf = (connection: Connection) => journalOf(connection).snapshot(serviceOf(connection));

	/** Reads what the journal knows about a service, once after connecting. */
	function recall(connection: Connection) {
		if (recalled?.id === connection.id) return recalled;
		cancelRecall();
		recalled = {id: connection.id, projects: new Set(), visitedAt: Number.NEGATIVE_INFINITY};
		learn(store, {type: 'journal-recalled', snapshot: snapshotOf(connection), at: clock.now()});
		return recalled;
	}

	/** Reads what the journal knows about a project when it is opened. */
	function recallProject(connection: Connection, state: State) {
		const screen = currentScreen(state);
		if (!('projectId' in screen) || screen.name === 'edit') return;
		const {projectId} = screen;
		const {projects} = recall(connection);
		if (projects.has(projectId)) return;
		projects.add(projectId);
		// Lets the screen be drawn before the database is read.
		setImmediate(() => {
			if (store.get().connection?.id !== connection.id) return;
			const snapshot = journalOf(connection).projectSnapshot(serviceOf(connection), projectId);
			store.change(current => withProjectRecalled(current, projectId, snapshot));
		});
	}

	/** Saves that the service was read, unless the time of the last visit is still to be recalled. */
	function saveVisit(connection: Connection) {
		const now = clock.now();
		if (recalled?.id !== connection.id || now - recalled.visitedAt < minVisitIntervalMs) return;
		recalled.visitedAt = now;
		journalOf(connection).saveVisit(serviceOf(connection), clock.wall());
	}

	/** Saves what a change has done about the connected service. */
	function save(fact: Fact | undefined, connection: Connection, before: State, after: State) {
		const service = serviceOf(connection);
		const journal = journalOf(connection);
		const hasDetected = after.deployments.changes !== before.deployments.changes;
		const known =
			fact?.type === 'journal-recalled'
				? new Map(fact.snapshot.watches.map(watch => [watchKey(watch), watch] as const))
				: (fact?.type === 'watches-read' ? after : before).presence.watches;
		const haveWatchesChanged = after.presence.watches !== known;
		if (hasDetected || haveWatchesChanged) recall(connection);
		if (hasDetected) saveDetected(journal, service, after, clock.now());
		if (haveWatchesChanged) saveWatches(journal, service, known, after.presence.watches);
		if (hasFormChanged(before, after)) saveOpenDraft(journal, service, after);
		if (fact && 'answer' in fact) saveVisit(connection);
		recallProject(connection, after);
	}

	/** Saves what a write has changed, also at a service that the user has left. */
	function saveResult(done: Done, origin: Connection, after: State) {
		const isHere = origin.id === after.connection?.id;
		const journal = journalOf(origin);
		if (done.kind === 'deployed') {
			const {projectId, id: deploymentId} = done.deployment;
			const watch = {projectId, deploymentId, project: safe(done.ref.project), isMine: true};
			if (!isHere && !isConcluded(done.deployment)) journal.saveWatch(serviceOf(origin), watch);
		} else if (done.kind !== 'executed') {
			const {projectId} = done.ref;
			if (isHere) saveDraft(journal, serviceOf(origin), after, projectId);
			else journal.saveDraft(serviceOf(origin), projectId, undefined);
		}
	}

	function report(journal: Journal) {
		const text = journal.takeNotice();
		// That it works again replaces that it does not, which only another error may do.
		if (text) notify(store, text, 'bad');
		hasFailed ||= journal.isFailing();
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		const {connection} = after;
		if (connection && before.connection?.id !== connection.id) {
			connections.set(connection.id, connection);
			connections.delete(connection.id - maxConnections);
			cancelRecall();
			cancelRecall = clock.after(recallAfterMs, () => recall(connection));
		} else if (connection) {
			save(fact, connection, before, after);
		}

		const sentTo = fact && 'ref' in fact ? connections.get(fact.ref.connectionId) : undefined;
		if (fact?.type === 'write-done' && sentTo) saveResult(fact, sentTo, after);
		const origin = sentTo ?? before.connection;
		const journal = journalOf(fact && 'ref' in fact ? origin : connection);
		for (const entry of activityEntries(fact, {before, after, origin}, clock.now())) {
			const saved = journal.record({...entry, at: clock.wall()});
			store.change(state => withActivityEntry(state, saved));
		}

		report(journal);
	});

	return {
		/** Reads what other windows have written. Once the journal can be used again, reads all that it knows, but no absence: this run has read since. */
		refresh() {
			const {connection, presence} = store.get();
			if (!connection) return;
			const journal = journalOf(connection);
			report(journal);
			if (journal.isFailing()) return;
			if (hasFailed) {
				recalled?.projects.clear();
				const snapshot = {...snapshotOf(connection), lastReadAt: undefined};
				learn(store, {type: 'journal-recalled', snapshot, at: clock.now()});
			}

			hasFailed = false;
			const watches = journal.watchesElsewhere(serviceOf(connection), presence.watches.values());
			if (withWatches(store.get(), watches) !== store.get()) learn(store, {type: 'watches-read', watches});
		},

		stop() {
			unsubscribe();
			cancelRecall();
		},
	};
}
