import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ProjectPage} from '../../../src/api/types.ts';
import {
	countOf,
	createProjectList,
	indexOfProject,
	type ProjectList,
	projectAt,
} from '../../../src/store/model/projects/project-list.ts';
import {pageArrived, projectGone} from '../../../src/store/model/projects/project-pages.ts';
import {project} from '../../kit/fixtures/project-pages.ts';

const page = (ids: readonly string[], nextCursor?: string): ProjectPage => ({
	projects: ids.map(project),
	nextCursor,
	requestId: undefined,
	unreadable: 0,
});

const idsOf = (list: ProjectList): ReadonlyArray<string | undefined> =>
	Array.from({length: countOf(list)}, (_, index) => projectAt(list, index)?.id);

const listed = (...pages: ReadonlyArray<readonly [cursor: string | undefined, page: ProjectPage]>): ProjectList =>
	pages.reduce(
		(list, [cursor, arrived], index) => pageArrived(list, arrived, {cursor, readAt: index + 1}),
		createProjectList(),
	);

test('pages are concatenated, and a missing cursor ends the list', () => {
	const list = listed([undefined, page(['a', 'b'], '1')], ['1', page(['c'])]);
	expect(idsOf(list)).toEqual(['a', 'b', 'c']);
	expect(list.end).toBe('reached');
});

test('a row that repeats from the previous page is listed once', () => {
	expect(idsOf(listed([undefined, page(['a', 'b'], '1')], ['1', page(['b', 'c'])]))).toEqual(['a', 'b', 'c']);
});

test('a repeated cursor ends the list with that reason', () => {
	expect(listed([undefined, page(['a'], '1')], ['1', page(['b'], '2')], ['2', page(['c'], '1')]).end).toBe('repeated');
});

test('a cursor cycle of any length is detected', () => {
	fc.assert(
		fc.property(fc.integer({min: 1, max: 120}), fc.nat(119), (length, back) => {
			const target = Math.min(back, length - 1);
			const pages = Array.from({length}, (_, at) => {
				const next = at + 1 < length ? at + 1 : target === 0 ? 1 : target;
				return [at === 0 ? undefined : `${at}`, page([`row ${at}`], `${next}`)] as const;
			});
			const list = listed(...pages);
			expect(list.end).toBe(length === 1 ? 'open' : 'repeated');
			expect(countOf(list)).toBe(length);
		}),
	);
});

test('one empty page does not end the list, but five consecutive ones do', () => {
	const cursors = ['1', '2', '3', '4', '5'];
	const empty = cursors.map((cursor, index) => [cursor, page([], `${index + 2}`)] as const);
	expect(listed([undefined, page(['a'], '1')], ...empty.slice(0, 1)).end).toBe('open');
	expect(listed([undefined, page(['a'], '1')], ...empty).end).toBe('stalled');
});

test('a row pushed off its page by an insertion moves to the next page', () => {
	const before = listed([undefined, page(['a', 'b'], 'after b')], ['after b', page(['c', 'd'])]);
	const after = pageArrived(before, page(['new', 'a'], 'after a'), {cursor: undefined, readAt: 9});
	expect(idsOf(after)).toEqual(['new', 'a', 'b', 'c', 'd']);
	expect(after.pages[1]).toMatchObject({cursor: 'after a', isOutdated: true});
});

test('a row pushed off its page moves to the next page even if cursors are row offsets', () => {
	const before = listed([undefined, page(['a', 'b'], '2')], ['2', page(['c', 'd'])]);
	const after = pageArrived(before, page(['new', 'a'], '2'), {cursor: undefined, readAt: 9});
	expect(idsOf(after)).toEqual(['new', 'a', 'b', 'c', 'd']);
	expect(after.pages[1]).toMatchObject({cursor: '2', isOutdated: true});
});

test('a row missing from a page whose end did not move is removed', () => {
	const before = listed([undefined, page(['a', 'b', 'c'], 'after c')], ['after c', page(['d'])]);
	expect(idsOf(pageArrived(before, page(['a', 'c'], 'after c'), {cursor: undefined, readAt: 9}))).toEqual([
		'a',
		'c',
		'd',
	]);
});

test('a response for a cursor that is no longer in the list changes nothing', () => {
	const list = listed([undefined, page(['a'], '1')]);
	expect(pageArrived(list, page(['x']), {cursor: 'elsewhere', readAt: 9})).toBe(list);
});

test('a response requested before the page was last read changes nothing', () => {
	const list = pageArrived(createProjectList(), page(['a'], '1'), {cursor: undefined, readAt: 10});
	expect(pageArrived(list, page(['b'], '1'), {cursor: undefined, readAt: 9})).toBe(list);
});

/** A service with keyset pagination: a cursor is the id of the last row before the page. */
function respond(rows: readonly string[], cursor: string | undefined, limit: number): ProjectPage {
	const from = cursor === undefined ? 0 : rows.findIndex(id => id < cursor);
	const ids = from < 0 ? [] : rows.slice(from, from + limit);
	return page(ids, from >= 0 && from + limit < rows.length ? ids.at(-1) : undefined);
}

test('with rows created and deleted while reading, no id is listed twice and the final list matches the service', () => {
	const step = fc.oneof(
		fc.record({kind: fc.constant('read' as const), page: fc.nat(6)}),
		fc.record({kind: fc.constant('create' as const)}),
		fc.record({kind: fc.constant('delete' as const), at: fc.nat(40)}),
		fc.record({kind: fc.constant('vanish' as const), at: fc.nat(40)}),
	);
	fc.assert(
		fc.property(fc.array(step, {maxLength: 60}), fc.integer({min: 1, max: 5}), (steps, limit) => {
			// Newest first, so that a created row comes in at the top.
			let rows = Array.from({length: 20}, (_, index) => String(900 - index));
			let next = 901;
			let list: ProjectList = createProjectList();
			let time = 0;
			const versions: Array<readonly [ProjectList, ReadonlyArray<string | undefined>]> = [];
			const read = (cursor: string | undefined) => {
				list = pageArrived(list, respond(rows, cursor, limit), {cursor, readAt: ++time});
				const ids = idsOf(list);
				expect(new Set(ids).size).toBe(ids.length);
				versions.push([list, ids]);
			};

			for (const {kind, ...what} of steps) {
				if (kind === 'create') rows = [String(next++), ...rows];
				else if ('page' in what) {
					const known = list.pages[what.page];
					read(known ? known.cursor : list.pages.at(-1)?.nextCursor);
				} else if ('at' in what) {
					const deleted = rows[what.at % Math.max(1, rows.length)];
					rows = rows.filter(id => id !== deleted);
					if (kind === 'vanish' && deleted) list = projectGone(list, deleted);
				}
			}

			for (let index = 0; index < 200 && (index < list.pages.length || list.end === 'open'); index++) {
				read(index < list.pages.length ? list.pages[index]?.cursor : list.pages.at(-1)?.nextCursor);
			}

			expect(idsOf(list)).toEqual(rows);
			for (const [version, ids] of versions.slice(0, 3)) {
				expect(ids.map(id => indexOfProject(version, id ?? ''))).toEqual(ids.map((_, index) => index));
			}
		}),
		{numRuns: 500},
	);
});
