import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import type {Change} from '../../src/model/deployment-changes.ts';
import {
	deploymentColumns,
	deploymentFields,
	failureDifferences,
	lastSuccessBefore,
	tookText,
} from '../../src/present/deployment.ts';
import {contentWidth, layout, rowLine} from '../../src/present/table.ts';
import {
	bareDeployment,
	change,
	unicode as context,
	deployment,
	failure,
	liveOf,
	look,
	now,
	running as runningFor,
	textOf,
	took,
} from './records.ts';

const nothingElse = {usual: undefined, changes: [], asOf: undefined};
const running = deployment({status: serviceText('building'), conclusion: undefined, concludedAt: undefined});

test('a deployment row shows outcome, environment, version, duration, age and id', () => {
	const rows = [liveOf(deployment()), liveOf(running)];
	const wide = layout(deploymentColumns, 100, index => contentWidth(deploymentColumns, index, rows, context));
	expect(textOf(rowLine(wide, liveOf(deployment()), context)).trimEnd()).toBe(
		'✔ success     production       v42   1m 12s                      1h ago  dep_1',
	);
	expect(textOf(rowLine(wide, liveOf(running), context)).trimEnd()).toBe(
		'◐ building    production       v42  1:00:00                      1h ago  dep_1',
	);
});

test.each<[string, Partial<Deployment>, string | undefined]>([
	['the duration is the difference of the times that the service gives', {}, '1m 12s'],
	['the duration of a running deployment grows', {conclusion: undefined, concludedAt: undefined}, '1:00:00'],
	[
		'the duration grows while there is no conclusion, whatever the status',
		{status: serviceText('failed'), conclusion: undefined, concludedAt: undefined},
		'1:00:00',
	],
	['the duration is unknown without a conclusion time', {concludedAt: undefined}, undefined],
	['the duration is unknown if the conclusion is before the start', {concludedAt: now - 7_200_000}, undefined],
	['the duration is unknown without a start', {createdAt: undefined}, undefined],
	[
		'the duration is zero if the start is in the future',
		{createdAt: now + 5000, conclusion: undefined, concludedAt: undefined},
		'0:00',
	],
])('%s', {tags: ['fault-32']}, (_name, fields, text) => {
	expect(tookText(deployment(fields), context)).toBe(text);
});

test('a deployment that is gone is compared with the usual duration as of when it was last listed', () => {
	const gone = liveOf(deployment({...running, createdAt: now - 3_600_000}), {
		asOf: now - 3_540_000,
		isGone: true,
		usual: {p10Ms: 50_000, medianMs: 60_000, p90Ms: 70_000, sampleCount: 5},
	});
	const wide = layout(deploymentColumns, 100, index => contentWidth(deploymentColumns, index, [gone], context));
	expect(textOf(rowLine(wide, gone, context))).toMatch(/ 1:00 +██████▏░ ~1m 00s /);
});

test('the details show how long a deployment took, or has been running', () => {
	const labels = (row: Deployment) => deploymentFields(row, nothingElse, context).map(({label}) => label);
	expect(labels(deployment())).toContain('took');
	expect(labels(running)).toContain('running for');
	expect(labels(bareDeployment)).toEqual(expect.arrayContaining(['id', 'project id', 'request id']));
});

const failed = took(123, {...failure, id: 'failed', uploadVersion: 32}, 720);
const success = took(70, {id: 'success', uploadVersion: 31}, 7200);
const changes = [
	change(look('queued'), look('building'), -700, -695),
	change(look('building'), look('done', 'failure'), -600, -597),
];

const differences = (row: Deployment, seen: readonly Change[], other: Deployment | undefined) =>
	failureDifferences(row, seen, other, context).map(({label, value}) => `${label}: ${value.text}`);

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
	['never one that failed or is running', [took(1, {...failure, id: 'bad'}, 900), runningFor(900)], undefined],
])('the success compared with a failure is %s', (_rule, rows, id) => {
	expect(lastSuccessBefore(failed, [failed, ...rows], context)?.id).toBe(id);
});
