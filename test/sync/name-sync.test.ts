import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {safe, serviceText} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {pageAt} from '../../src/model/read-request.ts';
import type {Effect} from '../../src/model/write-intent.ts';
import {startNameSync} from '../../src/sync/name-sync.ts';
import {type SessionOptions, startTestSession} from '../kit/app/session.ts';

/** Opens a session whose names are kept, and records each time that they are written. */
async function keepNames(options: SessionOptions = {}) {
	const opened = await startTestSession(options);
	const {session, clock} = opened;
	const written: string[][] = [];
	const dropped: string[] = [];
	const journal = openJournal({path: undefined, now: clock.now});
	startNameSync({
		store: session.store,
		clock,
		journalOf: () => ({
			...journal,
			saveProjects: (_service, projects) => written.push(projects.map(({name, slug}) => `${name}, ${slug}`)),
			dropProject: (_service, projectId) => dropped.push(projectId) > 0,
		}),
	});
	await session.actions.enterDemo();
	const connectionId = session.store.get().connection?.id ?? 0;
	return {
		...opened,
		written,
		dropped,
		create: (name: string) => opened.sandbox.ask('POST', '/v1/projects', {name}),

		/** A project is opened, and its record answered. */
		open(answer: Project, requestedAt = clock.now()) {
			const request = {connectionId, kind: 'project', projectId: answer.id} as const;
			session.store.learn({type: 'project-read', request, answer, requestedAt, at: clock.now()});
		},

		/** A write to this service, or to one that was left, is answered. */
		finish(effect: Effect, projectId: string, service = connectionId) {
			const done = {...effect, ref: {id: 'w', connectionId: service, projectId, project: ''}};
			session.store.learn({type: 'write-done', ...done});
		},
	};
}

test('names are kept once the journal is open, and then only when there are new ones', async () => {
	const {clock, session, written, create} = await keepNames({projects: 30});
	await clock.advance(250);
	expect(written).toEqual([]);
	await clock.advance(100);
	expect(written.map(names => names.length)).toEqual([30]);
	await clock.advance(600_000);
	expect(written).toHaveLength(1);
	create('Two new');
	await clock.advance(20_000);
	expect(written.slice(1)).toEqual([['Two new, two-new']]);
	const {writes} = session;
	void writes.mutate({ref: writes.newWrite('', 'Own'), write: {kind: 'create', name: 'Own', known: []}});
	await clock.advance(1);
	expect(written.slice(2)).toEqual([['Own, own']]);
});

test('a name is kept as it looks, for its service, until its project is deleted', {tags: ['fault-122']}, async () => {
	const {clock, session, written, dropped, open, finish} = await keepNames({projects: 1});
	await clock.advance(350);
	const [row] = session.store.get().projects.list.rows;
	if (!row) throw new Error('Nothing was read');
	const textOf = (text: string | undefined) => (text === undefined ? undefined : serviceText(text));
	const called = (name?: string, slug?: string) => ({...row, name: textOf(name), slug: textOf(slug)});
	const save = (project: Project, service?: number) =>
		finish({kind: 'saved', notice: safe('Saved'), project, earlier: {}, sent: {}}, row.id, service);
	open(called('New name', 'cafe\u0301'));
	save(called('New name', 'new-slug'));
	save(called('Elsewhere', 'elsewhere'), -1);
	finish({kind: 'deleted', notice: safe('Deleted')}, row.id, -1);
	open(called(undefined, 'new-slug'));
	open(called());
	open(called());
	open(called('Named', 'again'));
	const names = ['New name, café', 'New name, new-slug', 'undefined, new-slug', 'undefined, undefined', 'Named, again'];
	expect(written.slice(1)).toEqual(names.map(name => [name]));
	expect(dropped).toEqual([]);
	const requestedAt = clock.now();
	await clock.advance(1);
	finish({kind: 'deleted', notice: safe('Deleted')}, row.id);
	expect(dropped).toEqual([row.id]);
	// The page was requested before.
	const page = {projects: [called('Deleted', 'deleted')], nextCursor: undefined, unreadable: 0};
	const request = {connectionId: session.store.get().connection?.id ?? -1, ...pageAt(undefined)};
	session.store.learn({type: 'projects-read', request, answer: page, requestedAt, at: clock.now()});
	expect(written).toHaveLength(1 + names.length);
});
