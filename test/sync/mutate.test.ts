import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import type {Write} from '../../src/model/write-intent.ts';
import {startTestSession} from '../kit/app/session.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

async function writeOn(handle: Handle, write: Write, seconds: number) {
	const {session, clock} = await startTestSession({handle, isInDemo: true});
	await clock.advance(1000);
	const ref = session.writes.newWrite('projectId' in write ? write.projectId : '', 'docs');
	const outcome = session.writes.mutate({ref, write});
	for (let second = 0; second < seconds; second++) await clock.advance(1000);
	return {clock, outcome: await outcome};
}

const docs = {...projectOnTheWire, id: 'p'};
const creation = {kind: 'create', name: 'New one', known: []} as const;
const deploying = {kind: 'deploy', projectId: 'p', body: '{}', known: undefined} as const;

test.each([
	['asks for a pause of 54 seconds', 2, {status: 429, headers: {'retry-after': '54'}}],
	['asks for a pause of 61 seconds', 1, {status: 429, headers: {'retry-after': '61'}}],
	['answers that it is too early (425)', 2, {status: 425, headers: {}}],
	['rejects it with an unknown status', 1, {status: 418, headers: {}}],
	['fails', 1, {status: 500, headers: {}}],
])('if the service %s, a write is sent %i times', {tags: ['fault-249']}, async (_how, count, rejection) => {
	const pages = createPagingService(() => ({ids: ['a'], next: undefined}));
	let sent = 0;
	const handle: Handle = request => {
		if (request.method === 'GET') return pages(request);
		return ++sent === 1 ? {...rejection, body: '{}'} : {status: 422, headers: {}, body: '{}'};
	};
	const {outcome} = await writeOn(handle, creation, 70);
	expect(outcome.kind).toBe(rejection.status === 500 ? 'unconfirmed' : 'rejected');
	expect(sent).toBe(count);
});

test('a deployment is recorded without the earlier ones if one of them is unreadable', async () => {
	const body = JSON.stringify({...docs, deployments: [{id: 'a'}, {}], projects: []});
	const handle: Handle = ({method}) => ({status: method === 'GET' ? 200 : 500, headers: {}, body});
	const {outcome} = await writeOn(handle, deploying, 5);
	expect(outcome).toMatchObject({kind: 'unconfirmed', intended: {write: {known: undefined}}});
});

test('while the service fails, an unconfirmed write is checked less and less often', async () => {
	const checkedAt: number[] = [];
	let seconds = 0;
	const handle: Handle = ({method, target}) => {
		if (method === 'GET' && target.includes('/p/deployments')) checkedAt.push(seconds);
		if (target.endsWith('/p')) return {status: 200, headers: {}, body: JSON.stringify(docs)};
		return {status: 503, headers: {}, body: '{}'};
	};
	const {clock, outcome} = await writeOn(handle, deploying, 20);
	expect(outcome.kind).toBe('unconfirmed');
	for (; seconds < 600; seconds++) await clock.advance(1000);
	expect(checkedAt.filter(at => at < 60).length).toBeGreaterThan(8);
	expect(checkedAt.length).toBeLessThan(25);
});
