import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {elapsed} from '../base/duration.ts';
import {blanks, cells, fit, plain, type SafeText, type ServiceText, safe} from '../base/text.ts';
import {perEnvironment} from '../model/deployment-table.ts';
import {durationMs, endedAt, minSamples, type UsualRange, usualRange} from '../model/durations.ts';
import {minChartHeight} from '../model/layout.ts';
import {type Outcome, outcomeOf, type WordMeanings} from '../model/status-words.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';
import {age} from './format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, silent, type Tone} from './line.ts';
import {signOf, toneOf} from './outcome.ts';
import {
	type Cell,
	type Column,
	contentWidth,
	headLine,
	layout,
	type RowContext,
	rowLine,
	textCell,
	usedColumns,
} from './table.ts';

/** How deployments of a project to one environment have gone. */
type EnvironmentStatistics = {
	readonly environment: ServiceText | undefined;
	/** Those that succeeded or failed, newest first. */
	readonly judged: ReadonlyArray<{readonly deployment: Deployment; readonly outcome: Outcome}>;
	/** How many have concluded as neither: cancelled, or with an unknown outcome. */
	readonly otherCount: number;
	readonly usual: UsualRange | undefined;
	readonly count: number;
};

/** The statistics of each environment. The deployments are given newest first. */
const environmentStatistics = perEnvironment((own, wordMeanings): EnvironmentStatistics => {
	const concluded = own.filter(isConcluded);
	const judged = concluded
		.map(deployment => ({deployment, outcome: outcomeOf(deployment, wordMeanings)}))
		.filter(({outcome}) => outcome === 'good' || outcome === 'bad');
	return {
		environment: own[0]?.environmentId,
		judged,
		otherCount: concluded.length - judged.length,
		usual: usualRange(own, wordMeanings),
		count: own.length,
	};
});

/** `96% of 25`, or `2 of 3` of too few for a share. */
function rateText({judged}: EnvironmentStatistics): SafeText | undefined {
	const succeeded = judged.filter(({outcome}) => outcome === 'good').length;
	if (judged.length === 0) return undefined;
	if (judged.length < minSamples) return plain`${succeeded} of ${judged.length}`;
	// Rounded down, so that only without any failure it is 100%.
	return plain`${Math.floor((100 * succeeded) / judged.length)}% of ${judged.length}`;
}

/** `12 good in a row`, `failed 2d ago`, `3 failed, 2d ago`. Nothing for a single success, which the counts show. */
function streakCell({judged}: EnvironmentStatistics, context: RowContext): Cell {
	const [newest] = judged;
	if (!newest) return [];
	const end = judged.findIndex(({outcome}) => outcome !== newest.outcome);
	const length = end === -1 ? judged.length : end;
	if (newest.outcome === 'good') return length === 1 ? [] : [{text: plain`${length} good in a row`, tone: 'quiet'}];
	const failedAt = endedAt(newest.deployment);
	const when = failedAt === undefined ? undefined : age(failedAt, context.now);
	const text = when === undefined ? plain`failed` : plain`failed ${when}`;
	const several = plain`${length} failed${when === undefined ? plain` in a row` : plain`, ${when}`}`;
	return [{text: length === 1 ? text : several, tone: 'bad'}];
}

const plainCell = (text: SafeText | undefined): Cell => (text === undefined ? [] : [{text, tone: 'plain'}]);

const environmentColumns: ReadonlyArray<Column<EnvironmentStatistics>> = [
	{title: 'ENVIRONMENT', width: [11, 20], keep: 9, cell: ({environment}, context) => textCell(environment, context)},
	{title: 'SUCCESS', width: 11, keep: 8, align: 'right', cell: statistics => plainCell(rateText(statistics))},
	{
		title: 'OTHER',
		width: 5,
		keep: 7,
		align: 'right',
		cell: ({otherCount}) => plainCell(otherCount === 0 ? undefined : plain`${otherCount}`),
	},
	{title: 'MEDIAN', width: 8, keep: 5, align: 'right', cell: ({usual}) => plainCell(usual && elapsed(usual.medianMs))},
	{title: '90TH', width: 8, keep: 4, align: 'right', cell: ({usual}) => plainCell(usual && elapsed(usual.p90Ms))},
	{title: 'STREAK', width: [14, 26], keep: 6, cell: streakCell},
];

