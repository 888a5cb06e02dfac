import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import type {Context} from '../../src/present/column.ts';
import {deploymentCard, deploymentColumns, deploymentFields} from '../../src/present/deployment.ts';
import type {Line} from '../../src/present/line.ts';
import {contentWidth, layout, rowLine} from '../../src/present/table.ts';
import {tookText} from '../../src/present/took.ts';
import {noPins} from '../../src/status-words.ts';
import {said} from '../../src/text.ts';
import {bareDeployment, deployment, liveOf, now} from './records.ts';

const context: Context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
const textOf = (line: Line) => line.map(({text}) => text).join('');
const nothingElse = {usual: undefined, changes: [], asOf: undefined};
const underWay = deployment({status: said('building'), conclusion: undefined, concludedAt: undefined});

test('a deployment is one line', () => {
	const rows = [liveOf(deployment()), liveOf(underWay)];
	const wide = layout(deploymentColumns, 100, index => contentWidth(deploymentColumns, index, rows, context));
	expect(textOf(rowLine(wide, liveOf(deployment()), context)).trimEnd()).toBe(
		'✔ success     production       v42   1m 12s                      1h ago  dep_1',
	);
	expect(textOf(rowLine(wide, liveOf(underWay), context)).trimEnd()).toBe(
		'◐ building    production       v42  1:00:00                      1h ago  dep_1',
	);
});

test.each<[string, Partial<Deployment>, string | undefined]>([
	['what it took is counted by the service', {}, '1m 12s'],
	['one under way goes on', {conclusion: undefined, concludedAt: undefined}, '1:00:00'],
	[
		'one with a status that sounds final still goes on',
		{status: said('failed'), conclusion: undefined, concludedAt: undefined},
		'1:00:00',
	],
	['one concluded without a date took nobody knows how long', {concludedAt: undefined}, undefined],
	['one concluded before it began took nobody knows how long', {concludedAt: now - 7_200_000}, undefined],
	['one without a beginning took nobody knows how long', {createdAt: undefined}, undefined],
	[
		'one that begins in the future has just begun',
		{createdAt: now + 5000, conclusion: undefined, concludedAt: undefined},
		'0:00',
	],
])('%s', {tags: ['fault-32']}, (_name, fields, text) => {
	expect(tookText(deployment(fields), context)).toBe(text);
});

test('a narrow screen shows a deployment in two lines', () => {
	const [first, second] = deploymentCard(liveOf(deployment()), 36, context).map(textOf);
	expect(first).toBe('✔ success                     1m 12s');
	expect(second?.trimEnd()).toBe('  v42  1h ago  production');
});

test('the pane tells a deployment that is over from one that is not', () => {
	const labels = (row: Deployment) => deploymentFields(row, nothingElse, context).map(({label}) => label);
	expect(labels(deployment())).toContain('took');
	expect(labels(underWay)).toContain('running for');
	expect(labels(bareDeployment)).toEqual(expect.arrayContaining(['id', 'project id', 'request id']));
});
