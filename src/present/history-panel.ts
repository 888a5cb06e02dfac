import {plain} from '../text.ts';
import type {Context} from './column.ts';
import {wholeCells} from './drawing.ts';
import {environmentColumns} from './environment-record.ts';
import {createHistory, fullWidth, type HistoryLines} from './history.ts';
import {fitSpans, type Line, lineWidth} from './line.ts';
import type {ProjectRecord} from './project-record.ts';
import {contentWidth, headLine, layout, rowLine} from './table.ts';

const gapWidth = 3;

/** The chart keeps a column for each deployment, but at most this share of the width if the table needs more. */
const wantedChartShare = 0.5;

const minChartWidth = 24;

/** What stands left of the columns of the chart. */
const axisWidth = 6;

/** Below this width the environments are left out. */
const minTableWidth = 24;

/** The record of each environment as a table, at most `width` wide and `height` high. */
function environmentLines(
	{environments}: ProjectRecord,
	{width, height}: {readonly width: number; readonly height: number},
	context: Context,
): readonly Line[] {
	if (width < minTableWidth || height < 2) return [];
	const shown = layout(environmentColumns, width, index =>
		contentWidth(environmentColumns, index, environments, context),
	);
	const isWhole = environments.length < height;
	const rows = environments.slice(0, isWhole ? height - 1 : height - 2).map(record => rowLine(shown, record, context));
	const rest: Line = [{text: plain`+${environments.length - rows.length} more`, tone: 'quiet'}];
	return [headLine(shown), ...rows, ...(isWhole ? [] : [rest])].map(trimmed);
}

/** A line without the blanks at its end. */
function trimmed(line: Line): Line {
	const end = line.findLastIndex(({text}) => text.trim() !== '');
	return line.slice(0, end + 1);
}

/** The history of a project as a chart, and the record of each environment beside it if there is room. */
export function createHistoryPanel(
	record: ProjectRecord,
	size: {readonly width: number; readonly height: number},
	context: Context,
): HistoryLines {
	const [width, height] = [wholeCells(size.width), wholeCells(size.height)];
	const {deployments, lastSeenAt, overall: usual} = record;
	const wantedWidth = Math.max(minChartWidth, deployments.length + axisWidth);
	const kept = Math.min(wantedWidth, Math.ceil(width * wantedChartShare));
	const table = environmentLines(record, {width: width - kept - gapWidth, height}, context);
	const tableWidth = Math.max(0, ...table.map(lineWidth));
	const chartWidth = tableWidth === 0 ? width : Math.min(fullWidth(deployments.length), width - tableWidth - gapWidth);
	const history = createHistory({deployments, lastSeenAt, usual}, {width: chartWidth, height}, context);
	const beside = (line: Line, index: number): Line => {
		const row = table[index];
		return row ? [...fitSpans(line, chartWidth + gapWidth), ...row] : line;
	};
	// All lines but the last are the same whichever deployment is marked.
	const lines = history().map(beside);
	const last = lines.length - 1;
	return selectedId =>
		selectedId === undefined
			? lines
			: [
					...lines.slice(0, last),
					...history(selectedId)
						.slice(last)
						.map(line => beside(line, last)),
				];
}
