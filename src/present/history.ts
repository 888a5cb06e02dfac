import type {Deployment} from '../api/types.ts';
import {elapsed} from '../base/duration.ts';
import {blanks, cells, fit, plain, type SafeText, safe} from '../base/text.ts';
import {durationMs} from '../model/durations.ts';
import {outcomeOf} from '../model/status-words.ts';
import type {UsualRange} from '../model/usual-range.ts';
import {blankRow, type DrawnRow, drawnLine, fittingParts, put, wholeCells} from './drawing.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, type Tone} from './line.ts';
import {shapeOf, toneOf} from './outcome.ts';
import {environmentColumns, type ProjectStatistics} from './project-statistics.ts';
import {contentWidth, headLine, layout, type RowContext, rowLine} from './table.ts';

type History = Pick<ProjectStatistics, 'deployments' | 'lastSeenAt' | 'overall'>;

/** Returns the lines of a history, with one deployment marked if its id is given. */
export type HistoryLines = (selectedId?: string) => readonly Line[];

type Size = {readonly width: number; readonly height: number};

/** By how many eighths of a cell are filled. In ASCII by thirds. */
const unicodeBlocks = ' ▁▂▃▄▅▆▇█';
const asciiBlocks = ' ___===##';

/** The axis ends at this multiple of the 90th percentile, so that one slow deployment does not flatten all others. */
const maxScaleFactor = 1.5;

const maxStride = 3;
const minColumnsBesideAxis = 8;

type Bar = {readonly deployment: Deployment; readonly ms: number | undefined; readonly tone: Tone};

function topOf(bars: readonly Bar[], usual: UsualRange | undefined): number {
	const maxMs = Math.max(1000, ...bars.map(({ms}) => ms ?? 0));
	return usual ? Math.min(maxMs, Math.max(1000, usual.p90Ms * maxScaleFactor)) : maxMs;
}

/** The texts left of the axis, top row first: the longest duration, the median where it lies, and zero. */
function axisLabels(rowCount: number, topMs: number, usual: UsualRange | undefined): readonly SafeText[] {
	const labels = Array.from({length: rowCount}, () => plain``);
	const medianRow = usual ? rowCount - 1 - Math.floor((usual.medianMs / topMs) * rowCount) : -1;
	if (usual && medianRow > 0 && medianRow < rowCount - 1) labels[medianRow] = elapsed(usual.medianMs);
	if (rowCount > 1) labels[rowCount - 1] = plain`0`;
	if (rowCount > 0) labels[0] = elapsed(topMs);
	return labels;
}

type Plan = {
	/** The width of what stands left of the columns. */
	readonly gutter: number;
	/** The distance from one column to the next, in cells. */
	readonly stride: number;
	readonly shownCount: number;
	/** Says how many deployments have no column. */
	readonly older: SafeText;
};

/** How many cells a history can fill: for its axis, its columns, and the duration of the selected one. The same for up to ten more deployments, so that what stands beside it rarely moves. */
const fullWidth = (count: number): number => 20 + Math.ceil(Math.max(1, count) / 10) * 10 * maxStride;

function planOf(count: number, width: number, labelWidth: number): Plan {
	const hasAxis = width >= labelWidth + 1 + Math.min(count, minColumnsBesideAxis);
	const labelled = hasAxis && labelWidth > 0 ? labelWidth + 1 : 0;
	const isWhole = count <= width - labelled;
	const olderText = (older: number) => (width < 40 ? plain`+${older}` : plain`+${older} older`);
	const gutter = isWhole || !hasAxis ? labelled : Math.max(labelWidth, cells(olderText(count))) + 1;
	const shownCount = Math.min(count, width - gutter);
	return {
		gutter,
		stride: Math.min(maxStride, Math.floor((width - gutter) / Math.max(1, shownCount))),
		shownCount,
		older: isWhole || !hasAxis ? plain`` : olderText(count - shownCount),
	};
}

