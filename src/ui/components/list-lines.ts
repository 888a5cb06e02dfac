import type {Column, Context} from '../../present/column.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {rowLine} from '../../present/table.ts';
import type {Position} from '../../store/position.ts';
import {plain} from '../../text.ts';
import type {LineMemo, Look} from './line-memo.ts';

/** How a kind of row is shown: in columns, or on two lines where columns do not fit. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	readonly card: (row: Row, width: number, context: Context) => readonly [Line, Line];
	/** What stays the same object while a row is the same one. Without it, the row itself. */
	readonly keyOf?: (row: Row) => object;
	/** Whether two rows of one key look the same. */
	readonly isSame?: (a: Row, b: Row) => boolean;
	/** Whether a row is shown as something that may no longer be so. */
	readonly isQuiet?: (row: Row) => boolean;
};

type Window<Row> = {
	readonly position: Position;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly width: number;
	readonly isNarrow: boolean;
	/** Undefined for a row that is not read. */
	readonly rowAt: (index: number) => Row | undefined;
};

const blank: SafeSpan = {text: plain` `, tone: 'plain'};

const marker = ({isAscii}: Context): SafeSpan => ({text: isAscii ? plain`>` : plain`▌`, tone: 'accent'});

const unread = (context: Context): Line => [{text: context.isAscii ? plain`  ...` : plain`  …`, tone: 'quiet'}];

const quietIf = (isQuiet: boolean | undefined, line: Line): Line =>
	isQuiet ? line.map(({text}): SafeSpan => ({text, tone: 'quiet'})) : line;

const inColumns = <Row>(row: Row, {style, table, context}: Look<Row>): readonly Line[] => [
	[blank, ...quietIf(style.isQuiet?.(row), rowLine(table, row, context))],
];

const asCard = <Row>(row: Row, {style, width, context}: Look<Row>): readonly Line[] =>
	style.card(row, width, context).map(line => [blank, ...quietIf(style.isQuiet?.(row), line)]);

/** The rows in the window, each behind the gutter in which the picked one is marked. A row that is not read says so. */
export function listLines<Row extends object>(
	style: RowStyle<Row>,
	shown: Window<Row>,
	context: Context,
	memo: LineMemo,
): readonly Line[] {
	const {position, count, height, width, isNarrow, rowAt} = shown;
	const look = memo.look(style, width - 1, context);
	const missing: readonly Line[] = isNarrow ? [[blank, ...unread(context)], [blank]] : [[blank, ...unread(context)]];
	const lines: Line[] = isNarrow ? [] : [look.head];
	for (let index = position.top; index < Math.min(count, position.top + height); index++) {
		const row = rowAt(index);
		const own = row ? memo.lines(row, look, isNarrow ? asCard : inColumns) : missing;
		if (index === position.index) for (const line of own) lines.push([marker(context), ...line.slice(1)]);
		else for (const line of own) lines.push(line);
	}

	return lines;
}
