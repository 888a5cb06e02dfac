import type {Project} from '../../api/types.ts';
import {type Clock, toServiceTime} from '../../clock.ts';
import type {Connection} from '../model/connection.ts';
import {upToDate} from '../model/projects/project-answers.ts';
import {indexOfProject} from '../model/projects/project-list.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {isElsewhere} from './event-origin.ts';
import {type JournalOf, serviceOf} from './journal-sync.ts';

type NameSyncOptions = {readonly journalOf: JournalOf; readonly clock: Clock; readonly store: Store};

/** The first names wait until the first screens are drawn. */
const firstAfterMs = 3000;

/** The minimum time between two writes, and the maximum number of names in one. */
const minPauseMs = 60_000;
const maxBatch = 500;

/** The maximum number of projects whose names wait to be saved: more than any user completes. */
const maxUnkept = 5000;

const isCalledTheSame = (a: Project | undefined, b: Project): boolean =>
	a?.id === b.id && a.name?.exact === b.name?.exact && a.slug?.exact === b.slug?.exact;

/** Returns the projects whose names may be new with an event. A page is compared with the listed rows, because most rereads bring nothing new. */
function projectsIn(event: Event, {projects: {list, opened, answers}}: State): readonly Project[] {
	switch (event.type) {
		case 'projects-arrived': {
			const {projects} = upToDate(event.page, answers, event.askedAt);
			return projects.filter(project => !isCalledTheSame(list.rows[indexOfProject(list, project.id) ?? -1], project));
		}

		case 'project-arrived':
		case 'project-opened':
		case 'project-created':
		case 'project-saved':
			return isCalledTheSame(opened.get(event.project.id)?.project, event.project) ? [] : [event.project];
		default:
			return [];
	}
}

/** Saves the names of projects in the journal, for the completion of commands. Writes once a minute at most, and only new names. Returns a function that writes a last time and stops. */
export function startNameSync({store, clock, journalOf}: NameSyncOptions): () => void {
	const unkept = new Map<string, Project>();
	let nextAt = 0;
	let cancel: (() => void) | undefined;

	function keep(connection: Connection, max: number) {
		cancel?.();
		cancel = undefined;
		const projects = [...unkept.values()].slice(0, max);
		const names = projects.map(({id, name, slug}) => ({id, name: name?.exact, slug: slug?.exact}));
		for (const {id} of projects) unkept.delete(id);
		nextAt = clock.now() + minPauseMs;
		const seenAt = Math.round(toServiceTime(clock.now(), store.get().polling.skewMs));
		if (names.length > 0) journalOf(connection).saveProjects(serviceOf(connection), names, seenAt);
		keepSoon(connection);
	}

	function keepSoon(connection: Connection) {
		if (unkept.size === 0) return;
		cancel ??= clock.after(nextAt - clock.now(), () => keep(connection, maxBatch));
	}

	function changeService(before: Connection | undefined) {
		if (before) keep(before, maxUnkept);
		unkept.clear();
		nextAt = clock.now() + firstAfterMs;
	}

	const unsubscribe = store.subscribe((event, before, {connection}) => {
		if (before.connection?.id !== connection?.id) changeService(before.connection);
		// A demo leaves nothing on disk.
		if (!connection || connection.isDemo || isElsewhere(event, connection.id)) return;
		if (event.type === 'project-deleted') {
			unkept.delete(event.write.projectId);
			journalOf(connection).dropProject(serviceOf(connection), event.write.projectId);
		}

		for (const project of projectsIn(event, before)) if (unkept.size < maxUnkept) unkept.set(project.id, project);

		keepSoon(connection);
	});
	return () => {
		unsubscribe();
		const {connection} = store.get();
		if (connection) keep(connection, maxUnkept);
		cancel?.();
	};
}
