import {type LocalTime, toServiceTime} from '../../../clock.ts';
import {type BoardLine, boardColumns, conclusionCounts, minLaneWidth, summaryLine} from '../../../present/board.ts';
import {shortUnavailableText} from '../../../present/failed-read.ts';
import {count, countOrMore} from '../../../present/format.ts';
import {type Line, space} from '../../../present/line.ts';
import {shapeOf} from '../../../present/outcome.ts';
import type {Context} from '../../../present/table.ts';
import {
	type BoardHeading,
	type BoardRow,
	boardCounts,
	rowOfEntry,
	rowReadAt,
	shownBoard,
} from '../../../store/model/board.ts';
import {laneSpansMs} from '../../../store/model/lane-span.ts';
import {boardRows, hasLanes, isNarrow} from '../../../store/model/layout.ts';
import type {Position} from '../../../store/model/position.ts';
import {
	concludedSince,
	hasUnreadProjects,
	mayLackSince,
	recentDeployments,
} from '../../../store/state/deployments/known-deployment.ts';
import {readProjectCount} from '../../../store/state/deployments/read-times.ts';
import {unavailableDeployments} from '../../../store/state/deployments/unavailable-deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {outdatedMs} from '../../../store/sync/freshness.ts';
import {plain} from '../../../text.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import {type RowsOf, rowText, searchedText} from '../../keys/list-search.ts';
import type {RowStyle} from '../../render/line-memo.ts';
import {listLines} from '../../render/list-lines.ts';
import {arrangementText, endTexts, newAboveText} from '../../render/list-place.ts';

/** A row as drawn, and the row that it is drawn from. */
type DrawnRow = BoardLine & {readonly row: BoardRow; readonly isStale: boolean};

const styleOf = (lanes: Parameters<typeof boardColumns>[0]): RowStyle<DrawnRow> => ({
	columns: boardColumns(lanes),
	keyOf: ({row}) => row,
	isSame: (a, b) =>
		a.unavailable === b.unavailable &&
		a.recent === b.recent &&
		a.readAt === b.readAt &&
		a.asOf === b.asOf &&
		a.isStale === b.isStale,
	isQuiet: ({isStale}) => isStale,
});

/** On a terminal narrower than this, lanes do not grow. */
const minColumnsForWideLanes = 100;

const styles = {
	withoutLanes: styleOf(undefined),
	narrowLanes: new Map(laneSpansMs.map(spanMs => [spanMs, styleOf({spanMs, maxWidth: minLaneWidth})])),
	wideLanes: new Map(laneSpansMs.map(spanMs => [spanMs, styleOf({spanMs})])),
};

function styleFor({size, laneSpanMs}: State['interface']): RowStyle<DrawnRow> {
	const {withoutLanes, narrowLanes, wideLanes} = styles;
	const withLanes = size.columns < minColumnsForWideLanes ? narrowLanes : wideLanes;
	return (hasLanes(size) ? withLanes.get(laneSpanMs) : undefined) ?? withoutLanes;
}

const headings = {
	stuck: plain`STUCK`,
	running: plain`IN PROGRESS`,
	failed: plain`FAILED RECENTLY`,
	watched: plain`ALSO WATCHED`,
	succeeded: plain`SUCCEEDED RECENTLY`,
	other: plain`STOPPED OR UNKNOWN RECENTLY`,
};

const headingLine = ({heading, count: rowCount}: BoardHeading): Line => [
	{text: plain`  ${headings[heading]}  `, tone: 'quiet'},
	{text: count(rowCount), tone: heading === 'stuck' ? 'bad' : 'plain'},
];

