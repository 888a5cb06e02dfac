import {expect, test} from 'vitest';
import {headlined, projectStatistics} from '../../src/present/project-statistics.ts';
import {noPins} from '../../src/status-words.ts';
import {failure, running, took} from './chart-records.ts';
import {now} from './records.ts';

const listed = (...deployments: ReadonlyArray<ReturnType<typeof took>>) =>
	deployments.map(deployment => ({deployment, asOf: undefined}));

test.each([
	['the newest running deployment', [running(5), running(50), took(60)], [0, 1, 0]],
	['otherwise the selected failure, or else the newest deployment', [took(60), took(60), took(60, failure)], [0, 0, 2]],
])('the headline is about %s', (_rule, deployments, shown) => {
	const rows = listed(...deployments.map((row, index) => ({...row, id: `${index}`})));
	const record = projectStatistics(rows, noPins);
	expect(rows.map(row => headlined(record, row, noPins))).toEqual(shown.map(index => rows[index]));
});

test('a remembered deployment does not count as running', () => {
	const remembered = {deployment: running(500), asOf: now - 400_000};
	const record = projectStatistics([remembered], noPins);
	expect(record.running).toEqual([]);
	expect(record.lastSeenAt.get(remembered.deployment)).toBe(now - 400_000);
});
