import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {historyLines, runningIn} from '../../src/present/history.ts';
import type {RowContext} from '../../src/present/table.ts';
import {contradictoryRecords} from './arbitrary-records.ts';
import {ascii, cancelled, failure, now, running, textOf, textsOf, took, unicode} from './records.ts';

const listed = (deployments: readonly Deployment[]) => deployments.map(deployment => ({deployment, asOf: undefined}));

/** Takes the deployments oldest first. The id of each is its index. */
const history = (...rows: readonly Deployment[]) => rows.map((row, index) => ({...row, id: `${index}`})).toReversed();

const mixed = history(took(60), took(400), took(75, failure), took(30, cancelled), took(-5), took(52), running(20));

const draw = (width: number, height: number, context: RowContext, selectedId?: string) =>
	textsOf(historyLines(listed(mixed), {width, height}, context, selectedId));

test('durations are columns above their outcomes, newest on the right, and the slowest is cut', () => {
	expect(draw(14, 6, unicode)).toEqual([
		'2m 48s┤ ↑     ',
		'      │ █     ',
		'      │▃█▆  ▂ ',
		'     0┴███▆?█▄',
		'       ✔✔✖⊘✔✔◐',
		'',
	]);
	expect(draw(14, 6, ascii)).toEqual([
		'2m 48s+ ↑     ',
		'      | #     ',
		'      |_#=  _ ',
		'     0+###=?#=',
		'       ++x-++o',
		'',
	]);
});

test('each deployment has exactly one column or is counted as older', () => {
	const size = fc.record({width: fc.integer({min: 20, max: 50}), height: fc.integer({min: 4, max: 12})});
	fc.assert(
		fc.property(contradictoryRecords, fc.integer({min: 1, max: 12}), size, (records, times, {width, height}) => {
			const deployments = Array.from({length: times}, () => records.map(({deployment}) => deployment)).flat();
			const lines = historyLines(listed(deployments), {width, height}, unicode);
			expect(lines).toHaveLength(height);
			const outcomes = textOf(lines.at(-2) ?? []);
			const older = Number(/\+(\d+)/.exec(outcomes)?.[1] ?? 0);
			expect((outcomes.match(/[◌◐✔✖⊘◇]/g) ?? []).length + older).toBe(deployments.length);
			if (older > 0) expect(outcomes).toHaveLength(width);
		}),
	);
});

const preview = {environmentId: serviceText('preview')};
const good = (count: number, fields = {}) => Array.from({length: count}, (_, index) => took(60 + index, fields));

const deployed = [
	running(5),
	...good(24),
	took(9, cancelled),
	took(9, failure),
	...[1, 2].map(() => took(9, {...failure, ...preview})),
	...good(2, preview),
	running(5, 'building', {environmentId: serviceText('new')}),
];

const drawPanel = (width: number, height: number, rows: readonly Deployment[] = deployed) =>
	textsOf(historyLines(listed(rows), {width, height}, unicode, 'dep_1'));

test('the table counts environments that do not fit, and gives way to the chart', () => {
	expect(drawPanel(118, 4).at(-2)).toMatch(/^preview/);
	expect(drawPanel(118, 4).at(-1)).toMatch(/^new/);
	const more = ['a', 'b'].map(id => took(60, {environmentId: serviceText(id)}));
	expect(drawPanel(118, 4, [...deployed, ...more]).at(-1)).toMatch(/^\+3 more {3}/);
	expect(drawPanel(60, 4).join()).not.toContain('ENVIRONMENT');
	expect(drawPanel(118, 0)).toEqual([]);
});

test('a deployment that is no longer listed is not running, and is measured until it was last seen', () => {
	const remembered = {deployment: running(3000), asOf: now - 2_990_000};
	expect(runningIn([remembered])).toEqual([]);
	const lines = historyLines([remembered], {width: 40, height: 6}, unicode);
	expect(textOf(lines[0] ?? [])).toMatch(/^10s┤/);
});
