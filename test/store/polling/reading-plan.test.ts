import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {DeploymentFacts} from '../../../src/store/polling/reading-plan/project-reading.ts';
import type {Read} from '../../../src/store/polling/reading-plan/read.ts';
import {createReadingPlan, type ReadingPlan} from '../../../src/store/polling/reading-plan/reading-plan.ts';
import type {Views} from '../../../src/store/polling/reading-plan/view-weights.ts';

const start = Date.UTC(2026, 5, 1);
const second = 1000;
const minute = 60 * second;

const nothing: Views = {live: new Set(), watched: new Set(), visible: new Set()};
const keyOf = (read: Read | undefined) => (read ? Object.values(read).join(' ') : 'nothing');

const running = (id: string, agoMs: number, now: number): DeploymentFacts => ({
	id,
	status: 'uploading',
	createdAt: now - agoMs,
	concludedAt: undefined,
	isConcluded: false,
});

const concluded = (id: string, createdAt: number): DeploymentFacts => ({
	id,
	status: 'ready',
	createdAt,
	concludedAt: createdAt + minute,
	isConcluded: true,
});

/** Shows the plan a page of projects with the given update times. */
const showPage = (plan: ReadingPlan, updates: ReadonlyMap<string, number>, askedAt: number, cursor?: string) =>
	plan.observePage({
		cursor,
		projects: [...updates].map(([id, updatedAt]) => ({id, createdAt: start, updatedAt, latestUploadVersion: 1})),
		askedAt,
	});

const showList = (plan: ReadingPlan, projectId: string, deployments: readonly DeploymentFacts[], askedAt: number) =>
	plan.observeList({projectId, deployments, isComplete: true, askedAt});

/** A plan for projects whose lists were all read at the start. */
function planOf(
	ids: readonly string[],
	deployments: (id: string) => readonly DeploymentFacts[] = () => [],
): ReadingPlan {
	const plan = createReadingPlan();
	showPage(plan, new Map(ids.map(id => [id, start - minute])), start);
	for (const id of ids) showList(plan, id, deployments(id), start);
	return plan;
}

/** Returns the first reads of a plan, one per second, none of which gets a response. */
function reads(
	plan: ReadingPlan,
	count: number,
	{from = start + 20 * second, views = nothing} = {},
): readonly string[] {
	return Array.from({length: count}, (_, index) => {
		const now = from + index * second;
		const read = plan.nextRead(now, views);
		if (read) plan.started(read, now, views);
		return keyOf(read);
	});
}

describe('the next read', () => {
	test('does not exist while no project is known', () => {
		expect(createReadingPlan().nextRead(start, nothing)).toBe(undefined);
	});

	test('is never one that is in flight', () => {
		const plan = planOf(['a', 'b'], id => [running(`d${id}`, minute, start)]);
		expect(new Set(reads(plan, 4))).toEqual(new Set(['list a', 'list b', 'page ', 'nothing']));
	});

	test('does not exist while everything was read within the last second', () => {
		expect(planOf(['a', 'b']).nextRead(start + second - 1, nothing)).toBe(undefined);
		expect(planOf(['a', 'b']).nextRead(start + second, nothing)).not.toBe(undefined);
	});

	test('prefers open projects, then watched ones, visible ones and the rest', () => {
		const plan = planOf(['rest', 'visible', 'watched', 'live'], id => [running(`d${id}`, minute, start)]);
		const views = {live: new Set(['live']), watched: new Set(['watched']), visible: new Set(['visible'])};
		const lists = reads(plan, 5, {views}).filter(read => read.startsWith('list'));
		expect(lists).toEqual(['list live', 'list watched', 'list visible', 'list rest']);
	});

	test('includes a watched project that is on no page', () => {
		const plan = planOf(['a'], () => [concluded('d', start - minute)]);
		expect(reads(plan, 1, {views: {...nothing, watched: new Set(['elsewhere'])}})).toEqual(['list elsewhere']);
	});

	test('follows hints, the newest first', () => {
		const ids = Array.from({length: 50}, (_, index) => `p${index}`);
		const plan = planOf(ids);
		const updates = new Map(ids.map(id => [id, start - minute]));
		showPage(plan, updates.set('p7', start + 5 * second).set('p9', start + 15 * second), start + 20 * second);
		expect(reads(plan, 2, {from: start + 21 * second})).toEqual(['list p9', 'list p7']);
	});

	test('is a single deployment only if the list of its project lacks it', () => {
		const planWithoutListed = () => {
			const plan = planOf(['a'], () => [running('d', minute, start)]);
			showList(plan, 'a', [], start + second);
			return plan;
		};
		expect(reads(planWithoutListed(), 1)).toEqual(['deployment a d']);
		const forgetful = planWithoutListed();
		forgetful.forgetDeployment('a', 'd');
		expect(reads(forgetful, 3)).not.toContain('deployment a d');
	});

	test('is a single deployment if the list fails, and neither if both fail', () => {
		const plan = planOf(['a'], () => [running('d', minute, start)]);
		plan.observeFailure({kind: 'list', projectId: 'a'}, start + 10 * minute);
		expect(reads(plan, 1)).toEqual(['deployment a d']);
		plan.observeFailure({kind: 'deployment', projectId: 'a', deploymentId: 'd'}, start + 10 * minute);
		expect(reads(plan, 2)).toEqual(['page ', 'nothing']);
		expect(new Set(reads(plan, 2, {from: start + 10 * minute}))).toContain('list a');
	});

	test('is chosen quickly even if nearly all lists fail', () => {
		const ids = Array.from({length: 20_000}, (_, index) => `p${index}`);
		const plan = createReadingPlan();
		showPage(plan, new Map(ids.map(id => [id, start - minute])), start);
		const tried = new Set<string>();
		for (let now = start; tried.size < 5000; now += second) {
			const read = plan.nextRead(now, nothing);
			if (read?.kind === 'list') tried.add(read.projectId);
			if (read) plan.observeFailure(read, now + 24 * 60 * minute);
		}

		expect(tried.size).toBe(5000);
	});

	test('is never for a forgotten project or page', () => {
		const plan = planOf(['a', 'b'], id => (id === 'b' ? [running(`d${id}`, minute, start)] : []));
		plan.forgetProject('a');
		plan.keepPages(new Set());
		expect(reads(plan, 2)).toEqual(['list b', 'nothing']);
	});

	test('is for a forgotten project as long as a deployment there is in progress', () => {
		const plan = planOf(['a'], id => [running(`d${id}`, minute, start)]);
		plan.forgetProject('a');
		plan.keepPages(new Set());
		expect(reads(plan, 1)).toEqual(['list a']);
	});
});

