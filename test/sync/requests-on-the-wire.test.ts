import {expect, onTestFinished, test} from 'vitest';
import {requestsInMinute} from '../../src/model/throttle.ts';
import {createDice} from '../../src/sandbox/random.ts';
import {moveBy} from '../../src/state/lists.ts';
import {goToBoard} from '../../src/state/navigation.ts';
import {refresh} from '../../src/state/requests.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
import {maxWithin} from '../kit/fixtures/poller-simulation.ts';
import type {Answer} from '../kit/services/team.ts';
import {createTestSandbox} from '../kit/services/test-sandbox.ts';

const budget = 60;

/** Latencies of 0 to 300 ms, the same in each run. */
function createJitter(): () => number {
	const roll = createDice(7, 'jitter');
	return () => 2 * Math.floor(roll() * 151);
}

type Arrival = {readonly at: number; readonly target: string};

async function connect(projects: number, rows = 40) {
	const clock = createTestClock();
	const sandbox = createTestSandbox({clock, apiKey: 'a-key-for-tests', world: 'busy', projects, seed: 4});
	const arrivals: Arrival[] = [];
	const attempts: number[] = [];
	let failure: Answer | 'ECONNREFUSED' | undefined;
	const opened = await startTestSession({
		clock,
		sandbox,
		columns: 120,
		rows,
		latencyMs: createJitter(),
		connectError() {
			attempts.push(clock.now());
			return failure === 'ECONNREFUSED' ? failure : undefined;
		},
		handle(request) {
			arrivals.push({at: clock.now(), target: request.target});
			return typeof failure === 'object' ? failure : sandbox.handle(request);
		},
	});
	onTestFinished(opened.session.stop);
	await opened.session.actions.enterDemo();
	const fail = (as: typeof failure) => {
		failure = as;
	};
	return {clock, arrivals, attempts, fail, ...opened.session};
}

/** Leaves out the pages that the user scrolled to. */
function withoutNewPages(arrivals: readonly Arrival[]): readonly Arrival[] {
	const known = new Set<string>();
	return arrivals.filter(({target}) => {
		const isNew = target.includes('cursor=') && !known.has(target);
		known.add(target);
		return !isNew || known.size <= 2;
	});
}

const board = ['the board is read', 40, 0, 9.7] as const;
const list = ['the list is read and its empty rows are filled, however the user scrolls,', 60, 15, 9.5] as const;

test.each([
	[240, ...board],
	[240, ...list],
	[3000, ...board],
	[3000, ...list],
])(
	'with %d projects, %s with at most 60 requests in any minute and nine in any second',
	{tags: ['fault-106']},
	async (projects, _what, rows, step, minutes) => {
		const {store, clock, arrivals} = await connect(projects, rows);
		if (step === 0) store.change(goToBoard);
		for (let turn = 0; turn < 60; turn++) {
			await clock.advance(10 * second);
			if (step > 0) store.change(state => moveBy(state, turn % 7 === 0 ? -40 : step));
		}

		// The first page is asked for by connecting, as other pages are by scrolling.
		const counted = step === 0 ? arrivals.slice(1) : withoutNewPages(arrivals);
		expect(maxWithin(counted, minute)).toBeLessThanOrEqual(budget);
		expect(maxWithin(counted, second)).toBeLessThanOrEqual(9);
		expect(arrivals.length).toBeGreaterThanOrEqual(minutes * budget);
	},
);

test.each([
	['r', false, 10, 9],
	['R', true, 1, 31],
])('reads asked for by %s exceed the budget, and all others slow down', async (_key, isAll, times, least) => {
	const {store, clock, arrivals} = await connect(240);
	await clock.advance(3 * minute);
	const from = clock.now();
	for (let presses = 0; presses < times; presses++) {
		store.change((state, now) => refresh(state, now, isAll));
		await clock.advance(2 * second);
	}

	await clock.advance(20 * second);
	const {asked} = requestsInMinute(store.get().polling.throttle, clock.now());
	// A read that starts at the same moment answers one of them.
	expect(asked).toBeGreaterThanOrEqual(least);
	await clock.advance(5 * minute);
	expect(maxWithin(arrivals, minute)).toBeLessThanOrEqual(budget + asked);
	const since = arrivals.filter(({at}) => at >= from);
	expect(since.length).toBeLessThanOrEqual(((clock.now() - from) / minute) * budget);
});

test.each([
	['refuses connections', 'ECONNREFUSED'],
	['answers with 500', {status: 500, headers: {}, body: '{}'}],
	['answers with a web page', {status: 200, headers: {'content-type': 'text/html'}, body: '<html></html>'}],
] as const)('a service that %s gets at most six attempts in ten seconds', {tags: ['fault-107']}, async (_, failure) => {
	const {clock, attempts, fail} = await connect(240);
	await clock.advance(2 * minute);
	fail(failure);
	attempts.length = 0;
	await clock.advance(20 * second);
	const [first = 0] = attempts;
	expect(first).toBeGreaterThan(0);
	expect(attempts.filter(at => at < first + 10 * second).length).toBeLessThanOrEqual(6);
});
