import {afterEach, expect, test} from 'vitest';
import {projectAt} from '../../../../src/store/model/projects/project-list.ts';
import {shownAt} from '../../../../src/store/polling/freshness.ts';
// It is loaded when windows are joined, which must not take real time here.
import '../../../../src/store/polling/sharing/membership.ts';
import type {Session} from '../../../../src/store/session.ts';
import {listReadAt, newestReadAt, runningDeployments} from '../../../../src/store/state/deployments/read-times.ts';
import {safe} from '../../../../src/text.ts';
import {createGroupIdentity} from '../../../../src/windows/group-identity.ts';
import {joinWindowGroup} from '../../../../src/windows/window-group.ts';
import {type SessionOptions, startTestSession, type TestSession} from '../../../kit/app/session.ts';
import {createTestClock} from '../../../kit/fixtures/clock.ts';
import {createTestMachine, type TestProcess} from '../../../kit/fixtures/meeting-place.ts';
import {createTeam} from '../../../kit/services/team.ts';

const open = new Set<Session>();
afterEach(() => {
	for (const session of open) session.stop();
	open.clear();
});

type TestWindow = TestSession & {readonly process: TestProcess};

/** A machine with windows on one service. */
function openMachine(options: SessionOptions = {}) {
	const clock = createTestClock();
	const machine = createTestMachine(clock);
	let first: TestWindow | undefined;

	async function openWindow(own: SessionOptions = {}, key = 'a key'): Promise<TestWindow> {
		const process = machine.start();
		const opened = await startTestSession({
			world: 'busy',
			projects: 40,
			requestsPerMinute: 60,
			...options,
			...(first && {handle: first.sandbox.handle}),
			...own,
			clock: {...clock, after: process.clock.after},
			isInDemo: true,
			joinWindows: async listener =>
				joinWindowGroup({
					...listener,
					place: process.place,
					clock: process.clock,
					identity: createGroupIdentity('https://service.example', key),
					newId: () => crypto.randomUUID(),
				}),
		});
		open.add(opened.session);
		const window = {...opened, process};
		first ??= window;
		return window;
	}

	return {clock, machine, openWindow};
}

/** Opens so many windows, and lets a while pass. */
async function openWindows(count: number, options: SessionOptions = {}, forMs = 10_000) {
	const machine = openMachine(options);
	const windows: TestWindow[] = [];
	for (let at = 0; at < count; at++) windows.push(await machine.openWindow());
	await machine.clock.advance(forMs);
	return {...machine, windows};
}

/** The number of requests that windows have made. */
const countsOf = (windows: readonly TestWindow[]): readonly number[] => windows.map(({requests}) => requests.length);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const stateOf = ({session}: TestWindow) => session.store.get();

/** Opens the live view of the project in a row. Returns its id. */
function openProject(window: TestWindow, row: number): string {
	const project = projectAt(stateOf(window).projects.list, row);
	if (!project) throw new Error('There is no such row.');
	window.session.store.dispatch({type: 'project-opened', project, at: window.clock.now()});
	return project.id;
}

/** When each window last read the deployments of the first projects. */
const readTimesOf = (window: TestWindow) =>
	Array.from({length: 40}, (_, row) => {
		const state = stateOf(window);
		return newestReadAt(state, projectAt(state.projects.list, row)?.id ?? '');
	});

test('three windows together make as many requests as one', async () => {
	const alone = await openWindows(1, {}, 5 * 60_000);
	const together = await openWindows(3, {}, 5 * 60_000);
	expect(Math.abs(sum(countsOf(together.windows)) - sum(countsOf(alone.windows)))).toBeLessThanOrEqual(2);
	expect(countsOf(together.windows).slice(1)).toEqual([1, 1]);
});

test('every window knows what one of them has read, with the time of the request', async () => {
	const {windows} = await openWindows(3, {latencyMs: 40}, 60_000);
	const [first = [], ...others] = windows.map(readTimesOf);
	expect(first.filter(at => at !== undefined).length).toBeGreaterThan(20);
	expect(others).toEqual([first, first]);
	expect(windows.map(stateOf).map(({deployments}) => [...deployments.board.keys()])).toEqual(
		Array.from({length: 3}, () => [...(windows[0] ? stateOf(windows[0]).deployments.board.keys() : [])]),
	);
});

