import {Box} from 'ink';
import {type LocalTime, toServiceTime} from '../../base/clock.ts';
import {memoOn} from '../../base/memo.ts';
import {plain} from '../../base/text.ts';
import {type BoardHeading, type BoardRow, boardCounts, rowOfEntry, rowReadAt, shownBoard} from '../../model/board.ts';
import {boardRows, hasLanes, isNarrow, laneSpanAfter, laneSpansMs, summaryHeight} from '../../model/layout.ts';
import type {Position} from '../../model/position.ts';
import {type BoardLine, boardColumns, conclusionCounts, minLaneWidth, summaryLine} from '../../present/board.ts';
import {shortUnavailableText} from '../../present/failed-read.ts';
import {count, countOrMore} from '../../present/format.ts';
import {type Line, space} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {
	concludedSince,
	hasUnreadProjects,
	mayLackSince,
	readProjectCount,
	recentDeployments,
	unavailableDeployments,
} from '../../state/deployments.ts';
import {keyOf} from '../../state/key-names.ts';
import {changeLaneSpan} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {withoutBoardRow} from '../../state/watches.ts';
import {outdatedMs} from '../../sync/freshness.ts';
import {Canvas, speakNothing} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, DrawContext, KeyTarget, Speak} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {back} from '../keys/common-keys.ts';
import {
	arrangementKeys,
	listSearch,
	movementBindings,
	nothingShownText,
	type RowsOf,
	rowText,
	searchedText,
} from '../keys/list-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys, showDeployment, watch} from '../keys/record-keys.ts';
import {type List, listLines, type RowGroup, type RowStyle, spokenList} from '../lines/list-lines.ts';
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
				<Canvas draw={drawBoard} spoken={speakBoard} flexGrow={1} />
			</ListOrReason>
		</Box>
	);
}

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'board' ? rowOfEntry(shownBoard(state).entries[screen.position.index]) : undefined;
}

/** A key that shows less or more time in the lanes. */
const laneSpanKey = (key: string, by: 1 | -1): Binding => ({
	keys: [key],
	label: by < 0 ? 'shorter time axis' : 'longer time axis',
	blocked({interface: {size, laneSpanMs}}) {
		if (!hasLanes(size)) return 'No room for a time axis';
		if (laneSpanAfter(laneSpanMs, by) !== undefined) return undefined;
		return by < 0 ? 'This is the shortest time axis' : 'This is the longest time axis';
	},
	run: ({store}) => store.change((state, now) => changeLaneSpan(state, by, now)),
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
		run({store}, state) {
			store.change(current => withoutBoardRow(current, selectedRow(state)?.id ?? ''));
		},
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
export function summaryOf(shown: DrawContext) {
	const {state, context} = shown;
	const {now} = context;
	const {lastHour, lastDay, rate} = concludedCounts(shown);
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
	if (shown.state.deployments.table.size === 0) return [];
	return [[space, ...summaryLine(summaryOf(shown), width - 1, shown.context)]];
};

/** A group for each row, because most rows are the same objects after a response, and are not measured again. */
const groupsOf = memoOn(
	(rows: readonly BoardRow[], _state: State, _localNow: LocalTime) => [rows],
	(rows, state, localNow): ReadonlyArray<RowGroup<DrawnRow>> =>
		rows.map(row => ({from: row, rows: () => [drawnRow(state, row, localNow)]})),
);

type ShownRows = {readonly position: Position; readonly height: number};

/** The rows of the board. */
function listOf({state, context}: DrawContext, width: number, shownRows: ShownRows): List<DrawnRow> {
	const {rows, entries} = shownBoard(state);
	const drawn = (row: BoardRow) => drawnRow(state, row, context.localNow);
	return {
		style: styleFor(state.interface),
		shown: {
			...shownRows,
			count: entries.length,
			width,
			groups: [groupsOf(rows, state, context.localNow)],
			rowAt(index) {
				const row = rowOfEntry(entries[index]);
				return row && drawn(row);
			},
			headingAt(index) {
				const entry = entries[index];
				return entry && 'heading' in entry ? headingLine(entry) : undefined;
			},
		},
		context: {...context, search: searchedText(state)},
	};
}

/** Draws the rows of the board from a position on: `height` of them, below the column titles. */
export const boardLines = (shown: DrawContext, width: number, shownRows: ShownRows): readonly Line[] =>
	listLines(listOf(shown, width, shownRows));

const shownOnWatch = (state: State): ShownRows | undefined => {
	const screen = currentScreen(state);
	return screen.name === 'board' ? {position: screen.position, height: boardRows(state.interface.size)} : undefined;
};

/** Draws the board: deployments of all projects that are in progress, watched or recently concluded, beside a time axis. */
export const drawBoard: Draw = (shown, width) => {
	const rows = shownOnWatch(shown.state);
	return rows ? boardLines(shown, width, rows) : [];
};

const speakBoard: Speak = (shown, width) => {
	const rows = shownOnWatch(shown.state);
	return rows ? spokenList(listOf(shown, width, rows)) : [];
};

const searchedRows: RowsOf = ({state, context}) => {
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
function boardPlace(state: State, context: RowContext): string {
	const {
		projects: {list: projects},
		interface: {size},
	} = state;
	const screen = currentScreen(state);
	if (screen.name !== 'board') return '';
	const {index} = screen.position;
	const {rows, entries} = shownBoard(state);
	const arranged = arrangementText(state, 'board', context);
	const headingCount = entries.slice(0, index + 1).filter(entry => 'heading' in entry).length;
	const {failed, running: runningCount, isFull} = boardCounts(state);
	const place = `${count(index + 1 - headingCount)} of ${count(rows.length)}${arranged}`;
	const [failedText, runningText] = [countOrMore(failed, isFull), countOrMore(runningCount, isFull)];
	// How far reading is changes with every answer.
	if (context.isSpoken && rows.length > 0) return `${place} · ${failedText} failed · ${runningText} in progress`;
	const [bad, busy] = [shapeOf('bad', context).text, shapeOf('running', context).text];
	// The deployments of a deleted project stay known while they are on the board.
	const readCount = Math.min(readProjectCount(state), projects.rows.length);
	const looked = `looked at ${count(readCount)} of ${count(projects.rows.length)}${endTexts[projects.end]}${isNarrow(size) ? '' : ' projects'}`;
	if (rows.length === 0 && context.isStill) return arranged;
	if (rows.length === 0) return `${arranged.replace(' · ', '')}${arranged === '' ? '' : ' · '}${looked}`;
	return `${place} · ${bad}${failedText} ${busy}${runningText} · ${looked}${newAboveText(screen.position, context)}`;
}

export const boardScreen = {
	title: 'Board',
	mainScreen: 'board',
	selects: selectRow,
	place: boardPlace,
	...listSearch('Board', boardKeys, searchedRows),
	component: BoardScreen,
} as const;
