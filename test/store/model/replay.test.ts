import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type Deployment, isConcluded} from '../../../src/api/types.ts';
import type {Change, Observation} from '../../../src/journal/journal-records.ts';
import {
	deploymentsAt,
	nextConclusion,
	observedDeployments,
} from '../../../src/store/model/deployments/past-deployments.ts';
import {
	pausedAt,
	type Replay,
	replaySpeeds,
	replayTime,
	startReplay,
	toggled,
	withSpeed,
} from '../../../src/store/model/replay.ts';
import {plain, serviceText} from '../../../src/text.ts';
import {deployment} from '../../present/records.ts';

const look = (status: string, conclusion?: string, concludedAt?: number) => ({
	status: serviceText(status),
	conclusion: conclusion === undefined ? undefined : serviceText(conclusion),
	concludedAt,
});

const observation = (fields: Partial<Deployment>, seenAt: number): Observation => ({
	deployment: deployment({conclusion: undefined, concludedAt: undefined, status: serviceText('building'), ...fields}),
	project: plain`docs`,
	seenAt,
});

const change = (from: ReturnType<typeof look>, to: ReturnType<typeof look>, after: number, before: number): Change => ({
	projectId: 'prj_1',
	deploymentId: 'dep_1',
	from,
	to,
	after,
	before,
});

const ended = {status: serviceText('done'), conclusion: serviceText('success'), concludedAt: 300};
const steps = [
	change(look('queued'), look('building'), 110, 120),
	change(look('building'), look('done', 'success', 300), 290, 310),
];

/** What is shown of the only deployment at a moment. */
function onlyAt(observation: Observation, changes: readonly Change[], at: number) {
	const {board, table} = deploymentsAt(observedDeployments({observations: [observation], changes}), at, 0);
	const [tracked] = board.values();
	const {projectId = '', deploymentId = '', endedAt} = tracked ?? {};
	const known = table.get(projectId)?.records.get(deploymentId);
	return known && {...known, endedAt};
}

/** Its status, its conclusion, when it was read and when it ended. */
function shownAt(observation: Observation, changes: readonly Change[], at: number) {
	const known = onlyAt(observation, changes, at);
	const {status, conclusion} = known?.deployment ?? {};
	return known && [status?.shown, conclusion?.shown, known.askedAt, known.endedAt];
}

describe('the board of a replay', () => {
	test.each([
		['before a deployment began it is not there', 99, undefined],
		[
			'from its beginning on it has the status of which the first change tells',
			100,
			['queued', undefined, 100, undefined],
		],
		['between the two reads around a change it was last read at the first', 119, ['queued', undefined, 110, undefined]],
		['then it has the new status', 120, ['building', undefined, 120, undefined]],
		['then it has been read again', 289, ['building', undefined, 289, undefined]],
		['it is in progress until it concluded', 299, ['building', undefined, 290, undefined]],
		['it concludes when the service says', 300, ['done', 'success', 300, 300]],
		['and stays concluded', 1000, ['done', 'success', 1000, 300]],
	])('%s', (_what, at, shown) => {
		expect(shownAt(observation({createdAt: 100, ...ended}, 310), steps, at)).toEqual(shown);
	});

	test.each([
		[
			'what was first seen after it had concluded was in progress before, with a status that nobody saw',
			{createdAt: 100, ...ended},
			200,
			[undefined, undefined, undefined, undefined],
		],
		['a status is not shown before it was seen', {createdAt: 100}, 200, [undefined, undefined, undefined, undefined]],
		[
			'what was not seen to conclude is only known until it was last read',
			{createdAt: 100},
			900,
			['building', undefined, 310, undefined],
		],
		[
			'without a time of conclusion, it counts from when that was seen',
			{createdAt: 100, conclusion: serviceText('failure')},
			310,
			['building', 'failure', 310, 310],
		],
		[
			'what the service says will begin later had begun when it was seen',
			{createdAt: 900},
			400,
			['building', undefined, 310, undefined],
		],
		['without any time it begins when it was seen', {createdAt: undefined}, 309, undefined],
	])('%s', (_what, fields, at, shown) => {
		expect(shownAt(observation(fields, 310), [], at)).toEqual(shown);
	});

	const someTime = fc.oneof(
		fc.integer({min: 0, max: 1000}),
		fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY),
	);
	const someLook = fc.record({
		status: fc.constantFrom('queued', 'building'),
		conclusion: fc.constantFrom(undefined, 'success', 'failure'),
	});

	test('never shows a conclusion before it was reached or a read that came later, whatever was observed', () => {
		const someChange = fc
			.record({from: someLook, to: someLook, after: fc.integer({min: 0, max: 1000}), took: fc.nat(100)})
			.map(({from, to, after, took}) =>
				change(look(from.status, from.conclusion), look(to.status, to.conclusion), after, after + took),
			);
		fc.assert(
			fc.property(
				someTime,
				someTime,
				fc.array(someChange),
				fc.nat(1000),
				fc.nat(1200),
				(createdAt, concludedAt, changes, seenAt, at) => {
					const observed = observation({createdAt, concludedAt}, seenAt);
					const known = onlyAt(observed, changes, at);
					if (!known) return;
					expect(known.askedAt ?? at).toBeLessThanOrEqual(at);
					expect(isConcluded(known.deployment)).toBe(known.endedAt !== undefined);
					expect(known.endedAt ?? at).toBeLessThanOrEqual(at);
				},
			),
		);
	});
});

