import {memoEach, memoFrom, memoOn} from '../../base/memo.ts';
import {plain, type SafeText} from '../../base/text.ts';
import type {Position} from '../../model/position.ts';
import {fitSpans, type Line, markedLine, type SafeSpan, space} from '../../present/line.ts';
import {
	type Column,
	contentWidth,
	headLine,
	isMeasured,
	type Layout,
	layout,
	type RowContext,
	rowLine,
} from '../../present/table.ts';
import {listSearchOf} from '../../state/documents.ts';
import {currentList} from '../../state/lists.ts';
import type {Screen} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Draw, DrawContext, Speak} from '../contexts.ts';
import {spokenLines, spokenRow, spokenTitles} from './spoken-lines.ts';

/** How rows of one kind are shown. The first cell begins with the sign of the row. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Returns an object that identifies a row between frames. Default: the row itself. */
	readonly keyOf?: (row: Row) => object;
	/** Whether a row may be out of date, so that it is shown dimmed. */
	readonly isQuiet?: (row: Row) => boolean;
};

/** Rows derived from one object. Their widths are measured once for that object. */
export type RowGroup<Row> = {readonly from: object; readonly rows: () => readonly Row[]};

/** The rows of a list, and where the user is in it. */
export type List<Row> = {
	readonly position: Position;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly style: RowStyle<Row>;
	readonly context: RowContext;
	readonly width: number;
	/** Whether more rows follow that are not loaded. */
	readonly isOpen?: boolean;
	/** How many cells of the first column marks take, which are not measured with the rows. */
	readonly marksWidth?: number;
	/** The rows that determine the column widths. They are measured again if this is another object. */
	readonly groups: ReadonlyArray<RowGroup<Row>>;
	/** Returns undefined for a heading. */
	readonly rowAt: (index: number) => Row | undefined;
	/** Returns the heading that stands in the place of a row, if any. */
	readonly headingAt?: (index: number) => Line | undefined;
};

/** The query that the rows of a list highlight, in lower case. Empty without a search. */
export const searchedText = (state: State): string => listSearchOf(state)?.query.toLowerCase() ?? '';

/** Returns where the user is in the list of a screen, and what its rows highlight. Undefined on another screen. */
export function listWindow({state, context}: DrawContext, name: Screen['name']) {
	const list = currentScreen(state).name === name ? currentList(state) : undefined;
	if (!list) return undefined;
	const {
		position,
		bounds: {count, height},
	} = list;
	return {position, count, height, context: {...context, search: searchedText(state)}};
}

/** Returns the preferred width of a column by its index. Stays the same function until more rows are loaded. */
type ColumnWidth = (index: number) => number;

/** What the lines of rows depend on besides the rows, and the lines drawn with it. Stays the same object while nothing in it changes. */
type RowFormat<Row> = {
	readonly style: RowStyle<Row>;
	readonly width: number;
	readonly context: RowContext;
	readonly widthOf: ColumnWidth;
	readonly table: Layout<Row>;
	/** By what identifies the row. */
	readonly drawn: Map<object, {readonly row: Row; readonly line: Line}>;
};

const isSameLayout = (a: Layout<never>, b: Layout<never>): boolean =>
	a.placed.length === b.placed.length &&
	a.placed.every(({column, width}, at) => column === b.placed[at]?.column && width === b.placed[at]?.width);

/** Whether rows look the same in both contexts. */
const looksSame = (a: RowContext, b: RowContext): boolean =>
	a.now === b.now &&
	a.localNow === b.localNow &&
	a.isAscii === b.isAscii &&
	a.ranges === b.ranges &&
	a.search === b.search &&
	a.isTimeAbsolute === b.isTimeAbsolute &&
	a.wordMeanings === b.wordMeanings;

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
	const known = widths.get(columns[index]);
	if (known !== undefined) return known;
	const width = contentWidth(columns, index, group.rows(), context);
	widths.set(columns[index], width);
	return width;
}

/** Returns the preferred column widths for all loaded rows, so that columns do not shift while the list scrolls. */
const columnWidths = memoOn(
	({style, groups, marksWidth, context}: List<never>) => [
		style.columns,
		groups,
		marksWidth,
		context.isTimeAbsolute,
		context.isAscii,
	],
	({style: {columns}, groups, marksWidth = 0, context}): ColumnWidth => {
		const unmarked = {...context, ranges: undefined};
		return index => {
			const column = columns[index];
			let maxWidth = contentWidth(columns, index, [], unmarked);
			if (!column || !isMeasured(column)) return maxWidth;
			for (const group of groups) maxWidth = Math.max(maxWidth, groupWidth(columns, index, group, unmarked));
			return index === 0 ? maxWidth + marksWidth : maxWidth;
		};
	},
);

