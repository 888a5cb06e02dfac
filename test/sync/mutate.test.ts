import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

test.each([
	['asks for a pause of 54 seconds', 2, {status: 429, headers: {'retry-after': '54'}}],
	['asks for a pause of 61 seconds', 1, {status: 429, headers: {'retry-after': '61'}}],
	['refuses it with a status that nobody knows', 1, {status: 418, headers: {}}],
	['fails', 1, {status: 500, headers: {}}],
])('if the service %s, a write is sent %i times', async (_how, count, refusal) => {
	const pages = createPagingService(() => ({ids: ['a'], next: undefined}));
	let sent = 0;
	const handle: Handle = request => {
		if (request.method === 'GET') return pages(request);
		return ++sent === 1 ? {...refusal, body: '{}'} : {status: 422, headers: {}, body: '{}'};
	};
	const {session, clock} = await startTestSession({handle, isInDemo: true});
	await clock.advance(1000);
	const ref = session.writes.newWrite('', 'New one');
	const outcome = session.writes.mutate({ref, write: {kind: 'create', name: 'New one', known: []}});
	for (let second = 0; second < 70; second++) await clock.advance(1000);
	expect((await outcome).kind).toBe(refusal.status === 500 ? 'lost' : 'refused');
	expect(sent).toBe(count);
});

test.each([
	['are all earlier deployments', [{id: 'a'}], ['a']],
	['are none if a record of them is unreadable', [{id: 'a'}, {}], undefined],
])('recorded with a deployment %s', async (_what, deployments, known) => {
	const handle: Handle = ({method}) =>
		method === 'GET'
			? {status: 200, headers: {}, body: JSON.stringify({deployments, projects: []})}
			: {status: 500, headers: {}, body: '{}'};
	const {session, clock} = await startTestSession({handle, isInDemo: true});
	await clock.advance(1000);
	const ref = session.writes.newWrite('p', 'docs');
	const outcome = session.writes.mutate({ref, write: {kind: 'deploy', projectId: 'p', body: '{}', known: undefined}});
	for (let second = 0; second < 5; second++) await clock.advance(1000);
	expect(await outcome).toMatchObject({kind: 'lost', intended: {write: {known}}});
});

test('while the service fails, the outcome of a lost write is looked for less and less often', async () => {
	let checks = 0;
	const handle: Handle = ({method, target}) => {
		if (method === 'GET' && target.includes('/p/deployments')) checks++;
		return {status: 503, headers: {}, body: '{}'};
	};
	const {session, clock} = await startTestSession({handle, isInDemo: true});
	await clock.advance(1000);
	const ref = session.writes.newWrite('p', 'docs');
	const outcome = session.writes.mutate({ref, write: {kind: 'deploy', projectId: 'p', body: '{}', known: undefined}});
	for (let second = 0; second < 20; second++) await clock.advance(1000);
	expect((await outcome).kind).toBe('lost');
	checks = 0;
	for (let second = 0; second < 600; second++) await clock.advance(1000);
	expect(checks).toBeGreaterThan(5);
	expect(checks).toBeLessThan(25);
});
