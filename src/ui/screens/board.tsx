import {Box} from 'ink';
import {type LocalTime, type ServiceTime, toServiceTime} from '../../base/clock.ts';
import {memoLast, memoOn} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {type BoardHeading, type BoardRow, boardCounts, rowOfEntry, rowReadAt, shownBoard} from '../../model/board.ts';
import {hasLanes, isNarrow, laneSpanAfter, summaryHeight} from '../../model/layout.ts';
import {type BoardLine, boardColumns, conclusionCounts, minLaneWidth, summaryLine} from '../../present/board.ts';
import {shortUnavailableText} from '../../present/failed-read.ts';
import {count, countOrMore} from '../../present/format.ts';
import {type Line, space} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {concludedSince, readProjectCount, recentDeployments, unavailableDeployments} from '../../state/deployments.ts';
import {changeLaneSpan, keyOf, withoutBoardRow} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {outdatedMs} from '../../sync/freshness.ts';
import {Canvas, speakNothing} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget} from '../contexts.ts';
import {changing, targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {arrangementKeys, listSearch, movementBindings, nothingShownText} from '../keys/list-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys, showDeployment, watch} from '../keys/record-keys.ts';
import {type List, listCanvas, listWindow, type RowGroup, type RowStyle} from '../lines/list-lines.ts';
import {arrangementText, endTexts, newAboveText} from '../lines/list-place.ts';
import {useStore} from '../runtime.tsx';

const textsOf = (state: State) => ({
	loading: plain`Looking for deployments in progress`,
	empty:
		nothingShownText(state, 'board') ??
		plain`Nothing is in progress and nothing is watched. Press ${keyOf(state, 'watch', plain`w`)} on a project or a deployment to watch it.`,
});

function BoardScreen() {
	const summaryRows = useStore(state => summaryHeight(state.interface.size));
	return (
		<Box flexDirection="column" flexGrow={1}>
			<Canvas draw={drawSummary} spoken={speakNothing} height={summaryRows} flexShrink={0} />
			<ListOrReason isEmpty={state => shownBoard(state).rows.length === 0} textsOf={textsOf}>
				<Canvas {...boardCanvas} flexGrow={1} />
			</ListOrReason>
		</Box>
	);
}

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'board' ? rowOfEntry(shownBoard(state).entries[screen.position.index]) : undefined;
}

const laneSpanKey = (key: string, by: 1 | -1): Binding => ({
	keys: [key],
	label: by < 0 ? 'shorter time axis' : 'longer time axis',
	blocked({interface: {size, laneSpanMs}}) {
		if (!hasLanes(size)) return 'No room for a time axis';
		if (laneSpanAfter(laneSpanMs, by) !== undefined) return undefined;
		return by < 0 ? 'This is the shortest time axis' : 'This is the longest time axis';
	},
	run: changing((state, now) => changeLaneSpan(state, by, now)),
});

function blockedRemoval(state: State): string | undefined {
	const tracked = state.deployments.board.get(selectedRow(state)?.id ?? '');
	if (!tracked) return 'No concluded deployment selected';
	return tracked.endedAt === undefined ? 'It has not concluded yet' : undefined;
}

const boardKeys: readonly Binding[] = [
	{...back, isHinted: true},
	showDeployment,
	{...watch, isHinted: true, label: 'watch'},
	{
		keys: ['x'],
		label: 'remove',
		isHinted: true,
		blocked: blockedRemoval,
		run: changing(state => withoutBoardRow(state, selectedRow(state)?.id ?? '')),
	},
	laneSpanKey('<', -1),
	laneSpanKey('>', 1),
	...projectKeys,
	...recordKeys.filter(binding => binding !== watch),
	...arrangementKeys,
	...movementBindings,
];

function selectRow(state: State): KeyTarget | undefined {
	const row = selectedRow(state);
	return row && targetAbout(state, row.projectId, row.deployment?.id);
}

/** A row as drawn, and the row that it is drawn from. */
type DrawnRow = BoardLine & {readonly row: BoardRow; readonly isStale: boolean};

const styleOf = memoLast(
	(spanMs: number | undefined, maxWidth: number): RowStyle<DrawnRow> => ({
		columns: boardColumns(spanMs === undefined ? undefined : {spanMs, maxWidth}),
		keyOf: ({row}) => row,
		isQuiet: ({isStale}) => isStale,
	}),
);

/** On a terminal narrower than this, lanes do not grow. */
const minColumnsForWideLanes = 100;

