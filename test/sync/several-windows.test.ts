import {join} from 'node:path';
import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {type OpenedService, serviceOf} from '../../src/model/connection.ts';
import {type Intent, serializeIntent} from '../../src/model/write-intent.ts';
import {startTestSession} from '../kit/app/session.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const service = serviceOf({name: plain`demo`, host: plain`built-in service`, baseUrl: 'http://demo.invalid'});

/** A journal with a write of a process that was killed, and how to open windows that use it. */
function afterKill() {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const running = new Set([1]);
	const owner = (id: number) => ({id, isRunning: (other: number) => running.has(other)});
	const journal = openJournal({path, now: () => 0, owner: owner(1)});
	const write = {kind: 'other', method: 'POST', path: '/v1/x'} as const;
	const intended: Intent = {id: 'w', at: 1, serviceAt: 1, project: 'POST /v1/x', write};
	journal.saveIntent(service, {id: 'w', at: 1, content: serializeIntent(intended)});
	running.delete(1);
	const openWindow = async (id: number) => {
		running.add(id);
		const opened = await startTestSession({isInDemo: true, journalPath: path, owner: owner(id)});
		await opened.clock.advance(1000);
		return {...opened, unconfirmed: () => [...opened.session.store.get().writes.unconfirmed.keys()]};
	};
	return {running, journal, openWindow};
}

test('of several windows, one looks for a write that an earlier run left, and the next does if it ends', async () => {
	const {running, journal, openWindow} = afterKill();
	const first = await openWindow(2);
	const second = await openWindow(3);
	expect([first.unconfirmed(), second.unconfirmed()]).toEqual([['w'], []]);
	expect(journal.unsettled(service)).toMatchObject([{id: 'w', isClaimedElsewhere: true}]);
	first.session.stop();
	running.delete(2);
	const third = await openWindow(4);
	expect(third.unconfirmed()).toEqual(['w']);
	second.session.stop();
	third.session.stop();
	journal.close();
});

test('of several that deploy a project at the same time, one does, and the others say which deployment is unconfirmed', async () => {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	const answered = Promise.withResolvers<void>();
	const late = (service: OpenedService): OpenedService => ({
		...service,
		client: {
			...service.client,
			async triggerDeployment(...call) {
				await answered.promise;
				return service.client.triggerDeployment(...call);
			},
		},
	});
	const open = async (id: number) => {
		const owner = {id, isRunning: () => true};
		const {session} = await startTestSession({
			isInDemo: true,
			journalPath: path,
			owner,
			onService: late,
		});
		const ref = session.writes.newWrite('p1', 'docs');
		return {
			ref,
			write: () => session.writes.mutate({ref, write: {kind: 'deploy', projectId: 'p1', body: '{}', known: []}}),
		};
	};
	const windows = [await open(1), await open(2), await open(3)];
	const [sent, ...others] = windows.map(({write}) => write());
	for (const other of others) {
		expect(await other).toMatchObject({
			kind: 'blocked',
			by: {intended: {id: windows[0]?.ref.id}, isClaimedElsewhere: true},
		});
	}

	answered.resolve();
	expect(await sent).toMatchObject({kind: 'refused', error: {kind: 'missing'}});
});
