import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

/** Adds a project to a service that fails without adding it, and returns what is found out about it. `next`: the cursor on the second page. */
async function findLost(next: string | undefined) {
	const pages = createPagingService(cursor =>
		cursor === undefined ? {ids: ['a'], next: 'second'} : {ids: ['b'], next},
	);
	const handle: Handle = request => (request.method === 'GET' ? pages(request) : {status: 503, headers: {}, body: ''});
	const {session, clock} = await startTestSession({handle, isInDemo: true});
	await clock.advance(1000);
	const write = session.writes.newWrite('', 'New one');
	const sent = session.writes.mutate({ref: write, write: {kind: 'create', name: 'New one', known: []}});
	for (let second = 0; second < 60; second++) await clock.advance(1000);
	expect((await sent).kind).toBe('lost');
	return session.store.get().writes.unconfirmed.get(write.id)?.finding;
}

test('a lost creation left no sign if the whole list lacks it', async () => {
	expect(await findLost(undefined)).toMatchObject({kind: 'absent'});
});

test('a lost creation stays unclear if the service repeats a cursor, because the list may go on', async () => {
	expect(await findLost('second')).toMatchObject({kind: 'unclear'});
});
