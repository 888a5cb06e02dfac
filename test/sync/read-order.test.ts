import {describe, expect, test} from 'vitest';
import {type Read, readKey} from '../../src/model/read-request.ts';
import {createReadOrder} from '../../src/sync/read-order.ts';
import {followedReads, type RunningRead, type Want} from '../../src/sync/wants.ts';

const minute = 60_000;
const now = 100 * minute;

const list = (projectId: string): Read => ({kind: 'deployments', projectId});

/** Wants the list of a project that was read so many of its maximum ages ago. */
const want = (projectId: string, ages: number, isClose = false): Want => ({
	read: list(projectId),
	reason: 'followed',
	requestedAt: now - ages * 10_000,
	maxAgeMs: 10_000,
	isAsked: false,
	isClose,
});

type Order = ReturnType<typeof createReadOrder>;

const canRead = () => true;

/** Returns what is read next, so many times. Nothing is answered. */
const next = (order: Order, count: number, wants: readonly Want[] = [], isWide = true, at = now) =>
	Array.from({length: count}, () => {
		const read = order.next({now: at, wants, isWide, canRead});
		return read && readKey(read).replace('deployments ', '');
	});

const project = (id: string, latestUploadVersion = 1, updatedAt?: number) => ({id, latestUploadVersion, updatedAt});

/** An order that has read a page of projects and the list of each of them, `agoMs` ago. */
function orderWith(ids: readonly string[], agoMs: number): Order {
	const order = createReadOrder();
	const times = {requestedAt: now - agoMs, skewMs: 0};
	order.observePage({cursor: undefined, projects: ids.map(id => project(id)), ...times});
	for (const projectId of ids) order.observeList({projectId, deployments: [], ...times});
	return order;
}

describe('what is known', () => {
	test.each<[string, Want[], isWide: boolean, string | undefined]>([
		['what exceeds its age the most goes first', [want('a', 1.5), want('b', 3), want('c', 2)], true, 'b'],
		['what was never read goes before that', [want('a', 9), {...want('b', 0), requestedAt: undefined}], true, 'b'],
		['what is not as old as it may become waits', [want('a', 1)], false, undefined],
		['what is looked at is read early if there is nothing else', [want('a', 0.9), want('b', 0.21, true)], false, 'b'],
		['but not at once', [want('a', 0.2, true)], false, undefined],
	])('%s', (_rule, wants, isWide, expected) => {
		expect(next(createReadOrder(), 1, wants, isWide)).toEqual([expected]);
	});

	test('gives every third turn to the search for deployments, if that may be', () => {
		const wants = [want('a', 5)];
		expect(next(orderWith(['x'], minute), 6, wants)).toEqual(['a', 'a', 'x', 'a', 'a', 'projects']);
		expect(next(orderWith(['x'], minute), 4, wants, false)).toEqual(['a', 'a', 'a', 'a']);
	});

	test('is passed over while it cannot be read', () => {
		const order = createReadOrder();
		const wants = [want('a', 5), want('b', 2)];
		const read = order.next({now, wants, isWide: true, canRead: each => readKey(each) !== 'deployments a'});
		expect(read).toEqual(list('b'));
	});

	const views = {open: new Set(['open']), watched: new Set(['watched']), visible: new Set(['visible', 'open'])};
	const running = (projectId: string, beganAt = now): RunningRead => ({
		projectId,
		read: list(projectId),
		beganAt,
		requestedAt: now,
	});

	test.each([
		['open', 15_000, 4000],
		['watched', 60_000, 6000],
		['visible', 300_000, 15_000],
		['elsewhere', undefined, 30_000],
	])('may become as old as its place allows (%s)', (projectId, quietMs, runningMs) => {
		const wants = followedReads(views, [running(projectId)], () => now, now);
		const own = wants.filter(({read}) => readKey(read) === readKey(list(projectId)));
		expect(own.map(({maxAgeMs}) => maxAgeMs)).toEqual([...(quietMs === undefined ? [] : [quietMs]), runningMs]);
		expect(own.every(({isClose}) => isClose === (projectId === 'open' || projectId === 'watched'))).toBe(true);
	});

	test.each([
		[2, 30_000],
		[8, 60_000],
		[18, 90_000],
	])('is read less often the longer it takes (%i minutes)', (minutes, maxAgeMs) => {
		const [last] = followedReads(views, [running('elsewhere', now - minutes * minute)], () => now, now).slice(-1);
		expect(last?.maxAgeMs).toBe(maxAgeMs);
	});
});

describe('the search', () => {
	const times = {requestedAt: now - 1000, skewMs: 0};

	test('follows hints first, the newest before the others', () => {
		const order = orderWith(['a', 'b', 'c'], 5 * minute);
		const moved = [project('a', 2, now - 9000), project('b', 1), project('c', 2, now - 5000)];
		order.observePage({cursor: undefined, projects: moved, ...times});
		expect(next(order, 1)).toEqual(['c']);
		order.observeList({projectId: 'c', deployments: [], ...times});
		expect(next(order, 1)).toEqual(['a']);
	});

	test('takes no hint from what was read since it moved', () => {
		const order = orderWith(['a', 'b'], 5 * minute);
		order.observeList({projectId: 'a', deployments: [], requestedAt: now - 8000, skewMs: 0});
		order.observePage({cursor: undefined, projects: [project('a', 2, now - 9000), project('b')], ...times});
		expect(next(order, 1)).toEqual(['b']);
	});

	test('reads projects that were never read before those that were, and the busiest of these first', () => {
		const order = orderWith(['quiet', 'busy'], 5 * minute);
		const hourly = [1, 2, 3].map(hours => ({createdAt: now - hours * 60 * minute, concludedAt: undefined}));
		order.observeList({projectId: 'busy', deployments: hourly, requestedAt: now - 4 * minute, skewMs: 0});
		expect(next(order, 1)).toEqual(['busy']);
		order.observePage({cursor: '2', projects: [project('new')], ...times});
		expect(next(order, 2)).toEqual(['projects', 'new']);
		order.forgetProject('new');
		order.keepPages(new Set());
		expect(next(order, 2)).toEqual(['busy', 'busy']);
	});

	test('reads a list again after 0.9 seconds at the earliest, and a page after ten', () => {
		const order = orderWith(['a'], 0);
		expect(next(order, 2, [], true, now + 899)).toEqual([undefined, undefined]);
		expect(next(order, 2, [], true, now + 901)).toEqual(['a', 'a']);
		expect(next(order, 2, [], true, now + 10_000)).toContain('projects');
	});

	test('reads pages in most turns once they showed what was found, and in few once they did not', () => {
		const shareOfPages = (isTold: boolean) => {
			const order = orderWith(['a', 'b'], 200 * minute);
			for (let round = 0; round < 60; round++) {
				const at = now - (120 - round) * minute;
				const deployments = [{createdAt: at, concludedAt: undefined}];
				order.observeList({projectId: 'a', deployments, requestedAt: at + 1000, skewMs: 0});
				const version = isTold ? round + 2 : 1;
				order.observePage({
					cursor: undefined,
					projects: [project('a', version), project('b')],
					requestedAt: at + 2000,
					skewMs: 0,
				});
			}

			const reads = next(order, 40);
			return reads.filter(read => read === 'projects').length / reads.length;
		};
		expect(shareOfPages(true)).toBeGreaterThan(0.9);
		expect(shareOfPages(false)).toBeLessThan(0.1);
	});
});
