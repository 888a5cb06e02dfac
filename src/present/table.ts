import type {LocalTime, ServiceTime, Time} from '../base/clock.ts';
import {blanks, cells, type SafeText, type ServiceText, safe} from '../base/text.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {age, shortTime} from './format.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone} from './line.ts';
import {signSpan} from './signs.ts';

export type RowContext = {
	/** The same moment by both clocks: compare the service's times with `now`, local times with `localNow`. */
	readonly now: ServiceTime;
	readonly localNow: LocalTime;
	readonly isAscii: boolean;
	/** Whether moments are shown as dates instead of ages. */
	readonly isTimeAbsolute: boolean;
	/** Whether the text is not redrawn as time passes, so that it must not contain ages. */
	readonly isStill?: boolean;
	readonly wordMeanings: WordMeanings;
	/** What a search looks for, in lower case: it is highlighted wherever a row shows it. */
	readonly search?: string;
	readonly ranges?: ((text: string) => ReadonlyArray<readonly [from: number, to: number]>) | undefined;
};

export type Cell = readonly SafeSpan[];

export type Column<Row> = {
	/** What the settings call it. */
	readonly name: string;
	/** Default: the name in capitals. */
	readonly title?: string;
	/** The title where the other one has no room. */
	readonly shortTitle?: string;
	/** In cells. Within limits it takes what the others leave, and `moment` fits an age or a date. */
	readonly width: number | readonly [min: number, max: number] | 'moment';
	/** The priority of the column. The lowest is dropped first when there is not enough room, and gets the rest last. */
	readonly keep: number;
	/** Of the first column: its width before those with a lower `keep` than this get any room. */
	readonly ample?: {readonly width: number; readonly keep: number} | undefined;
	readonly align?: 'left' | 'right';
	/** Shown instead of the title. */
	readonly head?: (context: RowContext, width: number) => Cell;
	/** `width` is that of the column as laid out. */
	readonly cell: (row: Row, context: RowContext, width?: number) => Cell;
	/** The cell instead while the column before this one has no room. */
	readonly cellAlone?: Column<Row>['cell'];
};

export const columnTitle = ({name, title = name.toUpperCase()}: Pick<Column<never>, 'name' | 'title'>): string => title;

/** Returns a column whose place among others is decided by this priority alone. */
export const withPriority = <Row>(column: Column<Row>, keep: number): Column<Row> => ({
	...column,
	keep,
	ample: undefined,
});

export const withPriorities = <Row>(
	columns: ReadonlyArray<Column<Row>>,
	priorities: Readonly<Record<string, number>>,
) => columns.map(column => withPriority(column, priorities[column.name] ?? column.keep));

/** Returns the columns with these names after the first one. The earlier a column is named, the longer it keeps its room. */
export function chosenColumns<Row>(
	columns: ReadonlyArray<Column<Row>>,
	names: readonly string[] | undefined,
): ReadonlyArray<Column<Row>> {
	const [first, ...others] = columns;
	if (!names || !first) return columns;
	const chosen = [...new Set(names)].flatMap(name => others.filter(column => column.name === name));
	return [withPriority(first, first.keep), ...chosen.map((column, at) => withPriority(column, -at))];
}

/** Returns text as a span, or the sign for a missing value if it is undefined or blank. */
export const textOrNothing = (text: SafeText | undefined, context: RowContext, tone: Tone = 'plain'): SafeSpan =>
	text === undefined || text.trim() === '' ? signSpan('nothing', 'quiet', context) : {text, tone};

export const linkCell = (text: SafeText | undefined, address: ServiceText | undefined, context: RowContext): Cell => [
	{...textOrNothing(text, context, 'quiet'), link: address?.exact},
];

export const textCell = (text: ServiceText | undefined, context: RowContext, tone?: Tone): Cell => [
	textOrNothing(text?.shown, context, tone),
];

/** Returns a moment as an age or a date, as the user has chosen, in a short form if `width` cells are too few for a date. Both times must be by the same clock. */
export function momentText<Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: RowContext,
	width?: number,
): SafeText | undefined {
	if (at === undefined) return undefined;
	return context.isTimeAbsolute ? shortTime(at, now, width) : age(at, now);
}

export const momentCell = <Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: RowContext,
	width?: number,
): Cell => [textOrNothing(momentText(at, now, context, width), context, 'quiet')];

export const momentColumn = {width: 'moment', align: 'right'} as const;

export const dateColumn = <Row>(
	name: string,
	keep: number,
	dateOf: (row: Row) => ServiceTime | undefined,
): Column<Row> => ({
	name,
	...momentColumn,
	keep,
	cell: (row, context, width) => momentCell(dateOf(row), context.now, context, width),
});

/** A column of when rows were read, always as ages: it tells how old the row is. */
export const readColumn = (keep: number): Column<{readonly readAt?: LocalTime | undefined}> => ({
	name: 'read',
	...momentColumn,
	keep,
	cell: ({readAt}, context) => [
		textOrNothing(readAt === undefined ? undefined : age(readAt, context.localNow), context, 'quiet'),
	],
});

export const textColumn = <Row>(
	name: string,
	width: Column<Row>['width'],
	keep: number,
	textOf: (row: Row) => SafeText | undefined,
	tone?: Tone,
): Column<Row> => ({name, width, keep, cell: (row, context) => [textOrNothing(textOf(row), context, tone)]});

