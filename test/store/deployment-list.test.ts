import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {deploymentArrived, deploymentsArrived, noDeployments} from '../../src/store/deployment-list.ts';
import {said} from '../../src/text.ts';
import {deployment} from '../present/records.ts';

const list = (...deployments: readonly Deployment[]) => ({deployments, requestId: undefined, unreadable: 0});

test('deployments are listed newest first, those without a date last', () => {
	const rows = [
		deployment({id: 'none', createdAt: undefined}),
		deployment({id: 'b', createdAt: 1}),
		deployment({id: 'c', createdAt: 2}),
		deployment({id: 'a', createdAt: 1}),
	];
	const {seen} = deploymentsArrived(noDeployments, list(...rows), 1);
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
			const one = deploymentsArrived(noDeployments, list(...rows), 1);
			expect(deploymentsArrived(noDeployments, list(...rows.toReversed()), 1)).toEqual(one);
		}),
	);
});

const running = deployment({id: 'd', status: said('building'), conclusion: undefined, concludedAt: undefined});
const over = deployment({id: 'd', status: said('done'), conclusion: said('success')});

test('an older answer never takes back what a newer one said', () => {
	const newer = deploymentArrived(noDeployments, over, 20);
	expect(deploymentArrived(newer, running, 10)).toBe(newer);
	expect(deploymentsArrived(newer, list(running), 10).seen[0]?.deployment).toBe(over);
	const listed = deploymentsArrived(noDeployments, list(over), 20);
	expect(deploymentsArrived(listed, list(running), 10)).toBe(listed);
});

test('a deployment that was just triggered stays listed, though a list asked for before does not hold it', () => {
	const triggered = deploymentArrived(noDeployments, running, 20);
	expect(deploymentsArrived(triggered, list(), 10).seen).toHaveLength(1);
	expect(deploymentsArrived(triggered, list(), 30).seen).toHaveLength(0);
});

test('a list as long as the service ever sends may not be all there is', () => {
	const rows = Array.from({length: 100}, (_, index) => deployment({id: `${index}`}));
	expect(deploymentsArrived(noDeployments, list(...rows), 1).isFull).toBe(true);
	expect(deploymentsArrived(noDeployments, list(...rows.slice(1)), 1).isFull).toBe(false);
});
