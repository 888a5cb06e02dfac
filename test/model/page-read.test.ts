import {describe, expect, test} from 'vitest';
import type {ProjectPage} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	cursorRefused,
	idsGone,
	indexOfId,
	isWhole,
	newIds,
	type ProjectList,
	pageOfProject,
	pageRead,
	projectChanged,
	projectGone,
	reopened,
} from '../../src/model/project-list.ts';
import {listed, page, project, reread, shown} from '../kit/fixtures/project-pages.ts';

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

describe('the next page', () => {
	test.each<[what: string, pages: string, shown: readonly string[], cursors: string, end: string]>([
		['is the last one without a cursor', '- ab 1, 1 c', ['ab', 'c'], '- 1', 'whole'],
		['lists each row once', '- aba 1, 1 bcc', ['ab', 'c'], '- 1', 'whole'],
		['may repeat a cursor', '- a 1, 1 b 1', ['a', 'b'], '- 1 1', 'repeated cursor'],
		['is ignored if nothing leads to it', '- a 1, 7 b', ['a'], '- 1', 'open'],
		['is ignored before the first', '1 b', [], '', 'open'],
	])('%s', (_what, pages, rows, cursors, end) => {
		const list = listOf(pages);
		expect([shown(list), cursorsOf(list), endOf(list)]).toEqual([rows, cursors, end]);
	});
});

describe('a page that is read again', () => {
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
	])('%s', (_what, cursor, answer, rows, cursors) => {
		const list = reread(three(), cursor, answer);
		expect([rowsOf(list), cursorsOf(list)]).toEqual([rows, cursors]);
	});

	test('after new rows at the start, pages fit whether cursors are offsets or rows', () => {
		const list = reread(three(), undefined, page('xa', '1'));
		expect(reread(list, '1', page('bc', '2')).sweep).toBeUndefined();
		const moved = reread(three(), undefined, page('xa', 'after a'));
		expect(reread(moved, 'after a', page('bc', 'after c')).sweep).toBeUndefined();
		expect(reread(moved, '2', page('ef')).sweep).toBeUndefined();
	});

	test('is ignored if it was requested before the page was last read', () => {
		const list = reread(three(), '1', page('cd', '2'));
		expect(pageRead(list, page('xy', '2'), {cursor: '1', requestedAt: 98})).toBe(list);
		expect(pageRead(list, page('dc', '2'), {cursor: '1', requestedAt: 99}).sweep).toBeDefined();
	});

	test('may be the last if those after it are empty', () => {
		const list = listed([undefined, page('ab', '1')], ['1', page('', '2')], ['2', page('')]);
		expect(cursorsOf(reread(list, undefined, page('ab')))).toBe('-');
	});

	test('sets no record back that another page brought later', () => {
		const first = reread(three(), undefined, {
			...page('ab', '1'),
			projects: [project('a'), {...project('b'), name: serviceText('new')}],
		});
		const late = pageRead(first, page('bcd', '2'), {cursor: '1', requestedAt: 50});
		expect(late.rows[1]?.name?.exact).toBe('new');
	});
});

