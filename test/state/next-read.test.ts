import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Read, readKey} from '../../src/model/read-request.ts';
import {withFocus} from '../../src/state/absence.ts';
import {refreshAll} from '../../src/state/checks.ts';
import {readProjectCount} from '../../src/state/deployments.ts';
import {type Interest, pageInTurn, type windowInterests} from '../../src/state/interests.ts';
import {moveBy} from '../../src/state/lists.ts';
import {connectTo} from '../../src/state/login.ts';
import {goToActivity, goToBoard, goToProjects, openProject} from '../../src/state/navigation.ts';
import {togglePause} from '../../src/state/preferences.ts';
import {projectPlacement, withFilter, withLoadAll} from '../../src/state/projects.ts';
import {refresh} from '../../src/state/requests.ts';
import {patch, type State} from '../../src/state/state.ts';
import {stateAfter} from '../kit/fixtures/changed.ts';
import {testConnection} from '../kit/fixtures/connection.ts';
import {failed} from '../kit/fixtures/facts.ts';
import {hour, minute, second} from '../kit/fixtures/moment.ts';
import {maxWithin, type Start, simulate, startsAt} from '../kit/fixtures/poller-simulation.ts';
import {bareProject} from '../present/records.ts';

const inBackground = (starts: readonly Start[]) => starts.filter(({priority}) => priority !== 'asked');

const lists = (from: number, to: number): readonly Read[] =>
	Array.from({length: to - from}, (_, index) => ({kind: 'deployments', projectId: `p${from + index}`}));

const firstPage: Read = {kind: 'projects', cursor: undefined};

const projectsIn = (starts: readonly Start[]) =>
	starts.flatMap(({request}) => (request.kind === 'deployments' ? Number(request.projectId.slice(1)) : []));

const unread = (priority: Interest['priority'], read: Read = firstPage): Interest => ({
	read,
	priority,
	readAt: undefined,
	maxAgeMs: second,
});

/** When reads start within six seconds, while nothing is answered. */
function startsFor(interests: readonly Interest[], change = (state: State) => state) {
	const sim = simulate({subject: {interestsOf: () => interests, discovers: false}, latencyMs: () => hour});
	sim.change(change);
	sim.run(6 * second);
	return sim.starts.map(({at}) => at - startsAt);
}

test.each([
	['the smallest age and the latest answer', [4, 6.5], [5, 9], 2500],
	['no answer if one has none', [0, 9], [undefined, 9], 0],
] as const)('interests in the same read have %s', (_what, one, other, ms) => {
	const interests = [one, other].map(([ageS, maxAgeS]) => {
		const readAt = ageS === undefined ? undefined : startsAt - ageS * second;
		return {...unread('followed'), readAt, maxAgeMs: maxAgeS * second};
	});
	expect(startsFor(interests)).toEqual([ms]);
});

test('six reads are in flight at most, and beside an asked one three others, at least 130 ms apart', () => {
	expect(startsFor(lists(0, 7).map(read => unread('asked', read)))).toEqual([0, 0, 0, 0, 0, 0]);
	const shown = lists(0, 7).map(read => unread('shown', read));
	expect(startsFor([unread('asked'), ...shown])).toEqual([0, 130, 260, 390]);
});

const withFailure = (state: State) => stateAfter(state, failed(firstPage, 'E_SERVER', startsAt));

test.each([
	['asked', 1040],
	['shown', 1040],
	['followed', 4163],
] as const)('what has failed and is %s is read again after %i ms', (priority, ms) => {
	expect(startsFor([unread(priority)], withFailure)).toEqual([ms]);
});

test('in an outage, a key does not try what has failed already', () => {
	const oneAtATime = {why: 'unreachable', since: startsAt - minute, nextAt: startsAt + 10 * second} as const;
	const down = (state: State) =>
		patch(state, 'polling', {throttle: {...state.polling.throttle, trouble: {notBefore: 0, oneAtATime}}});
	expect(startsFor([unread('asked')], down)).toEqual([0]);
	expect(startsFor([unread('asked')], state => withFailure(down(state)))).toEqual([]);
});

