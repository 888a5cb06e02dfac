import type {Project} from '../../api/types.ts';
import {type Clock, toServiceTime} from '../../clock.ts';
import {serviceOf} from '../model/connection.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import type {JournalOf} from './journal-sync.ts';

type NameSyncOptions = {readonly journalOf: JournalOf; readonly clock: Clock; readonly store: Store};

/** The first names wait until the first screens are drawn. */
const firstAfterMs = 3000;

/** The minimum time between two writes, and the maximum number of names in one. */
const minPauseMs = 60_000;
const maxBatch = 500;

const isCalledTheSame = (a: Project | undefined, b: Project): boolean =>
	a === b || (a?.name?.exact === b.name?.exact && a?.slug?.exact === b.slug?.exact && a?.id === b.id);

/** Returns the projects that were read. */
const projectsIn = ({projects: {list, records}}: State): readonly Project[] => [
	...list.rows,
	...[...records.values()].flatMap(({project}) => project ?? []),
];

/** Saves the names of projects in the journal, for the completion of commands. Writes once a minute at most, and only new names. Returns a function that writes a last time and stops. */
export function startNameSync({store, clock, journalOf}: NameSyncOptions): () => void {
	let kept = new Map<string, Project>();
	let nextAt = 0;
	let cancel: (() => void) | undefined;

	function keep(state: State, max = Number.POSITIVE_INFINITY) {
		cancel?.();
		cancel = undefined;
		const {connection, polling} = state;
		// A demo leaves nothing on disk.
		if (!connection || connection.isDemo) return;
		const projects = projectsIn(state);
		const named = projects.filter(project => !isCalledTheSame(kept.get(project.id), project));
		const batch = named.slice(0, max);
		// What is no longer known would pile up over days.
		if (kept.size > 2 * projects.length) kept = new Map();
		for (const project of batch) kept.set(project.id, project);
		if (batch.length === 0) return;
		const names = batch.map(({id, name, slug}) => ({id, name: name?.exact, slug: slug?.exact}));
		const seenAt = Math.round(toServiceTime(clock.now(), polling.skewMs));
		journalOf(connection).saveProjects(serviceOf(connection), names, seenAt);
		nextAt = clock.now() + minPauseMs;
		if (batch.length < named.length) keepSoon();
	}

	function keepSoon() {
		cancel ??= clock.after(nextAt - clock.now(), () => keep(store.get(), maxBatch));
	}

	const unsubscribe = store.subscribe((event, before, after) => {
		const {connection, projects} = after;
		if (before.connection?.id !== connection?.id) {
			keep(before);
			kept.clear();
			nextAt = clock.now() + firstAfterMs;
		}

		if (!connection || connection.isDemo) return;
		if (event.type === 'project-deleted' && event.write.connectionId === connection.id)
			journalOf(connection).dropProject(serviceOf(connection), event.write.projectId);
		if (projects.list !== before.projects.list || projects.records !== before.projects.records) keepSoon();
	});
	return () => {
		unsubscribe();
		keep(store.get());
	};
}
