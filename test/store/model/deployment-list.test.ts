import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../../src/api/types.ts';
import {
	deploymentArrived,
	deploymentsArrived,
	deploymentsRecalled,
} from '../../../src/store/model/deployments/deployment-list.ts';
import {type DeploymentOrder, orderAfter} from '../../../src/store/model/deployments/deployment-order.ts';
import {contentOf} from '../../../src/store/model/deployments/deployment-records.ts';
import {deploymentRows} from '../../../src/store/model/deployments/deployment-rows.ts';
import {noDeployments, type ProjectDeployments} from '../../../src/store/model/deployments/project-deployments.ts';
import {serviceText} from '../../../src/text.ts';
import {deployment} from '../../present/records.ts';

const list = (...deployments: readonly Deployment[]) => ({deployments, requestId: undefined, unreadable: 0});

/** Merges a list that was requested and arrived at `at`. */
const arrived = (
	known: ProjectDeployments,
	response: ReturnType<typeof list>,
	at: number,
	{limit = 100, order = 'unknown' as DeploymentOrder} = {},
) => deploymentsArrived(known, response, {askedAt: at, at, skewMs: 0, limit, order});

const read = (known: ProjectDeployments, deployment: Deployment, at: number) =>
	deploymentArrived(known, deployment, {askedAt: at, at, skewMs: 0});

test('deployments are listed newest first, those without a date last', () => {
	const rows = [
		deployment({id: 'none', createdAt: undefined}),
		deployment({id: 'b', createdAt: 1}),
		deployment({id: 'c', createdAt: 2}),
		deployment({id: 'a', createdAt: 1}),
	];
	expect(arrived(noDeployments, list(...rows), 1).list.ids).toEqual(['c', 'b', 'a', 'none']);
});

test('an answer that differs in its request id alone renews only that and the time of reading', () => {
	const answer = (at: number, fields: Partial<Deployment> = {}) =>
		list(deployment({id: 'a', requestId: serviceText(`req_${at}`), ...fields}));
	const first = arrived(noDeployments, answer(1), 1);
	const again = arrived(first, answer(2), 2);
	expect(again.records.get('a')).toMatchObject({askedAt: 2, requestId: serviceText('req_2')});
	expect(again.records.get('a')?.deployment).toBe(first.records.get('a')?.deployment);
	expect(contentOf(again.records)).toBe(contentOf(first.records));
	const moved = arrived(again, answer(3, {url: serviceText('https://43.example.com')}), 3);
	expect(moved.records.get('a')?.deployment).toMatchObject({url: serviceText('https://43.example.com')});
	expect(contentOf(moved.records)).not.toBe(contentOf(first.records));
	const named = arrived(moved, answer(4, {drift: [{field: 'url', problem: 'missing'}]}), 4);
	expect(named.records.get('a')?.deployment.drift).toHaveLength(1);
});

test('the order of deployments does not depend on the order of the response', () => {
	const row = fc.record({
		id: fc.string({maxLength: 2}),
		createdAt: fc.option(fc.integer({min: 0, max: 3}), {nil: undefined}),
	});
	fc.assert(
		fc.property(fc.uniqueArray(row, {selector: ({id}) => id, maxLength: 8}), fields => {
			const rows = fields.map(deployment);
			const expected = arrived(noDeployments, list(...rows), 1);
			expect(arrived(noDeployments, list(...rows.toReversed()), 1)).toEqual(expected);
		}),
	);
});

const running = deployment({id: 'd', status: serviceText('building'), conclusion: undefined, concludedAt: undefined});
const concluded = deployment({id: 'd', status: serviceText('done'), conclusion: serviceText('success')});

test('an older response about a deployment never replaces a newer one', () => {
	const newer = read(noDeployments, concluded, 20);
	expect(read(newer, running, 10)).toBe(newer);
	expect(deploymentRows(arrived(newer, list(running), 10))[0]?.deployment).toBe(concluded);
	const listed = arrived(noDeployments, list(concluded), 20);
	expect(arrived(listed, list(running), 10)).toBe(listed);
});

test('a deployment that was just triggered stays listed when an earlier request returns a list without it', () => {
	const triggered = read(noDeployments, running, 20);
	expect(arrived(triggered, list(), 10).list.ids).toHaveLength(1);
	expect(arrived(triggered, list(), 30).list.ids).toHaveLength(0);
});

test('a list of the maximum length may be incomplete', () => {
	const rows = Array.from({length: 100}, (_, index) => deployment({id: `${index}`}));
	expect(arrived(noDeployments, list(...rows), 1).list.isTruncated).toBe(true);
	expect(arrived(noDeployments, list(...rows.slice(1)), 1).list.isTruncated).toBe(false);
});

