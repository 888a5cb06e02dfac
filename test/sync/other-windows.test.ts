import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeEach, describe, expect, test} from 'vitest';
import {preferencesFrom} from '../../src/app/open-session.ts';
import {plain} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {addressOf, connectionKey} from '../../src/model/connection.ts';
import {serializeIntent} from '../../src/model/write-intent.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {withFocus} from '../../src/state/absence.ts';
import {toggleWatch} from '../../src/state/watches.ts';
import {createTestService, createWindows, type TestSession} from '../kit/app/session.ts';
import {createTestClock, type TestClock} from '../kit/fixtures/clock.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {deployment} from '../present/records.ts';

const service = connectionKey({name: plain`demo`, host: plain`built-in service`, baseUrl: 'http://demo.invalid'});
const soonMs = 5000;

const [docsId, webId] = ['prj_00er9wy000c', 'prj_1ehx6ur000b'];

let clock: TestClock;
let windows: ReturnType<typeof createWindows>;
let first: TestSession | undefined;

beforeEach(() => {
	clock = createTestClock();
	windows = createWindows(clock);
	first = undefined;
});

async function open(options: Parameters<typeof windows.open>[0] = {}): Promise<TestSession> {
	const window = await windows.open({...(first && {handle: first.sandbox.handle}), ...options});
	first ??= window;
	await clock.advance(1000);
	return window;
}

const stateOf = ({session}: TestSession) => session.store.get();
const watchesOf = (window: TestSession) => [...stateOf(window).presence.watches.values()];
const watchedIn = (window: TestSession) => watchesOf(window).map(({projectId}) => projectId);
const noticeOf = (window: TestSession) => {
	const {notice} = stateOf(window).interface;
	return notice && 'text' in notice ? notice.text : '';
};

const unconfirmedOf = (window: TestSession) => [...stateOf(window).writes.unconfirmed.keys()];

const write = {kind: 'other', method: 'POST', path: '/v1/x'} as const;
const content = serializeIntent({id: 'w', at: 1, serviceAt: 1, waitedAt: 0, project: 'POST /v1/x', write});
const unconfirmed = {id: 'w', service, at: 1, content};

const docs = {project: plain`docs`, isMine: false};
const watch = (projectId: string, deploymentId?: string) => ({...docs, projectId, deploymentId});

const toggle = ({session}: TestSession, toggled: ReturnType<typeof watch>) =>
	session.store.change(state => toggleWatch(state, toggled));

describe('what the user watches in one window', () => {
	test.each([
		['five seconds', true, 5000],
		['half a minute without focus', false, 30_000],
	])('is watched, and no longer watched, in the others within %s', async (_, isFocused, withinMs) => {
		const [one, two] = [await open(), await open()];
		for (const {session} of [one, two]) session.store.change((state, at) => withFocus(state, isFocused, at));
		toggle(one, watch(docsId));
		toggle(two, watch(webId, 'dep_2'));
		await clock.advance(withinMs);
		for (const window of [one, two]) expect(watchedIn(window)).toEqual([docsId, webId]);
		expect(String(stateOf(two).projects.names.get(docsId))).toBe('docs');
		toggle(two, watch(docsId));
		toggle(one, watch(webId, 'dep_2'));
		await clock.advance(withinMs);
		for (const window of [one, two]) expect(watchesOf(window)).toEqual([]);
	});

	test('arrives when the user returns', async () => {
		const [one, two] = [await open(), await open()];
		for (const project of [docsId, webId]) {
			two.session.store.change((state, at) => withFocus(state, false, at));
			for (const toggled of [watch(project), watch(webId, 'dep_2')]) toggle(one, toggled);
			two.session.store.change((state, at) => withFocus(state, true, at));
			expect(watchedIn(two)).toEqual([docsId, webId]);
			expect(watchesOf(two)).toEqual(watchesOf(one));
		}
	});

	test('stays watched here until this window has read the conclusion, too', async () => {
		const [one, two] = [await open(), await open()];
		toggle(one, watch(docsId, 'dep_1'));
		await clock.advance(soonMs);
		const journal = openJournal({path: windows.journalPath, now: clock.now});
		const concluded = deployment({projectId: docsId, id: 'dep_1', concludedAt: 1000});
		journal.saveObservations(service, [{deployment: concluded, project: plain`docs`, seenAt: 1000}], []);
		journal.deleteWatch(service, watch(docsId, 'dep_1'));
		journal.close();
		await clock.advance(soonMs);
		for (const window of [one, two]) expect(watchesOf(window)).toHaveLength(1);
	});
});