/**
The durations of recent deployments as columns, the newest on the right, each with its outcome below it.

The usual range is shaded, and older deployments without a column are counted. `?` stands for a duration that is not known, `↑` for one that is longer than the axis. Only the last line depends on the marked deployment; on fewer than four lines, there is none for it.
*/
export function createHistory(history: History, size: Size, context: RowContext): HistoryLines {
	const {deployments, overall: usual} = history;
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	if (height === 0 || width === 0) return () => [];
	const hasMark = height > 3;
	const rowCount = height - (hasMark ? 2 : 1);
	const newest = deployments.slice(0, width).map(deployment => barOf(deployment, history, context));
	const labelWidth = Math.max(0, ...axisLabels(rowCount, topOf(newest, usual), usual).map(cells));
	const plan = planOf(deployments.length, width, labelWidth);
	const bars = newest.slice(0, plan.shownCount).reverse();
	const topMs = topOf(bars, usual);
	const labels = axisLabels(rowCount, topMs, usual);
	const rows = labels.map((label, index): Line => {
		const fromBottom = rowCount - 1 - index;
		const isUsual = usual !== undefined && isInBand(fromBottom, rowCount, topMs, usual);
		const row = barRow(bars, {fromBottom, rowCount, topMs, isUsual}, plan, context);
		return [...axisSpans(label, plan, index === rowCount - 1, context), ...drawnLine(row)];
	});
	const lines = [...rows, outcomeRow(bars, plan, context)];
	return selectedId => (hasMark ? [...lines, markRow(bars, selectedId, {...plan, width}, context)] : lines);
}

function barOf(deployment: Deployment, {lastSeenAt}: History, context: RowContext): Bar {
	return {
		deployment,
		ms: durationMs(deployment, lastSeenAt.get(deployment) ?? context.now),
		tone: toneOf(outcomeOf(deployment, context.wordMeanings)),
	};
}

/** Whether a row contains any part of the usual range. On fewer than three rows, the range would cover too much to mean anything. */
function isInBand(fromBottom: number, rowCount: number, topMs: number, {p10Ms, p90Ms}: UsualRange): boolean {
	if (rowCount < 3) return false;
	const rowMs = topMs / rowCount;
	return fromBottom === Math.floor(p10Ms / rowMs) || (fromBottom * rowMs < p90Ms && (fromBottom + 1) * rowMs > p10Ms);
}

type Row = {
	readonly fromBottom: number;
	readonly rowCount: number;
	readonly topMs: number;
	/** Whether it contains any part of the usual range. */
	readonly isUsual: boolean;
};

function barRow(bars: readonly Bar[], shown: Row, {stride}: Plan, context: RowContext): DrawnRow {
	const row = blankRow(bars.length * stride);
	for (const at of shown.isUsual ? row.signs.keys() : []) put(row, at, context.isAscii ? '.' : '░', 'quiet');
	for (const [column, bar] of bars.entries()) {
		const sign = barSign(bar.ms, shown, context);
		const from = column * stride;
		const to = from + Math.max(1, stride - 1);
		for (let at = from; at < to && sign !== undefined; at++) put(row, at, sign, bar.tone);
	}

	return row;
}

/** What a duration looks like in one row. Undefined where it does not reach that row. */
function barSign(
	ms: number | undefined,
	{fromBottom, rowCount, topMs}: Row,
	{isAscii}: RowContext,
): string | undefined {
	if (ms === undefined) return fromBottom === 0 ? '?' : undefined;
	if (ms > topMs && fromBottom === rowCount - 1) return '↑';
	const eighths = Math.max(1, Math.round(Math.min(1, ms / topMs) * rowCount * 8)) - fromBottom * 8;
	return eighths > 0 ? (isAscii ? asciiBlocks : unicodeBlocks)[Math.min(8, eighths)] : undefined;
}

function axisSpans(label: SafeText, {gutter}: Plan, isBottom: boolean, {isAscii}: RowContext): Line {
	if (gutter === 0) return [];
	const [bottom, marked, unmarked] = isAscii ? ['+', '+', '|'] : ['┴', '┤', '│'];
	const axis = safe(isBottom ? bottom : label === '' ? unmarked : marked);
	return [{text: plain`${fit(label, gutter - 1, 'right')}${axis}`, tone: 'quiet'}];
}

