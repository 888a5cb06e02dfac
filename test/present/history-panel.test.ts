import {expect, test} from 'vitest';
import {createHistoryPanel} from '../../src/present/history-panel.ts';
import {projectRecord} from '../../src/present/project-record.ts';
import {noPins} from '../../src/status-words.ts';
import {said} from '../../src/text.ts';
import {failure, running, textsOf, took, unicode} from './charts/chart-records.ts';
import {now} from './records.ts';

const environments = ['production', 'preview', 'staging', 'test'];
const rows = environments.flatMap((environment, index) =>
	Array.from({length: 8 - index}, (_, place) => ({
		deployment: took(20 + place, {
			id: `${environment}${place}`,
			environmentId: said(environment),
			...(place === 2 ? failure : {}),
		}),
		asOf: undefined,
	})),
);
const record = projectRecord(rows, noPins);
const draw = (width: number, height: number, deployments = record) =>
	textsOf(createHistoryPanel(deployments, {width, height}, unicode)('production0'));

test('the record of each environment is beside the history', () => {
	const lines = draw(118, 6);
	expect(lines).toHaveLength(6);
	expect(lines[0]).toMatch(/^0:2\d┤.* {3}ENVIRONMENT +SUCCESS +MEDIAN +90TH +STREAK$/);
	expect(lines[1]).toMatch(/ {3}production +87% of 8 +0:2\d +0:2\d +2 in a row$/);
	expect(lines[4]).toMatch(/ {3}test +80% of 5 +– +– +2 in a row$/);
});

test('environments that do not fit are counted', () => {
	const lines = draw(118, 4);
	expect(lines[2]).toMatch(/ {3}preview +/);
	expect(lines[3]).toMatch(/ {3}\+2 more$/);
});

test('without room for the table, the history has the whole width', () => {
	expect(draw(40, 4).join()).not.toContain('ENVIRONMENT');
	expect(draw(40, 0)).toEqual([]);
});

test('one that is no longer listed is as long as it was seen', () => {
	const remembered = {deployment: running(3000), asOf: now - 2_990_000};
	const known = projectRecord([...rows, remembered], noPins);
	expect(draw(118, 6, known)[0]).toMatch(/^0:27┤/);
});