export const versionColumn = <Row>(
	name: string,
	keep: number,
	textOf: (row: Row) => SafeText | undefined,
	tone?: Tone,
): Column<Row> => ({...textColumn(name, 7, keep, textOf, tone), align: 'right'});

export const momentWidths = {age: 8, date: 11};

type MomentStyle = Pick<RowContext, 'isTimeAbsolute'>;

export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<PlacedColumn<Row>>;
};

/** `isAlone`: the column before it has no room. */
type PlacedColumn<Row> = {readonly column: Column<Row>; readonly width: number; readonly isAlone: boolean};

export const gapWidth = 2;

export function limitsOf(
	{width}: Pick<Column<never>, 'width'>,
	{isTimeAbsolute}: MomentStyle,
): readonly [min: number, max: number] {
	if (typeof width === 'object') return width;
	const own = width === 'moment' ? momentWidths[isTimeAbsolute ? 'date' : 'age'] : width;
	return [own, own];
}

/** Returns how many cells beyond its minimum the first column has before another one gets any room. */
function reservedFrom(first: Column<never> | undefined, {keep}: Column<never>, style: MomentStyle): number {
	if (!first?.ample || keep >= first.ample.keep) return 0;
	const [min, max] = limitsOf(first, style);
	return Math.max(0, Math.min(first.ample.width, max) - min);
}

/**
Returns the columns with the highest `keep` that fit into `width` cells at their minimum. What is left goes to the most important ones first. The first is shown in any case.

Nothing but the width decides, so that columns neither come and go nor move with what they show.
*/
export function layout<Row>(columns: ReadonlyArray<Column<Row>>, width: number, style: MomentStyle): Layout<Row> {
	const widths = new Map<Column<Row>, number>();
	const ranked = columns.toSorted((a, b) => b.keep - a.keep);
	let left = Math.max(0, width);
	for (const column of ranked) {
		const [min] = limitsOf(column, style);
		const isFirst = widths.size === 0;
		const needed = isFirst ? Math.min(min, left) : gapWidth + min;
		if (needed + reservedFrom(ranked[0], column, style) > left) break;
		widths.set(column, isFirst ? needed : min);
		left -= needed;
	}

	for (const [column, own] of widths) {
		const most = Math.min(limitsOf(column, style)[1], own + left);
		widths.set(column, most);
		left -= most - own;
	}

	return {
		width,
		placed: columns.flatMap((column, index) => {
			const own = widths.get(column);
			const before = columns[index - 1];
			return own === undefined ? [] : [{column, width: own, isAlone: before !== undefined && !widths.has(before)}];
		}),
	};
}

/** Returns the columns as wide as their widest cell or their title, for rows that are printed once. */
export const fittedColumns = <Row>(
	columns: ReadonlyArray<Column<Row>>,
	rows: readonly Row[],
	context: RowContext,
): ReadonlyArray<Column<Row>> =>
	columns.map(column => {
		if (typeof column.width !== 'object') return column;
		const [, max] = column.width;
		const widest = rows.reduce(
			(most, row) => Math.max(most, lineWidth(column.cell(row, context, max))),
			cells(columnTitle(column)),
		);
		return {...column, width: Math.min(max, widest)};
	});

/** Joins the cells of the columns to a line. A cell that is too long for its column overflows into the empty ones after it. */
function joined<Row>({width, placed}: Layout<Row>, cellOf: (placed: PlacedColumn<Row>, index: number) => Cell): Line {
	const line: SafeSpan[] = [];
	let at = 0;
	let end = 0;
	const padTo = (column: number) => {
		if (column > end) line.push({text: blanks(column - end), tone: 'plain'});
	};
	const contents = placed.map(cellOf);
	for (let index = 0; index < placed.length; index++) {
		const {column, width: columnWidth = 0} = placed[index] ?? {};
		const content = contents[index] ?? [];
		const needed = column?.align === 'right' ? 0 : lineWidth(content);
		let room = columnWidth;
		while (needed > room && contents[index + 1]?.length === 0) room += gapWidth + (placed[++index]?.width ?? 0);
		const shown = cutLine(content, room);
		const own = lineWidth(shown);
		const from = column?.align === 'right' ? at + room - own : at;
		if (shown.length > 0) {
			padTo(from);
			line.push(...shown);
			end = from + own;
		}

		at += room + gapWidth;
	}

	padTo(width);
	return line;
}

/** Returns the column titles, exactly as wide as the layout. */
export const headLine = <Row>(shown: Layout<Row>, context?: RowContext): Line =>
	joined(shown, ({column, width}) => {
		const {shortTitle = columnTitle(column), head} = column;
		if (head && context) return head(context, width);
		const title = columnTitle(column);
		return [{text: safe(cells(title) <= width ? title : shortTitle), tone: 'quiet'}];
	});

/** Returns a row as one line, exactly as wide as the layout whatever its strings are, so that columns never shift. */
export const rowLine = <Row>(shown: Layout<Row>, row: Row, context: RowContext): Line =>
	joined(shown, ({column: {cell, cellAlone = cell}, width, isAlone}) =>
		(isAlone ? cellAlone : cell)(row, context, width),
	);
