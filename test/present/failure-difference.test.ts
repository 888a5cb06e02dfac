import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import type {Change} from '../../src/model/deployment-changes.ts';
import {failureDifferences, lastSuccessBefore} from '../../src/present/failure-difference.ts';
import {change, failure, look, running, took, unicode} from './records.ts';

const failed = took(123, {...failure, id: 'failed', uploadVersion: 32}, 720);
const success = took(70, {id: 'success', uploadVersion: 31}, 7200);
const changes = [
	change(look('queued'), look('building'), -700, -695),
	change(look('building'), look('done', 'failure'), -600, -597),
];

const differences = (row: Deployment, seen: readonly Change[], other: Deployment | undefined) =>
	failureDifferences(row, seen, other, unicode).map(({label, value}) => `${label}: ${value.text}`);

test('the comparison says what is unknown', () => {
	const bare = took(0, {...failure, uploadVersion: undefined, environmentId: undefined, concludedAt: undefined}, 720);
	expect(differences(bare, [], success)).toEqual([
		'ended in: an unobserved stage',
		'compared with: success, 1h ago',
		'version: –, was v31',
		'environment: –, was production',
		'took: –, was 1:10',
	]);
	expect(differences(bare, [], {...success, uploadVersion: undefined, concludedAt: undefined})).toEqual(
		expect.arrayContaining(['version: –', 'took: –']),
	);
	expect(differences(failed, changes, undefined)).toEqual([
		'ended in: building',
		'compared with: no earlier success is known',
	]);
});

const elsewhere = took(1, {id: 'preview', environmentId: serviceText('preview')}, 900);

test.each([
	['the last in the same environment', [elsewhere, success], 'success'],
	['the last in any environment otherwise', [elsewhere], 'preview'],
	['never a later one', [took(1, {id: 'later'}, 60)], undefined],
	['never one of another project', [took(1, {id: 'other', projectId: 'prj_2'}, 900)], undefined],
	['never one that failed or is running', [took(1, {...failure, id: 'bad'}, 900), running(900)], undefined],
])('the success compared with a failure is %s', (_rule, rows, id) => {
	expect(lastSuccessBefore(failed, [failed, ...rows], unicode)?.id).toBe(id);
});
