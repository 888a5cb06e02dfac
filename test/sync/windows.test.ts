import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readWindows} from '../../src/journal/read-only.ts';
import {withFocus} from '../../src/state/absence.ts';
import {togglePause} from '../../src/state/preferences.ts';
import {createTestService, createWindows, type SessionOptions, type TestWindow} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

const minute = 60_000;

/** After so long, what was read at the start has been paid back. */
const paidBackMs = 2 * minute;

/** A user with a team of forty projects, some of which are always deploying. */
function openUser(options: SessionOptions = {}) {
	const clock = createTestClock();
	const windows = createWindows(clock, {world: 'busy', projects: 40, ...options});
	let first: TestWindow | undefined;
	return {
		...windows,
		clock,

		/** Opens a window, and waits until the others have noticed it. */
		async open(own: SessionOptions = {}, forMs = 6000): Promise<TestWindow> {
			const window = await windows.open({...(first && {handle: first.sandbox.handle}), ...own});
			first ??= window;
			await clock.advance(forMs);
			return window;
		},

		listed: () => readWindows(windows.journalPath, clock.now()),
		focus: ({session}: TestWindow, isFocused: boolean) =>
			session.store.change((state, at) => withFocus(state, isFocused, at)),
	};
}

const budgetOf = ({session}: TestWindow): number => session.store.get().polling.throttle.perMinute;

/** The most requests in any minute. */
const busiestMinute = (sentAt: readonly number[]): number =>
	Math.max(...sentAt.map((from, at) => sentAt.slice(at).filter(time => time < from + minute).length));