test('an hour on the list uses all of the budget evenly, keeps the screen fresh and reads every loaded project', () => {
	const sim = simulate();
	sim.run(10 * minute);
	const before = sim.starts.length;
	const reads = [[firstPage], lists(0, 1), lists(1, 10)];
	const [oldestPage, oldestRunning, oldestRow] = sim.oldestDuring(hour, ...reads);
	expect(maxWithin(inBackground(sim.starts))).toBeLessThanOrEqual(60);
	expect(sim.starts.length - before).toBeGreaterThanOrEqual(58 * 60);
	expect(oldestPage).toBeLessThan(15 * second);
	// The deployment never ends, so to read it often would tell nothing.
	expect(oldestRunning).toBeLessThan(2 * minute);
	expect(oldestRow).toBeLessThan(8 * minute);
	expect(Math.max(...sim.agesOf(lists(20, 120)))).toBeLessThan(30 * minute);
	const times = inBackground(sim.starts.slice(before)).map(({at}) => at);
	const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
	expect(Math.max(...pauses)).toBeLessThanOrEqual(2 * second);
});

test('a small budget favours the list, but every row is read in turn', () => {
	const sim = simulate({rpm: 10});
	// The board finds much that is in progress.
	sim.change(goToBoard);
	sim.run(hour);
	sim.change(goToProjects);
	sim.run(minute);
	const [oldestPage] = sim.oldestDuring(2 * hour, [firstPage]);
	expect(maxWithin(inBackground(sim.starts).filter(({pace}) => pace !== 'early'))).toBeLessThanOrEqual(11);
	expect(oldestPage).toBeLessThan(50 * second);
	expect(Math.max(...sim.agesOf(lists(0, 20)))).toBeLessThan(40 * minute);
});

test.each([10, 6, 3])('an open deployment in progress leaves turns for other reads with %i a minute', rpm => {
	const interestsOf: typeof windowInterests = (state, {now}) => [
		...pageInTurn(state, now, true),
		interestInList('p0', 'shown', 3 * second),
		interestInList('p10', 'followed', 4.5 * second),
	];
	const interestInList = (projectId: string, priority: Interest['priority'], maxAgeMs: number): Interest => {
		const read: Read = {kind: 'deployments', projectId};
		return {read, priority, maxAgeMs, readAt: sim.answeredAt.get(readKey(read)) ?? startsAt};
	};
	const sim = simulate({rpm, subject: {interestsOf}});
	sim.run(5 * minute);
	const before = sim.starts.length;
	const [oldestOpen, oldestWatched] = sim.oldestDuring(20 * minute, lists(0, 1), lists(10, 11));
	expect(oldestOpen).toBeLessThanOrEqual((6 * minute) / rpm);
	expect(oldestWatched).toBeLessThanOrEqual((6 * minute) / rpm);
	const starts = sim.starts.slice(before);
	expect(starts.filter(({pace}) => pace === 'discovery').length).toBeGreaterThanOrEqual(starts.length / 5);
});

test('discovery is as frequent after an outage as before, however much is in progress', () => {
	const from = startsAt + 25 * minute;
	const isDown = (at: number) => at >= from && at < from + 5 * minute;
	const interestsOf: typeof windowInterests = (state, {now}) => [
		...pageInTurn(state, now, true),
		...lists(0, 70).map((read): Interest => {
			const readAt = sim.answeredAt.get(readKey(read)) ?? startsAt;
			return {read, priority: 'followed', readAt, maxAgeMs: 30 * second};
		}),
	];
	const sim = simulate({availability: at => (isDown(at) ? 'unreachable' : 'works'), subject: {interestsOf}});
	const discovered = (ms: number) => sim.startsDuring(ms).filter(({pace}) => pace === 'discovery').length;
	sim.run(15 * minute);
	const before = discovered(10 * minute);
	expect(before).toBeGreaterThan(50);
	sim.run(8 * minute);
	expect(discovered(10 * minute)).toBeGreaterThanOrEqual(before - 5);
});

