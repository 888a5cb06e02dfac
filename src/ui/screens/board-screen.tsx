import type {LocalTime} from '../../base/clock.ts';
import {minuteMs} from '../../base/duration.ts';
import {plain, type SafeText} from '../../base/text.ts';
import {type BoardHeading, type BoardListItem, type BoardRow, boardRowOf} from '../../model/board.ts';
import {isNarrow, rowsIn} from '../../model/layout.ts';
import {boardColumns, type DrawnBoardRow} from '../../present/board-columns.ts';
import {fittingParts} from '../../present/drawing.ts';
import {shortFailedReadText} from '../../present/failed-read.ts';
import {age, clockTime, count} from '../../present/format.ts';
import {type Line, quietLine, type SafeSpan, wrappedLines} from '../../present/line.ts';
import type {RowContext} from '../../present/table.ts';
import {boardRows, rowReadAt, shownBoard} from '../../state/board-rows.ts';
import {allChecks} from '../../state/checks.ts';
import {
	deploymentsOf,
	isOutOfDate,
	lastingListFailure,
	lastReadAt,
	readProjectCount,
	runningDeployments,
	withoutBoardRow,
} from '../../state/deployments.ts';
import {outdatedMs} from '../../state/freshness.ts';
import {currentList, selectedId} from '../../state/lists.ts';
import {goBack} from '../../state/navigation.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {ListOrReason} from '../components/empty-list.tsx';
import {Lines} from '../components/lines.tsx';
import type {Binding, Draw, DrawContext, KeyTarget} from '../contexts.ts';
import {changing, targetAbout} from '../keys/binding.ts';
import {clearOrBack, filterBindings} from '../keys/filter-keys.ts';
import {arrangementBindings, movementBindings, nextColumns, nothingShownText} from '../keys/list-keys.ts';
import {projectBindings, recordBindings, showDeployment, watch} from '../keys/record-keys.ts';
import {type DrawnList, drawList, listLines, listWindow} from '../lines/list-lines.ts';
import {
	arrangementParts,
	boardFigures,
	checkedParts,
	filterLine,
	filterSpans,
	incompleteParts,
	newAboveParts,
	nothingMatchesText,
	rowPart,
	undecidedParts,
} from '../lines/list-position.ts';
import {indented} from '../lines/text-lines.ts';

function emptyBoardText(state: State, textIfAllChecked: SafeText): SafeText {
	if (allChecks(state).isAll) return textIfAllChecked;
	if (readProjectCount(state) === 0) return plain`No deployments have been read yet.`;
	return plain`Not all projects are checked yet. ${textIfAllChecked}`;
}

const boardTexts = (state: State) => ({
	loading: plain`Looking for deployments in progress`,
	empty: emptyBoardText(
		state,
		nothingShownText(state, 'board') ??
			nothingMatchesText(state) ??
			plain`Nothing is in progress and nothing is watched. Press ${shortcutOf(state, 'projects')} for the projects, and ${shortcutOf(state, 'watch')} to watch one.`,
	),
});

const BoardScreen = () => (
	<ListOrReason
		isEmpty={state => shownBoard(state).rows.length === 0 && !currentList(state)?.heldBecause}
		textsOf={boardTexts}
	>
		<Lines draw={boardLines} flexGrow={1} />
	</ListOrReason>
);

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'board' ? boardRows(state).get(selectedId(state)) : undefined;
}

function notRemovableReason(state: State): string | undefined {
	const tracked = state.deployments.board.get(selectedRow(state)?.id ?? '');
	if (!tracked) return 'No concluded deployment selected';
	return tracked.endedAt === undefined ? 'It has not concluded yet' : undefined;
}

const boardBindings: readonly Binding[] = [
	clearOrBack,
	showDeployment,
	...filterBindings,
	{...watch, isHinted: true, hint: () => 'watch'},
	{
		id: 'remove',
		hint: () => 'remove from board',
		isHinted: true,
		unavailable: notRemovableReason,
		run: changing(state => {
			const row = selectedRow(state);
			return row ? withoutBoardRow(state, row) : state;
		}),
	},
	...projectBindings,
	...recordBindings.filter(binding => binding !== watch),
	...arrangementBindings,
	nextColumns(currentBoardList),
	...movementBindings,
];

function selectRow(state: State): KeyTarget | undefined {
	const row = selectedRow(state);
	return row && targetAbout(state, row.projectId, row.deployment?.id);
}

