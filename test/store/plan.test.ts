import {describe, expect, test} from 'vitest';
import type {CallRecord} from '../../src/api/call-record.ts';
import {ApiError} from '../../src/api/errors.ts';
import type {Deployment, Project} from '../../src/api/types.ts';
import {type Need, needKey} from '../../src/store/need.ts';
import {planOf, type Spent} from '../../src/store/plan.ts';
import {type Event, reduce} from '../../src/store/reduce.ts';
import {initialState, type State} from '../../src/store/state.ts';
import type {Tier} from '../../src/store/targets.ts';
import {plain, said} from '../../src/text.ts';
import {testConnection as connection} from '../kit/connection.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const startsAt = Date.UTC(2026, 5, 1);

/** How the service is at a moment: well, out of reach, or asking to be left alone. */
type Weather = (now: number) => 'well' | 'away' | {readonly status: number; readonly quietMs?: number};

type Start = {readonly at: number; readonly need: Need; readonly tier: Tier; readonly inFlight: number};

const project = (index: number): Project => ({...bareProject, id: `p${index}`, name: said(`p${index}`), updatedAt: 1});

/** Every tenth project has a deployment that goes on for ever. */
const deploymentOf = (projectId: string): Deployment => ({
	...bareDeployment,
	id: `d-${projectId}`,
	projectId,
	createdAt: startsAt - hour,
	concludedAt: projectId.endsWith('0') ? undefined : startsAt,
});

/** Landfall's plan carried out on a service with so many projects, without any clock but this one. */
function simulate({
	projects = 1000,
	perMinute = 60,
	latencyMs = 120,
	weather = () => 'well' as const,
}: {
	projects?: number;
	perMinute?: number;
	latencyMs?: number;
	weather?: Weather;
} = {}) {
	let now = startsAt;
	let state: State = reduce(initialState({columns: 80, rows: 24}, [], perMinute), {type: 'connected', connection});
	let spent: readonly Spent[] = [];
	let stillSince = now;
	const flights = new Map<string, Tier>();
	const landings: Array<{readonly at: number; readonly need: Need; readonly askedAt: number}> = [];
	const starts: Start[] = [];
	/** When what was last known for certain, by need. */
	const answeredAt = new Map<string, number>();

	const record = (outcome: CallRecord['outcome'], askedAt: number, status?: number, quietMs?: number): CallRecord => ({
		method: 'GET',
		attempt: 1,
		path: plain`/`,
		outcome,
		startedAt: askedAt,
		tookMs: now - askedAt,
		bytes: 0,
		...(status !== undefined && {status}),
		...(quietMs !== undefined && {retryAt: now + quietMs}),
	});

	const answer = (need: Need, askedAt: number): Event => {
		const reading = {askedAt, at: now};
		switch (need.kind) {
			case 'projects': {
				const from = Number(need.cursor ?? 0);
				const rows = Array.from({length: Math.min(100, projects - from)}, (_, index) => project(from + index));
				const nextCursor = from + 100 < projects ? String(from + 100) : undefined;
				const page = {projects: rows, nextCursor, requestId: undefined, unreadable: 0};
				return {type: 'projects-arrived', need, page, ...reading};
			}

			case 'latest':
				return {
					type: 'latest-arrived',
					need,
					list: {deployments: [deploymentOf(need.projectId)], requestId: undefined, unreadable: 0},
					...reading,
				};
			case 'deployments':
				return {
					type: 'deployments-arrived',
					limit: 100,
					need,
					list: {deployments: [deploymentOf(need.projectId)], requestId: undefined, unreadable: 0},
					...reading,
				};
			case 'raw':
				return {type: 'raw-arrived', need, raw: {lines: [], status: 200, requestId: undefined}, ...reading};
			case 'project':
				return {type: 'project-arrived', need, project: project(Number(need.projectId.slice(1))), ...reading};
			case 'deployment':
				return {type: 'deployment-arrived', need, deployment: deploymentOf(need.projectId), ...reading};
		}
	};

	const land = ({need, askedAt}: {need: Need; askedAt: number}) => {
		flights.delete(needKey(need));
		const how = weather(askedAt);
		if (how === 'well') {
			state = reduce(state, {type: 'call-ended', record: record('answered', askedAt, 200)});
			answeredAt.set(needKey(need), askedAt);
			state = reduce(state, answer(need, askedAt));
			return;
		}

		const isAway = how === 'away';
		state = reduce(state, {
			type: 'call-ended',
			record: isAway ? record('not-sent', askedAt) : record('answered', askedAt, how.status, how.quietMs),
		});
		const details = {
			phase: isAway ? ('not-sent' as const) : ('rejected' as const),
			...(!isAway && how.quietMs !== undefined && {retryAt: now + how.quietMs}),
		};
		const error = new ApiError(isAway ? 'E_CONNECT' : how.status === 429 ? 'E_RATE' : 'E_SERVER', 'no', details);
		state = reduce(state, {type: 'read-failed', need, error, at: now});
	};

	return {
		starts,
		answeredAt,
		now: () => now,
		state: () => state,
		dispatch: (event: Event) => {
			state = reduce(state, event);
			stillSince = now;
		},
		/** Background reads that were started in the minute before. */
		spent: () => spent,

		run(forMs: number, check: () => void = () => {}) {
			const until = now + forMs;
			for (;;) {
				spent = spent.filter(({at}) => at > now - minute);
				const plan = planOf(state, {now, flights, spent, stillSince});
				for (const {need, tier} of plan.start) {
					flights.set(needKey(need), tier);
					landings.push({at: now + latencyMs, need, askedAt: now});
					if (tier !== 'awaited') spent = [...spent, {at: now, tier}];
					starts.push({at: now, need, tier, inFlight: flights.size});
				}

				const nextLanding = landings[0]?.at ?? Number.POSITIVE_INFINITY;
				const next = Math.min(nextLanding, plan.nextAt);
				if (next > until) break;
				expect(next, 'the plan goes on').toBeGreaterThan(now - 1);
				if (next === now && nextLanding !== now) throw new Error('The plan stands still.');
				now = next;
				if (nextLanding <= now) {
					const landing = landings.shift();
					if (landing) land(landing);
				}

				check();
			}

			now = until;
		},
	};
}