test('a cache in front of the list does not slow down the check of projects', () => {
	const checked = [0, hour].map(ageMs => {
		const sim = simulate({pageAgeMs: ageMs});
		sim.change(goToBoard);
		sim.run(10 * minute);
		return readProjectCount(sim.state());
	});
	expect(checked[1]).toBeGreaterThanOrEqual((checked[0] ?? 0) * 0.9);
});

describe('empty rows', () => {
	test('are filled within seconds, from the selected one outwards', () => {
		const sim = simulate({rows: 40});
		sim.run(150);
		sim.change(state => moveBy(state, 10));
		sim.run(400);
		const before = sim.starts.length;
		sim.run(6 * second);
		const distances = projectsIn(sim.starts.slice(before - 1)).map(index => Math.abs(index - 10));
		expect(distances.slice(0, 7)).toEqual([0, 1, 1, 2, 2, 3, 3]);
		expect(new Set(distances.slice(0, 36)).size).toBe(26);
	});

	test('are read only once scrolling stops, and then in turns with what is in progress', () => {
		const sim = simulate({projects: 5000});
		sim.run(2 * minute);
		const before = sim.starts.length;
		for (let press = 0; press < 300; press++) {
			sim.change(state => moveBy(state, 10));
			sim.run(33);
		}

		expect(sim.starts.slice(before).filter(({pace}) => pace === 'early')).toEqual([]);
		sim.run(2 * minute);
		const {top} = projectPlacement(sim.state());
		expect(Math.max(...sim.agesOf(lists(top, top + 20)))).toBeLessThan(2 * minute);
		const ages: number[] = [];
		for (let press = 0; press < 40; press++) {
			sim.change(state => moveBy(state, 30));
			sim.run(20 * second);
			ages.push(...sim.agesOf(lists(0, 1)));
		}

		expect(Math.max(...ages)).toBeLessThan(6 * minute);
	});

	test('are filled by at most six reads at once and eight a second', {tags: ['fault-96']}, () => {
		const steps = fc.array(fc.record({by: fc.integer({min: -60, max: 60}), waitMs: fc.nat(3000)}), {maxLength: 25});
		const latencies = fc.array(fc.oneof(fc.constantFrom(0, 20), fc.nat(4000)), {minLength: 1, maxLength: 20});
		fc.assert(
			fc.property(steps, latencies, fc.integer({min: 10, max: 80}), (moves, times, rows) => {
				let calls = 0;
				const sim = simulate({projects: 300, rows, latencyMs: () => times[calls++ % times.length] ?? 0});
				for (const {by, waitMs} of moves) {
					const before = sim.starts.length;
					const hasBegun = readProjectCount(sim.state()) > 50;
					sim.change(state => moveBy(state, by));
					sim.run(waitMs);
					const {top} = projectPlacement(sim.state());
					const filled = projectsIn(sim.starts.slice(before).filter(({pace}) => pace === 'early'));
					if (hasBegun) expect(filled.filter(index => index < top || index >= top + rows)).toEqual([]);
				}

				const fills = sim.starts.filter(({pace}) => pace === 'early');
				expect(maxWithin(fills, second)).toBeLessThanOrEqual(8);
				for (const {inFlight} of fills) {
					expect(inFlight.length).toBeLessThanOrEqual(4);
				}
			}),
			{numRuns: 60},
		);
	});
});

test('without focus, a third of the budget is used, the list is read about every 40 s, and off the screen only what is in progress', () => {
	const sim = simulate();
	sim.run(5 * minute);
	sim.change(state => withFocus(state, false, 0));
	sim.run(minute);
	const starts = sim.startsDuring(30 * minute);
	const isOfPage = ({request}: Start) => readKey(request) === readKey(firstPage);
	// The deployment of every tenth project is in progress.
	expect(projectsIn(starts).filter(index => index >= 20 && index % 10 !== 0)).toEqual([]);
	expect(starts.filter(start => start.request.kind === 'projects' && !isOfPage(start))).toEqual([]);
	expect(maxWithin(starts)).toBeLessThanOrEqual(21);
	const pages = starts.filter(isOfPage).length;
	expect(pages).toBeGreaterThanOrEqual(42);
	expect(pages).toBeLessThanOrEqual(75);
});

