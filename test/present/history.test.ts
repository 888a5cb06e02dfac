import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {headlined, historyLines, projectStatistics, runningIn} from '../../src/present/history.ts';
import type {RowContext} from '../../src/present/table.ts';
import {contradictoryRecords} from './arbitrary-records.ts';
import {ascii, cancelled, failure, now, running, textOf, textsOf, took, unicode} from './records.ts';

/** The deployments as a list that the service has just sent. */
const listed = (deployments: readonly Deployment[]) => deployments.map(deployment => ({deployment, asOf: undefined}));

const usual = {p10Ms: 50_000, medianMs: 60_000, p90Ms: 80_000, sampleCount: 12};

/** Returns the deployments newest first, given oldest first. The id of each is its index. */
const history = (...rows: readonly Deployment[]) => rows.map((row, index) => ({...row, id: `${index}`})).toReversed();

const mixed = history(took(60), took(400), took(75, failure), took(30, cancelled), took(-5), took(52), running(20));

/** The history without the environments, for which a width up to 50 has no room. */
const historyOf = (deployments: readonly Deployment[], overall?: typeof usual) => ({
	rows: listed(deployments),
	environments: [],
	overall,
});

const draw = (width: number, height: number, context: RowContext, selectedId?: string) =>
	textsOf(historyLines(historyOf(mixed, usual), {width, height}, context, selectedId));

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
	expect(textsOf(historyLines(historyOf(deployments), {width: 20, height: 4}, unicode, '49'))).toEqual([
		'1:00┤███████████████',
		'   0┴███████████████',
		' +35 ✔✔✔✔✔✔✔✔✔✔✔✔✔✔✔',
		'     ←',
	]);
	const wide = historyLines(historyOf(deployments), {width: 50, height: 4}, unicode);
	expect(textOf(wide[2] ?? [])).toBe(`+10 older ${'✔'.repeat(40)}`);
});

test('each deployment has exactly one column or is counted as older', () => {
	const size = fc.record({width: fc.integer({min: 20, max: 50}), height: fc.integer({min: 4, max: 12})});
	fc.assert(
		fc.property(contradictoryRecords, fc.integer({min: 1, max: 12}), size, (records, times, {width, height}) => {
			const deployments = Array.from({length: times}, () => records.map(({deployment}) => deployment)).flat();
			const lines = historyLines(historyOf(deployments, usual), {width, height}, unicode);
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
	expect(lines[1]).toMatch(/ {3}production +87% of 8 +0:2\d +0:2\d +2 good in a row$/);
	expect(lines[4]).toMatch(/ {3}test +80% of 5 +2 good in a row$/);
});

test('the history panel counts the environments that do not fit, and shows none without room beside the history', () => {
	expect(drawPanel(118, 4)[3]).toMatch(/ {3}\+2 more$/);
	expect(drawPanel(40, 4).join()).not.toContain('ENVIRONMENT');
	expect(drawPanel(40, 0)).toEqual([]);
});

test('up to ten more deployments leave the environments where they are', () => {
	const starts = [4, 10].map(count => {
		const few = projectStatistics(panelRows.slice(0, count), noWordMeanings);
		return drawPanel(200, 6, few)[0]?.indexOf('ENVIRONMENT');
	});
	expect(starts).toEqual([53, 53]);
});

test('a remembered deployment does not count as running, and is measured up to when it was last seen', () => {
	const remembered = {deployment: running(3000), asOf: now - 2_990_000};
	expect(runningIn([remembered])).toEqual([]);
	const known = projectStatistics([...panelRows, remembered], noWordMeanings);
	expect(drawPanel(118, 6, known)[0]).toMatch(/^0:27┤/);
});

test.each([
	['the newest running deployment, unless the selected one is running', [running(5), running(50), took(60)], [0, 1, 0]],
	['otherwise the selected deployment, whatever its outcome', [took(60), took(60), took(60, failure)], [0, 1, 2]],
])('the headline is about %s', (_rule, deployments, shown) => {
	const rows = listed(deployments.map((row, index) => ({...row, id: `${index}`})));
	const record = projectStatistics(rows, noWordMeanings);
	expect(rows.map(row => headlined(record, row))).toEqual(shown.map(index => rows[index]));
});

const preview = {environmentId: serviceText('preview')};
const good = (count: number, fields = {}) => Array.from({length: count}, (_, index) => took(60 + index, fields));

const deployed = [
	running(5),
	...good(12),
	took(9, cancelled),
	took(9, failure),
	...good(12),
	took(9, {...failure, ...preview}, 172_900),
	took(9, {...failure, ...preview}, 180_000),
	...good(2, preview),
	running(5, 'building', {environmentId: serviceText('new')}),
];

test('each environment shows its success rate, its usual durations and its streak', () => {
	const lines = drawPanel(160, 5, projectStatistics(listed(deployed), noWordMeanings));
	const at = lines[0]?.indexOf('ENVIRONMENT');
	expect(lines.slice(0, 4).map(line => line.slice(at))).toEqual([
		'ENVIRONMENT      SUCCESS  OTHER    MEDIAN      90TH  STREAK',
		'production     96% of 25      1      1:05      1:10  12 good in a row',
		'preview           2 of 4                             2 failed, 2d ago',
		'new',
	]);
});

test('with few deployments the record counts them, and leaves out what is not known', () => {
	const lines = drawPanel(120, 5, projectStatistics(listed([took(9), took(9), took(9, failure)]), noWordMeanings));
	const at = lines[0]?.indexOf('ENVIRONMENT');
	expect(lines.slice(0, 2).map(line => line.slice(at))).toEqual([
		'ENVIRONMENT      SUCCESS  STREAK',
		'production        2 of 3  2 good in a row',
	]);
});

test('cancelled deployments are neither success nor failure', () => {
	const deployments = listed([took(9, cancelled), took(9, failure, 7200), took(9)]);
	const [record] = projectStatistics(deployments, noWordMeanings).environments;
	expect(record?.judged.map(({outcome}) => outcome)).toEqual(['bad', 'good']);
});
