import {Box} from 'ink';
import {toServiceTime} from '../../clock.ts';
import {type BoardLine, boardCard, boardColumns, minLaneWidth} from '../../present/charts/board.ts';
import {deploymentSummary, summaryLine} from '../../present/charts/deployment-summary.ts';
import {count} from '../../present/format.ts';
import type {Line} from '../../present/line.ts';
import {shortUnavailableText} from '../../present/unavailable.ts';
import {laneSpanAfter, laneSpansMs} from '../../store/model/lane-span.ts';
import {boardRows, hasLanes, isNarrow, summaryHeight} from '../../store/model/layout.ts';
import {boardCounts} from '../../store/state/deployments/board.ts';
import {type BoardHeading, type BoardRow, rowOfEntry, shownBoard} from '../../store/state/deployments/board-rows.ts';
import {concludedSince, recentDeployments} from '../../store/state/deployments/known-deployment.ts';
import {unavailableDeployments} from '../../store/state/deployments/unavailable-deployments.ts';
import {keyOf} from '../../store/state/interface/key-names.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw, ReadOnlyBinding} from '../contexts.ts';
import {arrangementKeys} from '../keys/arrangement-keys.ts';
import {back} from '../keys/common-keys.ts';
import {listSearch, type RowsOf, rowText, searchedText} from '../keys/list-search.ts';
import {movementBindings} from '../keys/movement-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {openDeployment, recordKeys, watch} from '../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import type {RowStyle} from '../render/line-memo.ts';
import {listLines} from '../render/list-lines.ts';
import {useStore} from '../runtime.tsx';

/** A row as drawn, and the row that it is drawn from. */
type DrawnRow = BoardLine & {readonly row: BoardRow};

const styleOf = (lanes?: Parameters<typeof boardColumns>[0]): RowStyle<DrawnRow> => ({
	columns: boardColumns(lanes),
	card: boardCard,
	keyOf: ({row}) => row,
	isSame: (a, b) => a.unavailable === b.unavailable && a.recent === b.recent,
});

/** On a terminal narrower than this, lanes do not grow. */
const minColumnsForWideLanes = 100;

const styles = {
	withoutLanes: styleOf(),
	narrowLanes: new Map(laneSpansMs.map(spanMs => [spanMs, styleOf({spanMs, maxWidth: minLaneWidth})])),
	wideLanes: new Map(laneSpansMs.map(spanMs => [spanMs, styleOf({spanMs})])),
};

function styleFor({size, laneSpanMs}: State['interface']): RowStyle<DrawnRow> {
	const withLanes = size.columns < minColumnsForWideLanes ? styles.narrowLanes : styles.wideLanes;
	return (hasLanes(size) ? withLanes.get(laneSpanMs) : undefined) ?? styles.withoutLanes;
}

const textsOf = (state: State) => ({
	loading: plain`Looking for deployments in progress`,
	empty: plain`Nothing is in progress and nothing is watched. Press ${keyOf(state, 'watch', plain`w`)} on a project or a deployment to watch it.`,
});

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

function drawnRow(state: State, row: BoardRow): DrawnRow {
	const refusal = row.deployment ? undefined : unavailableDeployments(state, row.projectId);
	return {
		...row,
		row,
		recent: recentDeployments(state, row.projectId),
		unavailable: refusal && shortUnavailableText(refusal.error),
		readAt: row.askedAt,
		asOf: row.askedAt === undefined ? undefined : toServiceTime(row.askedAt, state.polling.skewMs),
	};
}

const dayMs = 86_400_000;

/** Draws how many deployments are running, and how many succeeded and failed lately. Nothing before any was read. */
const drawSummary: Draw = ({state, context, memo}, width) => {
	if (state.deployments.table.size === 0) return [];
	const {now, pins} = context;
	const line = memo.kept('summary', [state.deployments, pins, now, width], () => {
		const summary = deploymentSummary(concludedSince(state, now - dayMs), context);
		const {running} = boardCounts(state);
		return [{text: plain` `, tone: 'plain'}, ...summaryLine({...summary, running}, width - 1, context)];
	});
	return [line];
};

