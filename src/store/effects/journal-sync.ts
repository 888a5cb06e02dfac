import {type Clock, toServiceTime} from '../../clock.ts';
import type {Journal} from '../../journal/journal.ts';
import type {Draft, Observation, Watch} from '../../journal/sighting.ts';
import {pinOf} from '../../status-words.ts';
import type {Connection} from '../model/connection.ts';
import {changes} from '../model/form.ts';
import {isArrival} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import {watchKey} from '../state/board.ts';
import {projectNameOf} from '../state/project-names.ts';
import {currentScreen, type State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {activityEntries} from './activity-entries.ts';
import {createNotify} from './notify.ts';

/** The journal of what happens at a service, or where none is connected. */
export type JournalOf = (connection: Connection | undefined) => Journal;

type Keeping = {
	readonly journalOf: JournalOf;
	readonly clock: Clock;
	readonly store: Store;
};

/** What is known from earlier is looked up when the first screen has long been shown, or before anything new is written. */
const recallAfterMs = 300;

/** What changes what is typed into a form. */
const draftEvents: ReadonlySet<Event['type']> = new Set(['text-edited', 'edit-undone', 'form-filled']);

/** How often it is noted that the service was read. */
const visitEveryMs = 60_000;

/** What a service goes by in the journal: another team of the same host has another profile. */
export const serviceOf = ({name, host}: Connection): string => `${name} ${host}`;

/** What is typed for a project, or under the empty id for a new one, as far as it differs from what its form began with. */
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

/** Keeps in the journal what happens, and brings back from it what is known of a service that is connected. Gives what stops it. */
export function startJournalSync({store, clock, journalOf}: Keeping): () => void {
	const {dispatch} = store;
	const notify = createNotify({store, clock});
	let recalledId: number | undefined;
	let projects = new Set<string>();
	let visitedAt = Number.NEGATIVE_INFINITY;
	let callOff = () => {};

	function recall(connection: Connection) {
		if (recalledId === connection.id) return;
		callOff();
		[recalledId, projects, visitedAt] = [connection.id, new Set(), Number.NEGATIVE_INFINITY];
		dispatch({
			type: 'journal-recalled',
			memory: journalOf(connection).remember(serviceOf(connection)),
			at: clock.now(),
		});
	}

	function recallProject(connection: Connection, state: State) {
		const screen = currentScreen(state);
		if (!('projectId' in screen) || screen.name === 'edit' || projects.has(screen.projectId)) return;
		recall(connection);
		const {projectId} = screen;
		projects.add(projectId);
		// After the frame, which does not wait for it.
		setImmediate(() => {
			if (store.get().connection?.id !== connection.id) return;
			const memory = journalOf(connection).rememberProject(serviceOf(connection), projectId);
			dispatch({type: 'project-recalled', projectId, memory});
		});
	}

	function keepNews(journal: Journal, service: string, state: State) {
		const {changes: news} = state.deployments;
		const sightings = news.seen.map((deployment): Observation => {
			const {projectId} = deployment;
			return {
				deployment,
				project: projectNameOf(state, projectId),
				seenAt: Math.round(toServiceTime(clock.now(), state.polling.skewMs)),
			};
		});
		journal.see(service, sightings, news.changes);
		for (const word of news.words) journal.learnWord(pinOf(word));
	}

	function keepWatches(
		journal: Journal,
		service: string,
		before: ReadonlyMap<string, Watch>,
		after: ReadonlyMap<string, Watch>,
	) {
		for (const [key, watch] of after) if (!before.has(key)) journal.watch(service, watch);
		for (const [key, watch] of before) if (!after.has(key)) journal.unwatch(service, watch);
	}

	/** Keeps what is typed into the form that is open. */
	function keepDraft(journal: Journal, service: string, state: State) {
		const screen = currentScreen(state);
		if (screen.name !== 'create' && screen.name !== 'edit') return;
		const projectId = screen.name === 'edit' ? screen.projectId : '';
		journal.keepDraft(service, projectId, draftOf(state, projectId));
	}

	function keepVisit(journal: Journal, service: string) {
		const now = clock.now();
		if (now - visitedAt < visitEveryMs && now >= visitedAt) return;
		visitedAt = now;
		journal.visit(service, now);
	}

	function keep(event: Event, before: State, after: State) {
		const journal = journalOf(after.connection);
		for (const entry of activityEntries(event, before, after, clock.now())) {
			dispatch({type: 'entry-recorded', entry: journal.record(entry)});
		}

		const text = journal.takeNotice();
		if (text) notify(text, 'bad');
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		const {connection} = after;
		if (connection && event.type === 'connected') {
			callOff();
			callOff = clock.after(recallAfterMs, () => recall(connection));
		} else if (connection && before.connection?.id === connection.id) {
			const service = serviceOf(connection);
			const journal = journalOf(connection);
			const isNews = after.deployments.changes !== before.deployments.changes;
			const known =
				event.type === 'journal-recalled'
					? new Map(event.memory.watches.map(watch => [watchKey(watch), watch] as const))
					: before.presence.watches;
			const isWatching = after.presence.watches !== known;
			if (isNews || isWatching) recall(connection);
			if (isNews) keepNews(journal, service, after);
			if (isWatching) keepWatches(journal, service, known, after.presence.watches);
			if (draftEvents.has(event.type)) keepDraft(journal, service, after);
			if (event.type === 'project-created' || event.type === 'project-saved') {
				const {projectId} = event.write;
				journal.keepDraft(service, projectId, draftOf(after, projectId));
			}

			if (isArrival(event) && recalledId === connection.id) keepVisit(journal, service);
			recallProject(connection, after);
		}

		keep(event, before, after);
	});
	return () => {
		unsubscribe();
		callOff();
	};
}
