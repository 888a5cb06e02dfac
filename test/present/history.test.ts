import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {historyChart, historyLines} from '../../src/present/history.ts';
import {projectStatistics} from '../../src/present/project-statistics.ts';
import type {RowContext} from '../../src/present/table.ts';
import {contradictoryRecords} from './arbitrary-records.ts';
import {ascii, cancelled, failure, now, running, textOf, textsOf, took, unicode} from './records.ts';

/** The deployments as a list that the service has just sent. */
const listed = (deployments: readonly Deployment[]) => deployments.map(deployment => ({deployment, asOf: undefined}));

const usual = {p10Ms: 50_000, medianMs: 60_000, p90Ms: 80_000, sampleCount: 12};

/** Returns the deployments newest first, given oldest first. The id of each is its index. */
const history = (...rows: readonly Deployment[]) => rows.map((row, index) => ({...row, id: `${index}`})).toReversed();

const mixed = history(took(60), took(400), took(75, failure), took(30, cancelled), took(-5), took(52), running(20));

const draw = (width: number, height: number, context: RowContext, selectedId?: string) =>
	textsOf(historyChart({rows: listed(mixed), overall: usual}, {width, height}, context, selectedId));

test('durations are columns above their outcomes, newest on the right, against a band of usual durations', () => {
	expect(draw(12, 7, unicode)).toEqual([
		'2:00┤ ↑     ',
		'    │░█▁░░░░',
		'1:00┤▄██░░▁░',
		'    │███▂ █ ',
		'   0┴████?█▇',
		'     ✔✔✖⊘✔✔◐',
		'',
	]);
	expect(draw(12, 7, ascii)).toEqual(
		['2:00+ ^     ', '    |.#_....', '1:00+=##.._.', '    |###_ # ', '   0+####?##', '     ++x-++o', ''].map(line =>
			line.replace('^', '↑'),
		),
	);
});

test('the selected column is marked, with its duration on the side that has space', () => {
	expect(draw(26, 6, unicode, '2').slice(-2)).toEqual(['     ✔  ✔  ✖  ⊘  ✔  ✔  ◐  ', '           ▲ 1:15']);
	expect(draw(26, 6, unicode, '6').at(-1)).toBe('                  0:20 ▲');
	expect(draw(26, 6, ascii, '4').at(-1)).toBe('                 ^ ?');
});

test('older deployments without a column are counted, and an arrow points to a selected one', () => {
	const deployments = Array.from({length: 50}, (_, index) => ({...took(60), id: `${index}`}));
	expect(
		textsOf(historyChart({rows: listed(deployments), overall: undefined}, {width: 20, height: 4}, unicode, '49')),
	).toEqual(['1:00┤███████████████', '   0┴███████████████', ' +35 ✔✔✔✔✔✔✔✔✔✔✔✔✔✔✔', '     ←']);
	const wide = historyChart({rows: listed(deployments), overall: undefined}, {width: 50, height: 4}, unicode);
	expect(textOf(wide[2] ?? [])).toBe(`+10 older ${'✔'.repeat(40)}`);
});

test('each deployment has exactly one column or is counted as older', () => {
	const size = fc.record({width: fc.integer({min: 20, max: 220}), height: fc.integer({min: 4, max: 12})});
	fc.assert(
		fc.property(contradictoryRecords, fc.integer({min: 1, max: 12}), size, (records, times, {width, height}) => {
			const deployments = Array.from({length: times}, () => records.map(({deployment}) => deployment)).flat();
			const lines = historyChart({rows: listed(deployments), overall: usual}, {width, height}, unicode);
			expect(lines).toHaveLength(height);
			const outcomes = textOf(lines.at(-2) ?? []);
			const older = Number(/\+(\d+)/.exec(outcomes)?.[1] ?? 0);
			expect((outcomes.match(/[◌◐✔✖⊘◇]/g) ?? []).length + older).toBe(deployments.length);
			if (older > 0) expect(outcomes).toHaveLength(width);
		}),
	);
});

const environments = ['production', 'preview', 'staging', 'test'];
const panelRows = environments.flatMap((environment, index) =>
	Array.from({length: 8 - index}, (_, place) => ({
		deployment: took(20 + place, {
			id: `${environment}${place}`,
			environmentId: serviceText(environment),
			...(place === 2 ? failure : {}),
		}),
		asOf: undefined,
	})),
);
const statistics = projectStatistics(panelRows, noWordMeanings);
const drawPanel = (width: number, height: number, shown = statistics) =>
	textsOf(historyLines(shown, {width, height}, unicode, 'production0'));

test('the history panel shows the record of each environment beside the history', () => {
	const lines = drawPanel(118, 6);
	expect(lines).toHaveLength(6);
	expect(lines[0]).toMatch(/^0:2\d┤.* {3}ENVIRONMENT +SUCCESS +MEDIAN +90TH +STREAK$/);
	expect(lines[1]).toMatch(/ {3}production +87% of 8 +0:2\d +0:2\d +2 in a row$/);
	expect(lines[4]).toMatch(/ {3}test +80% of 5 +– +– +2 in a row$/);
});

test('on a wide screen the record of each environment stands next to a short history', () => {
	const few = projectStatistics(panelRows.slice(0, 4), noWordMeanings);
	const starts = [120, 200].map(width => drawPanel(width, 6, few)[0]?.indexOf('ENVIRONMENT'));
	expect(starts).toEqual([53, 53]);
	const more = projectStatistics(panelRows.slice(0, 10), noWordMeanings);
	expect(drawPanel(200, 6, more)[0]?.indexOf('ENVIRONMENT')).toBe(53);
});

test('the history panel counts the environments that do not fit', () => {
	const lines = drawPanel(118, 4);
	expect(lines[2]).toMatch(/ {3}preview +/);
	expect(lines[3]).toMatch(/ {3}\+2 more$/);
});

test('the history takes the full width if there is no space for the environments', () => {
	expect(drawPanel(40, 4).join()).not.toContain('ENVIRONMENT');
	expect(drawPanel(40, 0)).toEqual([]);
});

test('the history shows a remembered running deployment with the duration last observed', () => {
	const remembered = {deployment: running(3000), asOf: now - 2_990_000};
	const known = projectStatistics([...panelRows, remembered], noWordMeanings);
	expect(drawPanel(118, 6, known)[0]).toMatch(/^0:27┤/);
});