describe('a sweep', () => {
	const begun = () => reread(three(), undefined, page('ac', '1'));

	const open = () => listOf('- ab 1, 1 cd 2, 2 ef 9');

	test('shows the old rows until it is as long as they are', () => {
		const further = reread(reread(open(), undefined, page('ac', '1')), '1', page('db', '2'));
		expect([rowsOf(further), further.sweep && rowsOf(further.sweep)]).toEqual(['abcdef', 'acdb']);
		const done = reread(further, '2', page('efg', '3'));
		expect([rowsOf(done), cursorsOf(done)]).toEqual(['acdbefg', '- 1 2 3']);
	});

	test('of a list that was read to its end goes on to the end', () => {
		const long = reread(reread(begun(), '1', page('db', '2')), '2', page('ef', '3'));
		expect([rowsOf(long), endOf(long)]).toEqual(['abcdef', 'open']);
		const done = reread(long, '3', page('g'));
		expect([rowsOf(done), endOf(done), done.sweep]).toEqual(['acdbefg', 'whole', undefined]);
	});

	test('neither begins nor ends with unreadable records, among which the missing ones may be', () => {
		const unreadable = (ids: string, next?: string) => ({...page(ids, next), unreadable: 1});
		const gap = reread(three(), '1', unreadable('c', '2'));
		expect([rowsOf(gap), gap.sweep]).toEqual(['abcdef', undefined]);
		const ended = reread(reread(begun(), '1', unreadable('d', '2')), '2', page('ef'));
		expect([rowsOf(ended), ended.sweep]).toEqual(['abcdef', undefined]);
	});

	test('is not started again by what its answers show', () => {
		const further = reread(reread(open(), undefined, page('ac', '1')), '1', page('xy', '2'));
		expect(further.sweep && rowsOf(further.sweep)).toBe('acxy');
		expect(rowsOf(reread(further, '2', page('zz', '3')))).toBe('abcdef');
		expect(rowsOf(reread(further, '2', page('zuv', '3')))).toBe('acxyzuv');
	});

	test('takes in new rows at the start meanwhile, like the rows that it replaces', () => {
		const moved = pageRead(three(), page('dc', '2'), {cursor: '1', requestedAt: 50});
		const first = pageRead(moved, page('ab', '1'), {cursor: undefined, requestedAt: 51});
		const next = pageRead(first, page('xa', '1'), {cursor: undefined, requestedAt: 52});
		expect([rowsOf(next), next.sweep && rowsOf(next.sweep)]).toEqual(['xabcdef', 'xab']);
	});

	test('takes no answer that was requested before it began', () => {
		const moved = reread(three(), '1', page('dc', '2'));
		expect(pageRead(moved, page('ab', '1'), {cursor: undefined, requestedAt: 98}).sweep?.pages).toEqual([]);
	});
});

describe('a refused cursor', () => {
	test('starts a sweep, and only a longer list starts another', () => {
		const refused = cursorRefused(listOf('- ab 1'), '1', 9);
		expect(refused).toMatchObject({restarted: {count: 2}, sweep: {isRefused: true, pages: []}});
		const renewed = reread(refused, undefined, page('ab', 'n'));
		expect([renewed.sweep, endOf(renewed)]).toEqual([undefined, 'open']);
		expect(cursorRefused(renewed, 'n', 100)).toMatchObject({stopped: 'refused cursor', sweep: undefined});
		const longer = reread(renewed, 'n', page('c', 'm'));
		expect(cursorRefused(longer, 'm', 101)).toMatchObject({
			stopped: undefined,
			restarted: {count: 3},
			sweep: {isRefused: true},
		});
	});

	test('twice within ten minutes ends the list, and later begins another sweep', () => {
		const renewed = reread(cursorRefused(listOf('- ab 1'), '1', 9), undefined, page('ab', 'n'));
		expect(cursorRefused(renewed, 'n', 600_008)).toMatchObject({stopped: 'refused cursor', sweep: undefined});
		expect(cursorRefused(renewed, 'n', 600_009)).toMatchObject({stopped: undefined, sweep: {isRefused: true}});
	});

	test('of a sweep begins another one, whose refused cursor ends the list, and one of an older read does neither', () => {
		const swept = reread(three(), undefined, page('ac', 'n'));
		expect(cursorRefused(swept, '2', 100)).toMatchObject({next: undefined, sweep: {isRefused: true, next: 'n'}});
		const again = cursorRefused(swept, 'n', 50);
		expect(again).toMatchObject({next: undefined, sweep: {isRefused: true, pages: []}});
		const ended = cursorRefused(reread(again, undefined, page('ac', 'm')), 'm', 101);
		expect([rowsOf(ended), ended.sweep, endOf(ended)]).toEqual(['abcdef', undefined, 'refused cursor']);
	});
});

