import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../../src/api/types.ts';
import {
	deploymentArrived,
	deploymentsArrived,
	deploymentsRecalled,
	noDeployments,
	type ProjectDeployments,
} from '../../../src/store/model/deployments/deployment-list.ts';
import {type DeploymentOrder, orderAfter} from '../../../src/store/model/deployments/deployment-order.ts';
import {deploymentRows} from '../../../src/store/model/deployments/deployment-rows.ts';
import {said} from '../../../src/text.ts';
import {deployment} from '../../present/records.ts';

const list = (...deployments: readonly Deployment[]) => ({deployments, requestId: undefined, unreadable: 0});

/** Takes in a list that was asked for and came at `at`. */
const arrived = (
	known: ProjectDeployments,
	answer: ReturnType<typeof list>,
	at: number,
	{limit = 100, order = 'unknown' as DeploymentOrder} = {},
) => deploymentsArrived(known, answer, {askedAt: at, at, skewMs: 0, limit, order});

const read = (known: ProjectDeployments, deployment: Deployment, at: number) =>
	deploymentArrived(known, deployment, {askedAt: at, at, skewMs: 0});

test('deployments are listed newest first, those without a date last', () => {
	const rows = [
		deployment({id: 'none', createdAt: undefined}),
		deployment({id: 'b', createdAt: 1}),
		deployment({id: 'c', createdAt: 2}),
		deployment({id: 'a', createdAt: 1}),
	];
	const {seen} = arrived(noDeployments, list(...rows), 1);
	expect(seen.map(row => row.deployment.id)).toEqual(['c', 'b', 'a', 'none']);
});

test('the order does not depend on the order in which they came', () => {
	const row = fc.record({
		id: fc.string({maxLength: 2}),
		createdAt: fc.option(fc.integer({min: 0, max: 3}), {nil: undefined}),
	});
	fc.assert(
		fc.property(fc.uniqueArray(row, {selector: ({id}) => id, maxLength: 8}), fields => {
			const rows = fields.map(deployment);
			const one = arrived(noDeployments, list(...rows), 1);
			expect(arrived(noDeployments, list(...rows.toReversed()), 1)).toEqual(one);
		}),
	);
});

const running = deployment({id: 'd', status: said('building'), conclusion: undefined, concludedAt: undefined});
const over = deployment({id: 'd', status: said('done'), conclusion: said('success')});

test('an older answer never takes back what a newer one said', () => {
	const newer = read(noDeployments, over, 20);
	expect(read(newer, running, 10)).toBe(newer);
	expect(arrived(newer, list(running), 10).seen[0]?.deployment).toBe(over);
	const listed = arrived(noDeployments, list(over), 20);
	expect(arrived(listed, list(running), 10)).toBe(listed);
});

test('a deployment that was just triggered stays listed, though a list asked for before does not hold it', () => {
	const triggered = read(noDeployments, running, 20);
	expect(arrived(triggered, list(), 10).seen).toHaveLength(1);
	expect(arrived(triggered, list(), 30).seen).toHaveLength(0);
});

test('a list as long as the service ever sends may not be all there is', () => {
	const rows = Array.from({length: 100}, (_, index) => deployment({id: `${index}`}));
	expect(arrived(noDeployments, list(...rows), 1).isFull).toBe(true);
	expect(arrived(noDeployments, list(...rows.slice(1)), 1).isFull).toBe(false);
});

const dated = (...dates: ReadonlyArray<number | undefined>) =>
	dates.map((createdAt, at) => deployment({id: `${at}`, createdAt}));
const ten = [90, 80, 70, 60, 50, 40, 30, 20, 10, 0];

