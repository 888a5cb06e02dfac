import {describe, expect, test} from 'vitest';
import {countOf, createProjectList, indexOfProject, projectAt} from '../../../src/store/model/projects/project-list.ts';
import {
	pageArrived,
	projectChanged,
	projectGone,
	triedAgain,
	withoutFarRows,
} from '../../../src/store/model/projects/project-pages.ts';
import {said} from '../../../src/text.ts';
import {again, alphabet, expectWhole, listed, page, project, shown} from '../../kit/services/project-pages.ts';

test('a page is what it was asked with, what comes behind it, and when', () => {
	const list = listed([undefined, page('ab', '1')], ['1', page('c', '2')]);
	expect(list.pages).toMatchObject([
		{cursor: undefined, nextCursor: '1', start: 0, length: 2, readAt: 1, isOutdated: false},
		{cursor: '1', nextCursor: '2', start: 2, length: 1, readAt: 2, isOutdated: false},
	]);
	expect(list).toMatchObject({kept: [0, 1], end: 'open'});
	expectWhole(list);
});

test('a row that is sent twice in a page is listed once, as it was sent last', () => {
	const twice = {...page('aba'), projects: [project('a'), project('b'), {...project('a'), name: said('new')}]};
	const list = pageArrived(createProjectList(), twice, {cursor: undefined, readAt: 1});
	expect(shown(list)).toEqual(['ab']);
	expect(list.pages[0]?.rows?.[0]?.name?.exact).toBe('new');
});

describe('an answer that fits nowhere changes nothing', () => {
	test('before the first page', () => {
		const list = createProjectList();
		expect(pageArrived(list, page('x'), {cursor: '1', readAt: 1})).toBe(list);
	});

	test('behind the last page', () => {
		const list = listed([undefined, page('a')]);
		expect(again(list, '1', page('x'))).toBe(list);
	});
});

test('an answer that was asked for in the same moment as the one before takes its place', () => {
	const list = listed([undefined, page('a', '1')]);
	expect(shown(pageArrived(list, page('ba', '1'), {cursor: undefined, readAt: 1}))).toEqual(['ba']);
});

describe('the chain goes on', () => {
	const empty = (count: number) =>
		Array.from({length: count}, (_, at) => [at === 0 ? undefined : `${at}`, page('', `${at + 1}`)] as const);

	test.each([
		[4, 'open'],
		[5, 'stalled'],
	])('after %d pages without a row it is %s', (count, end) => {
		expect(listed(...empty(count)).end).toBe(end);
	});

	test('while one of the last five pages has a row', () => {
		expect(listed(...empty(4), ['4', page('a', '5')], ['5', page('', '6')]).end).toBe('open');
	});

	test.each([
		[5, 'open'],
		[39, 'open'],
		[40, 'unreadable'],
	])('after %d pages of which no record can be read it is %s', (count, end) => {
		const pages = empty(count).map(([cursor, page]) => [cursor, {...page, unreadable: 3 as number}] as const);
		expect(listed(...pages).end).toBe(end);
		expect(listed(...pages.slice(1).with(0, [undefined, page('', '2')])).end).toBe('open');
	});

	test('when somebody tries again, unless there is nothing to try', () => {
		const list = listed(...empty(5));
		expect(triedAgain(list)).toEqual({...list, end: 'open'});
		expect(triedAgain({...list, end: 'refused'}).end).toBe('open');
		expect(triedAgain({...list, end: 'unreadable'}).end).toBe('open');
		for (const end of ['open', 'reached', 'repeated'] as const) {
			const other = {...list, end};
			expect(triedAgain(other)).toBe(other);
		}
	});
});

