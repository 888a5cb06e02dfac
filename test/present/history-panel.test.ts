import {expect, test} from 'vitest';
import {createHistoryPanel} from '../../src/present/history.ts';
import {projectStatistics} from '../../src/present/project-statistics.ts';
import {noPins} from '../../src/status-words.ts';
import {serviceText} from '../../src/text.ts';
import {failure, running, textsOf, took, unicode} from './chart-records.ts';
import {now} from './records.ts';

const environments = ['production', 'preview', 'staging', 'test'];
const rows = environments.flatMap((environment, index) =>
	Array.from({length: 8 - index}, (_, place) => ({
		deployment: took(20 + place, {
			id: `${environment}${place}`,
			environmentId: serviceText(environment),
			...(place === 2 ? failure : {}),
		}),
		asOf: undefined,
	})),
);
const record = projectStatistics(rows, noPins);
const draw = (width: number, height: number, deployments = record) =>
	textsOf(createHistoryPanel(deployments, {width, height}, unicode)('production0'));

test('the history panel shows the record of each environment beside the history', () => {
	const lines = draw(118, 6);
	expect(lines).toHaveLength(6);
	expect(lines[0]).toMatch(/^0:2\d┤.* {3}ENVIRONMENT +SUCCESS +MEDIAN +90TH +STREAK$/);
	expect(lines[1]).toMatch(/ {3}production +87% of 8 +0:2\d +0:2\d +2 in a row$/);
	expect(lines[4]).toMatch(/ {3}test +80% of 5 +– +– +2 in a row$/);
});

test('on a wide screen the record of each environment stands next to a short history', () => {
	const few = projectStatistics(rows.slice(0, 4), noPins);
	const starts = [120, 200].map(width => draw(width, 6, few)[0]?.indexOf('ENVIRONMENT'));
	expect(starts).toEqual([53, 53]);
	const more = projectStatistics(rows.slice(0, 10), noPins);
	expect(draw(200, 6, more)[0]?.indexOf('ENVIRONMENT')).toBe(53);
});

test('the history panel counts the environments that do not fit', () => {
	const lines = draw(118, 4);
	expect(lines[2]).toMatch(/ {3}preview +/);
	expect(lines[3]).toMatch(/ {3}\+2 more$/);
});

test('the history takes the full width if there is no space for the environments', () => {
	expect(draw(40, 4).join()).not.toContain('ENVIRONMENT');
	expect(draw(40, 0)).toEqual([]);
});

test('the history shows a remembered running deployment with the duration last observed', () => {
	const remembered = {deployment: running(3000), asOf: now - 2_990_000};
	const known = projectStatistics([...rows, remembered], noPins);
	expect(draw(118, 6, known)[0]).toMatch(/^0:27┤/);
});
