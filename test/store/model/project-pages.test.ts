import {describe, expect, test} from 'vitest';
import {createProjectList, indexOfProject, projectAt} from '../../../src/store/model/projects/project-list.ts';
import {pageArrived, projectChanged, projectGone, reopened} from '../../../src/store/model/projects/project-pages.ts';
import {serviceText} from '../../../src/text.ts';
import {expectConsistent, listed, page, project, reread, shown} from '../../kit/fixtures/project-pages.ts';

test('a page records its cursor, its next cursor and when it was read', () => {
	const list = listed([undefined, page('ab', '1')], ['1', page('c', '2')]);
	expect(list.pages).toMatchObject([
		{cursor: undefined, nextCursor: '1', start: 0, readAt: 1, isOutdated: false},
		{cursor: '1', nextCursor: '2', start: 2, readAt: 2, isOutdated: false},
	]);
	expect(shown(list)).toEqual(['ab', 'c']);
	expect(list.end).toBe('open');
	expectConsistent(list);
});

test('a row sent twice in a page is listed once, with its last values', () => {
	const twice = {...page('aba'), projects: [project('a'), project('b'), {...project('a'), name: serviceText('new')}]};
	const list = pageArrived(createProjectList(), twice, {cursor: undefined, readAt: 1});
	expect(shown(list)).toEqual(['ab']);
	expect(list.pages[0]?.rows[0]?.name?.exact).toBe('new');
});

describe('a page that does not fit is ignored', () => {
	test('before the first page is loaded', () => {
		const list = createProjectList();
		expect(pageArrived(list, page('x'), {cursor: '1', readAt: 1})).toBe(list);
	});

	test('after the last page', () => {
		const list = listed([undefined, page('a')]);
		expect(reread(list, '1', page('x'))).toBe(list);
	});
});

test('of two responses requested at the same moment, the later one wins', () => {
	const list = listed([undefined, page('a', '1')]);
	expect(shown(pageArrived(list, page('ba', '1'), {cursor: undefined, readAt: 1}))).toEqual(['ba']);
});

describe('reading further pages', () => {
	const empty = (count: number) =>
		Array.from({length: count}, (_, at) => [at === 0 ? undefined : `${at}`, page('', `${at + 1}`)] as const);

	test.each([
		[4, 'open'],
		[5, 'stalled'],
	])('after %d pages without a row is %s', (count, end) => {
		expect(listed(...empty(count)).end).toBe(end);
	});

	test('stays open while one of the last five pages has a row', () => {
		expect(listed(...empty(4), ['4', page('a', '5')], ['5', page('', '6')]).end).toBe('open');
	});

	test.each([
		[5, 'open'],
		[39, 'open'],
		[40, 'unreadable'],
	])('after %d pages of unreadable records is %s', (count, end) => {
		const pages = empty(count).map(([cursor, page]) => [cursor, {...page, unreadable: 3 as number}] as const);
		expect(listed(...pages).end).toBe(end);
		expect(listed(...pages.slice(1).with(0, [undefined, page('', '2')])).end).toBe('open');
	});

	test('is stalled after five empty pages that follow unreadable records, but not while one of the five has some', () => {
		const pages = (...unreadable: readonly number[]) =>
			listed(
				...empty(unreadable.length).map(
					([cursor, page], at) => [cursor, {...page, unreadable: unreadable[at] ?? 0}] as const,
				),
			);
		expect(pages(3, 0, 0, 0, 0, 0).end).toBe('stalled');
		expect(pages(0, 0, 0, 0, 3, 0).end).toBe('open');
	});

	test('resumes when the user retries, unless the end was reached or repeated, or the list is full', () => {
		const list = listed(...empty(5));
		expect(reopened(list)).toEqual({...list, end: 'open'});
		expect(reopened({...list, end: 'refused'}).end).toBe('open');
		expect(reopened({...list, end: 'unreadable'}).end).toBe('open');
		for (const end of ['open', 'reached', 'repeated', 'full'] as const) {
			const other = {...list, end};
			expect(reopened(other)).toBe(other);
		}
	});
});

