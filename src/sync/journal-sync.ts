import {type Deployment, isConcluded} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {type SafeText, safe, serviceText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {activityEntry, conclusionEntry, type Happening} from '../model/activity-entry.ts';
import {type Connection, connectionKey} from '../model/connection.ts';
import type {DetectedChanges} from '../model/deployment-changes.ts';
import {draftIn} from '../model/form.ts';
import type {Draft} from '../model/journal-snapshot.ts';
import {projectNameOf} from '../model/project-list.ts';
import {meaningKey} from '../model/status-words.ts';
import {type Watches, watchKey} from '../model/watch.ts';
import {type Done, type IntentRef, sentDrafts} from '../model/write-intent.ts';
import {absenceCounts, absenceReport, absenceText} from '../state/absence.ts';
import type {Fact} from '../state/facts.ts';
import {formProjectId, projectForm} from '../state/forms.ts';
import {withProjectRecalled} from '../state/journal-recall.ts';
import {withActivityEntry} from '../state/lists.ts';
import {goToActivity} from '../state/navigation.ts';
import {currentScreen, patch, type State} from '../state/state.ts';
import {withWatches} from '../state/watches.ts';
import {notify, type SyncContext} from './store.ts';

/** How long reading the journal waits, so as not to delay the first screen. Anything to write makes it read at once. */
const recallAfterMs = 300;

const minSaveIntervalMs = 60_000;

const maxShownEntries = 500;

export function openActivity({store, journalOf}: Pick<SyncContext, 'store' | 'journalOf'>): void {
	const {connection} = store.get();
	if (!connection) return;
	const entries = journalOf(connection).recent(maxShownEntries, connection.name, connectionKey(connection));
	store.change(state => goToActivity(state, entries));
}

export function recordActivity(
	{store, clock, journalOf}: Omit<SyncContext, 'newId'>,
	connection: Connection | undefined,
	happening: Happening,
): void {
	if (!connection) return;
	const saved = journalOf(connection).record(activityEntry(happening, connection.name, clock.wall()));
	if (saved) store.change(state => withActivityEntry(state, saved));
}

export function sentTo({store, connections}: Pick<SyncContext, 'store' | 'connections'>, {connectionId}: IntentRef) {
	const {connection} = store.get();
	return connection?.id === connectionId ? connection : connections.connectionOf(connectionId);
}

function draftOf({interface: {screens}, writes: {drafts}}: State, projectId: string): Draft | undefined {
	for (const screen of screens) {
		const isAboutProject = screen.name === 'create' || screen.name === 'edit';
		if (isAboutProject && formProjectId(screen) === projectId) return draftIn(screen.form);
	}

	return drafts.get(projectId);
}

export function startJournalSync(
	context: Omit<SyncContext, 'newId'>,
	tell = (text: SafeText) => notify(context.store, text, 'bad'),
) {
	const {store, clock, journalOf} = context;
	let recalled: {readonly id: number; readonly projects: Set<string>; lastSavedAt: number} | undefined;
	let cancelRecall = () => {};
	/** Lacks watches that the journal could not save. Those are only in the state. */
	let savedWatches: Watches = new Map();

	function recallOnce(connection: Connection) {
		if (recalled?.id === connection.id) return recalled;
		cancelRecall();
		const snapshot = journalOf(connection).snapshot(connectionKey(connection));
		recalled = {id: connection.id, projects: new Set(), lastSavedAt: Number.NEGATIVE_INFINITY};
		savedWatches = new Map(snapshot.watches.map(watch => [watchKey(watch), watch]));
		store.learn({type: 'journal-recalled', snapshot, at: clock.now()});
		return recalled;
	}

	function recallProject(connection: Connection, state: State) {
		const screen = currentScreen(state);
		if (!('projectId' in screen)) return;
		const {projectId} = screen;
		const {projects} = recallOnce(connection);
		if (projects.has(projectId)) return;
		projects.add(projectId);
		// Lets the screen be drawn before the database is read.
		setImmediate(() => {
			if (store.get().connection?.id !== connection.id) return;
			const snapshot = journalOf(connection).projectSnapshot(connectionKey(connection), projectId);
			store.change(current => withProjectRecalled(current, projectId, snapshot));
		});
	}

	/** Saves nothing before the recall, which needs to know when an earlier run last read. */
	function saveLastRead(connection: Connection) {
		const now = clock.now();
		if (recalled?.id !== connection.id || now - recalled.lastSavedAt < minSaveIntervalMs) return;
		// A successful write makes the journal usable again, so each answer tries once more.
		if (journalOf(connection).saveLastRead(connectionKey(connection), clock.wall())) recalled.lastSavedAt = now;
	}

	function saveDetected(
		connection: Connection,
		{deployments, changes, conclusions, stuck, words}: DetectedChanges,
		state: State,
	) {
		const seenAt = Math.round(toServiceTime(clock.now(), state.polling.skewMs));
		const nameOf = ({projectId}: Deployment) => projectNameOf(state, projectId);
		// The next start knows by them what was already stuck.
		const seen = [...deployments, ...stuck.map(({deployment}) => deployment)];
		const observations = seen.map(deployment => ({deployment, project: nameOf(deployment), seenAt}));
		const journal = journalOf(connection);
		journal.saveObservations(connectionKey(connection), observations, changes);
		for (const word of words) journal.saveWord(meaningKey(word));
		for (const conclusion of conclusions) {
			recordActivity(context, connection, conclusionEntry(conclusion, nameOf(conclusion.deployment)));
		}

		for (const word of words) recordActivity(context, connection, {kind: 'new word', word: serviceText(word)});
	}

	function saveWatches(connection: Connection, watches: Watches): boolean {
		const service = connectionKey(connection);
		const journal = journalOf(connection);
		const added = [...watches].filter(([key]) => !savedWatches.has(key));
		const ended = [...savedWatches].filter(([key]) => !watches.has(key));
		const isSaved =
			added.every(([, watch]) => journal.saveWatch(service, watch)) &&
			ended.every(([, watch]) => journal.deleteWatch(service, watch));
		if (isSaved) savedWatches = watches;
		return isSaved;
	}

	const saveDraft = (connection: Connection, state: State, projectId: string) =>
		journalOf(connection).saveDraft(connectionKey(connection), projectId, draftOf(state, projectId));

	function saveDrafts(connection: Connection, before: State, after: State) {
		const [old, drafts] = [before.writes.drafts, after.writes.drafts];
		for (const key of new Set([...old.keys(), ...drafts.keys()])) {
			if (old.get(key) !== drafts.get(key)) saveDraft(connection, after, key);
		}
	}

	function save(fact: Fact | undefined, connection: Connection, before: State, after: State) {
		const detected = fact?.detected;
		const haveWatchesChanged = after.presence.watches !== before.presence.watches;
		// A later recall would bring back drafts that the write has made obsolete.
		if (detected || haveWatchesChanged || after.writes.sending) recallOnce(connection);
		if (detected) saveDetected(connection, detected, after);
		if (haveWatchesChanged) saveWatches(connection, after.presence.watches);
		const [old, screen] = [projectForm(before), projectForm(after)];
		const hasTyped = old && screen && old.form.values !== screen.form.values;
		if (hasTyped) saveDraft(connection, after, formProjectId(screen));
		// Another window may have changed the draft. Its copy in the journal shows whether the write has made it obsolete.
		if (fact?.type !== 'write-done' && before.writes.drafts !== after.writes.drafts)
			saveDrafts(connection, before, after);
		if (fact && 'answer' in fact) saveLastRead(connection);
		recallProject(connection, after);
	}

	function saveResult(done: Done, after: State) {
		const origin = sentTo(context, done.ref);
		if (!origin) return;
		const journal = journalOf(origin);
		const service = connectionKey(origin);
		for (const key of sentDrafts(journal.drafts(service), done)) journal.saveDraft(service, key, undefined);
		if (done.kind !== 'deployed' || origin.id === after.connection?.id || isConcluded(done.deployment)) return;
		const {projectId, id: deploymentId} = done.deployment;
		journal.saveWatch(service, {projectId, deploymentId, project: safe(done.ref.project), isMine: true});
	}

	function saveDismissed(before: State) {
		const report = absenceReport(before);
		if (!report) return;
		const [message, project] = [absenceText(report), absenceCounts(report)];
		recordActivity(context, before.connection, {kind: 'away', message, project});
	}

	function checkJournal(journal: Journal) {
		const text = journal.takeNotice();
		if (text) tell(text);
		const journalProblem = journal.problem();
		if (journalProblem === store.get().writes.journalProblem) return;
		store.change(state => patch(state, 'writes', {journalProblem}));
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		const {connection} = after;
		const isSame = before.connection?.id === connection?.id;
		if (connection && !isSame) {
			cancelRecall();
			cancelRecall = clock.after(recallAfterMs, () => recallOnce(connection));
		} else if (connection) {
			save(fact, connection, before, after);
		}

		if (fact?.type === 'write-done') saveResult(fact, after);
		if (isSame && before.presence.away && !after.presence.away) saveDismissed(before);
		checkJournal(journalOf(connection));
	});

	return {
		/** Reads the writes of other windows, once this window's watches are saved. */
		refresh() {
			const {connection} = store.get();
			// The saved watches are still those of the previous service.
			if (!connection || recalled?.id !== connection.id) return;
			const {presence} = store.get();
			const journal = journalOf(connection);
			const isSaved = saveWatches(connection, presence.watches);
			const watches = isSaved && journal.watchesElsewhere(connectionKey(connection), presence.watches.values());
			checkJournal(journal);
			if (!watches) return;
			store.change(state => withWatches(state, watches));
			savedWatches = store.get().presence.watches;
		},

		stop() {
			unsubscribe();
			cancelRecall();
		},
	};
}