/** Draws the board: deployments of all projects that are in progress, watched or recently concluded, beside a time axis. */
export const drawBoard: Draw = ({state, context, memo}, width) => {
	const screen = currentScreen(state);
	if (screen.name !== 'watch') return [];
	const {size} = state.interface;
	const {rows, entries} = shownBoard(state);
	return listLines(
		styleFor(state.interface),
		{
			position: screen.position,
			count: entries.length,
			height: boardRows(size),
			width,
			isNarrow: isNarrow(size),
			groups: [memo.once(rows, () => rows.map(row => ({from: row, rows: () => [drawnRow(state, row)]})))],
			rowAt(index) {
				const row = rowOfEntry(entries[index]);
				return row && drawnRow(state, row);
			},
			headingAt(index) {
				const entry = entries[index];
				return entry && 'heading' in entry ? memo.once(entry, () => headingLine(entry)) : undefined;
			},
		},
		{...context, search: searchedText(state)},
		memo,
	);
};

function WatchScreen() {
	const summaryRows = useStore(state => summaryHeight(state.interface.size));
	return (
		<Box flexDirection="column" flexGrow={1}>
			<Canvas aria-hidden draw={drawSummary} height={summaryRows} flexShrink={0} />
			<ListOrReason isEmpty={state => shownBoard(state).rows.length === 0} textsOf={textsOf}>
				<Canvas draw={drawBoard} flexGrow={1} />
			</ListOrReason>
		</Box>
	);
}

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'watch' ? rowOfEntry(shownBoard(state).entries[screen.position.index]) : undefined;
}

/** A key that shows less or more time in the lanes. */
export const laneSpanKey = (key: string, by: 1 | -1): ReadOnlyBinding => ({
	keys: [key],
	label: by < 0 ? 'shorter time axis' : 'longer time axis',
	blocked({interface: {size, laneSpanMs}}) {
		if (!hasLanes(size)) return 'No room for a time axis';
		if (laneSpanAfter(laneSpanMs, by) !== undefined) return undefined;
		return by < 0 ? 'This is the shortest time axis' : 'This is the longest time axis';
	},
	run: ({store, clock}) => store.dispatch({type: 'lane-span-changed', by, at: clock.now()}),
});

function blockedRemoval(state: State): string | undefined {
	const tracked = state.deployments.board.get(selectedRow(state)?.id ?? '');
	if (!tracked) return 'No concluded deployment selected';
	return tracked.endedAt === undefined ? 'It has not concluded yet' : undefined;
}

const watchKeys: readonly Binding[] = [
	{...back, isHinted: true},
	openDeployment,
	{...watch, isHinted: true, label: 'watch'},
	{
		keys: ['x'],
		label: 'remove',
		isHinted: true,
		blocked: blockedRemoval,
		run({store}, state) {
			store.dispatch({type: 'board-row-removed', id: selectedRow(state)?.id ?? ''});
		},
	},
	laneSpanKey('<', -1),
	laneSpanKey('>', 1),
	...projectKeys,
	...recordKeys.filter(binding => binding !== watch),
	...arrangementKeys,
	...movementBindings,
];

const rowsOf: RowsOf = ({state, context}) => {
	const {entries} = shownBoard(state);
	return {
		count: entries.length,
		from: [entries],
		textAt(index) {
			const row = rowOfEntry(entries[index]);
			return row && rowText(styles.withoutLanes.columns, drawnRow(state, row), context);
		},
	};
};

function selectRow(state: State): Subject | undefined {
	const row = selectedRow(state);
	return row && subjectAbout(state, row.projectId, row.deployment?.id);
}

export const watchScreen = {
	title: 'Watch',
	place: 'watch',
	selects: selectRow,
	...listSearch('Watch', watchKeys, rowsOf),
	component: WatchScreen,
} as const;
