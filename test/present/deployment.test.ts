import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {deploymentColumns, deploymentFields, tookText} from '../../src/present/deployment.ts';
import {contentWidth, layout, rowLine} from '../../src/present/table.ts';
import {bareDeployment, unicode as context, deployment, liveOf, now, textOf} from './records.ts';

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
