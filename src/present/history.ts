import {type Deployment, isConcluded} from '../api/types.ts';
import {clamp} from '../base/clamp.ts';
import type {ServiceTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {blanks, cells, fit, plain, type SafeText, type ServiceText} from '../base/text.ts';
import {perEnvironment} from '../model/deployment-table.ts';
import {durationMs, medianOf} from '../model/durations.ts';
import {minChartHeight} from '../model/layout.ts';
import {outcomeOf} from '../model/status-words.ts';
import {blankDrawing, type CellSize, drawnLine, put, wholeCells} from './drawing.ts';
import {count} from './format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, silent} from './line.ts';
import {signOf, toneOf} from './outcome.ts';
import {signText} from './signs.ts';
import {droppedFromLast, headLine, layout, type RowContext, rowLine, textColumn} from './table.ts';

type EnvironmentCounts = {
	readonly environment: ServiceText | undefined;
	readonly succeeded: number;
	readonly failed: number;
	/** Deployments that were cancelled or have an unknown outcome. */
	readonly other: number;
	readonly total: number;
};

const environmentCounts = perEnvironment((own, wordMeanings): EnvironmentCounts => {
	const outcomes = own.filter(isConcluded).map(deployment => outcomeOf(deployment, wordMeanings));
	const succeeded = outcomes.filter(outcome => outcome === 'good').length;
	const failed = outcomes.filter(outcome => outcome === 'bad').length;
	const other = outcomes.length - succeeded - failed;
	return {environment: own[0]?.environmentId, succeeded, failed, other, total: own.length};
});

const countColumn = (name: 'succeeded' | 'failed' | 'other') =>
	({
		name,
		width: name.length,
		align: 'right',
		cell: (counts: EnvironmentCounts) => {
			const text = count(counts[name]);
			// Zeros are spoken, too, because only its position in the row identifies a count.
			return [{text: counts[name] === 0 ? plain`` : text, tone: 'plain', spoken: text} as const];
		},
	}) as const;

const environmentColumns = droppedFromLast<EnvironmentCounts>([
	textColumn('environment', [11, 20], ({environment}) => environment?.shown),
	countColumn('succeeded'),
	countColumn('failed'),
	countColumn('other'),
]);

/** `asOf`: when the service last listed it. Undefined if the last list has it. */
export type HistoryRow = {readonly deployment: Deployment; readonly asOf: ServiceTime | undefined};

/** Leaves out unlisted deployments, because they may be over. */
export const runningIn = <Row extends HistoryRow>(rows: readonly Row[]): readonly Row[] =>
	rows.filter(({deployment, asOf}) => asOf === undefined && !isConcluded(deployment));

/** The deployment to show above the list: the selected one if it is in progress, otherwise the newest in progress, otherwise the selected one. */
export function headlined<Row extends HistoryRow>(rows: readonly Row[], selected: Row): Row {
	const running = runningIn(rows);
	return running.some(({deployment}) => deployment.id === selected.deployment.id) ? selected : (running[0] ?? selected);
}

/** The axis ends at this multiple of the median, so that one slow deployment does not flatten all others. */
const maxScaleFactor = 3;

const maxStride = 3;

const minChartColumns = 4;

const olderText = (older: number): SafeText => (older > 0 ? plain`+${older}` : plain``);

/** Durations of recent deployments as columns, newest on the right, with their outcomes below and a mark at the selected one. A duration is `?` if unknown, and `↑` above the axis. Empty if there is too little room. */
function historyChart(
	rows: readonly HistoryRow[],
	{width, height}: CellSize,
	context: RowContext,
	selectedId?: string,
): readonly Line[] {
	if (height < minChartHeight) return [];
	const blocks = signText('column, filled', context);
	const rowCount = height - 2;
	const newest = rows.slice(0, width).map(({deployment, asOf}) => ({
		deployment,
		ms: durationMs(deployment, asOf ?? context.now),
		tone: toneOf(outcomeOf(deployment, context.wordMeanings)),
	}));
	const known = newest.flatMap(({ms}) => ms ?? []);
	const topMs = clamp(Math.max(0, ...known), 1000, maxScaleFactor * (medianOf(known) ?? 0));
	const gutter = Math.max(cells(duration(topMs)), cells(olderText(rows.length))) + 1;
	if (width < gutter + minChartColumns) return [];
	const bars = newest.slice(0, width - gutter).reverse();
	const stride = Math.min(maxStride, Math.floor((width - gutter) / Math.max(1, bars.length)));

	const barSign = (ms: number | undefined, fromBottom: number): string | undefined => {
		if (ms === undefined) return fromBottom === 0 ? '?' : undefined;
		if (ms > topMs && fromBottom === rowCount - 1) return '↑';
		const eighths = Math.max(1, Math.round(Math.min(1, ms / topMs) * rowCount * 8)) - fromBottom * 8;
		return eighths > 0 ? blocks.charAt(Math.min(8, eighths)) : undefined;
	};

	const barLine = (fromBottom: number): Line => {
		const drawing = blankDrawing(bars.length * stride);
		for (const [column, {ms, tone}] of bars.entries()) {
			const sign = barSign(ms, fromBottom);
			for (let at = 0; at < Math.max(1, stride - 1) && sign !== undefined; at++)
				put(drawing, column * stride + at, sign, tone);
		}

		const isTop = fromBottom === rowCount - 1;
		const label = isTop ? duration(topMs) : fromBottom === 0 ? plain`0` : plain``;
		const axis = signText(fromBottom === 0 ? 'axis, bottom' : isTop ? 'axis, top' : 'axis', context);
		return [{text: plain`${fit(label, gutter - 1, 'right')}${axis}`, tone: 'quiet'}, ...drawnLine(drawing)];
	};

	const outcomeLine = (): Line => {
		const signs = bars.flatMap(({deployment, tone}): Line => {
			const sign: SafeSpan = {...signOf(deployment, context), tone: tone === 'good' ? 'quiet' : tone};
			return stride > 1 ? [sign, {text: blanks(stride - 1), tone: 'plain'}] : [sign];
		});
		const older = plain`${olderText(rows.length - bars.length)} `;
		return [...fitSpans([{text: older, tone: 'quiet'}], gutter, 'right'), ...signs];
	};

	const markLine = (): Line => {
		const index = bars.findIndex(({deployment}) => deployment.id === selectedId);
		const mark = index === -1 ? plain`←` : signText('selected above', context);
		const before = blanks(gutter + Math.max(0, index) * stride);
		return [
			{text: before, tone: 'plain'},
			{text: mark, tone: 'accent'},
		];
	};

	const chart = Array.from({length: rowCount}, (_, row) => barLine(rowCount - 1 - row));
	return [...chart, outcomeLine(), selectedId === undefined ? [] : markLine()];
}

const tableGapWidth = 3;
const minChartWidth = 24;

const environmentsWidth = 46;

function environmentLines(
	deployments: readonly Deployment[],
	{width, height}: CellSize,
	context: RowContext,
): readonly Line[] {
	if (height < 2 || width < environmentsWidth + tableGapWidth + minChartWidth) return [];
	const counts = [...environmentCounts(deployments, context.wordMeanings).values()];
	const environments = counts.sort((a, b) => b.total - a.total);
	const shown = layout(environmentColumns, environmentsWidth, context);
	const isWhole = environments.length < height;
	const rows = environments.slice(0, isWhole ? height - 1 : height - 2).map(row => rowLine(shown, row, context));
	const rest: Line = [{text: plain`+${environments.length - rows.length} more`, tone: 'quiet'}];
	return [headLine(shown), ...rows, ...(isWhole ? [] : [rest])];
}

/** A chart of the durations. If there is room, the counts of each environment stand beside it. Takes the deployments newest first. */
export function historyLines(
	rows: readonly HistoryRow[],
	size: CellSize,
	context: RowContext,
	selectedId?: string,
): readonly Line[] {
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	const deployments = rows.map(({deployment}) => deployment);
	const table = environmentLines(deployments, {width, height}, context);
	const tableWidth = table[0] ? lineWidth(table[0]) + tableGapWidth : 0;
	const chart = historyChart(rows, {width: width - tableWidth, height}, context, selectedId);
	return chart.map((line, index) => [...fitSpans(table[index] ?? [], tableWidth), ...silent(line)]);
}
