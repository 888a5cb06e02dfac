import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ProjectPage} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	cursorRejected,
	firstUnreadable,
	indexOfId,
	isWhole,
	newIds,
	type ProjectList,
	pageOfProject,
	pageRead,
	projectGone,
	reopened,
	unlistedIds,
} from '../../src/model/project-list.ts';
import {listed, page, project, reread, shown} from '../kit/fixtures/project-pages.ts';

/** Reads pages with the cursors 1, 2 and so on. The last one is followed by `next`. */
const listOf = (ids: readonly string[], next?: string) =>
	listed(
		...ids.map((each, at) => {
			const nextCursor = at < ids.length - 1 ? `${at + 1}` : next;
			return [at === 0 ? undefined : `${at}`, page(each, nextCursor)] as const;
		}),
	);

const three = () => listOf(['ab', 'cd', 'ef']);

/** The cursors of all pages and of the next one, and the next one of a sweep. */
const cursorsOf = ({pages, next, sweep}: ProjectList) =>
	[...pages.map(({cursor}) => cursor ?? '-'), next, sweep && `sweep ${sweep.next}`].filter(Boolean).join(' ');

test.each<[what: string, list: ProjectList, shown: readonly string[], cursors: string]>([
	['may be empty', listOf([...'abcde', ''], '6'), [...'abcde', ''], '- 1 2 3 4 5 6'],
	['lists each row once', listOf(['aba', 'bcc'], '2'), ['ab', 'c'], '- 1 2'],
	['is ignored if no cursor leads to it', reread(listOf(['a'], '1'), '7', page('b')), ['a'], '- 1'],
	['is ignored before the first page', listed(['1', page('b')]), [], ''],
])('the next page %s', (_what, list, rows, cursors) => {
	expect([shown(list), cursorsOf(list), list.stopped]).toEqual([rows, cursors, undefined]);
});

test.each<[what: string, cursor: string | undefined, answer: ProjectPage, pages: string, cursors: string]>([
	['with the same rows keeps them', '1', page('cd', '2'), 'ab cd ef', '- 1 2 3'],
	['with another cursor passes that on', undefined, page('ab', 'x'), 'ab cd ef', '- x 2 3'],
	['takes in new rows at the start', undefined, page('xya', '1'), 'xya bcd ef', '- 1 2 3'],
	['may begin with rows of the one before', '1', page('bc', '2'), 'ab c def', '- 1 2 3'],
	['may be longer', '1', page('cde', '2'), 'ab cde f', '- 1 2 3'],
	['may hold all of the next one', undefined, page('abcde', '1'), 'abcde  f', '- 1 2 3'],
	['may hold all that was read', undefined, page('abcdef', '3'), 'abcdef', '- 3'],
	['may be all of the rest', '1', page('cdefg'), 'ab cdefg', '- 1'],
	['takes in new rows at the end', '2', page('efg', '4'), 'ab cd efg', '- 1 2 4'],
	['starts a sweep if a row is new between others', '1', page('xcd', '2'), 'ab cd ef', '- 1 2 3 sweep undefined'],
	['starts a sweep if a row is gone', '1', page('de', '2'), 'ab cd ef', '- 1 2 3 sweep undefined'],
	['starts a sweep if it is shorter', '1', page('c', '2'), 'ab cd ef', '- 1 2 3 sweep undefined'],
	['starts a sweep if it is now the last', '1', page('cd'), 'ab cd ef', '- 1 2 3 sweep undefined'],
	['starts a sweep if it skips a page', undefined, page('ab', '2'), 'ab cd ef', '- 1 2 3 sweep 2'],
	['starts a sweep with itself if it is the first', undefined, page('ac', '1'), 'ab cd ef', '- 1 2 3 sweep 1'],
])('a page that is read again %s', (_what, cursor, answer, pages, cursors) => {
	const list = reread(listOf(['ab', 'cd', 'ef'], '3'), cursor, answer);
	expect([shown(list).join(' '), cursorsOf(list)]).toEqual([pages, cursors]);
});

test('a page does not replace records that were requested later', () => {
	const current = reread(three(), undefined, page('ab', '1'));
	expect(pageRead(current, page('x', '1'), {cursor: undefined, readAt: 98})).toBe(current);
	const projects = [...'bcd'].map(id => ({...project(id), name: serviceText('late')}));
	const late = pageRead(current, {...page('', '2'), projects}, {cursor: '1', readAt: 98});
	const names = ({rows}: ProjectList) => rows.map(({id, name}) => name?.exact ?? id).join(' ');
	expect([names(current), names(late)]).toEqual(['a b c d e f', 'a b late late e f']);
	const sweeping = reread(three(), undefined, page('ac', '1'));
	expect(pageRead(sweeping, page('bd', '2'), {cursor: '1', readAt: 98}).sweep).toBe(sweeping.sweep);
});