describe('windows on one service', () => {
	test('three of them, one with focus, stay within 60 requests in any minute, wherever the focus moves', async () => {
		const {clock, open, focus, sentAt} = openUser();
		const windows = [await open({}, 0), await open({}, 0), await open({}, 0)];
		for (const window of windows.slice(1)) focus(window, false);
		await clock.advance(paidBackMs);
		sentAt.length = 0;
		for (let move = 0; move < 6; move++) {
			await clock.advance(50_000);
			for (const [at, window] of windows.entries()) focus(window, at === move % 3);
		}

		await clock.advance(minute);
		expect(busiestMinute(sentAt)).toBeLessThanOrEqual(60);
		expect(busiestMinute(sentAt)).toBeGreaterThan(40);
	});

	test('the budget follows the focus within five seconds', async () => {
		const {clock, open, focus} = openUser();
		const [first, second] = [await open(), await open({}, paidBackMs)];
		expect([first, second].map(budgetOf)).toEqual([30, 30]);
		focus(second, false);
		await clock.advance(5000);
		expect([first, second].map(budgetOf)).toEqual([45, 15]);
		focus(second, true);
		focus(first, false);
		await clock.advance(5000);
		expect([first, second].map(budgetOf)).toEqual([15, 45]);
		const before = second.requests.length;
		await clock.advance(10_000);
		expect(second.requests.length - before).toBeGreaterThanOrEqual(5);
	});

	test('a window that gets the focus does not wait for the end of a pause that began without it', async () => {
		const {clock, open, focus} = openUser({requestsPerMinute: 12});
		const first = await open();
		const second = await open();
		focus(second, false);
		await clock.advance(4 * minute);
		for (const before = second.requests.length; second.requests.length === before; ) await clock.advance(1000);
		focus(second, true);
		focus(first, false);
		// Empty rows are filled at once.
		await clock.advance(10_000);
		const before = second.requests.length;
		await clock.advance(30_000);
		expect(second.requests.length - before).toBeGreaterThanOrEqual(2);
	});

	test('a window that opens, and one that is closed, are noticed within six seconds', async () => {
		const {clock, open, listed} = openUser();
		const first = await open();
		expect(budgetOf(first)).toBe(60);
		const second = await open();
		expect([first, second].map(budgetOf)).toEqual([30, 30]);
		second.session.stop();
		expect(listed()).toHaveLength(1);
		await clock.advance(5000);
		expect(budgetOf(first)).toBe(60);
	});

	test('a window has its budget before it reads anything in the background', async () => {
		const {open} = openUser({latencyMs: 40});
		await open();
		const budgets: number[] = [];
		const window = await open({}, 0);
		window.session.store.subscribe((_before, {polling}, fact) => {
			if (fact?.type === 'deployments-read') budgets.push(polling.throttle.perMinute);
		});
		await window.clock.advance(5000);
		expect(budgets[0]).toBe(30);
	});

	test('a window that was killed counts for 15 seconds', {tags: ['fault-116']}, async () => {
		const {clock, open, listed} = openUser();
		const [first, second] = [await open(), await open()];
		second.kill();
		await clock.advance(10_000);
		expect([budgetOf(first), listed().length]).toEqual([30, 2]);
		await clock.advance(10_000);
		expect([budgetOf(first), listed().length]).toEqual([60, 1]);
	});

	test.each([
		['set back', 'setBack'],
		['set forward, as after a sleep', 'sleep'],
	] as const)(
		'after the clock was %s, those that are open count again, and one that was killed does not',
		async (_how, change) => {
			const {clock, open} = openUser();
			const windows = [await open(), await open()];
			const killed = await open();
			expect(windows.map(budgetOf)).toEqual([20, 20]);
			killed.kill();
			await clock[change](2 * minute);
			await clock.advance(10_000);
			for (let seconds = 10; seconds < 150; seconds += 5) {
				expect(windows.map(budgetOf)).toEqual([30, 30]);
				await clock.advance(5000);
			}
		},
	);

	test('a paused window leaves its share to the others until it goes on', async () => {
		const {clock, open} = openUser();
		const [first, second] = [await open(), await open()];
		second.session.store.change(togglePause);
		await clock.advance(5000);
		expect(budgetOf(first)).toBe(60);
		const before = second.requests.length;
		first.session.store.change(togglePause);
		await clock.advance(minute);
		expect(second.requests.length).toBe(before);
		second.session.store.change(togglePause);
		expect(budgetOf(second)).toBe(60);
		first.session.store.change(togglePause);
		await clock.advance(5000);
		expect([first, second].map(budgetOf)).toEqual([30, 30]);
	});

	test.each([
		['60 12', 6],
		['60 600', 30],
		['1 60', 1],
		['60 0', 0],
	])('with --rpm %s they get %i each', async (given, expected) => {
		const {open} = openUser();
		const windows: TestWindow[] = [];
		for (const perMinute of given.split(' ')) windows.push(await open({requestsPerMinute: Number(perMinute)}));
		expect(windows.map(budgetOf)).toEqual([expected, expected]);
	});

	test('while one has --rpm 0, all of them read on request only', async () => {
		const {clock, open, sentAt} = openUser();
		await open();
		const silent = await open({requestsPerMinute: 0});
		sentAt.length = 0;
		await clock.advance(minute);
		expect(sentAt).toEqual([]);
		silent.session.stop();
		await clock.advance(minute);
		expect(sentAt.length).toBeGreaterThan(30);
	});

	test('a window that leaves the service for another one has its own budget there', async () => {
		const {clock, open, listed} = openUser();
		const other = await createTestService(clock, {}).open({onRequestEnd() {}, onRequestSent() {}});
		const first = await open({access: {enterProfile: async () => ({service: other})}});
		const second = await open();
		expect(budgetOf(first)).toBe(30);
		await first.session.actions.enterProfile('other');
		expect([budgetOf(first), listed().length]).toEqual([60, 1]);
		await clock.advance(5000);
		expect([first, second].map(budgetOf)).toEqual([60, 60]);
	});
});

test.each([
	['on different services, or with different keys', {}, {fingerprint: 'another'}],
	['whose journal cannot be used', {journalPath: join(import.meta.filename, 'journal.sqlite')}, {}],
])('windows %s have a budget each', async (_which, all, second) => {
	const {open} = openUser(all);
	expect([await open(), await open(second)].map(budgetOf)).toEqual([60, 60]);
});

test('the journal is not opened before the first answer is on the screen', async () => {
	const {open, listed, clock} = openUser({latencyMs: 100});
	await open({}, 200);
	expect(listed()).toEqual([]);
	await clock.advance(200);
	expect(listed()).toHaveLength(1);
});
