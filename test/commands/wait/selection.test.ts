import {describe, expect, test} from 'vitest';
import {type ReadList, select, startWith, type Which} from '../../../src/commands/wait/selection.ts';
import {deployment} from '../../present/records.ts';

const now = Date.UTC(2026, 5, 1, 12);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A deployment in progress that was created at this time, in milliseconds from now. */
const created = (id: string, at: number | undefined) =>
	deployment({
		id,
		createdAt: at === undefined ? undefined : now + at,
		status: undefined,
		conclusion: undefined,
		concludedAt: undefined,
	});

const old = Array.from({length: 100}, (_, index) => created(`old_${index}`, -hour - index * minute));

const listOf = (deployments: ReadList['list']['deployments'], unreadable = 0): ReadList => ({
	list: {deployments, requestId: undefined, unreadable},
	askedAt: now,
});

const next = (first: ReadList, later: ReadList, at: number | undefined) =>
	select('next', later, startWith(first, at)).ids;

describe('the next deployment', () => {
	test.each([
		['that appears later', [created('new', minute)], now, ['new']],
		['without a date', [created('new', undefined)], now, ['new']],
		['by a service that does not tell its time', [created('new', -hour)], undefined, ['new']],
		['by a clock that is a minute behind', [created('new', -minute)], now, ['new']],
		['but not one that was created long before', [created('late', -hour)], now, undefined],
		['the first of several', [created('second', 2 * minute), created('first', minute)], now, ['first']],
	] as const)('is one %s', (_name, added, at, expected) => {
		expect(next(listOf([created('known', -minute)]), listOf([created('known', -minute), ...added]), at)).toEqual(
			expected,
		);
	});

	test.each([
		['began while the first list was read', created('new', second), now, ['new']],
		['had begun before', created('before', -second), now, undefined],
		['may have begun before: the service does not tell its time', created('new', second), undefined, undefined],
	] as const)('is not in the first list, unless it %s', (_name, one, at, expected) => {
		expect(next(listOf([one]), listOf([one]), at)).toEqual(expected);
	});

	test.each([
		['is newer than all of these', created('new', minute), ['new']],
		['is not one that the list had no room for', created('older', -2 * hour), undefined],
		['is not one without a date', created('undated', undefined), undefined],
	] as const)('after a list that may lack some %s', (_name, one, expected) => {
		expect(next(listOf(old), listOf([one, ...old.slice(0, 99)]), undefined)).toEqual(expected);
	});
});

test.each(['newest', 'next', 'all'] as const)(
	'a list that may lack the newest deployments does not decide which is %s',
	(which: Which) => {
		const read = listOf(old.toReversed());
		expect(select(which, read, startWith(read, now)).verdict?.exitCode).toBe(6);
	},
);

test('the next deployment may appear in a later list if the service lists its deployments in no order', () => {
	const read = listOf([...old.slice(50), ...old.slice(0, 50)]);
	expect(select('next', read, startWith(read, now))).toEqual({ids: undefined});
});

test.each(['newest', 'all'] as const)('a deployment that could not be read may be what %s means', which => {
	for (const deployments of [[], [created('readable', -minute)]]) {
		const read = listOf(deployments, 1);
		expect(select(which, read, startWith(read, now))).toMatchObject({ids: [], verdict: {exitCode: 6}});
	}
});

test('a deployment that could not be read at first is not the next one', () => {
	const first = listOf([created('known', -minute)], 1);
	const later = listOf([created('known', -minute), created('unread before', undefined)]);
	expect(next(first, later, undefined)).toBeUndefined();
	expect(next(first, listOf([created('known', -minute), created('new', second)]), undefined)).toEqual(['new']);
});
