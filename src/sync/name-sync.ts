import type {Project} from '../api/types.ts';
import {toServiceTime} from '../base/clock.ts';
import {comparable, type ServiceText} from '../base/text.ts';
import {connectionKey} from '../model/connection.ts';
import {isGoneOrUnlisted, rowWithId} from '../model/project-list.ts';
import type {Fact} from '../state/facts.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

const maxStoredNames = 5000;

function projectsIn(fact: Fact | undefined, {projects: {list}}: State): readonly Project[] {
	switch (fact?.type) {
		case 'journal-recalled':
			return list.rows.slice(0, maxStoredNames);
		case 'projects-read':
			return fact.answer.projects;
		case 'project-read':
			return [fact.answer];
		case 'write-done':
			return 'project' in fact ? [fact.project] : [];
		default:
			return [];
	}
}

function isNewName({projects: {list, records}}: State, {id, name, slug}: Project): boolean {
	const known = rowWithId(list, id) ?? records.get(id)?.project;
	return !known || known.name?.exact !== name?.exact || known.slug?.exact !== slug?.exact;
}

/** Saves project names for the completion of commands. Names read earlier are saved once the journal is open. */
export function startNameSync(
	{store, clock, journalOf}: Pick<SyncContext, 'store' | 'clock' | 'journalOf'>,
	isJournalOpen = false,
): () => void {
	let isOpen = isJournalOpen;
	return store.subscribe((before, after, fact) => {
		const {connection, polling} = after;
		if (!connection) return;
		if (fact?.type === 'write-done') {
			if (fact.ref.connectionId !== connection.id) return;
			if (fact.kind === 'deleted') journalOf(connection).dropProject(connectionKey(connection), fact.ref.projectId);
		}

		const isRecalled = fact?.type === 'journal-recalled';
		isOpen ||= isRecalled;
		const named = projectsIn(fact, after).filter(
			project => (isRecalled || isNewName(before, project)) && !isGoneOrUnlisted(after, project.id),
		);
		if (!isOpen || named.length === 0) return;
		const comparableOf = (text: ServiceText | undefined) => text && comparable(text.exact);
		const names = named.map(({id, name, slug}) => ({id, name: comparableOf(name), slug: comparableOf(slug)}));
		const seenAt = Math.round(toServiceTime(clock.now(), polling.skewMs));
		journalOf(connection).saveProjects(connectionKey(connection), names, seenAt);
	});
}
