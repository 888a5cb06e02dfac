import {afterEach, expect, test} from 'vitest';
import type {Client} from '../../../src/api/client.ts';
import {Aborted} from '../../../src/api/errors.ts';
import type {ProjectPage} from '../../../src/api/types.ts';
import {openJournal} from '../../../src/journal/journal.ts';
import {toggleTimeStyle} from '../../../src/store/reducers/display.ts';
import {moveBy} from '../../../src/store/reducers/movement.ts';
import {goBack, openCreate} from '../../../src/store/reducers/navigation.ts';
import {startSession} from '../../../src/store/session.ts';
import {plain} from '../../../src/text.ts';
import {noPreferences} from '../../kit/app/preferences.ts';
import {createTestProfiles} from '../../kit/app/session.ts';
import {createTestClock, settled} from '../../kit/fixtures/clock.ts';

const emptyPage: ProjectPage = {projects: [], nextCursor: undefined, requestId: undefined, unreadable: 0};

let stop = () => {};
afterEach(() => stop());

/** A session on a service whose responses the test sends by hand. */
async function onSlowService(requestsPerMinute = 60) {
	const clock = createTestClock();
	const calls: Array<{readonly signal: AbortSignal; readonly answer: (page: ProjectPage) => void}> = [];
	const client = {
		listProjects: (_query: unknown, signal: AbortSignal) =>
			new Promise<ProjectPage>((resolve, reject) => {
				calls.push({signal, answer: resolve});
				signal.addEventListener('abort', () => reject(new Aborted('given up')));
			}),
	} as Partial<Client> as Client;
	const journal = openJournal({path: undefined, now: clock.now});
	const session = startSession({
		journalOf: () => journal,
		newId: () => crypto.randomUUID(),
		clock,
		size: {columns: 80, rows: 24},
		requestsPerMinute,
		preferences: noPreferences,
		profiles: [],
		access: () => ({
			enterDemo: async () => ({
				client,
				name: plain`slow`,
				host: plain`slow`,
				baseUrl: 'http://demo.invalid',
				isReadOnly: false,
			}),
			enterProfile: async () => ({denial: {sentence: plain`No.`, field: undefined}}),
			enterAddress: async () => 'no key',
			enterLogin: () => ({denial: {sentence: plain`No.`, field: undefined}}),
			keep: async () => plain`No.`,
			profiles: createTestProfiles([]),
		}),
	});
	stop = session.stop;
	await session.actions.enterDemo();
	return {clock, calls, session};
}

test('a read in flight is not started again, however often the state changes', async () => {
	const {calls, session} = await onSlowService();
	for (let times = 0; times < 20; times++) session.store.change(state => moveBy(state, 1));
	session.store.change(toggleTimeStyle);
	expect(calls).toHaveLength(1);
});

test('a read is aborted when its screen is left, and started again on return', {tags: ['fault-42']}, async () => {
	const {calls, session} = await onSlowService();
	session.store.change(openCreate);
	expect(calls[0]?.signal.aborted).toBe(true);
	await settled();
	session.store.change(goBack);
	expect(calls).toHaveLength(2);
});

test('a response to an aborted read changes nothing', {tags: ['fault-42']}, async () => {
	const {calls, session} = await onSlowService();
	session.store.change(openCreate);
	const before = session.store.get();
	calls[0]?.answer(emptyPage);
	await settled();
	expect(session.store.get()).toBe(before);
});

test('a response of the previous service is not applied to the current one', async () => {
	const {calls, session} = await onSlowService();
	await session.actions.enterDemo();
	calls[0]?.answer(emptyPage);
	await settled();
	expect(session.store.get().projects.list.pages).toHaveLength(0);
	expect(calls).toHaveLength(2);
});

test('background reads stay within the budget per minute', async () => {
	const {calls, clock} = await onSlowService(3);
	calls[0]?.answer(emptyPage);
	let answered = 1;
	for (let second = 0; second < 120; second++) {
		await clock.advance(1000);
		for (; answered < calls.length; answered++) calls[answered]?.answer(emptyPage);
	}

	expect(calls.length).toBeLessThanOrEqual(6);
	expect(calls.length).toBeGreaterThanOrEqual(5);
});

test('stopping aborts reads in flight and clears all timers', async () => {
	const {calls, clock} = await onSlowService();
	stop();
	expect(calls[0]?.signal.aborted).toBe(true);
	await settled();
	expect(clock.pending()).toBe(0);
});
