import {expect, test} from 'vitest';
import {deploymentsAt, pageAt, type Read, readKey} from '../../src/model/read-request.ts';
import type {Interest} from '../../src/state/interests.ts';
import {createReadOrder} from '../../src/sync/read-order.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

/** Searches twenty projects on two pages, of which all were read, with a read every ten seconds. */
function createSearch() {
	const order = createReadOrder();
	const ids = Array.from({length: 20}, (_, index) => `p${index}`);
	const begun = new Map<string, ReadonlyArray<{readonly createdAt: number}>>();
	const movedAt = new Map<string, number>();
	let now = 6000 * minute;
	const answer = (request: Read) => {
		now += second;
		if (request.kind === 'projects') {
			const isFirst = request.cursor === undefined;
			const projects = (isFirst ? ids.slice(0, 10) : ids.slice(10)).map(id => {
				const at = movedAt.get(id);
				// One page shows only times, the other only versions.
				return {id, updatedAt: isFirst ? at : undefined, latestUploadVersion: isFirst ? 1 : at};
			});
			order.observePage({request, answer: {projects}, requestedAt: now}, 0);
		} else if (request.kind === 'deployments') {
			const deployments = begun.get(request.projectId) ?? [];
			order.observeList({request, answer: {deployments}, requestedAt: now}, 0);
		}
	};
	const step = (due: readonly Interest[] = [], busy = '') => {
		now += 9 * second;
		const next = order.next(now, due, true, read => readKey(read) !== busy);
		if (next) answer(next.read);
		return next && `${next.rank} ${readKey(next.read)}`;
	};
	const steps = (count: number) => Array.from({length: count}, () => step() ?? 'nothing');
	const readPages = () => [undefined, 'next'].map(pageAt).map(answer);
	readPages();
	steps(60);
	return {
		answer,
		step,
		steps,
		readPages,
		now: () => now,
		move: (id: string) => movedAt.set(id, now),
		deploy: (id: string) => begun.set(id, [...(begun.get(id) ?? []), {createdAt: now}]),
	};
}

const countsOf = (starts: readonly string[], ...parts: readonly RegExp[]) =>
	parts.map(part => starts.filter(start => part.test(start)).length);

test('what has moved on its page is looked at next, the latest first, and once, unless its list was read since', () => {
	const {answer, move, readPages, step, steps} = createSearch();
	readPages();
	for (const id of ['p1', 'p15', 'p4', 'p3']) move(id);
	answer(deploymentsAt('p3'));
	move('p4');
	readPages();
	expect(step([], 'deployments p4')).toBe('search deployments p1');
	expect(steps(2)).toEqual(['search deployments p4', 'search deployments p15']);
	expect(countsOf(steps(5), /p(?:1|3|4|15)$/)).toEqual([0]);
});

test.each([
	['moves its project, mostly pages', true, [56, 2, 2, 0], [56, 4, 0, 0]],
	['moves nothing, mostly what deploys often, or has just deployed', false, [3, 29, 16, 1], [3, 52, 2, 0]],
])('if a deployment %s are searched', (_what, isHint, first, later) => {
	const {deploy, move, steps} = createSearch();
	const inTenMinutes = (id: string) => {
		deploy(id);
		if (isHint) move(id);
		return countsOf(steps(60), /projects/, /p0$/, /p9$/, /p5$/);
	};
	for (let round = 0; round < 40; round++) inTenMinutes('p0');
	expect([inTenMinutes('p9'), inTenMinutes('p0')]).toEqual([first, later]);
});

test('while something is due, every fourth read searches; the others take what exceeds its age the most', () => {
	const {now, step} = createSearch();
	const due = (id: string, requestedAt?: number) =>
		({read: deploymentsAt(id), rank: 'followed', requestedAt, maxAgeMs: minute}) as const;
	const old = [due('x', now() - 2 * minute), due('y', now() - 4 * minute), due('z')];
	const reads = Array.from({length: 5}, () => step(old));
	expect(reads.toSpliced(3, 1)).toEqual(Array(4).fill('followed deployments y'));
	expect(reads[3]).toMatch(/^search/);
	expect(step([due('x', now() - minute), due('z')])).toBe('followed deployments z');
});

test('a list is searched again after 900 ms, a page after ten seconds, and neither once it is gone', () => {
	const order = createReadOrder();
	const projects = [{id: 'p', updatedAt: undefined, latestUploadVersion: 1}];
	for (const cursor of [undefined, 'next'])
		order.observePage({request: {cursor}, answer: {projects}, requestedAt: 0}, 0);
	const deployments = [{createdAt: undefined}];
	order.observeList({request: {projectId: 'p'}, answer: {deployments}, requestedAt: 0}, 0);
	const found = (at: number) => {
		const reads = Array.from({length: 4}, () => order.next(at, [], true, () => true)?.read);
		return [...new Set(reads.map(read => read && readKey(read)))];
	};
	expect([899, 900, 9999].flatMap(found)).toEqual([undefined, 'deployments p', 'deployments p']);
	expect(found(10_000)).toEqual(['deployments p', 'projects']);
	order.keepPages(new Set(['next']));
	expect(found(20_000)).toEqual(['deployments p', 'projects next']);
	order.forgetProject('p');
	order.keepPages(new Set());
	expect(found(30_000)).toEqual([undefined]);
});