test('a filter that needs the deployments of all projects uses at most twice the budget', () => {
	const sim = simulate({projects: 2000});
	sim.change(state => withLoadAll(state, 'all', 0));
	sim.run(2 * minute);
	sim.change((state, now) => withFilter(state, {query: 'outcome:waiting', sort: undefined}, now));
	const starts = sim.startsDuring(5 * minute);
	expect(maxWithin(starts)).toBeGreaterThan(80);
	expect(maxWithin(starts)).toBeLessThanOrEqual(2 * 60);
});

test('a long list whose rows keep moving leaves a third of the reads to deployments', {tags: ['fault-113']}, () => {
	const sim = simulate({projects: 2000, movesEveryMs: 5 * second});
	// The board reads the whole list.
	sim.change(goToBoard);
	sim.run(2 * minute);
	sim.change(goToProjects);
	sim.run(minute);
	const starts = sim.startsDuring(10 * minute);
	const pages = starts.filter(({request}) => request.kind === 'projects');
	expect(pages.length).toBeLessThanOrEqual((starts.length * 2) / 3);
	expect(maxWithin(starts)).toBeLessThanOrEqual(60);
	expect(new Set(pages.map(({key}) => key)).size).toBe(20);
});

test('unlisted projects are read only while they have a deployment in progress', {tags: ['fault-114']}, () => {
	const sim = simulate({projects: 300});
	sim.change(goToBoard);
	sim.run(10 * minute);
	sim.keepProjects(150);
	sim.run(5 * minute);
	const starts = sim.startsDuring(10 * minute);
	const read = new Set(projectsIn(starts));
	expect([...read].filter(index => index >= 150 && index % 10 !== 0)).toEqual([]);
	expect(starts.map(({key}) => key)).not.toContain('projects 200');
	expect(read.size).toBeGreaterThan(100);
});

test('nothing of the previous service is read at the next one', () => {
	const sim = simulate({projects: 3});
	sim.change((state, now) => openProject(state, {...bareProject, id: 'p9'}, now));
	sim.run(minute);
	sim.change(state => connectTo(state, {...testConnection, id: 1}));
	expect(new Set(projectsIn(sim.startsDuring(5 * minute)))).toEqual(new Set([0, 1, 2]));
});

test.each([
	['is paused', 60],
	['reads on request only', 0],
])('a window that %s reads nothing by itself, not even probes in an outage', (_what, rpm) => {
	let isDown = false;
	const sim = simulate({rpm, availability: () => (isDown ? 'unreachable' : 'works')});
	sim.run(minute);
	if (rpm > 0) sim.change(togglePause);
	expect(sim.startsDuring(5 * minute)).toEqual([]);
	isDown = true;
	const before = sim.starts.length;
	sim.change((state, now) => refresh(state, now));
	sim.run(second);
	sim.change((state, now) => openProject(state, {...bareProject, id: 'p0'}, now));
	sim.run(5 * minute);
	expect(sim.state().polling.throttle.trouble.oneAtATime).toBeDefined();
	expect(inBackground(sim.starts.slice(before))).toEqual([]);
});

