import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	isComplete,
	noDeployments,
	type ProjectDeployments,
	rowIn,
	withListRead,
	withOneRead,
	withRecalled,
} from '../../src/model/deployment-table.ts';
import {deployment} from '../present/records.ts';

const list = (...deployments: readonly Deployment[]) => ({deployments, requestId: undefined, unreadable: 0});

const ids = ({rows}: ProjectDeployments) => rows.map(row => row.deployment.id);

const listedIds = ({rows}: ProjectDeployments) =>
	rows.flatMap(({deployment: {id}, asOf}) => (asOf === undefined ? id : []));

/** Merges a list that was requested and arrived at `at`. */
const arrived = (known: ProjectDeployments, response: ReturnType<typeof list>, at: number) =>
	withListRead(known, response, {requestedAt: at, at, skewMs: 0});

const read = (known: ProjectDeployments, deployment: Deployment, at: number) =>
	withOneRead(known, deployment, {requestedAt: at, at, skewMs: 0});

test('an answer that differs in its request id alone renews only that and the time of reading', () => {
	const answer = (at: number, fields: Partial<Deployment> = {}) =>
		list(deployment({id: 'a', requestId: serviceText(`req_${at}`), ...fields}));
	const first = arrived(noDeployments, answer(1), 1);
	const again = arrived(first, answer(2), 2);
	expect(rowIn(again, 'a')).toMatchObject({requestedAt: 2, requestId: serviceText('req_2')});
	expect(rowIn(again, 'a')?.deployment).toBe(rowIn(first, 'a')?.deployment);
	expect(again.recent).toBe(first.recent);
	const moved = arrived(again, answer(3, {url: serviceText('https://43.example.com')}), 3);
	expect(rowIn(moved, 'a')?.deployment).toMatchObject({url: serviceText('https://43.example.com')});
	expect(moved.recent).not.toBe(first.recent);
	const named = arrived(moved, answer(4, {flaws: [{field: 'url', problem: 'missing'}]}), 4);
	expect(rowIn(named, 'a')?.deployment.flaws).toHaveLength(1);
});

const running = deployment({id: 'd', status: serviceText('building'), conclusion: undefined, concludedAt: undefined});
const concluded = deployment({id: 'd', status: serviceText('done'), conclusion: serviceText('success')});

type Dates = ReadonlyArray<number | undefined>;

const dated = (dates: Dates) => list(...dates.map((createdAt, at) => deployment({id: `${at}`, createdAt})));
const hundred = Array.from({length: 100}, (_, at) => 1000 - at);

test('a list is complete if it has fewer records than were asked for, unreadable ones included', () => {
	expect(isComplete(dated(hundred.slice(1)))).toBe(true);
	expect(isComplete(dated(hundred))).toBe(false);
	expect(isComplete({...dated(hundred.slice(1)), unreadable: 1})).toBe(false);
});

test.each<[name: string, dates: Dates, since: number]>([
	['all that there are', hundred.slice(1), Number.NEGATIVE_INFINITY],
	['those newer than its oldest, in whatever order', [950, ...hundred.toReversed()], 901],
	['those newer than the oldest that has a date', [undefined, ...hundred], 901],
	['nothing for certain without dates', hundred.map(() => undefined), Number.POSITIVE_INFINITY],
])('a list shows %s', {tags: ['fault-88']}, (_what, dates, since) => {
	expect(arrived(noDeployments, dated(dates), 1).completeSince).toBe(since);
});

/** The state of a known deployment with the date `at` after a list with these dates that lacks it. */
const stateAfter = (dates: Dates, at?: number) => {
	const known = arrived(noDeployments, list(deployment({id: 'x', createdAt: at})), 1);
	const after = arrived(known, dated(dates), 2);
	const row = after.rows.find(({deployment}) => deployment.id === 'x');
	if (row?.asOf === undefined) return 'listed';
	return row.isGone ? 'gone' : 'remembered';
};

test.each<[name: string, dates: Dates, at: number | undefined, state: string]>([
	['a complete list lacks it', [9, 8, 7], 5, 'gone'],
	['a complete list lacks it, in whatever order', [7, 9, 8], undefined, 'gone'],
	['a full list lacks it', hundred, 950.5, 'remembered'],
	['a full list lacks it, and it has no date', hundred, undefined, 'remembered'],
])('a deployment is gone only if the list proves it: %s', {tags: ['fault-88']}, (_when, dates, at, state) => {
	expect(stateAfter(dates, at)).toBe(state);
});

test('a list with unreadable records does not prove that a deployment is gone', () => {
	const known = arrived(noDeployments, list(concluded), 1);
	const [row] = arrived(known, {...list(), unreadable: 1}, 2).rows;
	expect(row).toMatchObject({asOf: 1, isGone: false});
});

test('a deployment reported after a list was requested is not gone when the list lacks it', () => {
	const requestedBefore = {requestedAt: 5, at: 15, skewMs: 0};
	const known = withOneRead(arrived(noDeployments, list(), 1), running, requestedBefore);
	expect(listedIds(arrived(known, list(), 15))).toHaveLength(1);
	expect(arrived(known, list(), 16).rows).toMatchObject([{isGone: true, asOf: 5}]);
});

test('a remembered deployment that is read individually stays remembered, with an updated time', () => {
	const observation = {deployment: running, project: serviceText('docs').shown, seenAt: 1};
	const known = read(withRecalled(noDeployments, [observation]), concluded, 30);
	expect(known.rows).toMatchObject([{deployment: concluded, asOf: 30, isGone: false}]);
	expect(listedIds(arrived(known, list(concluded), 40))).toEqual(['d']);
});

test('only the deployments read in this run that are not gone are recent', () => {
	const observation = {deployment: deployment({id: 'before'}), project: serviceText('docs').shown, seenAt: 1};
	const known = withRecalled(arrived(noDeployments, list(concluded, deployment({id: 'gone'})), 1), [observation]);
	const after = arrived(known, {...list(concluded), unreadable: 0}, 2);
	expect(ids(after)).toHaveLength(3);
	expect(after.recent.map(({id}) => id)).toEqual(['d']);
});