describe('pages far from the reader drop their rows', () => {
	const few = (near: number, capacity = 5) => withoutFarRows({...alphabet(10), capacity}, near);

	test.each([
		[0, ['a', 'b', 'c', '.', '.', '.', '.', '.', 'i', 'j']],
		[4, ['.', '.', '.', 'd', 'e', 'f', '.', '.', 'i', 'j']],
		[7, ['.', '.', '.', '.', '.', 'f', 'g', 'h', 'i', 'j']],
		[9, ['.', '.', '.', '.', '.', 'f', 'g', 'h', 'i', 'j']],
	])('who is at page %d keeps the nearest, and the two at the end', (near, pages) => {
		const list = few(near);
		expect(shown(list)).toEqual(pages);
		expect(countOf(list)).toBe(10);
		expectWhole(list);
	});

	test('and of two that are as far, the one before', () => {
		expect(shown(few(4, 6))).toEqual([...'..cdef..ij']);
	});

	test('but not where as many are kept as may be', () => {
		const list = {...alphabet(10), capacity: 10};
		expect(withoutFarRows(list, 0)).toBe(list);
		expect(shown(few(9, 9))).toEqual(['.', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
	});

	test('and a new one keeps its own, or those where the reader is', () => {
		const list = few(0);
		expect(shown(again(list, '10', page('k', '11')))).toEqual([...'.bc.....ijk']);
		expect(shown(again(list, '10', page('k', '11'), 0))).toEqual([...'abc......jk']);
	});

	test('and take them back in their place', () => {
		const list = again(few(0), '5', page('f', '6'));
		expect(list.kept).toContain(5);
		expect(list.kept).toHaveLength(5);
		expectWhole(list);
	});

	test('an answer for one of them pushes nothing on, because nobody knows what was there', () => {
		const list = again(few(9), '1', page('xy', '2'), 0);
		expect(shown(list).slice(0, 3)).toEqual(['.', 'xy', '.']);
		expect(list.pages[2]?.isOutdated).toBe(false);
		expectWhole(list);
	});
});

describe('a page that is read again', () => {
	const three = () => listed([undefined, page('ab', '1')], ['1', page('cd', '2')], ['2', page('ef')]);

	test('takes in rows from other pages, which then have fewer', () => {
		const list = again(three(), undefined, page('afb', '1'));
		expect(shown(list)).toEqual(['afb', 'cd', 'e']);
		expect(list.pages.map(({isOutdated}) => isOutdated)).toEqual([false, false, false]);
		expect(list.pages[0]?.readAt).toBe(99);
		expectWhole(list);
	});

	test('that is the last one ends the list, and what stood behind it is gone', () => {
		const list = again(three(), '1', page('c'));
		expect(shown(list)).toEqual(['ab', 'c']);
		expect(list).toMatchObject({kept: [0, 1], end: 'reached'});
		expectWhole(list);
	});

	test('whose next cursor is another hands that on to the next page', () => {
		const list = again(three(), undefined, page('ab', 'x'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ef']);
		expect(list.pages[1]).toMatchObject({cursor: 'x', isOutdated: true});
		expectWhole(list);
	});

	test('whose end moved hands on what was pushed past it, before what stood there', () => {
		const list = again(three(), undefined, page('na', '1'));
		expect(shown(list)).toEqual(['na', 'bcd', 'ef']);
		expect(list.pages.map(({isOutdated}) => isOutdated)).toEqual([false, true, false]);
		expectWhole(list);
	});

	test('whose end was deleted hands nothing on but a row that is no longer there', () => {
		const list = again(three(), undefined, page('ac', '1'));
		expect(shown(list)).toEqual(['ac', 'bd', 'ef']);
		expectWhole(list);
	});

	test('that brings nothing known hands all of it on', () => {
		expect(shown(again(three(), undefined, page('xy', '1')))).toEqual(['xy', 'abcd', 'ef']);
	});

	test('that was the last, and no longer is, makes a page for what was pushed past it', () => {
		const list = again(three(), '2', page('ne', '3'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ne', 'f']);
		expect(list.pages[3]).toMatchObject({cursor: '3', isOutdated: true, start: 6, length: 1});
		expectWhole(list);
	});

	test('that was the last, and is so no longer, makes no page for nothing', () => {
		const list = again(three(), '2', page('ef', '3'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ef']);
		expect(list.end).toBe('open');
		expectWhole(list);
	});

	test('before one whose rows are not at hand leaves it so, and says that it is out of date', () => {
		const list = withoutFarRows({...alphabet(6), capacity: 3}, 0);
		expect(shown(list)).toEqual(['a', '.', '.', '.', 'e', 'f']);
		const after = again({...list, capacity: 40}, undefined, page('n', '1'), 0);
		expect(shown(after)).toEqual(['n', '.', '.', '.', 'e', 'f']);
		expect(after.pages[1]?.isOutdated).toBe(true);
		expectWhole(after);
	});

	test('whose end did not move leaves the next one as it is', () => {
		const list = listed([undefined, page('abc', '1')], ['1', page('d')]);
		const after = again(list, undefined, page('nc', '1'));
		expect(shown(after)).toEqual(['nc', 'd']);
		expect(after.pages[1]?.isOutdated).toBe(false);
		expectWhole(after);
	});

	test('which was empty has pushed nothing on', () => {
		const list = listed([undefined, page('', '1')], ['1', page('c')]);
		expect(shown(again(list, undefined, page('a', '1')))).toEqual(['a', 'c']);
		expect(again(list, undefined, page('a', '1')).pages[1]?.isOutdated).toBe(false);
	});
});

describe('one project', () => {
	const two = () => listed([undefined, page('ab', '1')], ['1', page('cd')]);

	test('is changed in its place', () => {
		const list = projectChanged(two(), {...project('b'), name: said('B')});
		expect(shown(list)).toEqual(['ab', 'cd']);
		expect(projectAt(list, 1)?.name?.exact).toBe('B');
		expect(projectAt(list, 0)?.name).toBeUndefined();
		expectWhole(list);
	});

	test('is gone, and those behind it move up', () => {
		const list = projectGone(two(), 'a');
		expect(shown(list)).toEqual(['b', 'cd']);
		expect(list.pages[1]?.start).toBe(1);
		expectWhole(list);
	});

	test('that is not at hand changes nothing', () => {
		const list = two();
		expect(projectGone(list, 'x')).toBe(list);
		expect(projectChanged(list, project('x'))).toBe(list);
	});
});

test('what an older version of a list says does not depend on what became of it', () => {
	const before = listed([undefined, page('ab', '1')], ['1', page('cd')]);
	const after = projectGone(before, 'a');
	expect(indexOfProject(before, 'a')).toBe(0);
	expect(indexOfProject(after, 'a')).toBeUndefined();
	expectWhole(before);
	const other = again(before, '1', page('ad'));
	expect(shown(other)).toEqual(['b', 'ad']);
	for (const list of [before, after, other]) expectWhole(list);
});
