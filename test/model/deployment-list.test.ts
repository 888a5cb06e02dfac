import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {
	noDeployments,
	type ProjectDeployments,
	rowIn,
	withListRead,
	withOneRead,
} from '../../src/model/deployment-table.ts';
import {deployment} from '../present/records.ts';

const list = (...deployments: readonly Deployment[]) => ({deployments, requestId: undefined, unreadable: 0});

const listedIds = ({rows}: ProjectDeployments) =>
	rows.flatMap(({deployment: {id}, asOf}) => (asOf === undefined ? id : []));

/** Merges a list that was requested and arrived at `at`. */
const arrived = (known: ProjectDeployments, response: ReturnType<typeof list>, at: number) =>
	withListRead(known, response, {requestedAt: at, at, skewMs: 0});

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
