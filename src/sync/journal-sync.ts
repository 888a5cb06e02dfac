import {isConcluded} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {type ConnectedService, serviceOf} from '../model/connection.ts';
import type {Observation} from '../model/deployment-table.ts';
import {changes} from '../model/form.ts';
import type {Draft} from '../model/journal-snapshot.ts';
import {projectNameOf} from '../model/known-project.ts';
import {meaningKey} from '../model/status-words.ts';
import {type Watches, watchKey} from '../model/watches.ts';
import type {Done} from '../model/write-intent.ts';
import type {Fact} from '../state/facts.ts';
import {hasFormChanged} from '../state/forms.ts';
import {withProjectRecalled} from '../state/journal-recall.ts';
import {withActivityEntry} from '../state/lists.ts';
import {goToActivity} from '../state/navigation.ts';
import {withWatches} from '../state/preferences.ts';
import {currentScreen, type State} from '../state/state.ts';
import {activityEntries} from './activity-entries.ts';
import {learn, notify, type SyncContext} from './store.ts';

/** The journal is read this long after connecting, so that it does not delay the first screen. It is read earlier if something has to be written. */
const recallAfterMs = 300;

/** The minimum time between two updates of when the service was last read. */
const minVisitIntervalMs = 60_000;

/** The maximum number of entries on the activity screen. */
const maxShownEntries = 500;

/** Shows the latest entries of the journal. */
export function openActivity({store, journalOf}: Pick<SyncContext, 'store' | 'journalOf'>): void {
	const {connection} = store.get();
	const journal = journalOf(connection);
	const entries = journal.recent(maxShownEntries, connection?.name);
	store.change(state => goToActivity(state, entries));
	const notice = journal.takeNotice();
	if (notice) notify(store, notice, 'bad');
}

/** Returns the unsaved text for a project, or for a new one if `projectId` is empty. Undefined if the form still has its initial values. */
function draftOf({interface: {screens}, writes: {drafts}}: State, projectId: string): Draft | undefined {
	for (const screen of screens) {
		if (screen.name === 'create' && projectId === '')
			return screen.form.values.name === '' ? undefined : screen.form.values;
		if (screen.name === 'edit' && screen.projectId === projectId)
			return Object.keys(changes(screen.form)).length > 0 ? screen.form.values : undefined;
	}

	if (projectId !== '') return drafts.edits.get(projectId);
	return drafts.create === '' ? undefined : {name: drafts.create};
}