describe('a list of 100,000 projects', () => {
	const ids = (page: number) =>
		Array.from({length: 1000}, (_, at) => String.fromCodePoint(0x20000 + page * 1000 + at)).join('');
	const pages = (count: number, last?: string) =>
		listed(
			...Array.from(
				{length: count},
				(_, at) => [at === 0 ? undefined : `${at}`, page(ids(at), at === count - 1 ? last : `${at + 1}`)] as const,
			),
		);

	test.each([
		[99, '99', 'open'],
		[100, '100', 'full'],
		[100, undefined, 'reached'],
	])('of %i pages with the next cursor %s is %s', (count, next, end) => {
		expect(pages(count, next).end).toBe(end);
	});

	test('is open again once one of them is gone', () => {
		const full = pages(100, '100');
		expect(reread(full, '5', page([...ids(5)].toSpliced(1, 1).join(''), '6')).end).toBe('open');
		expect(reread(full, '5', page(ids(5), '6')).end).toBe('full');
	});

	test('keeps what was pushed past its end by new projects', () => {
		const full = pages(100, '100');
		const changed = page(`n${[...ids(99)].slice(0, -1).join('')}`, 'x');
		const list = pageArrived(full, changed, {cursor: '99', readAt: 999});
		expect(list.pages.at(-1)).toMatchObject({cursor: 'x', start: 100_000, rows: {length: 1}});
		expect(list.end).toBe('full');
	});
});