/** A deployment in a list. `asOf` is when the service last listed it: undefined if the last list has it. */
export type ListedDeployment = {readonly deployment: Deployment; readonly asOf: ServiceTime | undefined};

export type ProjectStatistics = {
	/** Newest first. */
	readonly rows: readonly ListedDeployment[];
	/** The most used first. */
	readonly environments: readonly EnvironmentStatistics[];
	readonly overall: UsualRange | undefined;
};

export function projectStatistics(rows: readonly ListedDeployment[], wordMeanings: WordMeanings): ProjectStatistics {
	const deployments = rows.map(({deployment}) => deployment);
	return {
		rows,
		environments: [...environmentStatistics(deployments, wordMeanings).values()].sort((a, b) => b.count - a.count),
		overall: usualRange(deployments, wordMeanings),
	};
}

/** Returns the deployments in progress. One that is not listed may be over. */
export const runningIn = (rows: readonly ListedDeployment[]): readonly ListedDeployment[] =>
	rows.filter(({deployment, asOf}) => asOf === undefined && !isConcluded(deployment));

/** Returns the deployment to show above the list: the selected one, unless another is in progress, the newest of those. */
export function headlined({rows}: ProjectStatistics, selected: ListedDeployment): ListedDeployment {
	const running = runningIn(rows);
	return running.some(({deployment}) => deployment.id === selected.deployment.id) ? selected : (running[0] ?? selected);
}

type Size = {readonly width: number; readonly height: number};

/** By how many eighths of a cell are filled. In ASCII by thirds. */
const unicodeBlocks = ' ▁▂▃▄▅▆▇█';
const asciiBlocks = ' ___===##';

/** The axis ends at this multiple of the 90th percentile, so that one slow deployment does not flatten all others. */
const maxScaleFactor = 1.5;

const maxStride = 3;

/** Fewer columns beside the axis are not worth a chart. */
const minColumns = 4;

type Bar = {readonly deployment: Deployment; readonly ms: number | undefined; readonly tone: Tone};

type Chart = {
	/** Oldest first. */
	readonly bars: readonly Bar[];
	readonly usual: UsualRange | undefined;
	readonly rowCount: number;
	/** The duration at the top of the axis. Longer ones are cut there. */
	readonly topMs: number;
	/** The width of what stands left of the columns. */
	readonly gutter: number;
	/** The distance from one column to the next, in cells. */
	readonly stride: number;
};

function topOf(bars: readonly Bar[], usual: UsualRange | undefined): number {
	const maxMs = Math.max(1000, ...bars.map(({ms}) => ms ?? 0));
	return usual ? Math.min(maxMs, Math.max(1000, usual.p90Ms * maxScaleFactor)) : maxMs;
}

/** The texts left of the axis, top row first: the longest duration, the median where it lies, and zero. */
function axisLabels({rowCount, topMs, usual}: Pick<Chart, 'rowCount' | 'topMs' | 'usual'>): readonly SafeText[] {
	return Array.from({length: rowCount}, (_, row) => {
		if (row === 0) return elapsed(topMs);
		if (row === rowCount - 1) return plain`0`;
		const isMedian = usual && row === rowCount - 1 - Math.floor((usual.medianMs / topMs) * rowCount);
		return isMedian ? elapsed(usual.medianMs) : plain``;
	});
}