/** Returns the format of the rows of a list: the last one, if they still look the same. */
const formatOf = memoFrom((known: RowFormat<never> | undefined, list: List<never>): RowFormat<never> => {
	const {style, context} = list;
	const width = list.width - 2;
	const widthOf = columnWidths(list);
	const isSame = known?.style === style && known.width === width && looksSame(known.context, context);
	if (isSame && widthOf === known.widthOf) return known;
	const table = layout(style.columns, width, widthOf);
	if (isSame && isSameLayout(table, known.table)) return {...known, widthOf};
	return {style, width, context, widthOf, table, drawn: new Map()};
}) as unknown as <Row>(list: List<Row>) => RowFormat<Row>;

const quietIf = (isQuiet: boolean | undefined, line: Line): Line =>
	isQuiet ? line.map((span): SafeSpan => ({...span, tone: 'quiet'})) : line;

/** A row in its columns: dimmed if it may be out of date, with the matches of the search, and after a gutter. */
const drawnLine = <Row>(row: Row, {style, table, context}: RowFormat<Row>): Line => [
	space,
	...markedLine(quietIf(style.isQuiet?.(row), rowLine(table, row, context)), context.search ?? '', 'match'),
	space,
];

/** The number of rows after which all are forgotten: rows that were scrolled past take a kilobyte each. */
const maxRows = 500;

/** Whether two rows look the same: whatever they hold is the same. */
function isSameRow<Row extends object>(a: Row, b: Row): boolean {
	if (a === b) return true;
	for (const key in a) if (a[key] !== b[key]) return false;
	return true;
}

/** Returns the line of a row, which is made only if the row has changed since it was drawn in this format. */
function lineOf<Row extends object>(row: Row, format: RowFormat<Row>): Line {
	const {drawn, style} = format;
	const key = style.keyOf?.(row) ?? row;
	const known = drawn.get(key);
	if (known && isSameRow(known.row, row)) return known.line;
	if (drawn.size >= maxRows) drawn.clear();
	const line = drawnLine(row, format);
	drawn.set(key, {row, line});
	return line;
}

/** The line of the selected row: the gutter is marked, and its name is bold, or its first word if it has no name. */
function selectedLine(line: Line, {isAscii}: RowContext): Line {
	const hasName = line.some(({tone}) => tone === 'name');
	const bold = hasName ? -1 : line.findIndex(({text}) => text.trim().length > 1);
	const rest = line.map(
		(span, index): SafeSpan => (span.tone === 'name' || index === bold ? {...span, tone: 'strong'} : span),
	);
	return [{text: isAscii ? plain`>` : plain`▌`, tone: 'gutter'}, ...rest.slice(1)];
}

const withMark = (line: Line, text: SafeText): Line => [...line.slice(0, -1), {text, tone: 'quiet'}];

/** Returns the lines of the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. */
export function listLines<Row extends object>(list: List<Row>): readonly Line[] {
	const {position, count, height, width, isOpen = false, rowAt, headingAt, context} = list;
	const format = formatOf(list);
	const lines: Line[] = [[space, ...headLine(format.table, context), space]];
	const end = Math.min(count, position.top + height);
	for (let index = position.top; index < end; index++) {
		const heading = headingAt?.(index);
		const row = heading ? undefined : rowAt(index);
		if (heading) lines.push([space, ...fitSpans(heading, width - 2), space]);
		if (!row) continue;
		const line = lineOf(row, format);
		lines.push(index === position.index ? selectedLine(line, context) : line);
	}

	const [, first] = lines;
	if (position.top > 0 && first) lines[1] = withMark(first, plain`↑`);
	const last = lines.at(-1);
	if ((end < count || isOpen) && last && lines.length > 1) lines[lines.length - 1] = withMark(last, plain`↓`);
	return lines;
}

/** Returns what a screen reader says about a list: the selected row, and the titles of the columns. */
export function spokenList<Row extends object>(list: List<Row>): readonly SafeText[] {
	const columns = formatOf(list).table.placed.map(({column}) => column);
	const row = list.rowAt(list.position.index);
	return row ? [spokenRow(columns, row, list.context), ...spokenTitles(columns)] : [];
}

/** Returns the list that a canvas shows. Undefined if it has no rows. */
export type ListOf<Row> = (drawing: DrawContext, width: number) => List<Row> | undefined;

/** Returns the props of a canvas that shows a list, or other lines where there is none. */
export const listCanvas = <Row extends object>(listOf: ListOf<Row>, drawOther: Draw = () => []) => {
	const draw: Draw = (drawing, width, height) => {
		const list = listOf(drawing, width);
		return list ? listLines(list) : drawOther(drawing, width, height);
	};
	const spoken: Speak = (drawing, width) => {
		const list = listOf(drawing, width);
		return list ? spokenList(list) : spokenLines(drawOther(drawing, width, 0));
	};
	return {draw, spoken};
};
