import {expect, test} from 'vitest';
import {deploymentsAt, pageAt, type Read, readKey} from '../../src/model/read-request.ts';
import type {Interest} from '../../src/state/interests.ts';
import {createReadOrder} from '../../src/sync/read-order.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

/** The service's clock minus the local one. */
const skewMs = 300 * minute;
const ids = Array.from({length: 20}, (_, index) => `p${index}`);

/** Searches twenty projects on two pages, of which all were read, with a read every ten seconds. */
function createSearch() {
	const order = createReadOrder();
	const begun = new Map<string, ReadonlyArray<{readonly createdAt: number}>>();
	const movedAt = new Map<string, number>();
	let now = 6000 * minute;
	const answer = (read: Read) => {
		now += second;
		if (read.kind === 'projects') {
			const listed = read.cursor === undefined ? ids.slice(0, 10) : ids.slice(10);
			const projects = listed.map(id => ({id, updatedAt: movedAt.get(id), latestUploadVersion: 1}));
			order.observePage({request: read, answer: {projects}, requestedAt: now}, skewMs);
		} else if (read.kind === 'deployments') {
			const deployments = begun.get(read.projectId) ?? [];
			order.observeList({request: read, answer: {deployments}, requestedAt: now}, skewMs);
		}
	};
	const step = (due: readonly Interest[] = [], canRead = (_key: string): boolean => true) => {
		now += 9 * second;
		const {read, rank} = order.next(now, due, true, each => canRead(readKey(each))) ?? {};
		if (read) answer(read);
		return read ? `${rank} ${readKey(read)}` : 'nothing';
	};
	const steps = (count: number) => Array.from({length: count}, () => step());
	const readPages = () => [undefined, 'next'].map(pageAt).map(answer);
	readPages();
	steps(60);
	return {
		order,
		now: () => now,
		answer,
		step,
		steps,
		readPages,
		move: (id: string) => movedAt.set(id, now + skewMs),
		deploy: (id: string) => begun.set(id, [...(begun.get(id) ?? []), {createdAt: now + skewMs}]),
	};
}

const countOf = (starts: readonly string[], what: RegExp) => starts.filter(start => what.test(start)).length;

test('what has moved on its page is looked at next, the latest first, and once, unless its list was read since', () => {
	const {answer, move, readPages, step, steps} = createSearch();
	readPages();
	for (const id of ['p1', 'p15', 'p4', 'p3']) move(id);
	answer(deploymentsAt('p3'));
	move('p15');
	readPages();
	expect(step([], key => key !== 'deployments p15')).toBe('search deployments p1');
	expect(steps(2)).toEqual(['search deployments p15', 'search deployments p4']);
	expect(steps(5).join()).not.toMatch(/p(?:1|3|4|15)\b/);
});

test.each([
	['moves its project', true, 0.75, 0.95],
	['moves nothing', false, 0.04, 0.08],
])('if a deployment %s, pages are read as often as that tells', (_what, isHinted, min, max) => {
	const {deploy, move, steps} = createSearch();
	const starts = ids.concat(ids, ids, ids).flatMap(id => {
		deploy(id);
		if (isHinted) move(id);
		return steps(7);
	});
	const share = countOf(starts.slice(280), /projects/) / 280;
	expect(share).toBeGreaterThanOrEqual(min);
	expect(share).toBeLessThanOrEqual(max);
});

test('a project is searched the more often the more it deploys, most often within ten minutes, and never all the time', () => {
	const {deploy, steps} = createSearch();
	const starts = ids.concat(ids).flatMap(() => {
		deploy('p0');
		return steps(60);
	});
	expect(countOf(starts, /p0$/) / starts.length).toBeCloseTo(2 / 3, 1);
	deploy('p9');
	const counts = ['first', 'next'].map(() => {
		const tenMinutes = steps(60);
		return [/p0$/, /p9$/, /p5$/].map(what => countOf(tenMinutes, what));
	});
	expect(counts).toEqual([
		[29, 16, 1],
		[30, 6, 1],
	]);
});

test('while something is due, every fourth read searches; the others take what exceeds its age the most', () => {
	const {now, order, step, steps} = createSearch();
	const due = (id: string, ageMs: number | undefined, maxAgeMs: number): Interest => ({
		read: deploymentsAt(id),
		rank: 'followed',
		requestedAt: ageMs === undefined ? undefined : now() - ageMs,
		maxAgeMs,
	});
	const [old, older, unread] = [due('x', 2 * minute, minute), due('y', 6 * minute, 2 * minute), due('z', undefined, 0)];
	const [first, second, third, fourth, fifth] = Array.from({length: 5}, () => step([old, older, unread]));
	expect([first, second, third, fifth]).toEqual(Array(4).fill('followed deployments y'));
	expect(fourth).toMatch(/^search/);
	expect(step([due('x', minute, minute), unread])).toBe('followed deployments z');
	order.forgetProject('p3');
	order.keepPages(new Set(['next']));
	const starts = steps(200);
	expect([/p3$/, /projects$/].map(what => countOf(starts, what))).toEqual([0, 0]);
	expect(countOf(starts, /projects next/)).toBeGreaterThan(50);
});
