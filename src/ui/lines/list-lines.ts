import {isSameList, memoEach, memoFrom, memoLast} from '../../base/memo.ts';
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
import {spokenRow, spokenTitles} from './spoken-lines.ts';

/** Returns the preferred width of a column by its index. Stays the same function until more rows are loaded. */
type ColumnWidth = (index: number) => number;

/** How rows of one kind are shown. The first cell begins with the sign of the row. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Returns an object that identifies a row between frames. Default: the row itself. */
	readonly keyOf?: (row: Row) => object;
	/** Whether two rows with the same key look the same. */
	readonly isSame?: (a: Row, b: Row) => boolean;
	/** Whether a row may be out of date, so that it is shown dimmed. */
	readonly isQuiet?: (row: Row) => boolean;
};

/** What the lines of a row depend on besides the row itself, and the lines of the rows drawn with it. Stays the same object while nothing in it changes. */
type RowFormat<Row> = {
	readonly style: RowStyle<Row>;
	readonly width: number;
	readonly context: RowContext;
	readonly widthOf: ColumnWidth;
	readonly table: Layout<Row>;
	/** The column titles, after the gutter. */
	readonly head: Line;
	/** By what identifies the row. */
	readonly drawn: Map<object, {readonly row: Row; readonly line: Line}>;
};

const isSameLayout = <Row>(a: Layout<Row>, b: Layout<Row>): boolean =>
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

/** Returns the format of the rows of a list: the last one, if they still look the same. */
const rowFormat = memoFrom(
	(
		known: RowFormat<never> | undefined,
		style: RowStyle<never>,
		width: number,
		context: RowContext,
		widthOf: ColumnWidth,
	): RowFormat<never> => {
		const isSame = known?.style === style && known.width === width && looksSame(known.context, context);
		if (isSame && widthOf === known.widthOf) return known;
		const table = layout(style.columns, width, widthOf);
		if (isSame && isSameLayout(table, known.table)) return {...known, widthOf};
		return {style, width, context, widthOf, table, head: [space, ...headLine(table, context), space], drawn: new Map()};
	},
) as unknown as <Row>(style: RowStyle<Row>, width: number, context: RowContext, widthOf: ColumnWidth) => RowFormat<Row>;

/** The number of rows after which all are forgotten: rows that were scrolled past take a kilobyte each. */
const maxRows = 500;

/** Returns the line of a row. Calls `make` only if the row has changed since it was drawn in this format. */
function cachedLine<Row extends object>(
	row: Row,
	format: RowFormat<Row>,
	make: (row: Row, format: RowFormat<Row>) => Line,
): Line {
	const {drawn, style} = format;
	const key = style.keyOf?.(row) ?? row;
	const known = drawn.get(key);
	if (known && (style.isSame?.(known.row, row) ?? true)) return known.line;
	if (drawn.size >= maxRows) drawn.clear();
	const line = make(row, format);
	drawn.set(key, {row, line});
	return line;
}

/** Rows derived from one object. Their widths are measured once for that object. */
export type RowGroup<Row> = {readonly from: object; readonly rows: () => readonly Row[]};

/** The rows that determine the column widths. A list that is another object is measured again. */
type RowGroups<Row> = ReadonlyArray<readonly RowGroup<Row>[]>;

/** The measured widths of columns, kept with the object that their rows are derived from. */
const measuredIn = memoEach((_from: object) => new Map<unknown, number>());

/** How wide the widest cell of a column is in a group of rows. */
function groupWidth<Row>(
	columns: ReadonlyArray<Column<Row>>,
	index: number,
	group: RowGroup<Row>,
	context: RowContext,
) {
	const widths = measuredIn(group.from);
	const known = widths.get(columns[index]);
	if (known !== undefined) return known;
	const width = contentWidth(columns, index, group.rows(), context);
	widths.set(columns[index], width);
	return width;
}

type Widths = {readonly parts: readonly unknown[]; readonly widthOf: ColumnWidth};

const lastWidths = memoFrom(
	(
		known: Widths | undefined,
		columns: ReadonlyArray<Column<never>>,
		groups: RowGroups<never>,
		marksWidth: number,
		context: RowContext,
	): Widths => {
		const keys = groups.flatMap(list => (list.length <= 2 ? list.map(({from}) => from) : [list]));
		const parts = [columns, marksWidth, context.isTimeAbsolute, context.isAscii, ...keys];
		if (known && isSameList(known.parts, parts)) return known;
		const withoutRanges = {...context, ranges: undefined};
		return {
			parts,
			widthOf(index) {
				let maxWidth = contentWidth(columns, index, [], withoutRanges);
				const column = columns[index];
				if (!column || !isMeasured(column)) return maxWidth;
				for (const group of groups.flat()) {
					maxWidth = Math.max(maxWidth, groupWidth(columns, index, group, withoutRanges));
				}

				return index === 0 ? maxWidth + marksWidth : maxWidth;
			},
		};
	},
);

