import {fitSpans, type Line, markedLine, type SafeSpan, space} from '../../present/line.ts';
import {type Context, rowLine} from '../../present/table.ts';
import type {Position} from '../../store/model/position.ts';
import {plain, type SafeText} from '../../text.ts';
import {
	cachedLine,
	columnWidths,
	type RowFormat,
	type RowGroups,
	type RowStyle,
	rowFormat,
} from '../lines/row-cache.ts';
import {spokenRow, spokenTitles} from '../lines/spoken-lines.ts';

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
	/** Returns undefined for a heading. */
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

/** The rows of a list, and where the user is in it. */
export type List<Row> = {readonly style: RowStyle<Row>; readonly shown: Window<Row>; readonly context: Context};

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

/** Returns the lines of the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. */
export function listLines<Row extends object>(list: List<Row>): readonly Line[] {
	const {shown, context} = list;
	const {position, count, height, width, isOpen = false, rowAt, headingAt} = shown;
	const format = formatOf(list);
	const filled = (line: Line): Line => [space, ...fitSpans(line, width - 2), space];
	const lines: Line[] = [format.head];
	const end = Math.min(count, position.top + height);
	for (let index = position.top; index < end; index++) {
		const heading = headingAt?.(index);
		if (heading) {
			lines.push(filled(heading));
			continue;
		}

		const row = rowAt(index);
		if (!row) continue;
		const line = cachedLine(row, format, drawnLine);
		lines.push(index === position.index ? selectedLine(line, context) : line);
	}

	if (position.top > 0 && lines[1]) lines[1] = markedAbove(lines[1]);
	const last = lines.length - 1;
	if ((end < count || isOpen) && last > 0) lines[last] = markedBelow(lines[last]);
	return lines;
}
