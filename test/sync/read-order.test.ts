import {describe, expect, test} from 'vitest';
import {type Read, readKey} from '../../src/model/read-request.ts';
import type {Interest} from '../../src/state/interests.ts';
import {createReadOrder, type ListAnswer, type PageAnswer} from '../../src/sync/read-order.ts';

const minute = 60_000;
const now = 100 * minute;

const list = (projectId: string): Read => ({kind: 'deployments', projectId});

/** The list of a project that was read so many of its maximum ages ago. */
const due = (projectId: string, ages: number): Interest => ({
	read: list(projectId),
	rank: 'followed',
	requestedAt: now - ages * 10_000,
	maxAgeMs: 10_000,
});

type Order = ReturnType<typeof createReadOrder>;

const readPage = (order: Order, requestedAt: number, projects: PageAnswer['answer']['projects'], cursor?: string) =>
	order.observePage({request: {cursor}, answer: {projects}, requestedAt}, 0);

const readList = (
	order: Order,
	requestedAt: number,
	projectId: string,
	deployments: ListAnswer['answer']['deployments'] = [],
) => order.observeList({request: {projectId}, answer: {deployments}, requestedAt}, 0);

/** Returns what is read next, so many times. Nothing is answered. */
const next = (order: Order, count: number, interests: readonly Interest[] = [], maySearch = true, at = now) =>
	Array.from({length: count}, () => {
		const {read} = order.next(at, interests, maySearch, () => true) ?? {};
		return read && readKey(read).replace('deployments ', '');
	});

const project = (id: string, latestUploadVersion = 1, updatedAt?: number) => ({id, latestUploadVersion, updatedAt});

/** An order that has read a page of projects and the list of each of them, `agoMs` ago. */
function orderWith(ids: readonly string[], agoMs: number): Order {
	const order = createReadOrder();
	const listed = ids.map(id => project(id));
	readPage(order, now - agoMs, listed);
	for (const id of ids) readList(order, now - agoMs, id);
	return order;
}

test('what is due gives every fourth turn to the search for deployments, if that may be', () => {
	const interests = [due('a', 5)];
	expect(next(orderWith(['x'], minute), 8, interests)).toEqual(['a', 'a', 'a', 'x', 'a', 'a', 'a', 'projects']);
	expect(next(orderWith(['x'], minute), 4, interests, false)).toEqual(['a', 'a', 'a', 'a']);
});

describe('the search', () => {
	test('follows hints first, the newest before the others', () => {
		const order = orderWith(['a', 'b', 'c'], 5 * minute);
		const moved = [project('a', 2, now - 9000), project('b', 1), project('c', 2, now - 5000)];
		readPage(order, now - 1000, moved);
		expect(next(order, 1)).toEqual(['c']);
		readList(order, now - 1000, 'c');
		expect(next(order, 1)).toEqual(['a']);
	});

	test('takes no hint from what was read since it moved', () => {
		const order = orderWith(['a', 'b'], 5 * minute);
		readList(order, now - 8000, 'a');
		readPage(order, now - 1000, [project('a', 2, now - 9000), project('b')]);
		expect(next(order, 1)).toEqual(['b']);
	});

	test('reads projects that were never read before those that were, and the busiest of these first', () => {
		const order = orderWith(['quiet', 'busy'], 5 * minute);
		const hourly = [1, 2, 3].map(hours => ({createdAt: now - hours * 60 * minute}));
		readList(order, now - 4 * minute, 'busy', hourly);
		expect(next(order, 1)).toEqual(['busy']);
		readPage(order, now - 1000, [project('new')], '2');
		expect(next(order, 2)).toEqual(['projects', 'new']);
		order.forgetProject('new');
		order.keepPages(new Set());
		expect(next(order, 2)).toEqual(['busy', 'busy']);
	});

	test('reads pages in most turns once they showed what was found, and in few once they did not', () => {
		const shareOfPages = (isTold: boolean) => {
			const order = orderWith(['a', 'b'], 200 * minute);
			for (let round = 0; round < 60; round++) {
				const at = now - (120 - round) * minute;
				readList(order, at + 1000, 'a', [{createdAt: at}]);
				readPage(order, at + 2000, [project('a', isTold ? round + 2 : 1), project('b')]);
			}

			const reads = next(order, 40);
			return reads.filter(read => read === 'projects').length / reads.length;
		};
		expect(shareOfPages(true)).toBeGreaterThan(0.9);
		expect(shareOfPages(false)).toBeLessThan(0.1);
	});
});
