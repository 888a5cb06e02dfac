import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {safe, serviceText} from '../../src/base/text.ts';
import {readCompletionNames} from '../../src/journal/read-only.ts';
import {pageAt} from '../../src/model/read-request.ts';
import type {Effect} from '../../src/model/write-intent.ts';
import {startTestSession} from '../kit/app/session.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

async function openWithNames(projects: number) {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const opened = await startTestSession({projects, journalPath, isInDemo: true});
	const names = () => readCompletionNames(journalPath, undefined, '').map(({name, slug}) => `${name}, ${slug}`);
	return {...opened, names, connectionId: opened.session.store.get().connection?.id ?? -1};
}

test('names are saved once the journal is open, and from then on as they are read', async () => {
	const {clock, session, sandbox, names} = await openWithNames(30);
	await clock.advance(250);
	expect(names()).toEqual([]);
	await clock.advance(100);
	expect(names()).toHaveLength(30);
	sandbox.ask('POST', '/v1/projects', {name: 'Two new'});
	await clock.advance(20_000);
	expect(names()[0]).toBe('Two new, two-new');
	const {writes} = session;
	void writes.mutate({ref: writes.newWrite('', 'Own'), write: {kind: 'create', name: 'Own', known: []}});
	await clock.advance(1);
	expect(names()[0]).toBe('Own, own');
});

test('a name is saved as it looks, for its service, until its project is deleted', {tags: ['fault-122']}, async () => {
	const {clock, session, names, connectionId} = await openWithNames(1);
	await clock.advance(350);
	const [row] = session.store.get().projects.list.rows;
	if (!row) throw new Error('Nothing was read');
	const {learn} = session.store;
	const called = (name?: string, slug?: string): Project => ({
		...row,
		name: name === undefined ? undefined : serviceText(name),
		slug: slug === undefined ? undefined : serviceText(slug),
	});
	const open = (answer: Project) => {
		const request = {connectionId, kind: 'project', projectId: row.id} as const;
		learn({type: 'project-read', request, answer, readAt: clock.now(), at: clock.now()});
		return names();
	};
	const finish = (effect: Effect, to = connectionId) => {
		learn({type: 'write-done', ...effect, ref: {id: 'w', connectionId: to, projectId: row.id, project: ''}});
		return names();
	};
	const saved = (project: Project) => ({kind: 'saved', notice: safe('Saved'), project, earlier: {}, sent: {}}) as const;
	const deleted = {kind: 'deleted', notice: safe('Deleted')} as const;
	expect(open(called('New name', 'cafe\u0301'))).toEqual(['New name, café']);
	expect(finish(saved(called('New name', 'new-slug')))).toEqual(['New name, new-slug']);
	expect(finish(saved(called('Elsewhere', 'elsewhere')), -1)).toEqual(['New name, new-slug']);
	expect(finish(deleted, -1)).toEqual(['New name, new-slug']);
	expect(open(called())).toEqual([', ']);
	expect(open(called('Named', 'again'))).toEqual(['Named, again']);
	const readAt = clock.now();
	await clock.advance(1);
	expect(finish(deleted)).toEqual([]);
	// The page was requested before.
	const answer = {projects: [called('Deleted', 'deleted')], nextCursor: undefined, unreadable: 0};
	learn({type: 'projects-read', request: {connectionId, ...pageAt(undefined)}, answer, readAt, at: clock.now()});
	expect(names()).toEqual([]);
});