describe('a failing service', () => {
	// An error of the server slows all reads down for a while.
	test.each([['unreachable', 15] as const, ...[500, 502, 503, 504].map(status => [{status}, 20] as const)])(
		'gets one request at a time in an outage of an hour (%j), at most one a minute in the end, and no burst afterwards',
		{tags: ['fault-13']},
		(outage, pageS) => {
			const from = startsAt + 10 * minute;
			const sim = simulate({availability: now => (now >= from && now < from + hour ? outage : 'works')});
			sim.run(10 * minute);
			const during = sim.startsDuring(hour).filter(({at}) => at >= from + 2 * second);
			const maxInFlight = (starts: readonly Start[]) => Math.max(...starts.map(({inFlight}) => inFlight.length));
			expect(maxInFlight(during)).toBe(1);
			expect(during.length).toBeLessThanOrEqual(70);
			expect(maxWithin(during.filter(({at}) => at > from + 6 * minute))).toBe(1);
			const afterwards = sim.startsDuring(2 * minute);
			expect(Math.max(...sim.agesOf([firstPage]))).toBeLessThan(pageS * second);
			expect(maxInFlight(afterwards)).toBeLessThanOrEqual(3);
			expect(maxWithin(inBackground(afterwards))).toBeLessThanOrEqual(61);
		},
	);

	test('gets no more requests when the user checks all projects in an outage, and all reads afterwards', () => {
		const from = startsAt + minute;
		const isDown = (at: number) => at >= from && at < from + 10 * minute;
		// A refused connection fails at once.
		const sim = simulate({latencyMs: () => 2, availability: at => (isDown(at) ? 'unreachable' : 'works')});
		sim.change(goToBoard);
		sim.run(3 * minute);
		sim.change((state, now) => refreshAll(state, now));
		expect(sim.startsDuring(10 * second).length).toBeLessThanOrEqual(6);
		sim.run(12 * minute);
		expect(readProjectCount(sim.state())).toBe(1000);
	});

	test('gets no request during Retry-After, then half the budget, and all of it two minutes later', () => {
		let isBusy = false;
		const sim = simulate({
			availability() {
				if (!isBusy) return 'works';
				isBusy = false;
				return {status: 429, retryAfterMs: 10 * second};
			},
		});
		sim.run(10 * minute);
		const spent = (ms: number) => inBackground(sim.startsDuring(ms)).length;
		const usual = spent(minute);
		isBusy = true;
		while (sim.state().polling.throttle.trouble.notBefore < sim.now()) sim.run(100);
		expect(sim.startsDuring(9 * second)).toEqual([]);
		sim.run(2 * second);
		// Half of it, and what has recovered in the first half of a minute.
		expect(spent(20 * second)).toBeLessThanOrEqual(usual / 4);
		sim.run(90 * second);
		expect(spent(minute)).toBeGreaterThan(usual - 3);
	});

	test.each([
		['fails for one row', 500, /^deployments p3$/, 1 / 20],
		['forbids every second list', 403, /^deployments .*[13579]$/, 1 / 4],
	])('that %s does not get those reads more often than others', (_what, status, reads, share) => {
		const isBad = (request: Start['request']) => reads.test(readKey(request));
		const sim = simulate({availability: (_now, request) => (isBad(request) ? {status} : 'works')});
		sim.run(20 * minute);
		expect(sim.starts.filter(({request}) => isBad(request)).length).toBeLessThanOrEqual(sim.starts.length * share);
	});

	test.each([
		['where nothing is due', 0, (state: State) => goToActivity(state, []), 'none'],
		['although the list of projects goes on failing', 1000, goToProjects, 'projects'],
	])('is used normally again when it has recovered, %s', (_where, projects, open, failing) => {
		const from = startsAt + minute;
		const isDown = (at: number, {kind}: Read) => at >= from && (at < from + 5 * minute || kind === failing);
		const sim = simulate({projects, availability: (at, read) => (isDown(at, read) ? {status: 500} : 'works')});
		sim.change(open);
		sim.run(11 * minute);
		expect(sim.state().polling.throttle.trouble.oneAtATime).toBeUndefined();
	});

	test('that fails every second request gets slower reads of its list', () => {
		let calls = 0;
		const sim = simulate({availability: () => (calls++ % 2 === 0 ? {status: 503} : 'works')});
		sim.run(hour);
		expect(Math.max(...sim.agesOf([firstPage]))).toBeLessThan(2 * minute);
		expect(inBackground(sim.starts).filter(({at}) => at > sim.now() - minute).length).toBeLessThan(30);
	});
});
