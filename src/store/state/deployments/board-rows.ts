import {validTime} from '../../../deployment-times.ts';
import {type Arrangement, arrangementOf, type SortValue, sortedBy} from '../../model/deployments/arrangement.ts';
import type {DeploymentTable} from '../../model/deployments/deployment-table.ts';
import {hasBoardHeadings} from '../../model/layout.ts';
import type {State} from '../state.ts';
import {areSameRows, type BoardRow, boardRowsOf, boardSections, type RowsByProject, sharedOf} from './board-row.ts';
import {deploymentValue, isShown} from './shown-deployments.ts';

/** A line above the rows of a section, which cannot be selected. */
export type BoardHeading = {readonly heading: BoardRow['section']; readonly count: number};

export type BoardEntry = BoardHeading | BoardRow;

type ShownBoard = {
	readonly rows: readonly BoardRow[];
	/** The rows and the headings between them. */
	readonly entries: readonly BoardEntry[];
	/** The index of each row among the entries, by its id. */
	readonly indexes: ReadonlyMap<string, number>;
};

const sortTimeOf = ({deployment}: BoardRow): number =>
	validTime(deployment?.concludedAt) ?? validTime(deployment?.createdAt) ?? Number.NEGATIVE_INFINITY;

/** Returns the rows that are shown, the most urgent section first and the newest first within it. */
function arrangedRows(rows: readonly BoardRow[], state: State): readonly BoardRow[] {
	const arrangement = arrangementOf(state.interface.arrangements, 'watch');
	const shown = rows.filter(row =>
		row.deployment
			? isShown(row.deployment, arrangement, row.isWatched, state.interface.pins)
			: arrangement.shown === 'all' || arrangement.shown === 'watched',
	);
	const newestFirst = shown
		.map(row => ({row, rank: boardSections.indexOf(row.section), sortTime: sortTimeOf(row)}))
		.sort((a, b) => a.rank - b.rank || b.sortTime - a.sortTime || (a.row.id < b.row.id ? -1 : 1))
		.map(({row}) => row);
	// The sections stay, so that what is urgent stays on top.
	return [...Map.groupBy(sortedBy(newestFirst, arrangement.sort, boardValue), ({section}) => section)]
		.sort(([a], [b]) => boardSections.indexOf(a) - boardSections.indexOf(b))
		.flatMap(([, own]) => own);
}

function boardValue({project, deployment}: BoardRow, by: string): SortValue {
	if (by === 'project') return project.toLowerCase();
	return deployment && deploymentValue(deployment, by);
}

function withHeadings(rows: readonly BoardRow[]): readonly BoardEntry[] {
	const sections = Map.groupBy(rows, ({section}) => section);
	return [...sections].flatMap(([heading, own]): readonly BoardEntry[] => [{heading, count: own.length}, ...own]);
}

/** A board, and what it was derived from. */
type Derived = {
	/** What it depends on besides the rows. */
	readonly shared: readonly unknown[];
	readonly isGrouped: boolean;
	readonly arrangement: Arrangement;
	readonly table: DeploymentTable;
	/** All rows, including those that are not shown. */
	readonly rows: RowsByProject;
	readonly shown: ShownBoard;
};

function boardOf(state: State, isGrouped: boolean): Pick<Derived, 'rows' | 'shown'> {
	const rows = boardRowsOf(state);
	const arranged = arrangedRows(rows, state);
	const entries = isGrouped ? withHeadings(arranged) : arranged;
	const indexes = new Map(entries.flatMap((entry, index) => ('id' in entry ? [[entry.id, index] as const] : [])));
	return {rows: Map.groupBy(rows, ({projectId}) => projectId), shown: {rows: arranged, entries, indexes}};
}

/** Returns the board. It is the same object until a row changes: sorting hundreds of rows takes longer than everything else that an answer without news causes. */
export function shownBoard(state: State): ShownBoard {
	const {table, board} = state.deployments;
	const shared = sharedOf(state);
	const isGrouped = hasBoardHeadings(state.interface.size);
	const arrangement = arrangementOf(state.interface.arrangements, 'watch');
	const make = (last?: Derived): Derived => {
		const isSame =
			last?.shared === shared &&
			last.isGrouped === isGrouped &&
			last.arrangement === arrangement &&
			areSameRows(state, last.rows, last.table);
		return isSame ? {...last, table} : {shared, isGrouped, arrangement, table, ...boardOf(state, isGrouped)};
	};
	return state.memo.kept('board', board, [table, shared, isGrouped, arrangement], make).shown;
}

/** Returns the row of an entry. Undefined for a heading, and where there is none. */
export const rowOfEntry = (entry: BoardEntry | undefined): BoardRow | undefined =>
	entry && 'id' in entry ? entry : undefined;