test('a window that changes the service takes no watches along', async () => {
	const other = await createTestService(clock, {}).open({onRequestEnd() {}, onRequestSent() {}});
	const otherService = {...other, name: plain`other`};
	const journal = openJournal({path: windows.journalPath, now: clock.now});
	journal.saveWatch(connectionKey(otherService), watch(docsId));
	const window = await open({access: {enterProfile: async () => ({service: otherService})}});
	const {store, actions} = window.session;
	toggle(window, watch(docsId));
	toggle(window, watch(webId));
	await actions.enterProfile('other');
	for (const isFocused of [false, true]) store.change((state, at) => withFocus(state, isFocused, at));
	await clock.advance(1000);
	expect(watchesOf(window)).toMatchObject([{projectId: docsId}]);
	expect(journal.snapshot(connectionKey(otherService)).watches).toHaveLength(1);
	journal.close();
});

test('the journal is not opened before the first answer is on the screen', async () => {
	const window = await windows.open({latencyMs: 100});
	await clock.advance(200);
	expect(stateOf(window).projects.list.rows).not.toEqual([]);
	expect(existsSync(windows.journalPath)).toBe(false);
	await clock.advance(200);
	expect(existsSync(windows.journalPath)).toBe(true);
});

test('all windows share rules and word meanings within five seconds', async () => {
	const directory = temporaryDirectory();
	const openPreferences = () => preferencesFrom(openSettings(directory), {theme: undefined});
	await openSettings(directory).saveWordMeanings(new Map([['left', 'bad']]));
	const one = await open({preferences: openPreferences()});
	const two = await open({preferences: openPreferences()});
	const {rules} = stateOf(one).preferences;
	await one.session.actions.classifyWord(plain`shipped`, 'good');
	await two.session.actions.classifyWord(plain`queued`, 'waiting');
	await one.session.actions.classifyWord(plain`left`, 'stopped');
	await one.session.actions.changeRules({...rules, command: ['notify-send']});
	await two.session.actions.changeRules({...rules, bell: false});
	await clock.advance(soonMs);
	const meanings = {left: 'stopped', queued: 'waiting', shipped: 'good'};
	const expectShared = () => {
		for (const {preferences} of [one, two].map(stateOf)) {
			expect(Object.fromEntries(preferences.wordMeanings)).toEqual(meanings);
			expect(preferences.rules).toEqual({...rules, command: ['notify-send'], bell: false});
		}
	};
	expectShared();

	const [before, beforeRules] = [stateOf(one).preferences.wordMeanings, stateOf(one).preferences.rules];
	await two.session.actions.changeRules({...beforeRules});
	await clock.advance(soonMs);
	expect(stateOf(one).preferences.wordMeanings).toBe(before);
	expect(stateOf(one).preferences.rules).toBe(beforeRules);
	// Somebody is editing it.
	writeFileSync(join(directory, 'config.json'), '{"wordMeanings": {"ship');
	await clock.advance(soonMs);
	expectShared();
});

describe('a journal that could not be used', () => {
	test('says so, and once it works again, watches arrive, and unconfirmed writes when the user returns', async () => {
		const earlier = openJournal({path: windows.journalPath, now: clock.now});
		earlier.saveIntent(addressOf({baseUrl: 'http://demo.invalid'}), unconfirmed, () => false);
		earlier.saveWatch(service, watch(docsId));
		earlier.close();
		const holder = new DatabaseSync(windows.journalPath);
		holder.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
		const window = await open();
		expect(noticeOf(window)).toContain('locked by another process');
		expect(watchesOf(window)).toEqual([]);
		toggle(window, watch(webId));
		holder.exec('COMMIT');
		holder.close();
		await clock.advance(soonMs);
		expect(stateOf(window).writes.journalProblem).toBeUndefined();
		expect(watchedIn(window).toSorted()).toEqual([docsId, webId]);
		const {store} = window.session;
		for (const isFocused of [false, true]) store.change((state, at) => withFocus(state, isFocused, at));
		expect(unconfirmedOf(window)).toEqual(['w']);
	});

	test('changes no watches, and ends no absence', async () => {
		const window = await open();
		toggle(window, watch(docsId));
		const {store} = window.session;
		store.change((state, at) => withFocus(state, false, at));
		const release = holdJournal(windows.journalPath);
		toggle(window, watch(webId));
		await clock.advance(3 * soonMs);
		expect(watchesOf(window)).toHaveLength(2);
		release();
		await clock.advance(soonMs);
		expect(watchesOf(window)).toHaveLength(2);
		expect(stateOf(window).presence.leftAt).toBeDefined();
	});
});
