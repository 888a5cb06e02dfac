import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {safe, serviceText} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {withDone} from '../../src/state/writes.ts';
import {startNameSync} from '../../src/sync/name-sync.ts';
import {learn} from '../../src/sync/store.ts';
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
			saveProjects: (_service, projects) => written.push(projects.map(({slug}) => slug ?? '')),
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

		/** The first page is answered. */
		answer(projects: readonly Project[], requestedAt = clock.now()) {
			const request = {connectionId, kind: 'projects', cursor: undefined} as const;
			const answer = {projects, nextCursor: undefined, requestId: undefined, unreadable: 0};
			learn(session.store, {type: 'projects-read', request, answer, requestedAt, at: clock.now()});
		},

		finishDeletion(projectId: string) {
			const ref = {id: 'w', connectionId, projectId, project: ''};
			const done = {kind: 'deleted', ref, notice: safe('Deleted')} as const;
			session.store.change((state, now) => withDone(state, done, now), {type: 'write-done', ...done});
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
	expect(written.slice(1)).toEqual([['two-new']]);
	const {writes} = session;
	void writes.mutate({ref: writes.newWrite('', 'Own'), write: {kind: 'create', name: 'Own', known: []}});
	await clock.advance(1);
	expect(written.slice(2)).toEqual([['own']]);
});

test('a name is kept as it looks, however its characters are composed', {tags: ['fault-122']}, async () => {
	const {session, clock, written, answer} = await keepNames({projects: 1});
	await clock.advance(350);
	const [row] = session.store.get().projects.list.rows;
	if (!row) throw new Error('Nothing was read');
	answer([{...row, slug: serviceText('cafe\u0301')}]);
	expect(written.at(-1)).toEqual(['café']);
});

test('a deleted project is dropped, and its name is not kept later', async () => {
	const {session, clock, written, dropped, answer, finishDeletion} = await keepNames({projects: 3});
	await clock.advance(1000);
	const {rows} = session.store.get().projects.list;
	const requestedAt = clock.now();
	await clock.advance(1);
	finishDeletion(rows[0]?.id ?? '');
	expect(dropped).toEqual([rows[0]?.id]);
	// The page was requested before.
	answer(rows, requestedAt);
	expect(written).toHaveLength(1);
});
