import {type BoardLine, boardCard, boardColumns} from '../../present/board.ts';
import {shortUnavailableText} from '../../present/unavailable.ts';
import {isNarrow, projectRows} from '../../store/model/layout.ts';
import {type BoardRow, boardRows} from '../../store/state/board.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {unavailableDeployments} from '../../store/state/unavailable-deployments.ts';
import {plain} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {ListOrReason} from '../components/empty-list.tsx';
import type {Binding, Draw} from '../contexts.ts';
import {back} from '../keys/common-keys.ts';
import {movementBindings} from '../keys/movement-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {openDeployment, recordKeys, watch} from '../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import {listLines} from '../render/list-lines.ts';

const style = {columns: boardColumns, card: boardCard};
const texts = {
	loading: plain`Looking for deployments in progress`,
	empty: plain`Nothing is in progress and nothing is watched. Press w on a project or a deployment to watch it.`,
};

/** Draws the board: deployments of all projects that are in progress, watched or recently concluded. Those in progress come first, then failures. */
const drawWatch: Draw = ({state, context, memo}, width) => {
	const screen = currentScreen(state);
	if (screen.name !== 'watch') return [];
	const {size} = state.interface;
	const {board, table} = state.deployments;
	const rows = boardRows(state);
	const lineOf = (row: BoardRow): BoardLine => {
		const refusal = row.deployment ? undefined : unavailableDeployments(state, row.projectId);
		const unavailable = refusal && shortUnavailableText(refusal.error);
		return {...row, unavailable, readAt: row.askedAt};
	};
	return listLines(
		style,
		{
			position: screen.position,
			count: rows.length,
			height: projectRows(size),
			width,
			isNarrow: isNarrow(size),
			groups: [[board, table].map(from => ({from, rows: () => rows.map(lineOf)}))],
			rowAt(index) {
				const row = rows[index];
				return row && lineOf(row);
			},
		},
		context,
		memo,
	);
};

const WatchScreen = () => (
	<ListOrReason isEmpty={state => boardRows(state).length === 0} textsOf={() => texts}>
		<Canvas draw={drawWatch} flexGrow={1} />
	</ListOrReason>
);

function selectedRow(state: State): BoardRow | undefined {
	const screen = currentScreen(state);
	return screen.name === 'watch' ? boardRows(state)[screen.position.index] : undefined;
}

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
	...projectKeys,
	...recordKeys.filter(binding => binding !== watch),
	...movementBindings,
];

function selectRow(state: State): Subject | undefined {
	const row = selectedRow(state);
	return row && subjectAbout(state, row.projectId, row.deployment?.id);
}

export const watchScreen = {
	title: 'Watch',
	place: 'watch',
	selects: selectRow,
	keys: watchKeys,
	component: WatchScreen,
} as const;
