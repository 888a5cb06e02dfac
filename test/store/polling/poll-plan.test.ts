import {describe, expect, test} from 'vitest';
import {type ReadRequest, readKey} from '../../../src/store/model/requests/read-request.ts';
import {minute, second} from '../../kit/fixtures/moment.ts';
import {maxInMinute, type Start, simulate, startsAt} from '../../kit/fixtures/plan-simulation.ts';

const hour = 60 * minute;

const isBackground = ({tier}: Start) => tier !== 'awaited';

const agesOf = (sim: ReturnType<typeof simulate>, needs: readonly ReadRequest[]) =>
	needs.map(need => sim.now() - (sim.answeredAt.get(readKey(need)) ?? Number.NEGATIVE_INFINITY));

const latestNeeds = (from: number, to: number): readonly ReadRequest[] =>
	Array.from({length: to - from}, (_, index) => ({
		connectionId: 0,
		kind: 'latest' as const,
		projectId: `p${from + index}`,
	}));

const firstPage: ReadRequest = {connectionId: 0, kind: 'projects', cursor: undefined};

test('in twelve hours on the list, reads stay within the budget, the screen stays fresh and every project is read', () => {
	const sim = simulate();
	sim.run(10 * minute);
	let oldestPage = 0;
	let oldestRunning = 0;
	let oldestRow = 0;
	const checked = sim.starts.length;
	sim.run(12 * hour, () => {
		oldestPage = Math.max(oldestPage, ...agesOf(sim, [firstPage]));
		oldestRunning = Math.max(oldestRunning, ...agesOf(sim, latestNeeds(0, 1)));
		oldestRow = Math.max(oldestRow, ...agesOf(sim, latestNeeds(1, 10)));
	});
	expect(maxInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(60);
	expect(maxInMinute(sim.starts, ({tier}) => tier === 'sweep')).toBeLessThanOrEqual(18);
	expect(maxInMinute(sim.starts, ({tier}) => tier === 'cold')).toBeLessThanOrEqual(30);
	// Jitter adds up to a fifth, and reads with a higher priority a little more.
	expect(oldestPage).toBeLessThan(15 * second);
	expect(oldestRunning).toBeLessThan(20 * second);
	expect(oldestRow).toBeLessThan(100 * second);
	expect(Math.max(...agesOf(sim, latestNeeds(20, 120)))).toBeLessThan(30 * minute);
	expect(sim.starts.length - checked).toBeGreaterThan(20 * 60 * 24);
});

test('a small budget favours the list, but every row is read in turn', () => {
	const sim = simulate({perMinute: 10});
	sim.run(2 * hour);
	expect(maxInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(10);
	expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(40 * second);
	expect(Math.max(...agesOf(sim, latestNeeds(0, 20)))).toBeLessThan(15 * minute);
});

test('rows are read only once scrolling stops', () => {
	const sim = simulate({projects: 5000});
	sim.run(2 * minute);
	const before = sim.starts.length;
	for (let press = 0; press < 300; press++) {
		sim.dispatch({type: 'moved', by: 10});
		sim.run(33);
	}

	const passed = sim.starts.slice(before).filter(({tier}) => tier === 'rows' || tier === 'cold');
	expect(passed).toEqual([]);
	sim.run(2 * minute);
	const {position} = sim.state().projects;
	expect(Math.max(...agesOf(sim, latestNeeds(position.top, position.top + 20)))).toBeLessThan(2 * minute);
});

test('without focus, the list is read every half minute, and nothing off the screen', () => {
	const sim = simulate();
	sim.run(5 * minute);
	sim.dispatch({type: 'focus-changed', isFocused: false, at: 0});
	sim.run(minute);
	const before = sim.starts.length;
	sim.run(30 * minute);
	const starts = sim.starts.slice(before);
	expect(starts.filter(({tier}) => tier === 'cold' || tier === 'sweep')).toEqual([]);
	const pages = starts.filter(({need}) => readKey(need) === readKey(firstPage)).length;
	expect(pages).toBeGreaterThanOrEqual(50);
	expect(pages).toBeLessThanOrEqual(75);
});

describe('a failing service', () => {
	test('gets one request at a time during an hour’s outage, one a minute in the end, and no burst afterwards', () => {
		const from = startsAt + 10 * minute;
		const sim = simulate({availability: now => (now >= from && now < from + hour ? 'unreachable' : 'works')});
		sim.run(10 * minute);
		const before = sim.starts.length;
		sim.run(hour);
		const during = sim.starts.slice(before).filter(({at}) => at >= from + 2 * second);
		expect(Math.max(...during.map(({inFlight}) => inFlight))).toBe(1);
		expect(during.length).toBeLessThanOrEqual(70);
		expect(
			maxInMinute(
				during.filter(({at}) => at > from + 5 * minute),
				() => true,
			),
		).toBeLessThanOrEqual(2);
		const back = sim.starts.length;
		sim.run(75 * second);
		expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(15 * second);
		expect(Math.max(...sim.starts.slice(back).map(({inFlight}) => inFlight))).toBeLessThanOrEqual(3);
		expect(maxInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(60);
	});

	test('gets no request during Retry-After, half the budget afterwards, and all of it ten minutes later', () => {
		let isBusy = false;
		const sim = simulate({
			availability() {
				if (!isBusy) return 'works';
				isBusy = false;
				return {status: 429, retryAfterMs: 30 * second};
			},
		});
		sim.run(10 * minute);
		const usual = sim.spent().length;
		isBusy = true;
		while (sim.state().polling.throttle.quietUntil < sim.now()) sim.run(100);
		const before = sim.starts.length;
		sim.run(28 * second);
		expect(sim.starts.slice(before)).toEqual([]);
		sim.run(62 * second);
		expect(sim.spent().length).toBeLessThanOrEqual(36);
		sim.run(12 * minute);
		expect(sim.spent().length).toBeGreaterThan(usual - 8);
	});

	test('that fails every second request has its list read more slowly', () => {
		let calls = 0;
		const sim = simulate({availability: () => (calls++ % 2 === 0 ? {status: 503} : 'works')});
		sim.run(hour);
		expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(2 * minute);
		expect(sim.spent().length).toBeLessThan(30);
	});
});

test('while polling is paused, only a requested refresh reads', () => {
	const sim = simulate();
	sim.run(2 * minute);
	sim.dispatch({type: 'pause-toggled'});
	sim.run(second);
	const before = sim.starts.length;
	sim.run(hour);
	expect(sim.starts.slice(before)).toEqual([]);
	sim.dispatch({type: 'refresh-requested', isAll: false, at: sim.now()});
	sim.run(second);
	expect(sim.starts.slice(before).map(({need}) => readKey(need))).toEqual([readKey(firstPage)]);
});
