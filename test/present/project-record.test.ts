import {expect, test} from 'vitest';
import {headlined, projectRecord, usualFor} from '../../src/present/project-record.ts';
import {noPins} from '../../src/status-words.ts';
import {serviceText} from '../../src/text.ts';
import {failure, running, took} from './charts/chart-records.ts';
import {now} from './records.ts';

const listed = (...deployments: ReadonlyArray<ReturnType<typeof took>>) =>
	deployments.map(deployment => ({deployment, asOf: undefined}));

test('a project record has a usual duration for each environment', () => {
	const preview = {environmentId: serviceText('preview')};
	const rows = listed(...[1, 2, 3, 4, 5].flatMap(() => [took(60), took(20, preview)]));
	const record = projectRecord(rows, noPins);
	expect(usualFor(record, took(1))?.medianMs).toBe(60_000);
	expect(usualFor(record, took(1, preview))?.medianMs).toBe(20_000);
	expect(usualFor(record, took(1, {environmentId: undefined}))).toBeUndefined();
	expect(record.overall?.sampleCount).toBe(10);
});

test.each([
	['the newest running deployment', [running(5), running(50), took(60)], [0, 1, 0]],
	['otherwise the selected failure, or else the newest deployment', [took(60), took(60), took(60, failure)], [0, 0, 2]],
])('the headline is about %s', (_rule, deployments, shown) => {
	const rows = listed(...deployments.map((row, index) => ({...row, id: `${index}`})));
	const record = projectRecord(rows, noPins);
	expect(rows.map(row => headlined(record, row, noPins))).toEqual(shown.map(index => rows[index]));
});

test('a remembered deployment does not count as running', () => {
	const remembered = {deployment: running(500), asOf: now - 400_000};
	const record = projectRecord([remembered], noPins);
	expect(record.running).toEqual([]);
	expect(record.lastSeenAt.get(remembered.deployment)).toBe(now - 400_000);
});