const dated = (...dates: ReadonlyArray<number | undefined>) =>
	dates.map((createdAt, at) => deployment({id: `${at}`, createdAt}));
const ten = [90, 80, 70, 60, 50, 40, 30, 20, 10, 0];

test.each<[name: string, dates: ReadonlyArray<number | undefined>, before: DeploymentOrder, after: DeploymentOrder]>([
	['ten distinct dates, none later than the one before', [...ten, 0, 0], 'unknown', 'newest first'],
	['ten distinct dates, none earlier than the one before', ten.toReversed(), 'unknown', 'oldest first'],
	['nine distinct dates', [90, 80, 70, 60, 50, 40, 30, 20, 10, 10, 10, 10], 'unknown', 'unknown'],
	['no dates', [undefined, undefined], 'unknown', 'unknown'],
	['equal dates', [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5], 'newest first', 'newest first'],
	['ordered dates with one missing', [90, undefined, ...ten.slice(1)], 'unknown', 'newest first'],
	['one ascending pair from a newest-first service', [1, 2], 'newest first', 'unordered'],
	['one descending pair from an oldest-first service', [2, 1], 'oldest first', 'unordered'],
	['dates that rise and fall', [1, 2, 1], 'unknown', 'unordered'],
	['an ordered list from a service known to be unordered', ten, 'unordered', 'unordered'],
])('the deployment order is inferred from %s', {tags: ['fault-88']}, (_what, dates, before, after) => {
	expect(orderAfter(before, list(...dated(...dates)))).toBe(after);
});

/** The state of a known deployment with the date `at` after a list with these dates that lacks it. */
const stateAfter = (
	dates: ReadonlyArray<number | undefined>,
	how: {limit?: number; order?: DeploymentOrder},
	at?: number,
) => {
	const known = arrived(noDeployments, list(deployment({id: 'x', createdAt: at})), 1);
	const after = arrived(known, list(...dated(...dates)), 2, how);
	const row = deploymentRows(after).find(({deployment}) => deployment.id === 'x');
	if (row?.asOf === undefined) return 'listed';
	return row.isGone ? 'gone' : 'remembered';
};

test('a deployment is gone only if a list that should contain it lacks it', {tags: ['fault-88']}, () => {
	const some = [9, 8, 7];
	expect(stateAfter(some, {}, 5)).toBe('gone');
	expect(stateAfter(some, {limit: 3}, 8)).toBe('listed');
	expect(stateAfter(some, {limit: 3, order: 'newest first'}, 8)).toBe('gone');
	expect(stateAfter(some, {limit: 3, order: 'newest first'}, 7)).toBe('listed');
	expect(stateAfter(some, {limit: 3, order: 'newest first'}, undefined)).toBe('listed');
	expect(stateAfter(some, {limit: 3, order: 'oldest first'}, 8)).toBe('gone');
	expect(stateAfter(some, {limit: 3, order: 'unordered'}, 8)).toBe('listed');
	const hundred = Array.from({length: 100}, (_, at) => 1000 - at);
	expect(stateAfter(hundred, {order: 'newest first'}, 900)).toBe('remembered');
	expect(stateAfter(hundred, {order: 'newest first'}, 950.5)).toBe('gone');
	expect(stateAfter(hundred, {order: 'unordered'}, 950.5)).toBe('remembered');
	expect(stateAfter(hundred.slice(50), {}, 1)).toBe('remembered');
	expect(stateAfter(hundred.slice(49), {}, 1)).toBe('gone');
});

test('a list with unreadable records does not prove that a deployment is gone', () => {
	const known = arrived(noDeployments, list(concluded), 1);
	const [row] = deploymentRows(arrived(known, {...list(), unreadable: 1}, 2));
	expect(row).toMatchObject({asOf: 1, isGone: false});
});

test('a deployment reported after a list was requested is not gone when the list lacks it', () => {
	const requestedBefore = {askedAt: 5, at: 15, skewMs: 0};
	const known = deploymentArrived(arrived(noDeployments, list(), 1), running, requestedBefore);
	expect(arrived(known, list(), 15).list.ids).toHaveLength(1);
	expect(deploymentRows(arrived(known, list(), 16))).toMatchObject([{isGone: true, asOf: 5}]);
});

test('a remembered deployment that is read individually stays remembered, with an updated time', () => {
	const observation = {deployment: running, project: serviceText('docs').shown, seenAt: 1};
	const known = read(deploymentsRecalled(noDeployments, [observation]), concluded, 30);
	expect(deploymentRows(known)).toEqual([{deployment: concluded, asOf: 30, isGone: false}]);
	expect(arrived(known, list(concluded), 40).list.remembered).toEqual([]);
});