const headings = {
	stuck: plain`STUCK`,
	running: plain`IN PROGRESS`,
	failed: plain`FAILED RECENTLY`,
	watched: plain`ALSO WATCHED`,
	succeeded: plain`SUCCEEDED RECENTLY`,
	other: plain`STOPPED OR UNKNOWN RECENTLY`,
};

const boardHeadingLine = ({heading, count: rowCount}: BoardHeading): Line => [
	{text: plain`  ${headings[heading]}  `, tone: 'quiet'},
	{text: count(rowCount), tone: heading === 'stuck' ? 'bad' : 'plain'},
];

function toDrawnRow(state: State, localNow: LocalTime, maxAgeMs: number | undefined): (row: BoardRow) => DrawnBoardRow {
	return row => {
		const readAt = rowReadAt(state.deployments.table, row);
		const failure = row.deployment ? undefined : lastingListFailure(state, row.projectId);
		return {
			...row,
			recent: deploymentsOf(state, row.projectId).recent,
			failedRead: failure && shortFailedReadText(failure.error),
			isStale: maxAgeMs !== undefined && (readAt === undefined || localNow - readAt >= maxAgeMs),
			readAt,
		};
	};
}

function boardList(
	state: State,
	width: number,
	window: Pick<DrawnList<DrawnBoardRow>, 'placement' | 'count' | 'height' | 'context'>,
	entries: readonly BoardListItem[],
): DrawnList<DrawnBoardRow> {
	const {localNow} = window.context;
	const maxAgeMs = outdatedMs(state, localNow);
	const drawnRowOf = toDrawnRow(state, localNow, maxAgeMs);
	const heldRow = window.placement.heldBecause && selectedRow(state);
	return {
		...window,
		style: {
			columns: boardColumns(maxAgeMs !== undefined, state.preferences.columns.get('board')),
			isQuiet: row => row.isStale,
		},
		width,
		rowAt(index) {
			const row = boardRowOf(entries[index]);
			return row && drawnRowOf(row);
		},
		heldRow: heldRow && drawnRowOf(heldRow),
		headingAt(index) {
			const entry = entries[index];
			return entry && 'heading' in entry ? boardHeadingLine(entry) : undefined;
		},
	};
}

function currentBoardList(drawing: DrawContext, width: number): DrawnList<DrawnBoardRow> | undefined {
	const window = listWindow(drawing, 'board');
	return window && boardList(drawing.state, width, window, shownBoard(drawing.state).entries);
}

const boardLines = listLines(currentBoardList);

function boardPosition(state: State, context: RowContext): Line {
	const list = currentList(state);
	if (!list) return [];
	const {index, cursor} = list;
	const {rows, entries} = shownBoard(state);
	const checked = checkedParts(state, context);
	const missing = incompleteParts(state);
	// The text of an empty board names the filter.
	if (rows.length === 0) return [...checked, ...undecidedParts(state), ...missing];
	const position = [rowPart(index, entries), ...undecidedParts(state), ...arrangementParts(state, 'board')];
	const figures = boardFigures(state, context);
	// The smallest screen has room for one part only.
	const first = isNarrow(state.interface.size) ? [figures, ...position] : [...position, figures];
	return [...checked, ...first, ...missing, ...newAboveParts(cursor)];
}

export const boardScreen = {
	title: 'Board',
	mainScreen: 'board',
	selects: selectRow,
	position: boardPosition,
	keys: boardBindings,
	status: filterLine,
	component: BoardScreen,
} as const;

const wallBindings: readonly Binding[] = [{id: 'leave', isHinted: true, run: ({store}) => store.change(goBack)}];

const WallScreen = () => <Lines draw={drawWall} flexGrow={1} />;

const pageMs = 15_000;

/** In cells. The wall moves, so that nothing burns into the screen. */
const maxShift = {right: 2, down: 1};

/** The time of the latest read of deployments. If there are no projects, the latest read of anything. */
function deploymentsReadAt(state: State): LocalTime | undefined {
	if (state.projects.list.rows.length === 0) return lastReadAt(state);
	const lists = [...state.deployments.table.values()].map(({readAt}) => readAt);
	const times = [...lists, ...runningDeployments(state).map(({readAt}) => readAt)];
	return times.reduce(
		(latest, at) => (at !== undefined && (latest === undefined || at > latest) ? at : latest),
		undefined,
	);
}