const observed = {
	observations: [
		observation({id: 'dep_1', createdAt: 1000, ...ended, concludedAt: 61_000}, 61_000),
		observation({id: 'dep_2', createdAt: 1000, ...ended, concludedAt: 121_000}, 121_000),
		observation({id: 'dep_3', createdAt: 1000}, 130_000),
	],
	changes: [],
};
const replay = startReplay(observed, {from: 1000, until: 181_000, now: 5000});

/** Pauses at the next or the previous conclusion, as the keys do. */
const stepped = (each: Replay, by: 1 | -1, now: number): Replay =>
	pausedAt(each, nextConclusion(observedDeployments(each.observed), each, replayTime(each, now), by), now);

describe('the clock of a replay', () => {
	test('runs sixty times as fast, and stops at the end', () => {
		expect([5000, 6000, 7000, 60_000].map(now => replayTime(replay, now))).toEqual([1000, 61_000, 121_000, 181_000]);
	});

	test('stands still while it is paused, and goes on from there', () => {
		const paused = toggled(replay, 6000);
		expect(replayTime(paused, 900_000)).toBe(61_000);
		expect(replayTime(toggled(paused, 900_000), 901_000)).toBe(121_000);
	});

	test('begins again when it is started at its end', () => {
		expect(replayTime(toggled(replay, 60_000), 61_000)).toBe(61_000);
	});

	test('has speeds from 1 to 600, and changes them without a jump', () => {
		const fast = withSpeed(withSpeed(withSpeed(replay, 1, 5500), 1, 5500), 1, 5500);
		const slow = replaySpeeds.reduce(each => withSpeed(each, -1, 5500), fast);
		expect([fast.speed, slow.speed]).toEqual([600, 1]);
		expect([replayTime(fast, 5500), replayTime(slow, 5500), replayTime(slow, 6500)]).toEqual([31_000, 31_000, 32_000]);
	});

	test('pauses at the next conclusion, then at its end, and at the ones before', () => {
		const first = stepped(replay, 1, 5000);
		const second = stepped(first, 1, 50_000);
		expect([first, second, stepped(second, 1, 60_000)].map(each => replayTime(each, 90_000))).toEqual([
			61_000, 121_000, 181_000,
		]);
		expect(replayTime(stepped(second, -1, 60_000), 90_000)).toBe(61_000);
		expect(replayTime(stepped(first, -1, 60_000), 90_000)).toBe(1000);
	});

	test('is never outside its time, whatever is done', () => {
		const act = fc.constantFrom('toggle', 'faster', 'slower', 'next', 'previous');
		fc.assert(
			fc.property(fc.array(fc.tuple(act, fc.nat(100_000))), acts => {
				let [current, now] = [replay, 5000];
				for (const [what, laterMs] of acts) {
					now += laterMs;
					if (what === 'toggle') current = toggled(current, now);
					else if (what === 'faster' || what === 'slower')
						current = withSpeed(current, what === 'faster' ? 1 : -1, now);
					else current = stepped(current, what === 'next' ? 1 : -1, now);
					expect(replayTime(current, now)).toBeGreaterThanOrEqual(replay.from);
					expect(replayTime(current, now)).toBeLessThanOrEqual(replay.until);
				}
			}),
		);
	});
});
