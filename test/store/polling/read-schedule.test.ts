import {describe, expect, test} from 'vitest';
import {type ReadRequest, readKey} from '../../../src/store/model/requests/read-request.ts';
import {minute, second} from '../../kit/fixtures/moment.ts';
import {maxInMinute, type Start, simulate, startsAt} from '../../kit/fixtures/poller-simulation.ts';

const hour = 60 * minute;

const isBackground = ({reason}: Start) => reason !== 'awaited';

const agesOf = (sim: ReturnType<typeof simulate>, requests: readonly ReadRequest[]) =>
	requests.map(request => sim.now() - (sim.answeredAt.get(readKey(request)) ?? Number.NEGATIVE_INFINITY));

const latestRequests = (from: number, to: number): readonly ReadRequest[] =>
	Array.from({length: to - from}, (_, index) => ({
		connectionId: 0,
		kind: 'deployments' as const,
		projectId: `p${from + index}`,
	}));

const firstPage: ReadRequest = {connectionId: 0, kind: 'projects', cursor: undefined};

test('in three hours on the list, reads stay within the budget and use all of it, the screen stays fresh and every loaded project is read', () => {
	const sim = simulate();
	sim.run(10 * minute);
	let oldestPage = 0;
	let oldestRunning = 0;
	let oldestRow = 0;
	const checked = sim.starts.length;
	sim.run(3 * hour, () => {
		oldestPage = Math.max(oldestPage, ...agesOf(sim, [firstPage]));
		oldestRunning = Math.max(oldestRunning, ...agesOf(sim, latestRequests(0, 1)));
		oldestRow = Math.max(oldestRow, ...agesOf(sim, latestRequests(1, 10)));
	});
	expect(maxInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(60);
	expect(sim.starts.length - checked).toBeGreaterThanOrEqual(58 * 60 * 3);
	expect(oldestPage).toBeLessThan(15 * second);
	// The deployment never ends, so to read it often would tell nothing.
	expect(oldestRunning).toBeLessThan(2 * minute);
	expect(oldestRow).toBeLessThan(8 * minute);
	expect(Math.max(...agesOf(sim, latestRequests(20, 120)))).toBeLessThan(30 * minute);
});

test('no read that is due or planned comes more than two seconds after the one before', () => {
	const sim = simulate();
	sim.run(hour);
	const times = sim.starts.filter(isBackground).map(({at}) => at);
	const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
	expect(Math.max(...pauses)).toBeLessThanOrEqual(2 * second);
});

test('a small budget favours the list, but every row is read in turn', () => {
	const sim = simulate({perMinute: 10});
	sim.run(2 * hour);
	expect(
		maxInMinute(
			sim.starts.filter(({reason}) => reason !== 'fill'),
			isBackground,
		),
	).toBeLessThanOrEqual(11);
	expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(45 * second);
	expect(Math.max(...agesOf(sim, latestRequests(0, 20)))).toBeLessThan(40 * minute);
});

test('rows are read only once scrolling stops', () => {
	const sim = simulate({projects: 5000});
	sim.run(2 * minute);
	const before = sim.starts.length;
	for (let press = 0; press < 300; press++) {
		sim.dispatch({type: 'moved', by: 10});
		sim.run(33);
	}

	expect(sim.starts.slice(before).filter(({reason}) => reason === 'fill')).toEqual([]);
	sim.run(2 * minute);
	const {position} = sim.state().projects;
	expect(Math.max(...agesOf(sim, latestRequests(position.top, position.top + 20)))).toBeLessThan(2 * minute);
});

test('without focus, a third of the budget is used: the list is read every half minute, and off the screen only what is in progress', () => {
	const sim = simulate();
	sim.run(5 * minute);
	sim.dispatch({type: 'focus-changed', isFocused: false, at: 0});
	sim.run(minute);
	const before = sim.starts.length;
	sim.run(30 * minute);
	const starts = sim.starts.slice(before);
	const onScreen = new Set([readKey(firstPage), ...latestRequests(0, 20).map(readKey)]);
	const running = (projectId: string) => projectId.endsWith('0');
	const elsewhere = starts.filter(({request}) => !onScreen.has(readKey(request)));
	expect(elsewhere.filter(({request}) => request.kind !== 'deployments' || !running(request.projectId))).toEqual([]);
	expect(maxInMinute(starts, () => true)).toBeLessThanOrEqual(21);
	const pages = starts.filter(({request}) => readKey(request) === readKey(firstPage)).length;
	expect(pages).toBeGreaterThanOrEqual(50);
	expect(pages).toBeLessThanOrEqual(75);
});

test('a long list whose rows keep moving leaves a third of the reads to deployments', {tags: ['fault-113']}, () => {
	const sim = simulate({projects: 2000, movesEveryMs: 5 * second});
	// The board reads the whole list.
	sim.dispatch({type: 'watch-opened'});
	sim.run(2 * minute);
	sim.dispatch({type: 'projects-opened'});
	sim.run(minute);
	const before = sim.starts.length;
	sim.run(10 * minute);
	const starts = sim.starts.slice(before);
	const pages = starts.filter(({request}) => request.kind === 'projects');
	expect(pages.length).toBeLessThanOrEqual((starts.length * 2) / 3);
	expect(new Set(pages.map(({request}) => readKey(request))).size).toBe(20);
});

test('projects that are no longer listed are not read any more, unless something is in progress there', {
	tags: ['fault-114'],
}, () => {
	const sim = simulate({projects: 300});
	sim.dispatch({type: 'watch-opened'});
	sim.run(10 * minute);
	sim.keepProjects(150);
	sim.run(5 * minute);
	const before = sim.starts.length;
	sim.run(10 * minute);
	const read = new Set(
		sim.starts.slice(before).flatMap(({request}) => ('projectId' in request ? request.projectId : [])),
	);
	const isUnlisted = (id: string) => Number(id.slice(1)) >= 150 && !id.endsWith('0');
	expect([...read].filter(isUnlisted)).toEqual([]);
	expect(read.size).toBeGreaterThan(100);
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
		expect(maxInMinute(sim.starts.slice(back), isBackground)).toBeLessThanOrEqual(61);
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
		// Half of it, and what recovers in a minute and a half.
		expect(sim.spent().length).toBeLessThanOrEqual(39);
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
	expect(sim.starts.slice(before).map(({request}) => readKey(request))).toEqual([readKey(firstPage)]);
});