function deploymentsAge({state, context}: DrawContext): {readonly isOld: boolean; readonly text: SafeText} {
	const readAt = deploymentsReadAt(state);
	if (readAt === undefined) return {isOld: true, text: plain`Nothing has been read yet`};
	const text = plain`As of ${context.isStill ? plain`the last read` : clockTime(readAt)}`;
	if (!isOutOfDate(state, readAt, context.localNow)) return {isOld: false, text};
	return {isOld: true, text: plain`${text}, ${age(readAt, context.localNow)}: nothing has been read since`};
}

const emptyWallText = (state: State): SafeText =>
	emptyBoardText(state, nothingMatchesText(state) ?? plain`Nothing is in progress, and nothing has concluded lately.`);

const isFailed = (entry: BoardListItem): boolean => ('heading' in entry ? entry.heading : entry.section) === 'failed';

/** The whole board if it fits. Otherwise failures stay on every page, on up to half of it, and the other rows take turns. */
function pageOf(entries: readonly BoardListItem[], pageRows: number, localNow: LocalTime) {
	if (entries.length <= pageRows) return {page: 0, pageCount: 1, entries};
	const pinned = entries.filter(isFailed).slice(0, Math.floor(pageRows / 2));
	const others = entries.filter(entry => !pinned.includes(entry));
	// If a page begins inside a section, it repeats the heading.
	const room = Math.max(1, pageRows - pinned.length - 1);
	const pageCount = Math.ceil(others.length / room);
	const page = Math.floor(localNow / pageMs) % pageCount;
	const shown = others.slice(page * room, (page + 1) * room);
	const heading = others.slice(0, page * room + 1).findLast(entry => 'heading' in entry);
	return {page, pageCount, entries: [...pinned, ...(heading && heading !== shown[0] ? [heading] : []), ...shown]};
}

function pageLines({state, context}: DrawContext, width: number, height: number) {
	const pageRows = rowsIn(height);
	const {page, pageCount, entries} = pageOf(shownBoard(state).entries, pageRows, context.localNow);
	if (entries.length === 0)
		return {page, pageCount, lines: indented(wrappedLines(emptyWallText(state), width - 2, 'quiet'), 1)};
	const placement = {index: -1, top: 0};
	const window = {placement, count: entries.length, height: pageRows, context};
	// The last cell is for scroll marks, but the wall turns its pages by itself.
	const list = boardList(state, width, window, entries);
	const lines = drawList(list).map(line => line.slice(0, -1));
	const hasGaps = pageCount === 1 && 2 * lines.length - 1 <= height;
	return {page, pageCount, lines: hasGaps ? lines.flatMap((line): Line[] => [line, []]) : lines};
}

const drawWall: Draw = (drawing, fullWidth, fullHeight) => {
	const {state, context} = drawing;
	const [width, height] = [fullWidth - maxShift.right, fullHeight - maxShift.down];
	const {page, pageCount, lines} = pageLines(drawing, width, height - 1);
	const {isOld, text} = deploymentsAge(drawing);
	const sign = context.isAscii ? plain`!` : plain`▲`;
	// The wall shows no hints, except after a key without effect.
	const leaving = plain`${shortcutOf(state, 'leave')} leaves the wall`;
	const figures = readProjectCount(state) === 0 ? [] : [boardFigures(state, context)];
	const ageLine = fittingParts(
		[
			{spans: checkedParts(state, context), keep: 7},
			{spans: figures, keep: 6},
			{spans: state.interface.reason ? [{text: leaving, tone: 'strong'}] : [], keep: 5},
			{spans: filterSpans(state, Math.floor(width / 2)), keep: 4},
			{spans: isOld ? [{text: plain`${sign} ${text}`, tone: 'bad'}] : quietLine(text), keep: 3},
			{spans: pageCount > 1 ? quietLine(plain`page ${page + 1} of ${pageCount}`) : [], keep: 2},
			{spans: incompleteParts(state), keep: 1},
		],
		width - 1,
		plain` · `,
	);
	const dimmed = (line: Line) => (isOld ? line.map((span): SafeSpan => ({...span, tone: 'quiet'})) : line);
	const content = [...indented([ageLine], 1), ...lines.map(dimmed)].slice(0, height);
	// Moves one cell a minute: right, right, down, left, left, up.
	const step = Math.floor(context.localNow / minuteMs) % 6;
	const down: readonly Line[] = step < 3 ? [] : [[]];
	return [...down, ...indented(content, Math.min(step, 5 - step))];
};

export const wallScreen = {
	title: 'Wall',
	keys: wallBindings,
	component: WallScreen,
	isFullScreen: true,
} as const;