function drawnRow(state: State, row: BoardRow, localNow: LocalTime): DrawnRow {
	const readAt = rowReadAt(state.deployments.table, row);
	const maxAgeMs = outdatedMs(state, localNow);
	const refusal = row.deployment ? undefined : unavailableDeployments(state, row.projectId);
	return {
		...row,
		row,
		recent: recentDeployments(state, row.projectId),
		unavailable: refusal && shortUnavailableText(refusal.error),
		isStale: maxAgeMs !== undefined && (readAt === undefined || localNow - readAt >= maxAgeMs),
		readAt,
		asOf: readAt === undefined ? undefined : toServiceTime(readAt, state.polling.skewMs),
	};
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns how many deployments are running, and how many succeeded and failed lately. */
export function summaryOf({state, context}: DrawContext) {
	const {now} = context;
	const {lastHour, lastDay, rate} = conclusionCounts(concludedSince(state, now - dayMs, now), context);
	const {running, isFull} = boardCounts(state);
	return {
		running,
		isRunningAtLeast: isFull || hasUnreadProjects(state),
		lastHour: {...lastHour, isAtLeast: mayLackSince(state, now - hourMs)},
		lastDay: {...lastDay, isAtLeast: mayLackSince(state, now - dayMs)},
		rate,
	};
}

/** Draws the summary above the board. Nothing before any deployment was read. */
export const drawSummary: Draw = (shown, width) => {
	const {state, context, memo} = shown;
	if (state.deployments.table.size === 0) return [];
	const {now, pins} = context;
	const line = memo.kept('summary', [state.deployments, state.projects.list, pins, now, width], () => [
		space,
		...summaryLine(summaryOf(shown), width - 1, context),
	]);
	return [line];
};

/** Draws the board: deployments of all projects that are in progress, watched or recently concluded, beside a time axis. */
export const drawBoard: Draw = (shown, width) => {
	const {state} = shown;
	const screen = currentScreen(state);
	if (screen.name !== 'watch') return [];
	return boardLines(shown, width, {position: screen.position, height: boardRows(state.interface.size)});
};

/** Draws the rows of the board from a position on: `height` of them, below the column titles. */
export function boardLines(
	{state, context, memo}: DrawContext,
	width: number,
	shownRows: {readonly position: Position; readonly height: number},
): readonly Line[] {
	const {rows, entries} = shownBoard(state);
	return listLines(
		styleFor(state.interface),
		{
			...shownRows,
			count: entries.length,
			width,
			groups: [
				memo.once(rows, () => rows.map(row => ({from: row, rows: () => [drawnRow(state, row, context.localNow)]}))),
			],
			rowAt(index) {
				const row = rowOfEntry(entries[index]);
				return row && drawnRow(state, row, context.localNow);
			},
			headingAt(index) {
				const entry = entries[index];
				return entry && 'heading' in entry ? memo.once(entry, () => headingLine(entry)) : undefined;
			},
		},
		{...context, search: searchedText(state)},
		memo,
	);
}

export const searchedRows: RowsOf = ({state, context}) => {
	const {entries} = shownBoard(state);
	return {
		count: entries.length,
		from: [entries],
		textAt(index) {
			const row = rowOfEntry(entries[index]);
			return row && rowText(styles.withoutLanes.columns, drawnRow(state, row, context.localNow), context);
		},
	};
};

/** Returns the place on the board, how many deployments failed or are running, and how many projects have been read. */
export function watchPlace(state: State, context: Context): string {
	const {
		projects: {list: projects},
		interface: {size},
	} = state;
	const screen = currentScreen(state);
	if (screen.name !== 'watch') return '';
	const {index} = screen.position;
	const {rows, entries} = shownBoard(state);
	const headingCount = entries.slice(0, index + 1).filter(entry => 'heading' in entry).length;
	const {failed, running: runningCount, isFull} = boardCounts(state);
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	// The deployments of a deleted project stay known while they are on the board.
	const readCount = Math.min(readProjectCount(state), projects.rows.length);
	const looked = `looked at ${count(readCount)} of ${count(projects.rows.length)}${endTexts[projects.end]}${isNarrow(size) ? '' : ' projects'}`;
	const arranged = arrangementText(state, 'watch', context);
	if (rows.length === 0) return `${arranged.replace(' · ', '')}${arranged === '' ? '' : ' · '}${looked}`;
	return `${count(index + 1 - headingCount)} of ${count(rows.length)}${arranged} · ${bad}${countOrMore(failed, isFull)} ${busy}${countOrMore(runningCount, isFull)} · ${looked}${newAboveText(screen.position, context)}`;
}
