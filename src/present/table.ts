import type {LocalTime, ServiceTime, Time} from '../base/clock.ts';
import {blanks, cells, type SafeText, type ServiceText, safe} from '../base/text.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {age, shortTime} from './format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, type Tone} from './line.ts';
import {signSpan} from './signs.ts';

export type RowContext = {
	/** The same moment by both clocks: compare the service's times with `now`, local times with `localNow`. */
	readonly now: ServiceTime;
	readonly localNow: LocalTime;
	readonly isAscii: boolean;
	/** Whether moments are shown as dates instead of ages. */
	readonly isTimeAbsolute: boolean;
	/** Whether the time of day is written with 12 hours. Default: with 24. */
	readonly isTwelveHour?: boolean;
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
	/** In cells. Within limits it fits the widest cell, and `moment` fits an age or a date. */
	readonly width: number | readonly [min: number, max: number] | 'moment';
	/** Whether it fills the room that the other columns leave, whatever its cells need. */
	readonly isRest?: boolean;
	/** The priority of the column. The lowest is dropped first when there is not enough room. */
	readonly keep: number;
	/** From which width of the list on it is always shown: more important columns are cut for it, down to their minimum width. */
	readonly essentialFrom?: number | undefined;
	readonly align?: 'left' | 'right';
	/** Shown instead of the title. */
	readonly head?: (context: RowContext, width: number) => Cell;
	/** `width` is that of the column as laid out. */
	readonly cell: (row: Row, context: RowContext, width?: number) => Cell;
	/** The cell instead while the column before this one has no room. */
	readonly cellAlone?: Column<Row>['cell'];
};

export const titleOf = ({name, title = name.toUpperCase()}: Pick<Column<never>, 'name' | 'title'>): string => title;

/** Returns a column with another priority. Unless it is always shown, it no longer stays where others need its room. */
export const withPriority = <Row>(column: Column<Row>, keep: number): Column<Row> => ({
	...column,
	keep,
	essentialFrom: column.essentialFrom === 0 ? 0 : undefined,
});

/** Returns columns that keep their room longer or shorter than elsewhere. */
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
	return [first, ...chosen.map((column, at) => withPriority(column, -at))];
}

/** Returns text as a span, or the sign for a missing value if it is undefined or blank. */
export const textOrNothing = (text: SafeText | undefined, context: RowContext, tone: Tone = 'plain'): SafeSpan =>
	text === undefined || text.trim() === '' ? signSpan('nothing', 'quiet', context) : {text, tone};

/** Returns the columns for which a row has a value, or all if there are no rows. */
export const usedColumns = <Row>(
	columns: ReadonlyArray<Column<Row>>,
	rows: readonly Row[],
	context: RowContext,
): ReadonlyArray<Column<Row>> => {
	const {text: nothing} = signSpan('nothing', 'quiet', context);
	const hasValue = ({text}: SafeSpan) => text.trim() !== '' && text !== nothing;
	return rows.length === 0 ? columns : columns.filter(({cell}) => rows.some(row => cell(row, context).some(hasValue)));
};

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
	return context.isTimeAbsolute ? shortTime(at, now, context, width) : age(at, now);
}

export const momentCell = <Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: RowContext,
	width?: number,
): Cell => [textOrNothing(momentText(at, now, context, width), context, 'quiet')];

/** A column of moments. Its width is fixed, because its cells change every second. */
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

export const versionColumn = <Row>(
	name: string,
	keep: number,
	textOf: (row: Row) => SafeText | undefined,
	tone?: Tone,
): Column<Row> => ({
	name,
	width: 7,
	keep,
	align: 'right',
	cell: (row, context) => [textOrNothing(textOf(row), context, tone)],
});

export const momentWidths = {age: 8, date: 11, twelveHourDate: 13};

function momentWidth({isTimeAbsolute, isTwelveHour}: Pick<RowContext, 'isTimeAbsolute' | 'isTwelveHour'>): number {
	if (!isTimeAbsolute) return momentWidths.age;
	return isTwelveHour ? momentWidths.twelveHourDate : momentWidths.date;
}

export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<Placed<Row>>;
};

/** `isAlone`: the column before it has no room. */
type Placed<Row> = {readonly column: Column<Row>; readonly width: number; readonly isAlone: boolean};

export const gapWidth = 2;

function limitsOf({width, isRest}: Column<never>): readonly [min: number, max: number] {
	if (width === 'moment') return [momentWidths.age, momentWidths.date];
	if (typeof width === 'number') return [width, width];
	return isRest ? [width[0], width[0]] : width;
}

/** Whether the width of a column depends on the cells of its rows. */
export const isMeasured = ({width, isRest}: Column<never>): boolean => typeof width === 'object' && !isRest;

