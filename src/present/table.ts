import {blanks, safe} from '../text.ts';
import type {Column, Context} from './column.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';

/** Which columns a list has room for, and how wide each is. */
export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<{readonly column: Column<Row>; readonly width: number}>;
};

const gapWidth = 2;
const leastRest = 10;
const mostRest = 48;

const leastWidth = ({width, minWidth = leastRest}: Column<never>): number => (width === 'rest' ? minWidth : width);

const room = ({width, minWidth = leastRest, maxWidth = mostRest}: Column<never>): number =>
	width === 'rest' ? Math.max(0, maxWidth - minWidth) : 0;

const gaps = (columns: readonly unknown[]): number => gapWidth * Math.max(0, columns.length - 1);

const leastTotal = (columns: ReadonlyArray<Column<never>>): number =>
	columns.reduce((total, column) => total + leastWidth(column), gaps(columns));

/**
Chooses the columns that fit into `width` cells: the longest run of the most important ones, so that a wider screen never loses a column.

What they leave is shared among the `rest` columns up to their greatest widths; beyond that the line ends in blanks.
*/
export function layout<Row>(columns: ReadonlyArray<Column<Row>>, width: number): Layout<Row> {
	let chosen = columns;
	while (chosen.length > 1 && leastTotal(chosen) > width) {
		const leastKept = Math.min(...chosen.map(({keep}) => keep));
		const last = chosen.findLastIndex(({keep}) => keep === leastKept);
		chosen = chosen.toSpliced(last, 1);
	}

	let spare = Math.max(0, width - leastTotal(chosen));
	const widths = new Map(chosen.map(column => [column, Math.min(leastWidth(column), Math.max(0, width))]));
	const growing = chosen.filter(column => room(column) > 0).sort((a, b) => room(a) - room(b));
	for (const [index, column] of growing.entries()) {
		const share = Math.min(room(column), Math.floor(spare / (growing.length - index)));
		widths.set(column, (widths.get(column) ?? 0) + share);
		spare -= share;
	}

	return {width, placed: chosen.map(column => ({column, width: widths.get(column) ?? 0}))};
}

const gap: SafeSpan = {text: blanks(gapWidth), tone: 'plain'};

/** Joins the columns' pieces and fills the line up to the layout's width. */
function joined<Row>({width, placed}: Layout<Row>, pieces: readonly Line[]): Line {
	const used = placed.reduce((total, piece) => total + piece.width, gaps(placed));
	const blank: Line = used < width ? [{text: blanks(width - used), tone: 'plain'}] : [];
	return [...pieces.flatMap((piece, index) => (index === 0 ? piece : [gap, ...piece])), ...blank];
}

/** The titles of the columns, exactly as wide as the layout. */
export function headLine<Row>(shown: Layout<Row>): Line {
	return joined(
		shown,
		shown.placed.map(({column, width}) => fitSpans([{text: safe(column.title), tone: 'quiet'}], width, column.align)),
	);
}

/** A row as one line, exactly as wide as the layout whatever its strings are, so that columns never shift. */
export function rowLine<Row>(shown: Layout<Row>, row: Row, context: Context): Line {
	return joined(
		shown,
		shown.placed.map(({column, width}) => fitSpans(column.cell(row, context), width, column.align)),
	);
}