test.each<[name: string, dates: ReadonlyArray<number | undefined>, before: DeploymentOrder, after: DeploymentOrder]>([
	['ten different dates, none later than the one before', [...ten, 0, 0], 'unknown', 'newest first'],
	['ten different dates, none earlier than the one before', ten.toReversed(), 'unknown', 'oldest first'],
	['nine different dates', [90, 80, 70, 60, 50, 40, 30, 20, 10, 10, 10, 10], 'unknown', 'unknown'],
	['no dates', [undefined, undefined], 'unknown', 'unknown'],
	['equal dates', [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5], 'newest first', 'newest first'],
	['dates that are missing among those in order', [90, undefined, ...ten.slice(1)], 'unknown', 'newest first'],
	['one pair in the other order', [1, 2], 'newest first', 'unordered'],
	['one pair in the other order than from the oldest', [2, 1], 'oldest first', 'unordered'],
	['a date that goes up and down', [1, 2, 1], 'unknown', 'unordered'],
	['order in a list of a service that had none', ten, 'unordered', 'unordered'],
])('%s: what is known of the order', {tags: ['fault-88']}, (_what, dates, before, after) => {
	expect(orderAfter(before, list(...dated(...dates)))).toBe(after);
});

/** What is marked as no longer listed, once a list lacks it that holds these dates. */
const marks = (
	dates: ReadonlyArray<number | undefined>,
	how: {limit?: number; order?: DeploymentOrder},
	at?: number,
) => {
	const known = arrived(noDeployments, list(deployment({id: 'x', createdAt: at})), 1);
	const after = arrived(known, list(...dated(...dates)), 2, how);
	const row = [...deploymentRows(after)].find(({deployment}) => deployment.id === 'x');
	if (row?.asOf === undefined) return 'listed';
	return row.isGone ? 'gone' : 'remembered';
};

test('a deployment is gone only if a list lacks it that would hold it', {tags: ['fault-88']}, () => {
	const some = [9, 8, 7];
	expect(marks(some, {}, 5)).toBe('gone');
	expect(marks(some, {limit: 3}, 8)).toBe('listed');
	expect(marks(some, {limit: 3, order: 'newest first'}, 8)).toBe('gone');
	expect(marks(some, {limit: 3, order: 'newest first'}, 7)).toBe('listed');
	expect(marks(some, {limit: 3, order: 'newest first'}, undefined)).toBe('listed');
	expect(marks(some, {limit: 3, order: 'oldest first'}, 8)).toBe('gone');
	expect(marks(some, {limit: 3, order: 'unordered'}, 8)).toBe('listed');
	const hundred = Array.from({length: 100}, (_, at) => 1000 - at);
	expect(marks(hundred, {order: 'newest first'}, 900)).toBe('remembered');
	expect(marks(hundred, {order: 'newest first'}, 950.5)).toBe('gone');
	expect(marks(hundred, {order: 'unordered'}, 950.5)).toBe('remembered');
	expect(marks(hundred.slice(50), {}, 1)).toBe('remembered');
	expect(marks(hundred.slice(49), {}, 1)).toBe('gone');
});

test('a list with records that could not be read does not prove that one is gone', () => {
	const known = arrived(noDeployments, list(over), 1);
	const [row] = deploymentRows(arrived(known, {...list(), unreadable: 1}, 2));
	expect(row).toMatchObject({asOf: 1, isGone: false});
});

test('what was heard of after a list was asked for is not gone when the list lacks it', () => {
	const begun = {askedAt: 5, at: 15, skewMs: 0};
	const known = deploymentArrived(arrived(noDeployments, list(), 1), running, begun);
	expect(arrived(known, list(), 15).seen).toHaveLength(1);
	expect(arrived(known, list(), 16).older).toMatchObject([{isGone: true, seenAt: 5}]);
});

test('a deployment that is remembered stays remembered when it is read by itself, as of then', () => {
	const sighting = {deployment: running, project: said('docs').shown, seenAt: 1};
	const known = read(deploymentsRecalled(noDeployments, [sighting]), over, 30);
	expect([...deploymentRows(known)]).toEqual([{deployment: over, asOf: 30, isGone: false}]);
	expect(arrived(known, list(over), 40).older).toEqual([]);
});