/** Returns the preferred width of a column for some rows: that of its widest cell or its title, within its limits. A cell that can overflow into an empty neighbour does not count. */
export function contentWidth<Row>(
	columns: ReadonlyArray<Column<Row>>,
	index: number,
	rows: readonly Row[],
	context: RowContext,
): number {
	const [column, next] = [columns[index], columns[index + 1]];
	if (!column) return 0;
	if (column.width === 'moment') return momentWidth(context);
	const [minWidth, maxWidth] = limitsOf(column);
	let preferred = Math.max(minWidth, cells(titleOf(column)));
	for (const row of rows) {
		if (preferred >= maxWidth) break;
		const width = lineWidth(column.cell(row, context, maxWidth));
		if (width > preferred && !(next && next.cell(row, context, limitsOf(next)[1]).length === 0)) preferred = width;
	}

	return Math.min(preferred, maxWidth);
}

/**
Returns the columns with the highest `keep` that fit into `width` cells. Each is as wide as `wantedWidth` returns for its index, except that the last one that fits may be narrower. `wantedWidth` is not called for columns without room.

A column is cut only if no less important one is shown, except for an essential one, so a wider screen shows less only where a column becomes essential.
*/
export function layout<Row>(
	columns: ReadonlyArray<Column<Row>>,
	width: number,
	wantedWidth: (index: number) => number = index => limitsOf(columns[index] as Column<Row>)[1],
): Layout<Row> {
	const byImportance = columns.toSorted((a, b) => b.keep - a.keep);
	const essential = byImportance.filter(
		({essentialFrom}, index) => index === 0 || (essentialFrom !== undefined && width >= essentialFrom),
	);
	const room = Math.max(0, width - gapWidth * (essential.length - 1));
	const needed = essential.reduce((sum, column) => sum + limitsOf(column)[0], 0);
	// Without room for all of them, each is cut by the same share.
	const share = Math.min(1, room / needed);
	const widths = new Map(essential.map(column => [column, Math.floor(limitsOf(column)[0] * share)]));
	let left = [...widths.values()].reduce((rest, own) => rest - own, room);
	let isFull = false;
	for (const column of byImportance) {
		const reserved = widths.get(column);
		if (isFull && reserved === undefined) continue;
		const wanted = wantedWidth(columns.indexOf(column));
		const available = left + (reserved ?? -gapWidth);
		isFull ||= available < wanted;
		if (reserved === undefined && available < limitsOf(column)[0]) continue;
		const own = Math.min(wanted, available);
		widths.set(column, own);
		left = available - own;
	}

	for (const column of columns) {
		const own = widths.get(column);
		if (column.isRest && own !== undefined && typeof column.width === 'object')
			widths.set(column, Math.min(left + own, column.width[1]));
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

const gap: SafeSpan = {text: blanks(gapWidth), tone: 'plain'};

/** Joins the cells of the columns to a line. A cell that is too long for its column overflows into the empty ones after it. */
function joined<Row>({width, placed}: Layout<Row>, cellOf: (placed: Placed<Row>, index: number) => Cell): Line {
	const line: SafeSpan[] = [];
	let used = 0;
	const contents = placed.map(cellOf);
	for (let index = 0; index < placed.length; index++) {
		const {column, width: columnWidth = 0} = placed[index] ?? {};
		const content = contents[index] ?? [];
		const needed = column?.align === 'right' ? 0 : lineWidth(content);
		let room = columnWidth;
		while (needed > room && contents[index + 1]?.length === 0) room += gapWidth + (placed[++index]?.width ?? 0);
		if (used > 0) line.push(gap);
		line.push(...fitSpans(content, room, column?.align));
		used += (used > 0 ? gapWidth : 0) + room;
	}

	if (used < width) line.push({text: blanks(width - used), tone: 'plain'});
	return line;
}

/** Returns the column titles, exactly as wide as the layout. */
export const headLine = <Row>(shown: Layout<Row>, context?: RowContext): Line =>
	joined(shown, ({column, width}) => {
		const {shortTitle = titleOf(column), head} = column;
		if (head && context) return head(context, width);
		const title = titleOf(column);
		return [{text: safe(cells(title) <= width ? title : shortTitle), tone: 'quiet'}];
	});

/** Returns a row as one line, exactly as wide as the layout whatever its strings are, so that columns never shift. */
export const rowLine = <Row>(shown: Layout<Row>, row: Row, context: RowContext): Line =>
	joined(shown, ({column: {cell, cellAlone = cell}, width, isAlone}) =>
		(isAlone ? cellAlone : cell)(row, context, width),
	);