test('a sweep neither begins nor ends with unreadable records', () => {
	const unreadable = (ids: string, next?: string) => ({...page(ids, next), unreadable: 1});
	const gap = reread(three(), '1', unreadable('c', '2'));
	expect([...shown(gap), gap.sweep, firstUnreadable(gap)?.cursor]).toEqual(['ab', 'cd', 'ef', undefined, '1']);
	expect(gap.pages.map(({unreadable}) => unreadable)).toEqual([0, 1, 0]);
	const ended = reread(reread(reread(three(), undefined, page('ac', '1')), '1', unreadable('d', '2')), '2', page('ef'));
	expect([...shown(ended), ended.sweep]).toEqual(['ab', 'cd', 'ef', undefined]);
});

test('a second rejected cursor ends the list within ten minutes, and begins another sweep later', () => {
	const renewed = reread(cursorRejected(listOf(['ab'], '1'), '1', 9), undefined, page('ab', 'n'));
	expect(cursorRejected(renewed, 'n', 600_008)).toMatchObject({stopped: 'rejected cursor', sweep: undefined});
	expect(cursorRejected(renewed, 'n', 600_009)).toMatchObject({stopped: undefined, sweep: {isRejected: true}});
	const further = reread(renewed, 'n', page('c', 'm'));
	expect(cursorRejected(further, 'm', 10)).toMatchObject({stopped: undefined, sweep: {isRejected: true}});
	const sweeping = reread(three(), undefined, page('ac', '1'));
	const rejected = cursorRejected(sweeping, 'old', 9);
	expect(rejected).toEqual({...sweeping, sweep: {...sweeping.sweep, isRejected: true}});
	expect(cursorRejected(sweeping, '1', 9)).toMatchObject({stopped: undefined, sweep: {pages: []}});
	const ended = cursorRejected(rejected, '1', 9);
	expect([ended.stopped, isWhole(ended), ended.sweep]).toEqual(['rejected cursor', false, undefined]);
});

test('reopens a stopped list only if reading may bring more', () => {
	const reasons = ['repeated cursor', 'nothing new', 'full', 'rejected cursor'] as const;
	const left = reasons.map(stopped => reopened({...three(), stopped}).stopped);
	expect(left).toEqual(['repeated cursor', undefined, 'full', undefined]);
});

test('removes a project from the list and its sweep, and the pages still match the service', () => {
	const list = projectGone(three(), 'a');
	expect(shown(list)).toEqual(['b', 'cd', 'ef']);
	expect(reread(list, undefined, page('b', '1')).sweep).toBeUndefined();
	expect(reread(list, undefined, page('bc', 'after c')).sweep).toBeUndefined();
	expect(projectGone(list, 'x')).toBe(list);
	expect(shown(projectGone(listOf(['ab', '', 'cd']), 'c'))).toEqual(['ab', '', 'd']);
	const swept = projectGone(reread(three(), undefined, page('ac', '1')), 'c');
	expect(swept.sweep && shown(swept.sweep)).toEqual(['a']);
});

test('each version of a list finds its own rows, new ids and gone ids', () => {
	const letters = [...'abcd'];
	const rows = fc.shuffledSubarray(letters).map(ids => ids.join(''));
	fc.assert(
		fc.property(rows, rows, rows, fc.constantFrom('1', undefined), (first, second, third, next) => {
			const before = listed([undefined, page(first, next)]);
			const again = [second, third].map(ids => reread(before, undefined, page(ids, next)));
			const further = [second, third].map(ids => reread(before, '1', page(ids)));
			for (const list of [before, ...again, ...further, projectGone(before, 'a'), listed()]) {
				const ids = list.rows.map(({id}) => id);
				expect(letters.map(id => indexOfId(list, id) ?? -1)).toEqual(letters.map(id => ids.indexOf(id)));
				expect(unlistedIds(before, list)).toEqual([...first].filter(id => !ids.includes(id)));
				// Rows after the last one known before were only read now, unless that was the whole list.
				const lastKnown = next ? ids.findLastIndex(id => first.includes(id)) : ids.length;
				expect(newIds(before, list)).toEqual(ids.slice(0, lastKnown + 1).filter(id => !first.includes(id)));
			}

			expect(newIds(listed(), before)).toEqual([]);
		}),
	);
	const seven = listOf([...'abcdefg']);
	expect([...'abcdefgh'].map(id => indexOfId(seven, id))).toEqual([0, 1, 2, 3, 4, 5, 6, undefined]);
	expect(pageOfProject(seven, 'c')?.cursor).toBe('2');
});
