import fc from 'fast-check';
import {expect, test} from 'vitest';
import {noChanges} from '../../../src/store/model/deployments/detected-changes.ts';
import {pageRead} from '../../../src/store/model/projects/page-read.ts';
import {type ReadRequest, readKey} from '../../../src/store/model/requests/read-request.ts';
import {createReadSchedule} from '../../../src/store/polling/read-schedule.ts';
import type {Reason} from '../../../src/store/polling/wants.ts';
import {type Event, reduce} from '../../../src/store/reducers/reduce.ts';
import {listReadAt} from '../../../src/store/state/deployments/read-times.ts';
import type {State} from '../../../src/store/state/state.ts';
import {windowEnd} from '../../../src/store/state/visible-pages.ts';
import {connected, now as startsAt} from '../../kit/fixtures/moment.ts';
import {listed, page} from '../../kit/fixtures/project-pages.ts';

type Start = {readonly at: number; readonly projectId: string; readonly inFlight: number; readonly state: State};

const second = 1000;
const ids = Array.from({length: 300}, (_, index) => String.fromCharCode(0x4e00 + index));

/** Runs the schedule on unread projects. Each step moves the selection, then waits. */
function fill({
	steps,
	latencyMs,
	perMinute = 60,
	height = 40,
}: {
	readonly steps: ReadonlyArray<{readonly by: number; readonly waitMs: number}>;
	readonly latencyMs: () => number;
	readonly perMinute?: number;
	readonly height?: number;
}) {
	let now = startsAt;
	let stillSince = now - second;
	const projects = {
		...pageRead(listed(), page(ids.join('')), {cursor: undefined, askedAt: now}),
		end: 'reached' as const,
	};
	let state: State = connected(
		{projects: {list: projects}, deployments: {changes: noChanges}, interface: {size: {columns: 80, rows: height}}},
		perMinute,
	);
	const schedule = createReadSchedule();
	const inFlight = new Map<string, Reason>();
	let landings: ReadonlyArray<{readonly at: number; readonly land: () => void}> = [];
	const starts: Start[] = [];

	const dispatch = (event: Event) => {
		const before = state;
		state = reduce(state, event);
		schedule.observe(event, before, state);
	};

	const settle = () => {
		const plan = schedule.next(state, {now, inFlight, stillSince});
		for (const {read, reason, isBackground} of plan.start) {
			const request: ReadRequest = {...read, connectionId: 0};
			dispatch({type: 'request-sent', sent: {at: now, isBackground}});
			const key = readKey(read);
			const askedAt = now;
			inFlight.set(key, reason);
			const fillCount = [...inFlight.values()].filter(other => other === 'fill').length;
			const {top} = state.projects.position;
			const index = request.kind === 'deployments' ? ids.indexOf(request.projectId) : -1;
			const isEmptyRow = index >= top && index < windowEnd(state) && listReadAt(state, ids[index] ?? '') === undefined;
			if (request.kind === 'deployments' && (isEmptyRow || reason === 'fill') && now - stillSince >= 400) {
				starts.push({at: now, projectId: request.projectId, inFlight: fillCount, state});
			}

			const land = () => {
				inFlight.delete(key);
				if (request.kind !== 'deployments') return;
				const list = {deployments: [], requestId: undefined, unreadable: 0};
				dispatch({type: 'deployments-arrived', request, list, askedAt, at: now});
			};
			landings = [...landings, {at: now + latencyMs(), land}].toSorted((a, b) => a.at - b.at);
		}

		return plan.nextAt;
	};

	for (const {by, waitMs} of steps) {
		if (by !== 0) {
			dispatch({type: 'moved', by});
			stillSince = now;
		}

		const until = now + waitMs;
		for (;;) {
			const nextAt = Math.min(settle(), landings[0]?.at ?? Number.POSITIVE_INFINITY);
			if (nextAt > until) break;
			now = Math.max(now + (nextAt <= now && (landings[0]?.at ?? now + 1) > now ? 1 : 0), nextAt);
			while (landings[0] && landings[0].at <= now) {
				const [landing] = landings;
				landings = landings.slice(1);
				landing.land();
			}
		}

		now = until;
	}

	return {starts, state: () => state};
}

/** Returns the maximum number of reads started within one second. */
const maxInSecond = (starts: readonly Start[]) =>
	Math.max(0, ...starts.map(({at}) => starts.filter(other => other.at > at - second && other.at <= at).length));

test('empty rows are filled from the selected one outwards', () => {
	const {starts} = fill({
		steps: [
			{by: 10, waitMs: 400},
			{by: 0, waitMs: 10_000},
		],
		latencyMs: () => 50,
	});
	const indexes = starts.slice(0, 37).map(({projectId}) => ids.indexOf(projectId));
	const distances = indexes.map(index => Math.abs(index - 10));
	expect(distances.slice(0, 7)).toEqual([0, 1, 1, 2, 2, 3, 3]);
	expect(distances).toEqual(distances.toSorted((a, b) => a - b));
	expect(new Set(indexes).size).toBe(36);
});

test('a screen of empty rows is filled within seconds, an eighth of a second apart, and the last rows of a tall one at the even pace', () => {
	const {starts} = fill({steps: [{by: 0, waitMs: 5000}], latencyMs: () => 0});
	expect(starts.length).toBe(36);
	expect(starts.filter(({at}) => at === startsAt).length).toBeLessThanOrEqual(8);
	expect(maxInSecond(starts)).toBe(8);
});

test('rows scrolled past with j held down are not read', () => {
	const {starts} = fill({steps: Array.from({length: 250}, () => ({by: 1, waitMs: 33})), latencyMs: () => 100});
	expect(starts.filter(({at}) => at > startsAt)).toEqual([]);
});

test('at most six row reads run at once and eight start per second, all of them for visible rows', {
	tags: ['fault-96'],
}, () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({by: fc.integer({min: -60, max: 60}), waitMs: fc.integer({min: 0, max: 3000})}), {
				maxLength: 25,
			}),
			fc.array(fc.oneof(fc.constantFrom(0, 20), fc.integer({min: 0, max: 4000})), {minLength: 1, maxLength: 20}),
			fc.integer({min: 10, max: 80}),
			(steps, latencies, height) => {
				let calls = 0;
				const {starts} = fill({steps, latencyMs: () => latencies[calls++ % latencies.length] ?? 0, height});
				expect(Math.max(0, ...starts.map(({inFlight}) => inFlight))).toBeLessThanOrEqual(6);
				expect(maxInSecond(starts)).toBeLessThanOrEqual(8);
				for (const {projectId, state} of starts) {
					const {top} = state.projects.position;
					expect(ids.indexOf(projectId)).toBeGreaterThanOrEqual(top);
					expect(ids.indexOf(projectId)).toBeLessThan(top + height);
				}
			},
		),
		{numRuns: 60},
	);
});

test('the selected row is read first, however small the budget', () => {
	const {starts} = fill({steps: [{by: 20, waitMs: 3000}], latencyMs: () => 50, perMinute: 4});
	expect(starts.map(({projectId}) => ids.indexOf(projectId))).toEqual([20, 19]);
});
