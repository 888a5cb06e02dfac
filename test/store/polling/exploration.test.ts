import {expect, test} from 'vitest';
import {observeList} from '../../../src/store/polling/reading-plan/deployment-answers.ts';
import {
	createExploration,
	missedHint,
	oldestPage,
	oldestRead,
	shareInTurn,
	unexplored,
} from '../../../src/store/polling/reading-plan/exploration.ts';
import {observePage} from '../../../src/store/polling/reading-plan/page-answers.ts';
import type {DeploymentFacts} from '../../../src/store/polling/reading-plan/project-reading.ts';
import {createReadingKnowledge, projectOf} from '../../../src/store/polling/reading-plan/reading-knowledge.ts';
import {durationsOf} from '../../../src/store/polling/reading-plan/team-learning.ts';

const now = Date.UTC(2026, 5, 1, 12);
const second = 1000;
const hour = 3_600_000;

const over = (id: string, createdAt: number, seconds: number): DeploymentFacts => ({
	id,
	status: 'completed',
	createdAt,
	concludedAt: createdAt + seconds * second,
	isConcluded: true,
});

const readLists = (
	lists: ReadonlyArray<readonly [id: string, deployments: readonly DeploymentFacts[], at: number]>,
) => {
	const knowledge = createReadingKnowledge();
	for (const [projectId, deployments, askedAt] of lists) {
		observeList(knowledge, {projectId, deployments, isComplete: false, askedAt}, false);
	}

	return knowledge;
};

const often = (name: string, everyMs: number) =>
	Array.from({length: 10}, (_, index) => over(`${name}${index}`, now - hour - index * everyMs, 60));

test('a project that was never read is explored first', () => {
	const knowledge = readLists([['read', often('r', hour), now - hour]]);
	projectOf(knowledge, 'unread');
	expect(unexplored(knowledge, now)?.id).toBe('unread');
});

test('of projects that were read, the one with the most unseen deployments to be expected is explored', () => {
	const sameTime = readLists([
		['seldom', often('s', 8 * hour), now - hour],
		['often', often('o', hour), now - hour],
	]);
	expect(unexplored(sameTime, now)?.id).toBe('often');
	const longAgo = readLists([
		['seldom', often('s', 8 * hour), now - 100 * hour],
		['often', often('o', hour), now - second],
	]);
	expect(unexplored(longAgo, now)?.id).toBe('seldom');
});

test('a hint that nobody followed within six deployments is given up, and followed by a read that explores', () => {
	const knowledge = createReadingKnowledge();
	const page = (version: number, askedAt: number) =>
		observePage(knowledge, {
			cursor: undefined,
			projects: [{id: 'a', createdAt: undefined, updatedAt: undefined, latestUploadVersion: version}],
			askedAt,
		});
	page(1, now - 10 * second);
	page(2, now);
	expect(missedHint(knowledge, now + 60 * second)).toBeUndefined();
	expect(knowledge.active.size).toBe(1);
	expect(missedHint(knowledge, now + 400 * second)?.id).toBe('a');
	expect(knowledge.active.size).toBe(0);
});

test.each([
	[5, 1 / 3],
	[20, 1 / 3],
	[40, 1 / 6],
	[200, 1 / 30],
	[201, 0],
])('with %i projects, a share of %f of the reads goes to all of them in turn', (count, share) => {
	expect(shareInTurn(count)).toBeCloseTo(share);
});

test('reading in turn goes to the project whose list was read longest ago', () => {
	const knowledge = readLists([
		['a', often('a', hour), now - 3 * second],
		['b', [], now - 5 * second],
		['c', often('c', hour), now - 4 * second],
	]);
	expect(oldestRead(knowledge, now)?.id).toBe('b');
	projectOf(knowledge, 'unread');
	expect(oldestRead(knowledge, now)?.id).toBe('unread');
});

test('one read in eight explores before anything is known, and what it read says how often others deploy', () => {
	const knowledge = createReadingKnowledge();
	// So many that they are not read in turn.
	for (let index = 0; index < 200; index++) projectOf(knowledge, `p${index}`);
	projectOf(knowledge, 'a');
	const exploration = createExploration(knowledge);
	const reads = Array.from({length: 80}, () => exploration.next(now)).filter(read => read !== undefined);
	expect(reads.length).toBeGreaterThanOrEqual(10);
	expect(reads.length).toBeLessThanOrEqual(12);
	const ids = [...knowledge.projects.keys()];
	expect(ids.filter(exploration.takeSample)).toHaveLength(1);
	expect(ids.filter(exploration.takeSample)).toEqual([]);
});

test('durations are of deployments with both dates; one that took very long counts as no longer than that', () => {
	const unfinished = {...over('u', now, 0), concludedAt: undefined, isConcluded: false};
	const backwards = over('b', now, -5);
	const all = [over('a', now - hour, 60), over('c', now - 5 * hour, 9000), unfinished, backwards];
	expect(durationsOf(all, {since: Number.NEGATIVE_INFINITY, maxSeconds: 360}).all).toEqual({count: 2, sum: 420});
	expect(durationsOf(all, {since: now - 1.5 * hour, maxSeconds: 360}).added).toEqual({count: 1, sum: 60});
});

const page = (cursor: string, id: string, askedAt: number) => ({
	cursor,
	projects: [{id, createdAt: undefined, updatedAt: undefined, latestUploadVersion: 1}],
	askedAt,
});

test('of all pages, the one that was read longest ago is read again, unless it is being read', () => {
	const knowledge = createReadingKnowledge();
	for (const [at, cursor] of ['a', 'b', 'c'].entries())
		observePage(knowledge, page(cursor, `p${cursor}`, now - hour + at * second));
	expect(oldestPage(knowledge, now)?.cursor).toBe('a');
	const oldest = knowledge.pages.get('a');
	if (oldest) oldest.blockedUntil = Number.POSITIVE_INFINITY;
	expect(oldestPage(knowledge, now)?.cursor).toBe('b');
	expect(oldestPage(knowledge, now - hour)).toBeUndefined();
});

test.each([
	['a deployment that may never end makes pages be read in turn', 10 * hour, 1],
	['while every deployment ends in time, no page is read in turn', 10 * second, 0],
])('%s', (_name, ageMs, count) => {
	const running = {id: 'd', status: 'building', createdAt: now - ageMs, concludedAt: undefined, isConcluded: false};
	const knowledge = readLists([['p', [running], now - second]]);
	observePage(knowledge, page('a', 'p', now - hour));
	const exploration = createExploration(knowledge);
	const reads = Array.from({length: 20}, () => exploration.next(now));
	expect(reads.filter(read => read?.kind === 'page').length).toBe(count);
});