/** The most starts of a kind within any minute. */
function mostInMinute(starts: readonly Start[], isCounted: (start: Start) => boolean): number {
	const times = starts.filter(isCounted).map(({at}) => at);
	let most = 0;
	let from = 0;
	for (const [to, at] of times.entries()) {
		while ((times[from] ?? at) <= at - minute) from++;
		most = Math.max(most, to - from + 1);
	}

	return most;
}

const isBackground = ({tier}: Start) => tier !== 'awaited';

const agesOf = (sim: ReturnType<typeof simulate>, needs: readonly Need[]) =>
	needs.map(need => sim.now() - (sim.answeredAt.get(needKey(need)) ?? Number.NEGATIVE_INFINITY));

const latestNeeds = (from: number, to: number): readonly Need[] =>
	Array.from({length: to - from}, (_, index) => ({
		connectionId: 0,
		kind: 'latest' as const,
		projectId: `p${from + index}`,
	}));

const firstPage: Need = {connectionId: 0, kind: 'projects', cursor: undefined};

test('twelve hours before the list: never above the budget, what is on the screen fresh, and everything has its turn', () => {
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
	expect(mostInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(60);
	expect(mostInMinute(sim.starts, ({tier}) => tier === 'sweep')).toBeLessThanOrEqual(18);
	expect(mostInMinute(sim.starts, ({tier}) => tier === 'cold')).toBeLessThanOrEqual(30);
	// A fifth late by jitter, and a little by others that go first.
	expect(oldestPage).toBeLessThan(15 * second);
	expect(oldestRunning).toBeLessThan(20 * second);
	expect(oldestRow).toBeLessThan(100 * second);
	expect(Math.max(...agesOf(sim, latestNeeds(20, 120)))).toBeLessThan(30 * minute);
	expect(sim.starts.length - checked).toBeGreaterThan(20 * 60 * 24);
});

test('a small budget is shared: the list before its rows, and every row has its turn', () => {
	const sim = simulate({perMinute: 10});
	sim.run(2 * hour);
	expect(mostInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(10);
	expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(40 * second);
	expect(Math.max(...agesOf(sim, latestNeeds(0, 20)))).toBeLessThan(15 * minute);
});

test('rows that somebody passes by cost nothing, rows that somebody stays with are read', () => {
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
	const {position} = sim.state();
	expect(Math.max(...agesOf(sim, latestNeeds(position.top, position.top + 20)))).toBeLessThan(2 * minute);
});

test('nobody looking: the list every half minute, and nothing that is not on the screen', () => {
	const sim = simulate();
	sim.run(5 * minute);
	sim.dispatch({type: 'focus-changed', isFocused: false, at: 0});
	sim.run(minute);
	const before = sim.starts.length;
	sim.run(30 * minute);
	const starts = sim.starts.slice(before);
	expect(starts.filter(({tier}) => tier === 'cold' || tier === 'sweep')).toEqual([]);
	const pages = starts.filter(({need}) => needKey(need) === needKey(firstPage)).length;
	expect(pages).toBeGreaterThanOrEqual(50);
	expect(pages).toBeLessThanOrEqual(75);
});

describe('a service that is not well', () => {
	test('out of reach for an hour: one call at a time, at most one a minute in the end, and no storm on return', () => {
		const from = startsAt + 10 * minute;
		const sim = simulate({weather: now => (now >= from && now < from + hour ? 'away' : 'well')});
		sim.run(10 * minute);
		const before = sim.starts.length;
		sim.run(hour);
		const during = sim.starts.slice(before).filter(({at}) => at >= from + 2 * second);
		expect(Math.max(...during.map(({inFlight}) => inFlight))).toBe(1);
		expect(during.length).toBeLessThanOrEqual(70);
		expect(
			mostInMinute(
				during.filter(({at}) => at > from + 5 * minute),
				() => true,
			),
		).toBeLessThanOrEqual(2);
		const back = sim.starts.length;
		sim.run(75 * second);
		expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(15 * second);
		expect(Math.max(...sim.starts.slice(back).map(({inFlight}) => inFlight))).toBeLessThanOrEqual(3);
		expect(mostInMinute(sim.starts, isBackground)).toBeLessThanOrEqual(60);
	});

	test('429 with Retry-After: no call at all until then, half the budget afterwards, all of it ten minutes later', () => {
		let isBusy = false;
		const sim = simulate({
			weather() {
				if (!isBusy) return 'well';
				isBusy = false;
				return {status: 429, quietMs: 30 * second};
			},
		});
		sim.run(10 * minute);
		const usual = sim.spent().length;
		isBusy = true;
		while (sim.state().pace.quietUntil < sim.now()) sim.run(100);
		const before = sim.starts.length;
		sim.run(28 * second);
		expect(sim.starts.slice(before)).toEqual([]);
		sim.run(62 * second);
		expect(sim.spent().length).toBeLessThanOrEqual(36);
		sim.run(12 * minute);
		expect(sim.spent().length).toBeGreaterThan(usual - 8);
	});

	test('every second call fails: the list is still read, and slower', () => {
		let calls = 0;
		const sim = simulate({weather: () => (calls++ % 2 === 0 ? {status: 503} : 'well')});
		sim.run(hour);
		expect(Math.max(...agesOf(sim, [firstPage]))).toBeLessThan(2 * minute);
		expect(sim.spent().length).toBeLessThan(30);
	});
});

test('paused, nothing is read but what somebody asks for', () => {
	const sim = simulate();
	sim.run(2 * minute);
	sim.dispatch({type: 'pause-flipped'});
	sim.run(second);
	const before = sim.starts.length;
	sim.run(hour);
	expect(sim.starts.slice(before)).toEqual([]);
	sim.dispatch({type: 'refresh-asked', isAll: false, at: sim.now()});
	sim.run(second);
	expect(sim.starts.slice(before).map(({need}) => needKey(need))).toEqual([needKey(firstPage)]);
});
