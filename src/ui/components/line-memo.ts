import {noPins} from '../../lexicon.ts';
import type {Context} from '../../present/column.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {headLine, type Layout, layout} from '../../present/table.ts';
import {parseQuery, ranges} from '../../store/query.ts';
import {plain} from '../../text.ts';
import type {RowStyle} from './list-lines.ts';

const blank: SafeSpan = {text: plain` `, tone: 'plain'};

/** What the lines of every row of a list depend on besides the row. The same object while none of it changes. */
export type Look<Row> = {
	readonly style: RowStyle<Row>;
	readonly width: number;
	readonly context: Context;
	readonly table: Layout<Row>;
	/** The titles of the columns, behind the gutter. */
	readonly head: Line;
};

/** Remembers the lines of rows: most of a list stands on the next frame as it stood on this one. */
export type LineMemo = {
	readonly look: <Row>(style: RowStyle<Row>, width: number, context: Context) => Look<Row>;
	/** The lines of a row, made only if the row or the look is another one. */
	readonly lines: <Row extends object>(
		row: Row,
		look: Look<Row>,
		make: (row: Row, look: Look<Row>) => readonly Line[],
	) => readonly Line[];
	/** What marks the parts of names that a query finds, made only if the query is another one. */
	readonly ranges: (query: string) => Context['ranges'];
	/** What is made from an object alone, made once for it. */
	readonly once: <Made>(from: object, make: () => Made) => Made;
};

export function createLineMemo(): LineMemo {
	let last: Look<never> | undefined;
	let query = '';
	let rangesOfQuery: Context['ranges'];
	const madeFrom = new WeakMap<object, unknown>();
	const kept = new WeakMap<object, {readonly look: unknown; readonly row: unknown; readonly lines: readonly Line[]}>();
	return {
		look<Row>(style: RowStyle<Row>, width: number, context: Context): Look<Row> {
			const known = last as Look<Row> | undefined;
			const isSame =
				known?.style === style &&
				known.width === width &&
				known.context.now === context.now &&
				known.context.localNow === context.localNow &&
				known.context.isAscii === context.isAscii &&
				known.context.ranges === context.ranges &&
				known.context.isTimeAbsolute === context.isTimeAbsolute &&
				known.context.pins === context.pins;
			if (isSame) return known;
			const table = layout(style.columns, width);
			const look = {style, width, context, table, head: [blank, ...headLine(table)]};
			last = look as unknown as Look<never>;
			return look;
		},

		once<Made>(from: object, make: () => Made): Made {
			const known = madeFrom.get(from) as Made | undefined;
			if (known !== undefined) return known;
			const made = make();
			madeFrom.set(from, made);
			return made;
		},

		lines<Row extends object>(row: Row, look: Look<Row>, make: (row: Row, look: Look<Row>) => readonly Line[]) {
			const {keyOf, isSame} = look.style;
			const key = keyOf?.(row) ?? row;
			const known = kept.get(key);
			if (known?.look === look && (!isSame || isSame(known.row as Row, row))) return known.lines;
			const lines = make(row, look);
			kept.set(key, {look, row, lines});
			return lines;
		},

		ranges(asked) {
			if (asked !== query)
				[query, rangesOfQuery] = [asked, asked === '' ? undefined : ranges(parseQuery(asked, {now: 0, pins: noPins}))];
			return rangesOfQuery;
		},
	};
}