/**
The durations of recent deployments as columns, the newest on the right, each with its outcome below it.

The usual range is shaded, and older deployments without a column are counted. `?` stands for a duration that is not known, `↑` for one that is longer than the axis. The last line marks the selected deployment. Empty if there is too little room.
*/
function historyChart(
	{rows, overall: usual}: Pick<ProjectStatistics, 'rows' | 'overall'>,
	size: Size,
	context: RowContext,
	selectedId?: string,
): readonly Line[] {
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	if (height < minChartHeight) return [];
	const rowCount = height - 2;
	const newest = rows.slice(0, width).map(
		({deployment, asOf}): Bar => ({
			deployment,
			ms: durationMs(deployment, asOf ?? context.now),
			tone: toneOf(outcomeOf(deployment, context.wordMeanings)),
		}),
	);
	const labelWidth = Math.max(...axisLabels({rowCount, topMs: topOf(newest, usual), usual}).map(cells));
	if (width < labelWidth + 1 + minColumns) return [];
	const olderText = (count: number) => (width < 40 ? plain`+${count}` : plain`+${count} older`);
	const isWhole = rows.length < width - labelWidth;
	const gutter = (isWhole ? labelWidth : Math.max(labelWidth, cells(olderText(rows.length)))) + 1;
	const bars = newest.slice(0, width - gutter).reverse();
	const stride = Math.min(maxStride, Math.floor((width - gutter) / Math.max(1, bars.length)));
	const chart: Chart = {bars, usual, rowCount, topMs: topOf(bars, usual), gutter, stride};
	const older = isWhole ? plain`` : olderText(rows.length - bars.length);
	return [
		...axisLabels(chart).map((label, row) => barLine(chart, label, rowCount - 1 - row, context)),
		outcomeLine(chart, older, context),
		selectedId === undefined ? [] : markLine(chart, selectedId, width, context),
	];
}

/** One row of all columns, behind its part of the axis. */
function barLine(chart: Chart, label: SafeText, fromBottom: number, {isAscii}: RowContext): Line {
	const {bars, gutter, stride} = chart;
	const drawn = blankRow(bars.length * stride);
	if (isInBand(chart, fromBottom)) {
		for (const at of drawn.signs.keys()) put(drawn, at, isAscii ? '.' : '░', 'quiet');
	}

	for (const [column, {ms, tone}] of bars.entries()) {
		const sign = barSign(chart, fromBottom, ms, isAscii ? asciiBlocks : unicodeBlocks);
		const width = Math.max(1, stride - 1);
		for (let at = 0; at < width && sign !== undefined; at++) put(drawn, column * stride + at, sign, tone);
	}

	const [bottom, marked, unmarked] = isAscii ? ['+', '+', '|'] : ['┴', '┤', '│'];
	const axis = safe(fromBottom === 0 ? bottom : label === '' ? unmarked : marked);
	return [{text: plain`${fit(label, gutter - 1, 'right')}${axis}`, tone: 'quiet'}, ...drawnLine(drawn)];
}

/** Whether a row contains any part of the usual range. On fewer than three rows, the range would cover too much to mean anything. */
function isInBand({usual, rowCount, topMs}: Chart, fromBottom: number): boolean {
	if (!usual || rowCount < 3) return false;
	const rowMs = topMs / rowCount;
	const {p10Ms, p90Ms} = usual;
	return fromBottom === Math.floor(p10Ms / rowMs) || (fromBottom * rowMs < p90Ms && (fromBottom + 1) * rowMs > p10Ms);
}

/** What a duration looks like in one row. Undefined where it does not reach that row. */
function barSign(
	{rowCount, topMs}: Chart,
	fromBottom: number,
	ms: number | undefined,
	blocks: string,
): string | undefined {
	if (ms === undefined) return fromBottom === 0 ? '?' : undefined;
	if (ms > topMs && fromBottom === rowCount - 1) return '↑';
	const eighths = Math.max(1, Math.round(Math.min(1, ms / topMs) * rowCount * 8)) - fromBottom * 8;
	return eighths > 0 ? blocks[Math.min(8, eighths)] : undefined;
}

