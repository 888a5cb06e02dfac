import type {Project} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {serviceOf} from '../model/connection.ts';
import {knownProject} from '../model/project-list.ts';
import type {Fact} from '../state/facts.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

/** How long a new name waits, so that the first screens are drawn before, and how many are written at once. */
const saveAfterMs = 3000;
const maxBatch = 500;

/** The maximum number of names in the last write, which landfall waits for when it ends: more than any user completes. */
const maxLast = 5000;

function projectsIn(fact: Fact | undefined): readonly Project[] {
	if (fact?.type === 'page-read') return fact.answer.projects;
	if (fact?.type === 'project-read') return [fact.answer];
	return fact?.type === 'write-done' && 'project' in fact ? [fact.project] : [];
}

const isSameName = (a: Project, b: Project): boolean =>
	a.name?.exact === b.name?.exact && a.slug?.exact === b.slug?.exact;

/** Saves the names of projects in the journal, for the completion of commands. Writes only new names. Returns a function that writes a last time and stops. */
export function startNameSync({store, clock, journalOf}: Pick<SyncContext, 'store' | 'clock' | 'journalOf'>) {
	const unsaved = new Map<string, Project>();
	let cancel: (() => void) | undefined;

	function save({connection, polling}: State, max: number) {
		cancel?.();
		cancel = undefined;
		const batch = [...unsaved.values()].slice(0, max);
		if (!connection || batch.length === 0) return;
		for (const {id} of batch) unsaved.delete(id);
		const names = batch.map(({id, name, slug}) => ({id, name: name?.exact, slug: slug?.exact}));
		const seenAt = Math.round(toServiceTime(clock.now(), polling.skewMs));
		journalOf(connection).saveProjects(serviceOf(connection), names, seenAt);
	}

	function saveSoon() {
		if (unsaved.size === 0) return;
		cancel ??= clock.after(saveAfterMs, () => {
			save(store.get(), maxBatch);
			saveSoon();
		});
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		const {connection} = after;
		if (before.connection?.id !== connection?.id) {
			save(before, maxLast);
			unsaved.clear();
		}

		// A demo leaves nothing on disk.
		if (!connection || connection.isDemo) return;
		if (fact?.type === 'write-done' && fact.ref.connectionId !== connection.id) return;
		if (fact?.type === 'write-done' && fact.kind === 'deleted') {
			unsaved.delete(fact.ref.projectId);
			journalOf(connection).dropProject(serviceOf(connection), fact.ref.projectId);
		}

		for (const {id} of projectsIn(fact)) {
			const [known, project] = [knownProject(before, id), knownProject(after, id)];
			if (project && !(known && isSameName(known, project))) unsaved.set(id, project);
		}

		saveSoon();
	});
	return () => {
		unsubscribe();
		save(store.get(), maxLast);
	};
}
