import type {Column, Context} from '../../present/column.ts';
import type {Line, Span} from '../../present/line.ts';
import {headLine, layout, rowLine} from '../../present/table.ts';
import type {Position} from '../../store/position.ts';

/** How a kind of row is shown: in columns, or on two lines where columns do not fit. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	readonly card: (row: Row, width: number, context: Context) => readonly [Line, Line];
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

const blank: Span = {text: ' ', tone: 'plain'};

const marker = (isPicked: boolean, {isAscii}: Context): Span =>
	isPicked ? {text: isAscii ? '>' : '▌', tone: 'accent'} : blank;

const unread = (context: Context): Line => [{text: context.isAscii ? '  ...' : '  …', tone: 'quiet'}];

/** The rows in the window, each behind the gutter in which the picked one is marked. A row that is not read says so. */
export function listLines<Row>({columns, card}: RowStyle<Row>, shown: Window<Row>, context: Context): readonly Line[] {
	const {position, count, height, width, isNarrow, rowAt} = shown;
	const table = layout(columns, width - 1);
	const head: readonly Line[] = isNarrow ? [] : [[blank, ...headLine(table)]];
	const rows = Array.from({length: Math.max(0, Math.min(height, count - position.top))}, (_, slot) => {
		const index = position.top + slot;
		const row = rowAt(index);
		const mark = marker(index === position.index, context);
		if (!isNarrow) return [[mark, ...(row ? rowLine(table, row, context) : unread(context))]];
		const [first, second] = row ? card(row, width - 1, context) : [unread(context), []];
		return [
			[mark, ...first],
			[mark, ...second],
		];
	});
	return [...head, ...rows.flat()];
}
