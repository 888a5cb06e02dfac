import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {
	environmentColumns,
	environmentStatistics,
	headlined,
	projectStatistics,
	runningIn,
} from '../../src/present/project-statistics.ts';
import {contentWidth, headLine, layout, rowLine} from '../../src/present/table.ts';
import {cancelled, failure, now, running, textOf, took, unicode} from './records.ts';

const listed = (...deployments: ReadonlyArray<ReturnType<typeof took>>) =>
	deployments.map(deployment => ({deployment, asOf: undefined}));

test.each([
	['the newest running deployment', [running(5), running(50), took(60)], [0, 1, 0]],
	['otherwise the selected failure, or else the newest deployment', [took(60), took(60), took(60, failure)], [0, 0, 2]],
])('the headline is about %s', (_rule, deployments, shown) => {
	const rows = listed(...deployments.map((row, index) => ({...row, id: `${index}`})));
	const record = projectStatistics(rows, noWordMeanings);
	expect(rows.map(row => headlined(record, row, noWordMeanings))).toEqual(shown.map(index => rows[index]));
});

test('a remembered deployment does not count as running', () => {
	const remembered = {deployment: running(500), asOf: now - 400_000};
	expect(runningIn([remembered])).toEqual([]);
});

const preview = {environmentId: serviceText('preview')};
const good = (count: number, fields = {}) => Array.from({length: count}, (_, index) => took(60 + index, fields));

const rows = [
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

const draw = (width: number) => {
	const records = environmentStatistics(rows, noWordMeanings);
	const shown = layout(environmentColumns, width, index => contentWidth(environmentColumns, index, records, unicode));
	return [
		textOf(headLine(shown)).trimEnd(),
		...records.map(record => textOf(rowLine(shown, record, unicode)).trimEnd()),
	];
};

test('each environment shows its success rate, its usual durations and its streak', () => {
	expect(draw(80)).toEqual([
		'ENVIRONMENT      SUCCESS    MEDIAN      90TH  STREAK',
		'production     96% of 25      1:05      1:10  12 in a row',
		'preview         50% of 4         –         –  2 failed, 2d ago',
		'new                    –         –         –  –',
	]);
});

test('cancelled deployments are neither success nor failure, and one failure is not a streak', () => {
	const [record] = environmentStatistics([took(9, cancelled), took(9, failure, 7200), took(9)], noWordMeanings);
	expect(record).toMatchObject({succeeded: 1, judged: 2, streak: {outcome: 'bad', length: 1}});
});