test('a deployment that never ends is read less often than a recent one', () => {
	const ids = ['stuck', ...Array.from({length: 20}, (_, index) => `p${index}`)];
	/** One new deployment per minute, which lasts a minute. */
	const deployments = (id: string, now: number): readonly DeploymentFacts[] => {
		if (id === 'stuck') return [running('d', now - start, now)];
		const begunAt = now - (now % minute);
		return [running(`d${begunAt}`, now - begunAt, now), concluded(`d${begunAt - minute}`, begunAt - minute)];
	};
	const plan = planOf(ids, id => deployments(id, start));
	const views = {...nothing, visible: new Set(ids)};
	let [stuck, others] = [0, 0];
	for (let now = start + second; now < start + 3 * 60 * minute; now += second) {
		const read = plan.nextRead(now, views);
		if (read?.kind === 'page') showPage(plan, new Map(ids.map(id => [id, id === 'stuck' ? start : now])), now);
		if (read?.kind === 'deployment') plan.forgetDeployment(read.projectId, read.deploymentId);
		if (read?.kind !== 'list') continue;
		showList(plan, read.projectId, deployments(read.projectId, now), now);
		if (read.projectId === 'stuck') stuck++;
		else others++;
	}

	expect(stuck).toBeGreaterThan(0);
	expect(stuck).toBeLessThan(others / 20 / 3);
});

test('a hint from before a sleep is followed afterwards', () => {
	const ids = Array.from({length: 500}, (_, index) => `p${index}`);
	const plan = planOf(ids);
	const updates = new Map(ids.map(id => [id, start - minute]));
	const views = {...nothing, live: new Set(['p0'])};
	showPage(plan, updates.set('p7', start + second), start + 2 * second);
	let followedAt: number | undefined;
	// The process sleeps for an hour.
	for (let now = start + 60 * minute; now < start + 90 * minute && followedAt === undefined; now += second) {
		const read = plan.nextRead(now, views);
		if (read?.kind === 'page') showPage(plan, updates, now);
		else if (read) {
			if (read.projectId === 'p7') followedAt = now;
			showList(plan, read.projectId, read.projectId === 'p0' ? [running('d', 0, now)] : [], now);
		}
	}

	expect(followedAt).not.toBe(undefined);
});

test('a response to an earlier request than the latest known one changes nothing', () => {
	const plan = planOf(['a'], () => [running('d', minute, start)]);
	showList(plan, 'a', [concluded('d', start - minute)], start + 10 * second);
	showList(plan, 'a', [running('d', minute, start)], start + 5 * second);
	plan.observeDeployment({projectId: 'a', deployment: concluded('d', start), askedAt: start + 11 * second});
	showList(plan, 'a', [], start + 12 * second);
	expect(reads(plan, 3)).not.toContain('deployment a d');
});

test('every project is read eventually, whatever happens in other projects and whatever hints say', () => {
	const world = fc.record({
		busy: fc.integer({min: 0, max: 10}),
		isHinting: fc.boolean(),
		isWatched: fc.boolean(),
		seed: fc.nat(1000),
	});
	fc.assert(
		fc.property(world, ({busy, isHinting, isWatched, seed}) => {
			const plan = createReadingPlan();
			const ids = Array.from({length: 60}, (_, index) => `p${index}`);
			const read = new Set<string>();
			const views = {...nothing, watched: new Set(isWatched ? ids.slice(0, 5) : [])};
			const page = (now: number) =>
				showPage(plan, new Map(ids.map((id, index) => [id, isHinting && index < busy ? now : start])), now);
			page(start);
			for (let now = start + second; now < start + 3 * 60 * minute; now += second) {
				const next = plan.nextRead(now, views);
				if (!next) continue;
				plan.started(next, now, views);
				if (next.kind === 'page') page(now);
				else {
					const index = ids.indexOf(next.projectId);
					read.add(next.projectId);
					const createdAt = now - ((now + seed * second) % (2 * minute));
					showList(
						plan,
						next.projectId,
						index < busy ? [{...running('', 0, createdAt), id: `d${createdAt}`}] : [],
						now,
					);
				}
			}

			expect(read.size).toBe(60);
		}),
		{numRuns: 20},
	);
});