function styleFor({size, laneSpanMs}: State['interface']): RowStyle<DrawnRow> {
	const maxWidth = size.columns < minColumnsForWideLanes ? minLaneWidth : Number.POSITIVE_INFINITY;
	return styleOf(hasLanes(size) ? laneSpanMs : undefined, maxWidth);
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

/** How many deployments of the last day succeeded and failed. It looks at all that are known. */
const concludedCounts = memoOn(
	({state: {deployments, projects}, context: {now, wordMeanings}}: DrawContext) => [
		deployments,
		projects.list,
		now,
		wordMeanings,
	],
	({state, context}) => conclusionCounts(concludedSince(state, context.now - dayMs, context.now), context),
);

/** Returns how many deployments are running, and how many succeeded and failed lately. */
export function summaryOf(drawing: DrawContext) {
	const {state, context} = drawing;
	const {now} = context;
	const {lastHour, lastDay, rate} = concludedCounts(drawing);
	const {running, isFull} = boardCounts(state);
	const {
		projects: {list},
		deployments: {table},
	} = state;
	const hasUnread = list.end !== 'reached' || list.rows.some(({id}) => table.get(id)?.askedAt === undefined);
	// A project may have more deployments than are listed or kept.
	const mayLack = (since: ServiceTime) =>
		hasUnread || [...table.values()].some(({askedAt, completeSince}) => askedAt !== undefined && completeSince > since);
	return {
		running,
		isRunningAtLeast: isFull || hasUnread,
		lastHour: {...lastHour, isAtLeast: mayLack(now - hourMs)},
		lastDay: {...lastDay, isAtLeast: mayLack(now - dayMs)},
		rate,
	};
}

/** Draws the summary above the board. Nothing before any deployment was read. */
export const drawSummary: Draw = (drawing, width) => {
	if (drawing.state.deployments.table.size === 0) return [];
	return [[space, ...summaryLine(summaryOf(drawing), width - 1, drawing.context)]];
};

/** A group for each row, because most rows are the same objects after a response, and are not measured again. */
const groupsOf = memoOn(
	(rows: readonly BoardRow[], _state: State, _localNow: LocalTime) => [rows],
	(rows, state, localNow): ReadonlyArray<RowGroup<DrawnRow>> =>
		rows.map(row => ({from: row, rows: () => [drawnRow(state, row, localNow)]})),
);

type BoardWindow = Pick<List<DrawnRow>, 'position' | 'count' | 'height' | 'context'>;

/** Returns some rows of the board: deployments of all projects that are in progress, watched or recently concluded, beside a time axis. */
export function boardList(state: State, width: number, window: BoardWindow): List<DrawnRow> {
	const {rows, entries} = shownBoard(state);
	const {localNow} = window.context;
	return {
		...window,
		style: styleFor(state.interface),
		width,
		groups: groupsOf(rows, state, localNow),
		rowAt(index) {
			const row = rowOfEntry(entries[index]);
			return row && drawnRow(state, row, localNow);
		},
		headingAt(index) {
			const entry = entries[index];
			return entry && 'heading' in entry ? headingLine(entry) : undefined;
		},
	};
}

function listOf(drawing: DrawContext, width: number): List<DrawnRow> | undefined {
	const window = listWindow(drawing, 'board');
	return window && boardList(drawing.state, width, window);
}

export const boardCanvas = listCanvas(listOf);

/** Returns the place on the board, how many deployments failed or are running, and how many projects have been read. */
function boardPlace(state: State, context: RowContext): string {
	const screen = currentScreen(state);
	if (screen.name !== 'board') return '';
	const {position} = screen;
	const {list} = state.projects;
	const {rows, entries} = shownBoard(state);
	const arranged = arrangementText(state, 'board', context);
	// The deployments of a deleted project stay known while they are on the board.
	const readCount = Math.min(readProjectCount(state), list.rows.length);
	const projects = isNarrow(state.interface.size) ? '' : ' projects';
	const looked = `looked at ${count(readCount)} of ${count(list.rows.length)}${endTexts[list.end]}${projects}`;
	if (rows.length === 0 && context.isStill) return arranged;
	if (rows.length === 0) return [arranged.replace(' · ', ''), looked].filter(text => text !== '').join(' · ');
	const headingCount = entries.slice(0, position.index + 1).filter(entry => 'heading' in entry).length;
	const place = `${count(position.index + 1 - headingCount)} of ${count(rows.length)}${arranged}`;
	const counts = boardCounts(state);
	const [failed, running] = [countOrMore(counts.failed, counts.isFull), countOrMore(counts.running, counts.isFull)];
	// How far reading is changes with every answer.
	if (context.isSpoken) return `${place} · ${failed} failed · ${running} in progress`;
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	return `${place} · ${bad}${failed} ${busy}${running} · ${looked}${newAboveText(position, context)}`;
}

export const boardScreen = {
	title: 'Board',
	mainScreen: 'board',
	selects: selectRow,
	place: boardPlace,
	...listSearch('Board', boardKeys, listOf),
	component: BoardScreen,
} as const;
