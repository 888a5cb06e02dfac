import {memoEach, memoFrom, memoOn} from '../../base/memo.ts';
import {caseless, cells, plain, type SafeText, safe} from '../../base/text.ts';
import type {Placement} from '../../model/cursor.ts';
import {fitSpans, type Line, markedLine, type SafeSpan, space} from '../../present/line.ts';
import {signSpan} from '../../present/signs.ts';
import {
	type Column,
	contentWidth,
	gapWidth,
	headLine,
	isMeasured,
	type Layout,
	layout,
	type RowContext,
	rowLine,
	titleOf,
	usedColumns,
	withPriority,
} from '../../present/table.ts';
import {listSearchOf} from '../../state/documents.ts';
import {currentList} from '../../state/lists.ts';
import {columnPageOf} from '../../state/preferences.ts';
import type {Screen} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Draw, DrawContext} from '../contexts.ts';

/** How rows of one kind are shown. The first cell begins with the sign of the row. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Whether a column is left out if no row has a value for it. */
	readonly hidesEmptyColumns?: boolean;
	/** Returns what identifies a row between frames. Default: the row itself. */
	readonly keyOf?: (row: Row) => unknown;
	/** Whether a row may be out of date, so that it is shown dimmed. */
	readonly isQuiet?: (row: Row) => boolean;
};

/** Rows derived from one object. Their widths are measured once for that object. */
export type RowGroup<Row> = {readonly from: object; readonly rows: () => readonly Row[]};

type Gone = {readonly goneName?: SafeText | undefined};

/** A list. `goneName`: the name of the selected row, which is shown if that is gone. */
export type List<Row> = Gone & {
	readonly place: Placement;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly style: RowStyle<Row>;
	readonly context: RowContext;
	readonly width: number;
	/** Which of its `columnPages` it shows. Default: the first. */
	readonly columnPage?: number;
	/** Whether more rows follow that are not loaded. */
	readonly isOpen?: boolean;
	/** How many cells of the first column marks take, which are not measured with the rows. */
	readonly marksWidth?: number;
	/** The rows that determine the column widths, whether or not they are shown. */
	readonly groups: ReadonlyArray<RowGroup<Row>>;
	/** Returns undefined for a heading. */
	readonly rowAt: (index: number) => Row | undefined;
	/** The selected row, if the list does not show it any more, and why if that is not because it does not match. */
	readonly hidden?: Row | undefined;
	readonly hiddenText?: SafeText;
	/** Returns the heading that stands in the place of a row, if any. */
	readonly headingAt?: (index: number) => Line | undefined;
};

/** Returns what all rows of a list are derived from. */
export const sourcesOf = <Row>(groups: List<Row>['groups']): readonly object[] => groups.map(({from}) => from);

/** The query that the rows of a list highlight, in the form in which it is compared. Empty without a search. */
export const searchedText = (state: State): string => caseless(listSearchOf(state)?.query ?? '');

/** Returns where the user is in the list of a screen, and what its rows highlight. Undefined on another screen. */
export function listWindow({state, context}: DrawContext, name: Screen['name']) {
	const list = currentScreen(state).name === name ? currentList(state) : undefined;
	if (!list) return undefined;
	const {ids, height} = list.rows;
	const columnPage = columnPageOf(state);
	return {place: list, count: ids.length, height, columnPage, context: {...context, search: searchedText(state)}};
}

const isSameLayout = <Row>(a: Layout<Row>, b: Layout<Row>): boolean =>
	a.placed.length === b.placed.length &&
	a.placed.every(({column, width}, at) => column === b.placed[at]?.column && width === b.placed[at]?.width);

/** The measured widths of columns, kept with the object that their rows are derived from. */
const measuredIn = memoEach((_from: object) => new Map<unknown, number>());

/** How wide the widest cell of a column is in a group of rows. */
function groupWidth<Row>(
	columns: ReadonlyArray<Column<Row>>,
	index: number,
	group: RowGroup<Row>,
	context: RowContext,
): number {
	const widths = measuredIn(group.from);
	const width = widths.get(columns[index]) ?? contentWidth(columns, index, group.rows(), context);
	widths.set(columns[index], width);
	return width;
}

