import type {Column, Context} from '../../present/column.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {headLine, type Layout, layout} from '../../present/table.ts';
import {noPins} from '../../status-words.ts';
import {parseQuery, ranges} from '../../store/model/projects/query.ts';
import {plain} from '../../text.ts';

const blank: SafeSpan = {text: plain` `, tone: 'plain'};

/** How wide a column would like to be, by its index: the same function while nothing was loaded since. */
export type ColumnWidth = (index: number) => number;

/** What the lines of every row of a list depend on besides the row. The same object while none of it changes. */
export type RowLook<Row> = {
	readonly style: RowStyle<Row>;
	readonly width: number;
	readonly context: Context;
	readonly table: Layout<Row>;
	/** The titles of the columns, behind the gutter. */
	readonly head: Line;
};

/** What is on nearly every frame. */
type Kept = {readonly widths: ColumnWidth};

/** Remembers the lines of rows: most of a list stands on the next frame as it stood on this one. */
export type LineMemo = {
	readonly look: <Row>(style: RowStyle<Row>, width: number, context: Context, widthOf: ColumnWidth) => RowLook<Row>;
	/** The lines of a row, made only if the row or the look is another one. */
	readonly lines: <Row extends object>(
		row: Row,
		look: RowLook<Row>,
		make: (row: Row, look: RowLook<Row>) => readonly Line[],
	) => readonly Line[];
	/** What marks the parts of names that a query finds, made only if the query is another one. */
	readonly ranges: (query: string) => Context['ranges'];
	/** What is made from an object alone, made once for it. */
	readonly once: <Made>(from: object, make: () => Made) => Made;
	/** The widths of columns, by their index, that were measured by what was made from an object. */
	readonly measured: (from: object) => Map<number, number>;
	/** What a name stands for, made only if one of the parts that it is made from is another one. */
	readonly kept: <Name extends keyof Kept>(name: Name, parts: readonly unknown[], make: () => Kept[Name]) => Kept[Name];
};

const isSameLayout = <Row>(a: Layout<Row>, b: Layout<Row>): boolean =>
	a.placed.length === b.placed.length &&
	a.placed.every(({column, width}, at) => column === b.placed[at]?.column && width === b.placed[at]?.width);

export function createLineMemo(): LineMemo {
	let last: RowLook<never> | undefined;
	let lastWidthOf: ColumnWidth | undefined;
	const wholes = new Map<keyof Kept, {readonly parts: readonly unknown[]; readonly made: Kept[keyof Kept]}>();
	let query = '';
	let rangesOfQuery: Context['ranges'];
	const madeFrom = new WeakMap<object, unknown>();
	const widths = new WeakMap<object, Map<number, number>>();
	const rows = new WeakMap<object, {readonly look: unknown; readonly row: unknown; readonly lines: readonly Line[]}>();
	return {
		look<Row>(style: RowStyle<Row>, width: number, context: Context, widthOf: ColumnWidth): RowLook<Row> {
			const known = last as RowLook<Row> | undefined;
			const isSame =
				known?.style === style &&
				known.width === width &&
				known.context.now === context.now &&
				known.context.localNow === context.localNow &&
				known.context.isAscii === context.isAscii &&
				known.context.ranges === context.ranges &&
				known.context.isTimeAbsolute === context.isTimeAbsolute &&
				known.context.pins === context.pins;
			if (isSame && widthOf === lastWidthOf) return known;
			lastWidthOf = widthOf;
			const table = layout(style.columns, width, widthOf);
			if (isSame && isSameLayout(table, known.table)) return known;
			const look = {style, width, context, table, head: [blank, ...headLine(table), blank]};
			last = look as unknown as RowLook<never>;
			return look;
		},

		once<Made>(from: object, make: () => Made): Made {
			const known = madeFrom.get(from) as Made | undefined;
			if (known !== undefined) return known;
			const made = make();
			madeFrom.set(from, made);
			return made;
		},

		measured(from) {
			const known = widths.get(from) ?? new Map<number, number>();
			widths.set(from, known);
			return known;
		},

		kept<Name extends keyof Kept>(name: Name, parts: readonly unknown[], make: () => Kept[Name]) {
			const known = wholes.get(name);
			if (known?.parts.length === parts.length && parts.every((part, at) => part === known.parts[at]))
				return known.made as Kept[Name];
			const made = make();
			wholes.set(name, {parts, made});
			return made;
		},

		lines<Row extends object>(row: Row, look: RowLook<Row>, make: (row: Row, look: RowLook<Row>) => readonly Line[]) {
			const {keyOf, isSame} = look.style;
			const key = keyOf?.(row) ?? row;
			const known = rows.get(key);
			if (known?.look === look && (!isSame || isSame(known.row as Row, row))) return known.lines;
			const lines = make(row, look);
			rows.set(key, {look, row, lines});
			return lines;
		},

		ranges(asked) {
			if (asked !== query)
				[query, rangesOfQuery] = [asked, asked === '' ? undefined : ranges(parseQuery(asked, {now: 0, pins: noPins}))];
			return rangesOfQuery;
		},
	};
}

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