test('what a follower looks at is as fresh as in a window alone', async () => {
	const oldestIn = async (count: number) => {
		const {clock, windows} = await openWindows(count);
		const looking = windows.at(-1);
		if (!looking) throw new Error('There is no window.');
		openProject(looking, 2);
		const ages: number[] = [];
		for (let second = 0; second < 120; second++) {
			await clock.advance(1000);
			ages.push(clock.now() - (shownAt(stateOf(looking)) ?? 0));
		}

		return ages.toSorted((a, b) => a - b)[Math.floor(ages.length * 0.95)] ?? 0;
	};

	expect(await oldestIn(3)).toBeLessThanOrEqual((await oldestIn(1)) + 300);
});

test('what the user of a follower waits for is read at once, by that window, and all others know it', async () => {
	const {clock, windows} = await openWindows(3);
	const before = countsOf(windows);
	const [, follower] = windows;
	if (!follower) throw new Error('There is no window.');
	const id = openProject(follower, 30);
	await clock.advance(10);
	expect(follower.requests.slice(before[1]).some(line => line.includes(`/projects/${id}/deployments`))).toBe(true);
	expect(windows.map(stateOf).map(state => listReadAt(state, id) ?? newestReadAt(state, id))).toEqual(
		Array.from({length: 3}, () => clock.now() - 10),
	);
});

test('a watched deployment that the service no longer knows is dropped, also in a window that does not read', async () => {
	const {clock, openWindow} = openMachine();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	const windows = [await openWindow({handle: team.handle}), await openWindow({handle: team.handle})];
	await clock.advance(10_000);
	const deploymentId = team.deploy('api');
	await clock.advance(10_000);
	const [, follower] = windows;
	const watch = {projectId: 'api', deploymentId, project: safe('api'), isMine: false};
	follower?.session.store.dispatch({type: 'watch-toggled', watch, at: clock.now()});
	team.forget(deploymentId);
	const before = team.requests.length;
	await clock.advance(90_000);
	expect(windows.map(stateOf).map(({deployments, presence}) => deployments.board.size + presence.watches.size)).toEqual(
		[0, 0],
	);
	const requests = team.requests.slice(before);
	const maxPerRequest = Math.max(...[...Map.groupBy(requests, request => request).values()].map(({length}) => length));
	expect(maxPerRequest).toBeLessThan(requests.length / 2);
});

test('what is read on request in any window is paid back by the one that reads', async () => {
	const {clock, windows} = await openWindows(2, {}, 60_000);
	const [reader, follower] = windows;
	if (!reader || !follower) throw new Error('There is no window.');
	const before = reader.requests.length;
	for (let times = 0; times < 10; times++) {
		follower.session.store.dispatch({type: 'refresh-requested', isAll: false, at: clock.now()});
		await clock.advance(1000);
	}

	await clock.advance(50_000);
	const total = sum(countsOf(windows));
	expect(reader.requests.length - before).toBeLessThan(57);
	await clock.advance(60_000);
	expect(sum(countsOf(windows)) - total).toBeLessThanOrEqual(61);
});

test('if the window that reads is killed, another one reads within 2 s, at the same pace', async () => {
	const {clock, windows} = await openWindows(3, {}, 60_000);
	windows[0]?.process.kill();
	const before = sum(countsOf(windows.slice(1)));
	await clock.advance(2000);
	expect(sum(countsOf(windows.slice(1)))).toBeGreaterThan(before);
	await clock.advance(58_000);
	const made = sum(countsOf(windows.slice(1))) - before;
	expect(made).toBeGreaterThanOrEqual(57);
	expect(made).toBeLessThanOrEqual(62);
});