/** Returns columns with widths for all loaded rows, so that they do not shift while the list scrolls. */
function measuredLayout<Row>(
	columns: ReadonlyArray<Column<Row>>,
	{width, groups, marksWidth = 0, context}: List<Row>,
): Layout<Row> {
	const unmarked = {...context, ranges: undefined};
	return layout(columns, width - 2, index => {
		const column = columns[index];
		const rowWidths =
			column && isMeasured(column) ? groups.map(group => groupWidth(columns, index, group, unmarked)) : [];
		const least = contentWidth(columns, index, [], unmarked);
		const maxWidth = rowWidths.reduce((most, own) => Math.max(most, own), least);
		return rowWidths.length > 0 && index === 0 ? maxWidth + marksWidth : maxWidth;
	});
}

/** Returns the columns of a list that have something to show. */
function shownColumns<Row>({style: {columns, hidesEmptyColumns}, groups, context}: List<Row>) {
	if (!hidesEmptyColumns) return columns;
	const rows = groups.flatMap(group => group.rows());
	return usedColumns(columns, rows, {...context, ranges: undefined});
}

const maxWholeWidth = 300;

/** The same columns, each as wide as its widest cell. */
const wholeColumns = memoEach((columns: ReadonlyArray<Column<never>>) =>
	columns.map(column => {
		const whole = withPriority(column, column.keep);
		return isMeasured(column) ? {...whole, width: [1, maxWholeWidth] as const} : whole;
	}),
);

/** Returns the layouts of a list: the columns that fit, and then, beside the first column, those that had no room or were cut, as many at a time as fit. */
export function columnPages<Row>(list: List<Row>): ReadonlyArray<Layout<Row>> {
	const columns = shownColumns(list);
	const widthIn = ({placed}: Layout<Row>, sought: Column<Row> | undefined) =>
		placed.find(({column}) => column === sought)?.width ?? 0;
	const besideFirst = (placed: Layout<Row>['placed']) =>
		measuredLayout([...columns.slice(0, 1), ...placed.map(({column}) => column)], list);
	const fitting = measuredLayout(columns, list);
	const whole = measuredLayout(wholeColumns(columns) as unknown as ReadonlyArray<Column<Row>>, {
		...list,
		width: Number.POSITIVE_INFINITY,
	});
	let left = whole.placed.filter(
		({column, width}, at) => at > 0 && !column.isRest && widthIn(fitting, columns[at]) < width,
	);
	const pages: Array<Layout<Row>> = [];
	while (left.length > 0) {
		const page = besideFirst(left);
		const complete = left.filter(({column, width}) => widthIn(page, column) >= width);
		// One that is wider than the screen is cut.
		const shown = complete.length > 0 ? complete : left.filter(({column}) => widthIn(page, column) > 0);
		if (shown.length === 0) break;
		pages.push(besideFirst(shown));
		left = left.filter(item => !shown.includes(item));
	}

	return [fitting, ...pages.map((page, at) => numbered(page, `${at + 2}/${pages.length + 1}`))];
}

/** Says in the heading of the first column which page of columns this is. */
function numbered<Row>({width, placed: [first, ...others]}: Layout<Row>, number: string): Layout<Row> {
	if (!first) return {width, placed: []};
	const which = `columns ${number}`;
	const column = {...first.column, title: `${titleOf(first.column)} · ${which}`, shortTitle: `  ${which}`};
	const used = others.reduce((sum, other) => sum + gapWidth + other.width, first.width);
	const room = Math.min(width - used, Math.max(0, cells(titleOf(column)) - first.width));
	return {width, placed: [{...first, column, width: first.width + room}, ...others]};
}

/** The number of rows after which all are forgotten: rows that were scrolled past take a kilobyte each. */
const maxRows = 500;

/** Whether two rows look the same: whatever they hold is the same. */
function isSameRow<Row extends object>(a: Row, b: Row): boolean {
	if (a === b) return true;
	for (const key in a) if (a[key] !== b[key]) return false;
	return true;
}

/** The line of the selected row: the gutter is marked, and its name is bold, or its first word if it has no name. */
function selectedLine(line: Line): Line {
	const hasName = line.some(({tone}) => tone === 'name');
	const bold = hasName ? -1 : line.findIndex(({text}) => text.trim().length > 1);
	const rest = line.map(
		(span, index): SafeSpan => (span.tone === 'name' || index === bold ? {...span, tone: 'strong'} : span),
	);
	return [{text: plain`▌`, tone: 'gutter'}, ...rest.slice(1)];
}

/** What stands in the place of a selected row that is gone. */
function goneLine({goneName}: Gone, width: number, context: RowContext): Line {
	const text = safe(goneName === undefined ? ' gone' : ` gone: ${goneName}`, 300);
	return [space, ...fitSpans([signSpan('gone', 'quiet', context), {text, tone: 'quiet'}], width), space];
}

