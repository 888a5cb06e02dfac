import type {Context} from '../../present/column.ts';
import {fitSpans, type Line, type SafeSpan} from '../../present/line.ts';
import {contentWidth, rowLine} from '../../present/table.ts';
import type {Position} from '../../store/model/position.ts';
import {plain, type SafeText} from '../../text.ts';
import type {ColumnWidth, LineMemo, RowLook, RowStyle} from './line-memo.ts';

/** Rows that were made from one object: they are measured once for it. */
export type RowGroup<Row> = {readonly from: object; readonly rows: () => readonly Row[]};

type Window<Row> = {
	readonly position: Position;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly width: number;
	readonly isNarrow: boolean;
	/** Whether more rows follow that are not read. */
	readonly isOpen?: boolean;
	/** What the columns are measured by. They are measured again when one of these lists is another one. */
	readonly groups: ReadonlyArray<readonly RowGroup<Row>[]>;
	/** Undefined for a row that is not read. */
	readonly rowAt: (index: number) => Row | undefined;
};

const noWidth: ColumnWidth = () => 0;

const blank: SafeSpan = {text: plain` `, tone: 'plain'};

const unread = (context: Context): Line => [{text: context.isAscii ? plain`  ...` : plain`  …`, tone: 'quiet'}];

const quietIf = (isQuiet: boolean | undefined, line: Line): Line =>
	isQuiet ? line.map(({text}): SafeSpan => ({text, tone: 'quiet'})) : line;

const inColumns = <Row>(row: Row, {style, table, context}: RowLook<Row>): readonly Line[] => [
	[blank, ...quietIf(style.isQuiet?.(row), rowLine(table, row, context)), blank],
];

const asCard = <Row>(row: Row, {style, width, context}: RowLook<Row>): readonly Line[] =>
	style.card(row, width, context).map(line => [blank, ...quietIf(style.isQuiet?.(row), line), blank]);

/** A line of the selected row: with its name in bold, or else its first word. */
function selectedLine(line: Line, {isAscii}: Context): Line {
	const hasName = line.some(({tone}) => tone === 'name');
	const bold = hasName ? -1 : line.findIndex(({text}) => text.trim().length > 1);
	const rest = line.map(
		(span, index): SafeSpan => (span.tone === 'name' || index === bold ? {...span, tone: 'strong'} : span),
	);
	return [{text: isAscii ? plain`>` : plain`▌`, tone: 'gutter'}, ...rest.slice(1)];
}

const withMark = (line: Line | undefined, text: SafeText): Line => [
	...(line ?? []).slice(0, -1),
	{text, tone: 'quiet'},
];

/** How wide the columns would like to be for all rows that are loaded, so that they stay where they are while the list scrolls. A column is measured when it is asked about, once for each group. */
function widthsOf<Row extends object>(
	{columns}: RowStyle<Row>,
	groups: Window<Row>['groups'],
	context: Context,
	memo: LineMemo,
): ColumnWidth {
	const still = {...context, ranges: undefined};
	const keys = groups.flatMap(list => (list.length <= 2 ? list.map(({from}) => from) : [list]));
	return memo.kept('widths', [columns, context.isTimeAbsolute, ...keys], () => index => {
		let widest = contentWidth(columns, index, [], still);
		// Only the widths of contents come from rows.
		if (columns[index]?.width !== 'content') return widest;
		for (const {from, rows} of groups.flat()) {
			const known = memo.measured(from);
			const own = known.get(index) ?? contentWidth(columns, index, rows(), still);
			known.set(index, own);
			widest = Math.max(widest, own);
		}

		return widest;
	});
}

/** The rows in the window, each behind the gutter in which the picked one is marked. A row that is not read says so, and arrows at the right say that more rows follow. */
export function listLines<Row extends object>(
	style: RowStyle<Row>,
	shown: Window<Row>,
	context: Context,
	memo: LineMemo,
): readonly Line[] {
	const {position, count, height, width, isNarrow, isOpen = false, rowAt} = shown;
	const look = memo.look(style, width - 2, context, isNarrow ? noWidth : widthsOf(style, shown.groups, context, memo));
	const filled = (line: Line): Line => [blank, ...fitSpans(line, width - 2), blank];
	const missing = isNarrow ? [filled(unread(context)), filled([])] : [filled(unread(context))];
	const lines: Line[] = isNarrow ? [] : [look.head];
	const first = lines.length;
	const end = Math.min(count, position.top + height);
	for (let index = position.top; index < end; index++) {
		const row = rowAt(index);
		const own = row ? memo.lines(row, look, isNarrow ? asCard : inColumns) : missing;
		for (const line of own) lines.push(index === position.index ? selectedLine(line, context) : line);
	}

	if (position.top > 0 && lines[first]) lines[first] = withMark(lines[first], plain`↑`);
	const last = lines.length - 1;
	if ((end < count || isOpen) && last >= first) lines[last] = withMark(lines[last], plain`↓`);
	return lines;
}
