import {expect, test} from 'vitest';
import type {Project} from '../../src/api/types.ts';
import {safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {withLoadAll} from '../../src/state/projects.ts';
import {withDone} from '../../src/state/writes.ts';
import {startNameSync} from '../../src/sync/name-sync.ts';
import {learn} from '../../src/sync/store.ts';
import {type SessionOptions, startTestSession} from '../kit/app/session.ts';

/** Opens a session whose names are kept, and records each time that they are written. */
async function keepNames(options: SessionOptions = {}) {
	const opened = await startTestSession({onService: service => ({...service, isDemo: false}), ...options});
	const {session, clock} = opened;
	const written: string[][] = [];
	const dropped: string[] = [];
	const journal = openJournal({path: undefined, now: clock.now});
	const stop = startNameSync({
		store: session.store,
		clock,
		journalOf: () => ({
			...journal,
			saveProjects: (_service, projects) => written.push(projects.map(({slug}) => slug ?? '')),
			dropProject: (_service, projectId) => dropped.push(projectId),
		}),
	});
	await session.actions.enterDemo();
	const {sandbox, apiKey} = opened;
	const headers = new Map([
		['authorization', `Bearer ${apiKey}`],
		['content-type', 'application/json'],
	]);
	const connectionId = session.store.get().connection?.id ?? 0;
	return {
		...opened,
		written,
		dropped,
		stop,
		create: (name: string) =>
			sandbox.handle({method: 'POST', target: '/v1/projects', headers, body: JSON.stringify({name})}),

		/** The first page is answered. */
		answer(projects: readonly Project[], requestedAt = clock.now()) {
			const request = {connectionId, kind: 'projects', cursor: undefined} as const;
			const answer = {projects, nextCursor: undefined, requestId: undefined, unreadable: 0};
			learn(session.store, {type: 'page-read', request, answer, requestedAt, at: clock.now()});
		},

		finishDeletion(projectId: string) {
			const ref = {id: 'w', connectionId, projectId, project: ''};
			const done = {kind: 'deleted', ref, notice: safe('Deleted')} as const;
			session.store.change((state, now) => withDone(state, done, now), {type: 'write-done', ...done});
		},
	};
}

test('names are kept after the first screens, and then only when there are new ones', async () => {
	const {clock, written, create} = await keepNames({projects: 30});
	await clock.advance(2900);
	expect(written).toEqual([]);
	await clock.advance(200);
	expect(written.map(names => names.length)).toEqual([30]);
	await clock.advance(600_000);
	expect(written).toHaveLength(1);
	create('Two new');
	await clock.advance(20_000);
	expect(written.slice(1)).toEqual([['two-new']]);
});

test('the names of a large team are written in batches, and the rest when landfall ends', async () => {
	const {session, clock, written, stop} = await keepNames({projects: 1200});
	session.store.change((state, now) => withLoadAll(state, 'all', now));
	await clock.advance(7000);
	expect(written.map(names => names.length)).toEqual([500, 500]);
	stop();
	expect(new Set(written.flat()).size).toBe(1200);
});

test('of a list of 20,000 projects, few enough names are written at the end that it is not noticed', async () => {
	const {session, clock, written, stop, answer} = await keepNames({projects: 30});
	await clock.advance(100);
	const [row] = session.store.get().projects.list.rows;
	if (!row) throw new Error('Nothing was read');
	answer(Array.from({length: 20_000}, (_, index) => ({...row, id: `p${index}`})));
	stop();
	expect(written.map(names => names.length)).toEqual([5000]);
	await clock.advance(120_000);
	expect(written).toHaveLength(1);
});

test('a demo keeps no names', async () => {
	const {clock, written, stop} = await keepNames({onService: service => service});
	await clock.advance(5000);
	stop();
	expect(written).toEqual([]);
});

test('a deleted project is dropped, and its name is not kept later', async () => {
	const {session, clock, written, dropped, stop, finishDeletion} = await keepNames({projects: 3});
	await clock.advance(100);
	const [first] = session.store.get().projects.list.rows;
	finishDeletion(first?.id ?? '');
	stop();
	expect(dropped).toEqual([first?.id]);
	expect(written).toHaveLength(1);
	expect(written[0]).not.toContain(first?.slug?.exact);
});

test('a page that was requested before a project was deleted does not bring its name back', async () => {
	const {session, clock, written, stop, answer, finishDeletion} = await keepNames({projects: 3});
	await clock.advance(3100);
	const {rows} = session.store.get().projects.list;
	const requestedAt = clock.now();
	await clock.advance(1);
	finishDeletion(rows[0]?.id ?? '');
	answer(rows, requestedAt);
	stop();
	expect(written.slice(1).flat()).toEqual([]);
});