/** The outcome of each deployment below its column, and how many older ones have none. */
function outcomeRow(bars: readonly Bar[], {gutter, stride, older}: Plan, context: RowContext): Line {
	const gap: SafeSpan = {text: blanks(stride - 1), tone: 'plain'};
	const head = fitSpans([{text: plain`${older} `, tone: 'quiet'}], gutter, 'right');
	return [
		...head,
		...bars.flatMap(({deployment}): Line => {
			const outcome = outcomeOf(deployment, context.wordMeanings);
			const shape = {...shapeOf(outcome, context), ...(outcome === 'good' ? {tone: 'quiet' as const} : {})};
			return stride > 1 ? [shape, gap] : [shape];
		}),
	];
}

/** A mark below the selected column and how long that deployment took, on whichever side there is room. `←` if it is an older one. */
function markRow(
	bars: readonly Bar[],
	selectedId: string | undefined,
	{gutter, stride, width}: Plan & {readonly width: number},
	{isAscii}: RowContext,
): Line {
	if (selectedId === undefined) return [];
	const index = bars.findIndex(({deployment}) => deployment.id === selectedId);
	if (index === -1)
		return [
			{text: blanks(gutter), tone: 'plain'},
			{text: plain`←`, tone: 'accent'},
		];
	const at = gutter + index * stride;
	const mark: SafeSpan = {text: isAscii ? plain`^` : plain`▲`, tone: 'accent'};
	const ms = bars[index]?.ms;
	const took = ms === undefined ? plain`?` : elapsed(ms);
	if (at + 2 + cells(took) <= width) {
		return [{text: blanks(at), tone: 'plain'}, mark, {text: plain` ${took}`, tone: 'accent'}];
	}

	const before = fittingParts([{spans: [{text: plain`${took} `, tone: 'accent'}], keep: 1}], at);
	return [...fitSpans(before, at, 'right'), mark];
}

const gapWidth = 3;

const wantedChartShare = 0.5;

const minChartWidth = 24;

const axisWidth = 6;

const minTableWidth = 24;

/** The statistics of each environment as a table, at most `width` wide and `height` high. */
function environmentLines(
	{environments}: ProjectStatistics,
	{width, height}: Size,
	context: RowContext,
): readonly Line[] {
	if (width < minTableWidth || height < 2) return [];
	const shown = layout(environmentColumns, width, index =>
		contentWidth(environmentColumns, index, environments, context),
	);
	const isWhole = environments.length < height;
	const rows = environments.slice(0, isWhole ? height - 1 : height - 2).map(row => rowLine(shown, row, context));
	const rest: Line = [{text: plain`+${environments.length - rows.length} more`, tone: 'quiet'}];
	return [headLine(shown), ...rows, ...(isWhole ? [] : [rest])].map(trimmed);
}

function trimmed(line: Line): Line {
	const end = line.findLastIndex(({text}) => text.trim() !== '');
	return line.slice(0, end + 1);
}

/** The history of a project as a chart, and the statistics of each environment beside it if there is room. */
export function createHistoryPanel(statistics: ProjectStatistics, size: Size, context: RowContext): HistoryLines {
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	const {deployments} = statistics;
	const wantedWidth = Math.max(minChartWidth, deployments.length + axisWidth);
	const kept = Math.min(wantedWidth, Math.ceil(width * wantedChartShare));
	const table = environmentLines(statistics, {width: width - kept - gapWidth, height}, context);
	const tableWidth = Math.max(0, ...table.map(lineWidth));
	const chartWidth = tableWidth === 0 ? width : Math.min(fullWidth(deployments.length), width - tableWidth - gapWidth);
	const history = createHistory(statistics, {width: chartWidth, height}, context);
	const beside = (line: Line, index: number): Line => {
		const row = table[index];
		return row ? [...fitSpans(line, chartWidth + gapWidth), ...row] : line;
	};
	// All lines but the last are the same whichever deployment is marked.
	const lines = history().map(beside);
	const last = lines.length - 1;
	return selectedId => history(selectedId).map((line, index) => (index < last && lines[index]) || beside(line, index));
}
