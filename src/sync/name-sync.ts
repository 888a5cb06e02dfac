import type {Project} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {serviceOf} from '../model/connection.ts';
import {changedPart} from '../model/project-list.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './context.ts';

/** The first names wait until the first screens are drawn. */
const firstAfterMs = 3000;

/** The minimum time between two writes, and the maximum number of names in one. */
const minPauseMs = 60_000;
const maxBatch = 500;

/** The maximum number of names in the last write, which landfall waits for when it ends: more than any user completes. */
const maxLast = 5000;

const isCalledTheSame = (a: Project | undefined, b: Project): boolean =>
	a === b || (a?.name?.exact === b.name?.exact && a?.slug?.exact === b.slug?.exact && a?.id === b.id);

/** Returns the projects that may be called otherwise than before. A page changes a hundred rows of a list that may hold 100,000. */
const changedIn = ({list, records}: State['projects'], before: State['projects']): readonly Project[] => [
	...(list.rows === before.list.rows ? [] : changedPart(before.list.rows, list.rows).added),
	...(records === before.records ? [] : [...records.values()].flatMap(({project}) => project ?? [])),
];

/** Saves the names of projects in the journal, for the completion of commands. Writes once a minute at most, and only new names. Returns a function that writes a last time and stops. */
export function startNameSync({
	store,
	clock,
	journalOf,
}: Pick<SyncContext, 'store' | 'clock' | 'journalOf'>): () => void {
	let kept = new Map<string, Project>();
	/** What was read since it was last compared with what is kept. */
	let unkept = new Map<string, Project>();
	let nextAt = 0;
	let cancel: (() => void) | undefined;

	/** Writes new names. Returns whether there are more. */
	function keep(state: State, max: number): boolean {
		cancel?.();
		cancel = undefined;
		const {connection, polling, projects} = state;
		const named = [...unkept.values()].filter(project => !isCalledTheSame(kept.get(project.id), project));
		const batch = named.slice(0, max);
		unkept = new Map(named.slice(max).map(project => [project.id, project]));
		// What is no longer known would pile up over days.
		if (kept.size > 2 * (projects.list.rows.length + projects.records.size)) kept = new Map();
		for (const project of batch) kept.set(project.id, project);
		if (!connection || batch.length === 0) return false;
		const names = batch.map(({id, name, slug}) => ({id, name: name?.exact, slug: slug?.exact}));
		const seenAt = Math.round(toServiceTime(clock.now(), polling.skewMs));
		journalOf(connection).saveProjects(serviceOf(connection), names, seenAt);
		nextAt = clock.now() + minPauseMs;
		return unkept.size > 0;
	}

	function keepSoon() {
		cancel ??= clock.after(nextAt - clock.now(), () => {
			if (keep(store.get(), maxBatch)) keepSoon();
		});
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		const {connection, projects} = after;
		if (before.connection?.id !== connection?.id) {
			keep(before, maxLast);
			kept.clear();
			unkept.clear();
			nextAt = clock.now() + firstAfterMs;
		}

		// A demo leaves nothing on disk.
		if (!connection || connection.isDemo) return;
		for (const project of changedIn(projects, before.projects)) unkept.set(project.id, project);
		if (fact?.type === 'write-done' && fact.kind === 'deleted' && fact.ref.connectionId === connection.id) {
			unkept.delete(fact.ref.projectId);
			journalOf(connection).dropProject(serviceOf(connection), fact.ref.projectId);
		}

		if (unkept.size > 0) keepSoon();
	});
	return () => {
		unsubscribe();
		keep(store.get(), maxLast);
	};
}