/** The outcome of each deployment below its column, and how many older ones have none. */
function outcomeLine({bars, gutter, stride}: Chart, older: SafeText, context: RowContext): Line {
	const signs = bars.flatMap(({deployment, tone}): Line => {
		const sign: SafeSpan = {...signOf(deployment, context), tone: tone === 'good' ? 'quiet' : tone};
		return stride > 1 ? [sign, {text: blanks(stride - 1), tone: 'plain'}] : [sign];
	});
	return [...fitSpans([{text: plain`${older} `, tone: 'quiet'}], gutter, 'right'), ...signs];
}

/** A mark below the selected column and how long that deployment took, on whichever side there is room. `←` if it is an older one. */
function markLine({bars, gutter, stride}: Chart, selectedId: string, width: number, {isAscii}: RowContext): Line {
	const index = bars.findIndex(({deployment}) => deployment.id === selectedId);
	const at = gutter + Math.max(0, index) * stride;
	const before: SafeSpan = {text: blanks(at), tone: 'plain'};
	if (index === -1) return [before, {text: plain`←`, tone: 'accent'}];
	const mark: SafeSpan = {text: isAscii ? plain`^` : plain`▲`, tone: 'accent'};
	const ms = bars[index]?.ms;
	const took = ms === undefined ? plain`?` : elapsed(ms);
	if (at + 2 + cells(took) <= width) return [before, mark, {text: plain` ${took}`, tone: 'accent'}];
	return [...fitSpans([{text: plain`${took} `, tone: 'accent'}], at, 'right'), mark];
}

const gapWidth = 3;
const minTableWidth = 24;

/** The statistics of each environment as a table, at most `width` wide and `height` high. */
function environmentLines(
	{environments}: ProjectStatistics,
	{width, height}: Size,
	context: RowContext,
): readonly Line[] {
	if (width < minTableWidth || height < 2) return [];
	const columns = usedColumns(environmentColumns, environments, context);
	const shown = layout(columns, width, index => contentWidth(columns, index, environments, context));
	const isWhole = environments.length < height;
	const rows = environments.slice(0, isWhole ? height - 1 : height - 2).map(row => rowLine(shown, row, context));
	const rest: Line = [{text: plain`+${environments.length - rows.length} more`, tone: 'quiet'}];
	// Without the blanks at the end of each line, the table is no wider than its texts.
	return [headLine(shown), ...rows, ...(isWhole ? [] : [rest])].map(line =>
		line.slice(0, line.findLastIndex(({text}) => text.trim() !== '') + 1),
	);
}

/** The part of the width that the chart keeps beside the table, if it has so many columns. */
const chartShare = 0.5;
const minChartWidth = 24;
const axisWidth = 6;

/** How many cells a chart can fill: for its axis, its columns, and the duration of the selected one. The same for up to ten more deployments, so that what stands beside it rarely moves. */
const fullWidth = (count: number): number => 20 + Math.ceil(Math.max(1, count) / 10) * 10 * maxStride;

/** The history of a project as a chart, and the statistics of each environment beside it if there is room. */
export function historyLines(
	statistics: ProjectStatistics,
	size: Size,
	context: RowContext,
	selectedId?: string,
): readonly Line[] {
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	const {length: count} = statistics.rows;
	const kept = Math.min(Math.max(minChartWidth, count + axisWidth), Math.ceil(width * chartShare));
	const table = environmentLines(statistics, {width: width - kept - gapWidth, height}, context);
	const tableWidth = Math.max(0, ...table.map(lineWidth));
	const chartWidth = tableWidth === 0 ? width : Math.min(fullWidth(count), width - tableWidth - gapWidth);
	const chart = historyChart(statistics, {width: chartWidth, height}, context, selectedId).map(silent);
	return chart.map((line, index) => {
		const row = table[index];
		return row ? [...fitSpans(line, chartWidth + gapWidth), ...row] : line;
	});
}