test('a window that hangs holds up nobody, and reads nothing once it goes on', async () => {
	const {clock, windows} = await openWindows(3, {}, 60_000);
	windows[0]?.process.hang();
	const before = countsOf(windows);
	await clock.advance(2000);
	expect(sum(countsOf(windows))).toBeGreaterThan(sum(before));
	await clock.advance(20_000);
	windows[0]?.process.go();
	await clock.advance(40_000);
	expect((countsOf(windows)[0] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(1);
	const rowCount = 12;
	// As after a sleep, it wants the rows on its screen to be read again, which is paid back later.
	expect(sum(countsOf(windows)) - sum(before)).toBeLessThanOrEqual(62 + rowCount);
});

test('the smallest budget of all windows counts as long as its window is open', async () => {
	const {clock, openWindow, windows} = await openWindows(1, {}, 60_000);
	const slow = await openWindow({requestsPerMinute: 12});
	await clock.advance(10_000);
	expect(windows.map(stateOf).map(({polling}) => polling.throttle.perMinute)).toEqual([12]);
	const before = sum(countsOf([...windows, slow]));
	await clock.advance(60_000);
	expect(sum(countsOf([...windows, slow])) - before).toBeLessThanOrEqual(13);
	slow.process.kill();
	await clock.advance(100);
	expect(windows.map(stateOf).map(({polling}) => polling.throttle.perMinute)).toEqual([60]);
});

test('a window that is paused lets another one read', async () => {
	const {clock, windows} = await openWindows(2);
	windows[0]?.session.store.dispatch({type: 'pause-toggled'});
	// The first minute has what both have read.
	await clock.advance(60_000);
	const before = countsOf(windows);
	await clock.advance(60_000);
	const made = countsOf(windows).map((count, at) => count - (before[at] ?? 0));
	expect(made[0]).toBe(0);
	expect(made[1]).toBeGreaterThan(55);
});

test('windows with different keys share nothing', async () => {
	const {clock, openWindow, windows} = await openWindows(1);
	const other = await openWindow({}, 'another key');
	await clock.advance(60_000);
	expect(other.requests.length).toBeGreaterThan(50);
	expect(sum(countsOf(windows))).toBeGreaterThan(60);
});

test('a failure that one window meets is known to all', async () => {
	let connectError: string | undefined;
	const {clock, windows} = await openWindows(2, {connectError: () => connectError});
	connectError = 'ECONNREFUSED';
	await clock.advance(3000);
	expect(windows.map(stateOf).map(({polling}) => polling.throttle.outage !== undefined)).toEqual([true, true]);
	connectError = undefined;
	await clock.advance(60_000);
	expect(windows.map(stateOf).map(({polling}) => polling.throttle.outage)).toEqual([undefined, undefined]);
});

test('a window of another version is told once, and both read for themselves', async () => {
	const {clock, machine, openWindow} = openMachine();
	const other = machine.start();
	await other.place.claim(link => {
		link.listen({onLine() {}, onClose() {}});
		link.send(JSON.stringify({kind: 'landfall', version: 99}));
	}, false);
	const window = await openWindow();
	const said: string[] = [];
	window.session.store.subscribe(event => event.type === 'noticed' && said.push(event.text));
	await clock.advance(60_000);
	expect(said).toEqual(['Another window has a different version of landfall, so both read for themselves']);
	expect(window.requests.length).toBeGreaterThan(55);
});

test('a window that leaves the service for another one has its own budget there', async () => {
	const {clock, openWindow, windows} = await openWindows(1);
	await openWindow({requestsPerMinute: 12});
	await clock.advance(10_000);
	const [window] = windows;
	expect(window && stateOf(window).polling.throttle.perMinute).toBe(12);
	await window?.session.actions.enterDemo();
	expect(window && stateOf(window).polling.throttle.perMinute).toBe(60);
});

test('nothing that windows needed counts once the window that read for them has lost them', async () => {
	const {clock, openWindow, windows} = await openWindows(1);
	const slow = await openWindow({requestsPerMinute: 12});
	await clock.advance(5000);
	const [window] = windows;
	window?.session.store.dispatch({type: 'pause-toggled'});
	await clock.advance(2000);
	slow.process.kill();
	window?.session.store.dispatch({type: 'pause-toggled'});
	await clock.advance(2000);
	expect(window && stateOf(window).polling.throttle.perMinute).toBe(60);
});

test.each([
	['somebody looks at one of them', [0], 55, 62],
	['nobody looks at any of them', [0, 1], 15, 25],
])('windows read at the pace for where %s', async (_what, away, min, max) => {
	const {clock, windows} = await openWindows(2, {}, 60_000);
	for (const at of away)
		windows[at]?.session.store.dispatch({type: 'focus-changed', isFocused: false, at: clock.now()});
	await clock.advance(1000);
	const before = sum(countsOf(windows));
	await clock.advance(60_000);
	const made = sum(countsOf(windows)) - before;
	expect(made).toBeGreaterThanOrEqual(min);
	expect(made).toBeLessThanOrEqual(max);
});

test('the live view of a follower gets the whole list', async () => {
	const {clock, windows} = await openWindows(2);
	const [reader, follower] = windows;
	if (!reader || !follower) throw new Error('There is no window.');
	const [running] = runningDeployments(stateOf(reader));
	const ids = Array.from({length: 40}, (_, row) => projectAt(stateOf(follower).projects.list, row)?.id);
	const id = openProject(follower, ids.indexOf(running?.deployment.projectId));
	await clock.advance(1000);
	const before = reader.requests.length;
	await clock.advance(60_000);
	const reads = reader.requests.slice(before).filter(line => line.includes(`/${id}/deployments`));
	expect(reads.length).toBeGreaterThan(5);
	expect(reads.filter(line => !line.includes('limit=100'))).toEqual([]);
});