/** A selected row that is hidden. Why takes the place of its last columns. */
function hiddenLine(line: Line, width: number, why = plain`no longer matches`): Line {
	const text = plain` ${why} `;
	return [...fitSpans(line, width - cells(text)), {text, tone: 'quiet'}];
}

const withMark = (line: Line, text: SafeText): Line => [...line.slice(0, -1), {text, tone: 'quiet', spoken: plain``}];

/** Returns how a list is drawn. It remembers the widths of its columns, and the lines of its rows. */
export function createListDrawing<Row extends object>() {
	const measured = memoOn(
		({style, width, columnPage, marksWidth, groups, context}: List<Row>) => [
			style.columns,
			width,
			columnPage,
			marksWidth,
			context.isTimeAbsolute,
			context.isAscii,
			context.wordMeanings,
			...sourcesOf(groups),
		],
		(list: List<Row>): Layout<Row> =>
			(list.columnPage ? columnPages(list)[list.columnPage] : undefined) ?? measuredLayout(shownColumns(list), list),
	);

	/** The same object as before while no column has another width. */
	const kept = memoFrom((before: Layout<Row> | undefined, now: Layout<Row>) =>
		before && isSameLayout(before, now) ? before : now,
	);

	/** The lines that were drawn, by what identifies their rows. Empty again whenever all rows look different. */
	const drawnLines = memoOn(
		({style, context}: List<Row>, table: Layout<Row>) => [style, table, ...Object.values(context)],
		() => new Map<unknown, {readonly row: Row; readonly line: Line}>(),
	);

	/** Draws a row: after a gutter, dimmed if it may be out of date, with the matches of the search. A row that has not changed keeps its line. */
	function lineOf(row: Row, list: List<Row>, table: Layout<Row>): Line {
		const {style, context} = list;
		const drawn = drawnLines(list, table);
		const key = style.keyOf?.(row) ?? row;
		const known = drawn.get(key);
		if (known && isSameRow(known.row, row)) return known.line;
		if (drawn.size >= maxRows) drawn.clear();
		const cells = rowLine(table, row, context);
		const shown = style.isQuiet?.(row) ? cells.map((span): SafeSpan => ({...span, tone: 'quiet'})) : cells;
		const line = [space, ...markedLine(shown, context.search ?? '', 'match'), space];
		drawn.set(key, {row, line});
		return line;
	}

	return {
		/** Returns the lines of the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. */
		lines(list: List<Row>): readonly Line[] {
			const {place, count, height, width, isOpen = false, rowAt, headingAt, hidden, context} = list;
			const {index: selected, top, held} = place;
			const table = kept(measured(list));
			const lines: Line[] = [[space, ...headLine(table, context), space]];
			const total = held ? count + 1 : count;
			const end = Math.min(total, top + height);
			for (let at = top; at < end; at++) {
				if (held && at === selected) {
					const line = hidden
						? hiddenLine(lineOf(hidden, list, table), width, list.hiddenText)
						: goneLine(list, width - 2, context);
					lines.push(selectedLine(line));
					continue;
				}

				const index = held && at > selected ? at - 1 : at;
				const heading = headingAt?.(index);
				const row = heading ? undefined : rowAt(index);
				if (heading) lines.push([space, ...fitSpans(heading, width - 2), space]);
				if (!row) continue;
				const line = lineOf(row, list, table);
				lines.push(at === selected ? selectedLine(line) : line);
			}

			const [, first] = lines;
			if (top > 0 && first) lines[1] = withMark(first, plain`↑`);
			const last = lines.at(-1);
			if ((end < total || isOpen) && last && lines.length > 1) lines[lines.length - 1] = withMark(last, plain`↓`);
			return lines;
		},
	};
}

/** Returns the list that a canvas shows. Undefined if it has no rows. */
export type ListOf<Row> = (drawing: DrawContext, width: number) => List<Row> | undefined;

/** Returns the props of a canvas that shows a list, or other lines where there is none. */
export function listCanvas<Row extends object>(listOf: ListOf<Row>, drawOther: Draw = () => []) {
	const list = createListDrawing<Row>();
	const draw: Draw = (drawing, width, height) => {
		const shown = listOf(drawing, width);
		return shown ? list.lines(shown) : drawOther(drawing, width, height);
	};
	return {draw};
}