describe('a page that is read again', () => {
	const three = () => listed([undefined, page('ab', '1')], ['1', page('cd', '2')], ['2', page('ef')]);

	test('takes over rows from other pages', () => {
		const list = reread(three(), undefined, page('afb', '1'));
		expect(shown(list)).toEqual(['afb', 'cd', 'e']);
		expect(list.pages.map(({isOutdated}) => isOutdated)).toEqual([false, false, false]);
		expect(list.pages[0]?.readAt).toBe(99);
		expectConsistent(list);
	});

	test('that is now the last one ends the list and drops the pages after it', () => {
		const list = reread(three(), '1', page('c'));
		expect(shown(list)).toEqual(['ab', 'c']);
		expect(list.end).toBe('reached');
		expectConsistent(list);
	});

	test('with a new next cursor passes it to the next page', () => {
		const list = reread(three(), undefined, page('ab', 'x'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ef']);
		expect(list.pages[1]).toMatchObject({cursor: 'x', isOutdated: true});
		expectConsistent(list);
	});

	test('whose end moved prepends the pushed rows to the next page', () => {
		const list = reread(three(), undefined, page('na', '1'));
		expect(shown(list)).toEqual(['na', 'bcd', 'ef']);
		expect(list.pages.map(({isOutdated}) => isOutdated)).toEqual([false, true, false]);
		expectConsistent(list);
	});

	test('whose last row changed also passes on a row that was deleted', () => {
		const list = reread(three(), undefined, page('ac', '1'));
		expect(shown(list)).toEqual(['ac', 'bd', 'ef']);
		expectConsistent(list);
	});

	test('without any known row passes on all its previous rows', () => {
		expect(shown(reread(three(), undefined, page('xy', '1')))).toEqual(['xy', 'abcd', 'ef']);
	});

	test('without any rows passes on all its previous rows', () => {
		const list = reread(three(), undefined, page('', '1'));
		expect(shown(list)).toEqual(['', 'abcd', 'ef']);
		expectConsistent(list);
	});

	test('that is no longer the last one creates a page for the pushed rows', () => {
		const list = reread(three(), '2', page('ne', '3'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ne', 'f']);
		expect(list.pages[3]).toMatchObject({cursor: '3', isOutdated: true, start: 6});
		expectConsistent(list);
	});

	test('that is no longer the last one creates no empty page', () => {
		const list = reread(three(), '2', page('ef', '3'));
		expect(shown(list)).toEqual(['ab', 'cd', 'ef']);
		expect(list.end).toBe('open');
		expectConsistent(list);
	});

	test('whose end did not move leaves the next page unchanged', () => {
		const list = listed([undefined, page('abc', '1')], ['1', page('d')]);
		const after = reread(list, undefined, page('nc', '1'));
		expect(shown(after)).toEqual(['nc', 'd']);
		expect(after.pages[1]?.isOutdated).toBe(false);
		expectConsistent(after);
	});

	test('that was empty passes nothing on', () => {
		const list = listed([undefined, page('', '1')], ['1', page('c')]);
		expect(shown(reread(list, undefined, page('a', '1')))).toEqual(['a', 'c']);
		expect(reread(list, undefined, page('a', '1')).pages[1]?.isOutdated).toBe(false);
	});
});

describe('a single project', () => {
	const two = () => listed([undefined, page('ab', '1')], ['1', page('cd')]);

	test('is updated in place', () => {
		const list = projectChanged(two(), {...project('b'), name: serviceText('B')});
		expect(shown(list)).toEqual(['ab', 'cd']);
		expect(projectAt(list, 1)?.name?.exact).toBe('B');
		expect(projectAt(list, 0)?.name).toBeUndefined();
		expectConsistent(list);
	});

	test('is removed, and later rows move up', () => {
		const list = projectGone(two(), 'a');
		expect(shown(list)).toEqual(['b', 'cd']);
		expect(list.pages[1]?.start).toBe(1);
		expectConsistent(list);
	});

	test('that is not loaded changes nothing', () => {
		const list = two();
		expect(projectGone(list, 'x')).toBe(list);
		expect(projectChanged(list, project('x'))).toBe(list);
	});
});

test('an older version of a list does not depend on later changes', () => {
	const before = listed([undefined, page('ab', '1')], ['1', page('cd')]);
	const after = projectGone(before, 'a');
	expect(indexOfProject(before, 'a')).toBe(0);
	expect(indexOfProject(after, 'a')).toBeUndefined();
	expectConsistent(before);
	const other = reread(before, '1', page('ad'));
	expect(shown(other)).toEqual(['b', 'ad']);
	for (const list of [before, after, other]) expectConsistent(list);
});

describe('the new rows of a page that is read again', () => {
	const arrivals = (list: ReturnType<typeof listed>) => list.arrivals.join('');

	test('are those that were never listed', () => {
		const list = listed([undefined, page('abc', '1')], ['1', page('de', '2')]);
		expect(arrivals(reread(list, undefined, page('xayb', '1')))).toBe('xy');
		expect(arrivals(reread(list, undefined, page('bca', '1')))).toBe('');
	});

	test('are none when a page is read for the first time', () => {
		expect(arrivals(listed([undefined, page('abc', '1')], ['1', page('de')]))).toBe('');
	});

	test('are not those that have moved there from another page', () => {
		const list = listed([undefined, page('abc', '1')], ['1', page('de', '2')]);
		expect(arrivals(reread(list, undefined, page('xdabc', '1')))).toBe('x');
	});

	test('are not those that were gone for a while', () => {
		const list = listed([undefined, page('abc')]);
		expect(arrivals(reread(reread(list, undefined, page('ac')), undefined, page('abxc')))).toBe('x');
		expect(arrivals(reread(projectGone(list, 'b'), undefined, page('abxc')))).toBe('x');
	});

	test('are not those of a page that was gone for a while', () => {
		const list = reread(listed([undefined, page('abc', '1')], ['1', page('de')]), undefined, page('abc'));
		expect(arrivals(reread(list, undefined, page('abxdc')))).toBe('x');
	});

	test.each([
		[19_999, 'x'],
		[20_000, 'xb'],
	])(
		'after “b” and %i further projects have gone are “%s”, because the last 20,000 ids are remembered',
		(count, found) => {
			const many = Array.from({length: count}, (_, at) => String.fromCodePoint(0x20000 + at)).join('');
			const gone = reread(listed([undefined, page('ab')]), undefined, page(`a${many}`));
			expect(arrivals(reread(reread(gone, undefined, page('a')), undefined, page('xba')))).toBe(found);
		},
	);

	test('are not those after its last known row, while more pages may follow that were never read', () => {
		const list = listed([undefined, page('abc', '1')]);
		expect(arrivals(reread(list, undefined, page('xaby', '1')))).toBe('x');
		expect(arrivals(reread(list, undefined, page('xyz', '1')))).toBe('');
		expect(arrivals(reread(listed([undefined, page('abc')]), undefined, page('xaby')))).toBe('xy');
	});

	test('include those after its last known row if a page with rows follows', () => {
		const followed = listed([undefined, page('abc', '1')], ['1', page('de', '2')]);
		expect(arrivals(reread(followed, undefined, page('xaby', '1')))).toBe('xy');
		const emptyFollows = listed([undefined, page('abc', '1')], ['1', page('', '2')]);
		expect(arrivals(reread(emptyFollows, undefined, page('xaby', '1')))).toBe('x');
		expect(arrivals(reread(followed, '1', page('pdq', '2')))).toBe('p');
	});
});
