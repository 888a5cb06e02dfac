import {fitSpans, type Line, markedLine, type SafeSpan, space} from '../../present/line.ts';
import {type Context, contentWidth, isMeasured, rowLine} from '../../present/table.ts';
import type {Position} from '../../store/model/position.ts';
import {plain, type SafeText} from '../../text.ts';
import type {ColumnWidth, LineMemo, RowFormat, RowStyle} from './line-memo.ts';

/** Rows derived from one object. Their widths are measured once for that object. */
export type RowGroup<Row> = {readonly from: object; readonly rows: () => readonly Row[]};

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
	/** The rows that determine the column widths. A list that is another object is measured again. */
	readonly groups: ReadonlyArray<readonly RowGroup<Row>[]>;
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
function selectedLine(line: Line, {isAscii}: Context): Line {
	const hasName = line.some(({tone}) => tone === 'name');
	const bold = hasName ? -1 : line.findIndex(({text}) => text.trim().length > 1);
	const rest = line.map(
		(span, index): SafeSpan => (span.tone === 'name' || index === bold ? {...span, tone: 'strong'} : span),
	);
	return [{text: isAscii ? plain`>` : plain`▌`, tone: 'gutter'}, ...rest.slice(1)];
}

const withMark = (line: Line, text: SafeText): Line => [...line.slice(0, -1), {text, tone: 'quiet'}];
const markedAbove = (line: Line): Line => withMark(line, plain`↑`);
const markedBelow = (line: Line = []): Line => withMark(line, plain`↓`);

/** Returns the preferred column widths for all loaded rows, so that columns do not shift while the list scrolls. Measures lazily, once per column and group. */
function widthsOf<Row extends object>(
	{columns}: RowStyle<Row>,
	{groups, marksWidth = 0}: Pick<Window<Row>, 'groups' | 'marksWidth'>,
	context: Context,
	memo: LineMemo,
): ColumnWidth {
	const withoutRanges = {...context, ranges: undefined};
	const keys = groups.flatMap(list => (list.length <= 2 ? list.map(({from}) => from) : [list]));
	return memo.kept('widths', [columns, context.isTimeAbsolute, marksWidth, ...keys], () => index => {
		let maxWidth = contentWidth(columns, index, [], withoutRanges);
		const column = columns[index];
		if (!column || !isMeasured(column)) return maxWidth;
		for (const {from, rows} of groups.flat()) {
			const known = memo.measured(from);
			const width = known.get(index) ?? contentWidth(columns, index, rows(), withoutRanges);
			known.set(index, width);
			maxWidth = Math.max(maxWidth, width);
		}

		return index === 0 ? maxWidth + marksWidth : maxWidth;
	});
}

/** The lines of rows by index, as long as both the format and the rows are the same. */
const linesByIndex = <Row>(_format: RowFormat<Row>, _rowAt: Window<Row>['rowAt']): Map<number, Line> => new Map();

/** Returns the lines of the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. */
export function listLines<Row extends object>(
	style: RowStyle<Row>,
	shown: Window<Row>,
	context: Context,
	memo: LineMemo,
): readonly Line[] {
	const {position, count, height, width, isOpen = false, rowAt, headingAt} = shown;
	const format = memo.format(style, width - 2, context, widthsOf(style, shown, context, memo));
	const filled = (line: Line): Line => [space, ...fitSpans(line, width - 2), space];
	const drawn = memo.latest(linesByIndex<Row>, format, rowAt);
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
			line = memo.line(row, format, drawnLine);
			drawn.set(index, line);
		}

		lines.push(index === position.index ? selectedLine(line, context) : line);
	}

	if (position.top > 0 && lines[1]) lines[1] = memo.latest(markedAbove, lines[1]);
	const last = lines.length - 1;
	if ((end < count || isOpen) && last > 0) lines[last] = memo.latest(markedBelow, lines[last]);
	return lines;
}