/** Returns the preferred column widths for all loaded rows, so that columns do not shift while the list scrolls. Measures lazily, once per column and group. `marksWidth`: how many cells of the first column marks take, which are not measured with the rows. */
const columnWidths = <Row>(
	columns: ReadonlyArray<Column<Row>>,
	groups: RowGroups<Row>,
	marksWidth: number,
	context: RowContext,
): ColumnWidth =>
	lastWidths(columns as ReadonlyArray<Column<never>>, groups as RowGroups<never>, marksWidth, context).widthOf;

type Window<Row> = {
	readonly position: Position;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly width: number;
	/** Whether more rows follow that are not loaded. */
	readonly isOpen?: boolean;
	/** How many cells of the first column marks take, which are not measured with the rows. */
	readonly marksWidth?: number;
	readonly groups: RowGroups<Row>;
	/** Returns undefined for a heading. The same function only if each row looks the same. */
	readonly rowAt: (index: number) => Row | undefined;
	/** Returns the heading that stands in the place of a row, if any. */
	readonly headingAt?: (index: number) => Line | undefined;
};

const quietIf = (isQuiet: boolean | undefined, line: Line): Line =>
	isQuiet ? line.map((span): SafeSpan => ({...span, tone: 'quiet'})) : line;

/** A row in its columns: dimmed if it may be out of date, with the matches of the search, and after a gutter. */
const drawnLine = <Row>(row: Row, {style, table, context}: RowFormat<Row>): Line => [
	space,
	...markedLine(quietIf(style.isQuiet?.(row), rowLine(table, row, context)), context.search ?? '', 'match'),
	space,
];

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
const markedAbove = memoLast((line: Line): Line => withMark(line, plain`↑`));
const markedBelow = memoLast((line: Line = []): Line => withMark(line, plain`↓`));

/** The rows of a list, and where the user is in it. */
export type List<Row> = {readonly style: RowStyle<Row>; readonly shown: Window<Row>; readonly context: RowContext};

function formatOf<Row>({style, shown, context}: List<Row>): RowFormat<Row> {
	const {width, groups, marksWidth = 0} = shown;
	const widthOf = columnWidths(style.columns, groups, marksWidth, context);
	return rowFormat(style, width - 2, context, widthOf);
}

/** Returns what a screen reader says about a list: the selected row, and the titles of the columns. */
export function spokenList<Row extends object>(list: List<Row>): readonly SafeText[] {
	const {shown, context} = list;
	const columns = formatOf(list).table.placed.map(({column}) => column);
	const row = shown.rowAt(shown.position.index);
	return row ? [spokenRow(columns, row, context), ...spokenTitles(columns)] : [];
}

/** The lines of rows by index, as long as both the format and the rows are the same. */
const linesByIndex = memoLast((_format: object, _rowAt: (index: number) => unknown) => new Map<number, Line>());

/** Returns the lines of the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. */
export function listLines<Row extends object>(list: List<Row>): readonly Line[] {
	const {shown, context} = list;
	const {position, count, height, width, isOpen = false, rowAt, headingAt} = shown;
	const format = formatOf(list);
	const filled = (line: Line): Line => [space, ...fitSpans(line, width - 2), space];
	const drawn = linesByIndex(format, rowAt);
	const lines: Line[] = [format.head];
	const end = Math.min(count, position.top + height);
	for (let index = position.top; index < end; index++) {
		const heading = headingAt?.(index);
		if (heading) {
			lines.push(filled(heading));
			continue;
		}

		let line = drawn.get(index);
		if (!line) {
			const row = rowAt(index);
			if (!row) continue;
			line = cachedLine(row, format, drawnLine);
			drawn.set(index, line);
		}

		lines.push(index === position.index ? selectedLine(line, context) : line);
	}

	if (position.top > 0 && lines[1]) lines[1] = markedAbove(lines[1]);
	const last = lines.length - 1;
	if ((end < count || isOpen) && last > 0) lines[last] = markedBelow(lines[last]);
	return lines;
}
