import {expect, test} from 'vitest';
import type {ProjectPage} from '../../src/api/types.ts';
import {
	cursorRefused,
	idsGone,
	indexOfId,
	isWhole,
	newIds,
	type ProjectList,
	pageOfProject,
	projectGone,
} from '../../src/model/project-list.ts';
import {listed, page, reread, shown} from '../kit/fixtures/project-pages.ts';

const rowsOf = ({rows}: {readonly rows: ReadonlyArray<{readonly id: string}>}) => rows.map(({id}) => id).join('');

/** The list after these pages were read, each as its cursor, its rows and the cursor of the next one. */
const listOf = (pages: string) =>
	listed(
		...pages.split(', ').map(words => {
			const [cursor, ids = '', next] = words.split(' ');
			return [cursor === '-' ? undefined : cursor, page(ids, next)] as const;
		}),
	);

const three = () => listOf('- ab 1, 1 cd 2, 2 ef');

/** How far a list was read: to its end, or why it goes no further. */
const endOf = (list: ProjectList) => list.stopped ?? (isWhole(list) ? 'whole' : 'open');

/** The cursors of all pages and of the next one, for a sweep that is under way also its own next one. */
const cursorsOf = ({pages, next, sweep}: ProjectList) =>
	[...pages.map(({cursor}) => cursor ?? '-'), next, sweep && `sweep ${sweep.next}`].filter(Boolean).join(' ');

test.each<[what: string, pages: string, shown: readonly string[], cursors: string, end: string]>([
	['is the last one without a cursor', '- ab 1, 1 c', ['ab', 'c'], '- 1', 'whole'],
	['lists each row once', '- aba 1, 1 bcc', ['ab', 'c'], '- 1', 'whole'],
	['may repeat a cursor', '- a 1, 1 b 1', ['a', 'b'], '- 1 1', 'repeated cursor'],
	['is ignored if nothing leads to it', '- a 1, 7 b', ['a'], '- 1', 'open'],
	['is ignored before the first', '1 b', [], '', 'open'],
])('the next page %s', (_what, pages, rows, cursors, end) => {
	const list = listOf(pages);
	expect([shown(list), cursorsOf(list), endOf(list)]).toEqual([rows, cursors, end]);
});

test.each<[what: string, cursor: string | undefined, answer: ProjectPage, rows: string, cursors: string]>([
	['with the same rows keeps them', '1', page('cd', '2'), 'abcdef', '- 1 2'],
	['with another cursor passes that on', undefined, page('ab', 'x'), 'abcdef', '- x 2'],
	['takes in new rows at the start', undefined, page('xya', '1'), 'xyabcdef', '- 1 2'],
	['may begin with rows of the one before', '1', page('bc', '2'), 'abcdef', '- 1 2'],
	['may be longer', '1', page('cde', '2'), 'abcdef', '- 1 2'],
	['takes in new rows at the end', '2', page('efg', '3'), 'abcdefg', '- 1 2 3'],
	['starts a sweep if a row is gone', '1', page('de', '2'), 'abcdef', '- 1 2 sweep undefined'],
	['starts a sweep if it is shorter', '1', page('c', '2'), 'abcdef', '- 1 2 sweep undefined'],
	['starts a sweep if it is now the last', '1', page('cd'), 'abcdef', '- 1 2 sweep undefined'],
	['starts a sweep if it skips a page', undefined, page('ab', '2'), 'abcdef', '- 1 2 sweep 2'],
	['starts a sweep with itself if it is the first', undefined, page('ac', '1'), 'abcdef', '- 1 2 sweep 1'],
])('a page that is read again %s', (_what, cursor, answer, rows, cursors) => {
	const list = reread(three(), cursor, answer);
	expect([rowsOf(list), cursorsOf(list)]).toEqual([rows, cursors]);
});

test('a sweep neither begins nor ends with unreadable records, among which the missing ones may be', () => {
	const unreadable = (ids: string, next?: string) => ({...page(ids, next), unreadable: 1});
	const gap = reread(three(), '1', unreadable('c', '2'));
	expect([rowsOf(gap), gap.sweep]).toEqual(['abcdef', undefined]);
	const ended = reread(reread(reread(three(), undefined, page('ac', '1')), '1', unreadable('d', '2')), '2', page('ef'));
	expect([rowsOf(ended), ended.sweep]).toEqual(['abcdef', undefined]);
});

test('a cursor that is refused twice within ten minutes ends the list, and later begins another sweep', () => {
	const renewed = reread(cursorRefused(listOf('- ab 1'), '1', 9), undefined, page('ab', 'n'));
	expect(cursorRefused(renewed, 'n', 600_008)).toMatchObject({stopped: 'refused cursor', sweep: undefined});
	expect(cursorRefused(renewed, 'n', 600_009)).toMatchObject({stopped: undefined, sweep: {isRefused: true}});
});

test('a project is removed, also from a sweep, and the pages still fit what the service lists', () => {
	const list = projectGone(three(), 'a');
	expect(shown(list)).toEqual(['b', 'cd', 'ef']);
	expect(reread(list, undefined, page('b', '1')).sweep).toBeUndefined();
	expect(reread(list, undefined, page('bc', 'after c')).sweep).toBeUndefined();
	expect(projectGone(list, 'x')).toBe(list);
	const swept = projectGone(reread(three(), undefined, page('ac', '1')), 'c');
	expect(swept.sweep && rowsOf(swept.sweep)).toBe('a');
});

test('each version of a list finds its own rows, whatever came after it', () => {
	const before = listOf('- ab 1');
	const versions = [
		before,
		reread(before, '1', page('cd')),
		reread(before, '1', page('dc')),
		reread(before, undefined, page('xa', '1')),
		projectGone(before, 'a'),
	];
	for (const list of versions) {
		for (const id of 'abcdx') {
			const index = list.rows.findIndex(row => row.id === id);
			expect(indexOfId(list, id)).toBe(index < 0 ? undefined : index);
		}
	}

	expect(pageOfProject(versions[1] ?? before, 'c')?.cursor).toBe('1');
});

test('new are the rows that the service listed since, not those that were only read now', () => {
	const open = listOf('- abc 1');
	const whole = listOf('- abc');
	expect(newIds(listed(), open)).toEqual([]);
	expect(newIds(open, reread(open, '1', page('de', '2')))).toEqual([]);
	expect(newIds(open, reread(open, undefined, page('xyab', '1')))).toEqual(['x', 'y']);
	expect(newIds(open, reread(open, undefined, page('axby', '1')))).toEqual(['x']);
	expect(newIds(whole, reread(whole, undefined, page('abcx')))).toEqual(['x']);
	expect(newIds(whole, reread(whole, undefined, page('cba')))).toEqual([]);
	expect(idsGone(whole, reread(whole, undefined, page('ca')))).toEqual(['b']);
});