describe('reading further pages', () => {
	type Kind = 'row' | 'empty' | 'unreadable';
	const endAfter = (kinds: readonly Kind[]) =>
		endOf(
			listed(
				...kinds.map((kind, at) => {
					const answer = {...page(kind === 'row' ? String.fromCharCode(97 + at) : '', `${at + 1}`)};
					return [at === 0 ? undefined : `${at}`, {...answer, unreadable: kind === 'unreadable' ? 3 : 0}] as const;
				}),
			),
		);
	const repeated = (count: number, kind: Kind): readonly Kind[] => Array.from({length: count}, () => kind);

	test.each<[name: string, kinds: readonly Kind[], end: string]>([
		['four pages without a row', repeated(4, 'empty'), 'open'],
		['five pages without a row', repeated(5, 'empty'), 'nothing new'],
		['five, if one of them has a row', ['empty', 'row', 'empty', 'empty', 'empty', 'empty'], 'open'],
		['five pages without a row after one with one', ['row', ...repeated(5, 'empty')], 'nothing new'],
		['five pages of unreadable records', repeated(5, 'unreadable'), 'nothing new'],
	])('after %s: %s', (_name, kinds, end) => {
		expect(endAfter(kinds)).toBe(end);
	});

	test('resumes when the user retries, unless the list is full or a cursor was repeated', () => {
		const list = three();
		for (const stopped of ['nothing new', 'refused cursor'] as const)
			expect(reopened({...list, stopped}).stopped).toBeUndefined();
		for (const stopped of [undefined, 'repeated cursor', 'full'] as const)
			expect(reopened({...list, stopped}).stopped).toBe(stopped);
	});

	test.each([
		[99_999, '1', 'open'],
		[100_000, '1', 'full'],
		[100_000, undefined, 'whole'],
	])('of a list of %i projects with the next cursor %s is %s', (count, next, end) => {
		const projects = Array.from({length: count}, (_, index) => project(`${index}`));
		expect(endOf(listed([undefined, {...page('', next), projects}]))).toBe(end);
	});
});

describe('a single project', () => {
	test('is updated in place, also in a sweep', () => {
		const swept = reread(three(), undefined, page('ac', '1'));
		const list = projectChanged(swept, {...project('c'), name: serviceText('C')});
		expect([list.rows[2]?.name?.exact, list.sweep?.rows[1]?.name?.exact]).toEqual(['C', 'C']);
		expect(projectChanged(list, project('x'))).toBe(list);
	});

	test('is removed, also from a sweep, and the pages still fit what the service lists', () => {
		const list = projectGone(three(), 'a');
		expect(shown(list)).toEqual(['b', 'cd', 'ef']);
		expect(reread(list, undefined, page('b', '1')).sweep).toBeUndefined();
		expect(reread(list, undefined, page('bc', 'after c')).sweep).toBeUndefined();
		expect(projectGone(list, 'x')).toBe(list);
		const swept = projectGone(reread(three(), undefined, page('ac', '1')), 'c');
		expect(swept.sweep && rowsOf(swept.sweep)).toBe('a');
	});
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

test('each row of a long list is found by its id after pages were added, in front and at the end, and rows removed', () => {
	const pageOf = (from: number, count: number, next?: string) => ({
		...page('', next),
		projects: Array.from({length: count}, (_, index) => project(`${from + index}`)),
	});
	const long = listed(
		...[undefined, '1', '2', '3', '4', '5'].map(
			(cursor, at) => [cursor, pageOf(1000 + at * 1500, 1500, `${at + 1}`)] as const,
		),
	);
	const inFront = reread(long, undefined, pageOf(900, 1600, '1'));
	const shorter = ['1000', '4999', '9999'].reduce(projectGone, inFront);
	for (const list of [long, inFront, shorter, reread(shorter, '6', pageOf(10_000, 100))])
		expect(list.rows.map(({id}) => indexOfId(list, id))).toEqual([...list.rows.keys()]);
	expect([shorter.rows.length, indexOfId(shorter, '4999'), indexOfId(long, '10000')]).toEqual([
		9097,
		undefined,
		undefined,
	]);
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