/** Writes what happens to the journal, and restores what the journal knows about a service after connecting. Returns a function that reads what other windows have written, and one that stops it. */
export function startJournalSync({store, connections, clock, journalOf}: Omit<SyncContext, 'newId'>) {
	/** The connection whose service was recalled, with its projects, and when its last visit was saved. */
	let recalled: {readonly id: number; readonly projects: Set<string>; visitedAt: number} | undefined;
	let cancelRecall = () => {};

	/** Whether the journal could not be used, so that what earlier runs and other windows wrote is unknown. */
	let hasFailed = false;

	const snapshotOf = (connection: ConnectedService) => journalOf(connection).snapshot(serviceOf(connection));

	/** Reads what the journal knows about a service, once after connecting. */
	function recall(connection: ConnectedService) {
		if (recalled?.id === connection.id) return recalled;
		cancelRecall();
		recalled = {id: connection.id, projects: new Set(), visitedAt: Number.NEGATIVE_INFINITY};
		learn(store, {type: 'journal-recalled', snapshot: snapshotOf(connection), at: clock.now()});
		return recalled;
	}

	/** Reads what the journal knows about a project when it is opened. */
	function recallProject(connection: ConnectedService, state: State) {
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
	function saveVisit(connection: ConnectedService) {
		const now = clock.now();
		if (recalled?.id !== connection.id || now - recalled.visitedAt < minVisitIntervalMs) return;
		recalled.visitedAt = now;
		journalOf(connection).saveVisit(serviceOf(connection), clock.wall());
	}

	/** Saves the detected deployments, their changes and new status words. */
	function saveDetected(connection: ConnectedService, state: State) {
		const {changes: detected} = state.deployments;
		const seenAt = Math.round(toServiceTime(clock.now(), state.polling.skewMs));
		const observations = detected.deployments.map((deployment): Observation => {
			const project = projectNameOf(state, deployment.projectId);
			return {deployment, project, seenAt};
		});
		const journal = journalOf(connection);
		journal.saveObservations(serviceOf(connection), observations, detected.changes);
		for (const word of detected.words) journal.saveWord(meaningKey(word));
	}

	/** Saves the watches that differ from what the journal holds. */
	function saveWatches(connection: ConnectedService, saved: Watches, watches: Watches) {
		const service = serviceOf(connection);
		const journal = journalOf(connection);
		for (const [key, watch] of watches) if (!saved.has(key)) journal.saveWatch(service, watch);
		for (const [key, watch] of saved) if (!watches.has(key)) journal.deleteWatch(service, watch);
	}

	/** Saves the unsaved text for a project, or deletes its draft if there is none. */
	const saveDraft = (connection: ConnectedService, state: State, projectId: string) =>
		journalOf(connection).saveDraft(serviceOf(connection), projectId, draftOf(state, projectId));

	/** Saves what a change has done about the connected service. */
	function save(fact: Fact | undefined, connection: ConnectedService, before: State, after: State) {
		const hasDetected = after.deployments.changes !== before.deployments.changes;
		const savedWatches =
			fact?.type === 'journal-recalled'
				? new Map(fact.snapshot.watches.map(watch => [watchKey(watch), watch]))
				: (fact?.type === 'watches-read' ? after : before).presence.watches;
		const haveWatchesChanged = after.presence.watches !== savedWatches;
		if (hasDetected || haveWatchesChanged) recall(connection);
		if (hasDetected) saveDetected(connection, after);
		if (haveWatchesChanged) saveWatches(connection, savedWatches, after.presence.watches);
		const screen = currentScreen(after);
		if (hasFormChanged(before, after) && (screen.name === 'create' || screen.name === 'edit')) {
			saveDraft(connection, after, screen.name === 'edit' ? screen.projectId : '');
		}

		if (fact && 'answer' in fact) saveVisit(connection);
		recallProject(connection, after);
	}

	/** Saves what a write has changed, also at a service that the user has left. */
	function saveResult(done: Done, origin: ConnectedService, after: State) {
		const isHere = origin.id === after.connection?.id;
		const journal = journalOf(origin);
		if (done.kind === 'deployed') {
			const {projectId, id: deploymentId} = done.deployment;
			const watch = {projectId, deploymentId, project: safe(done.ref.project), isMine: true};
			if (!isHere && !isConcluded(done.deployment)) journal.saveWatch(serviceOf(origin), watch);
		} else if (done.kind !== 'executed') {
			const {projectId} = done.ref;
			if (isHere) saveDraft(origin, after, projectId);
			else journal.saveDraft(serviceOf(origin), projectId, undefined);
		}
	}

	function report(journal: Journal) {
		const text = journal.takeNotice();
		// That it works again replaces that it does not, which only another error may do.
		if (text) notify(store, text, 'bad');
		hasFailed ||= journal.isFailing();
	}

	/** The connection that a write was sent to. The connected one may have been renamed since. */
	const originOf = (id: number, connected: ConnectedService | undefined) =>
		connected?.id === id ? connected : connections.connectionOf(id);

	const unsubscribe = store.subscribe((before, after, fact) => {
		const {connection} = after;
		if (connection && before.connection?.id !== connection.id) {
			cancelRecall();
			cancelRecall = clock.after(recallAfterMs, () => recall(connection));
		} else if (connection) {
			save(fact, connection, before, after);
		}

		const sentTo = fact && 'ref' in fact ? originOf(fact.ref.connectionId, connection) : undefined;
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
