import {isSameList} from '../../base/memo.ts';
import type {HistoryLines} from '../../present/history.ts';
import {type Line, space} from '../../present/line.ts';
import type {ProjectStatistics} from '../../present/project-statistics.ts';
import {type Column, type Context, headLine, type Layout, layout} from '../../present/table.ts';
import {noPins} from '../../status-words.ts';
import {parseQuery, ranges} from '../../store/model/projects/query.ts';

/** Returns the preferred width of a column by its index. Stays the same function until more rows are loaded. */
export type ColumnWidth = (index: number) => number;

/** What the lines of a row depend on besides the row itself. Stays the same object while nothing in it changes. */
export type RowFormat<Row> = {
	readonly style: RowStyle<Row>;
	readonly width: number;
	readonly context: Context;
	readonly table: Layout<Row>;
	/** The column titles, after the gutter. */
	readonly head: Line;
};

/** Values memoized by name. */
type Kept = {
	readonly widths: ColumnWidth;
	readonly summary: Line;
	readonly record: ProjectStatistics;
	readonly history: HistoryLines;
	readonly matches: readonly number[];
};

/** Caches the lines of rows between frames: most rows look the same in the next frame. */
export type LineMemo = {
	readonly format: <Row>(style: RowStyle<Row>, width: number, context: Context, widthOf: ColumnWidth) => RowFormat<Row>;
	/** Returns the line of a row. Calls `make` only if the row or the format has changed. */
	readonly line: <Row extends object>(
		row: Row,
		format: RowFormat<Row>,
		make: (row: Row, format: RowFormat<Row>) => Line,
	) => Line;
	/** Returns the function that finds the parts of a name to highlight. Rebuilt only when the query changes. */
	readonly ranges: (query: string) => Context['ranges'];
	/** Caches a value that is derived from one object alone, for as long as that object lives. */
	readonly once: <Made>(from: object, make: () => Made) => Made;
	/** Returns the measured column widths, by index, of the rows derived from an object. Mutable. */
	readonly measured: (from: object) => Map<number, number>;
	/** Returns the value kept under a name. Calls `make` only if one of the `parts` it depends on has changed. */
	readonly kept: <Name extends keyof Kept>(name: Name, parts: readonly unknown[], make: () => Kept[Name]) => Kept[Name];
	/** Returns `make(...parts)`. Calls it only if a part has changed since the last call, so `make` must be a function of its module and read nothing else. */
	readonly latest: <Parts extends readonly unknown[], Made>(make: (...parts: Parts) => Made, ...parts: Parts) => Made;
};

const isSameLayout = <Row>(a: Layout<Row>, b: Layout<Row>): boolean =>
	a.placed.length === b.placed.length &&
	a.placed.every(({column, width}, at) => column === b.placed[at]?.column && width === b.placed[at]?.width);

/** Whether rows look the same in both contexts. */
const looksSame = (a: Context, b: Context): boolean =>
	a.now === b.now &&
	a.localNow === b.localNow &&
	a.isAscii === b.isAscii &&
	a.ranges === b.ranges &&
	a.search === b.search &&
	a.isTimeAbsolute === b.isTimeAbsolute &&
	a.pins === b.pins;

/** The number of rows after which all are forgotten: rows that were scrolled past take a kilobyte each. */
const maxRows = 500;

function createRowCache(): LineMemo['line'] {
	let rows = new WeakMap<object, {readonly format: unknown; readonly row: unknown; readonly line: Line}>();
	let count = 0;
	return <Row extends object>(
		row: Row,
		format: RowFormat<Row>,
		make: (row: Row, format: RowFormat<Row>) => Line,
	): Line => {
		const {keyOf, isSame} = format.style;
		const key = keyOf?.(row) ?? row;
		const known = rows.get(key);
		if (known?.format === format && (!isSame || isSame(known.row as Row, row))) return known.line;
		if (!known && ++count > maxRows) [rows, count] = [new WeakMap(), 1];
		const line = make(row, format);
		rows.set(key, {format, row, line});
		return line;
	};
}

export function createLineMemo(): LineMemo {
	let last: RowFormat<never> | undefined;
	let lastWidthOf: ColumnWidth | undefined;
	const keptByName = new Map<keyof Kept, {readonly parts: readonly unknown[]; readonly value: Kept[keyof Kept]}>();
	const latest = new Map<unknown, {readonly parts: readonly unknown[]; readonly made: unknown}>();
	let query = '';
	let rangesOfQuery: Context['ranges'];
	const derived = new WeakMap<object, unknown>();
	const widths = new WeakMap<object, Map<number, number>>();
	return {
		format<Row>(style: RowStyle<Row>, width: number, context: Context, widthOf: ColumnWidth): RowFormat<Row> {
			const known = last as RowFormat<Row> | undefined;
			const isSame = known?.style === style && known.width === width && looksSame(known.context, context);
			if (isSame && widthOf === lastWidthOf) return known;
			lastWidthOf = widthOf;
			const table = layout(style.columns, width, widthOf);
			if (isSame && isSameLayout(table, known.table)) return known;
			const format = {style, width, context, table, head: [space, ...headLine(table, context), space]};
			last = format as unknown as RowFormat<never>;
			return format;
		},

		once<Made>(from: object, make: () => Made): Made {
			const known = derived.get(from) as Made | undefined;
			if (known !== undefined) return known;
			const made = make();
			derived.set(from, made);
			return made;
		},

		measured(from) {
			const known = widths.get(from) ?? new Map<number, number>();
			widths.set(from, known);
			return known;
		},

		kept<Name extends keyof Kept>(name: Name, parts: readonly unknown[], make: () => Kept[Name]) {
			const known = keptByName.get(name);
			if (known && isSameList(parts, known.parts)) return known.value as Kept[Name];
			const value = make();
			keptByName.set(name, {parts, value});
			return value;
		},

		latest<Parts extends readonly unknown[], Made>(make: (...parts: Parts) => Made, ...parts: Parts): Made {
			const known = latest.get(make);
			if (known && isSameList(parts, known.parts)) return known.made as Made;
			const made = make(...parts);
			latest.set(make, {parts, made});
			return made;
		},

		line: createRowCache(),

		ranges(asked) {
			if (asked !== query)
				[query, rangesOfQuery] = [asked, asked === '' ? undefined : ranges(parseQuery(asked, {now: 0, pins: noPins}))];
			return rangesOfQuery;
		},
	};
}

/** How rows of one kind are shown. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Returns an object that identifies a row between frames. Default: the row itself. */
	readonly keyOf?: (row: Row) => object;
	/** Whether two rows with the same key look the same. */
	readonly isSame?: (a: Row, b: Row) => boolean;
	/** Whether a row may be out of date, so that it is shown dimmed. */
	readonly isQuiet?: (row: Row) => boolean;
};
