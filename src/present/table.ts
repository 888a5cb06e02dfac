import type {LocalTime, ServiceTime, Time} from '../base/clock.ts';
import {blanks, cells, type SafeText, type ServiceText, safe} from '../base/text.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {age, shortTime} from './format.ts';
import {cutLine, type Line, lineWidth, type SafeSpan, type Tone} from './line.ts';
import {signSpan} from './signs.ts';

export type RowContext = {
	/** The same moment by both clocks. Compare `now` with the service's times, `localNow` with local ones. */
	readonly now: ServiceTime;
	readonly localNow: LocalTime;
	readonly isAscii: boolean;
	readonly isTimeAbsolute: boolean;
	/** Still text is not redrawn as time passes, so it must not contain ages. */
	readonly isStill?: boolean;
	readonly wordMeanings: WordMeanings;
	readonly search?: string;
	readonly filterMatches?: ((text: string) => ReadonlyArray<readonly [from: number, to: number]>) | undefined;
};

export type Cell = readonly SafeSpan[];

export type Column<Row> = {
	readonly name: string;
	readonly title?: string;
	readonly shortTitle?: string;
	/** In cells. A column with limits grows into free room. `moment` fits an age or a date. */
	readonly width: number | readonly [min: number, max: number] | 'moment';
	/** The column with the lowest number is dropped first and widened last. */
	readonly keep: number;
	/** For the first column: the width to reach before columns up to this `keep` get any room. */
	readonly ample?: {readonly width: number; readonly keep: number} | undefined;
	readonly align?: 'left' | 'right';
	readonly head?: (context: RowContext, width: number) => Cell;
	readonly cell: (row: Row, context: RowContext, width: number) => Cell;
	/** Replaces the cell while the column before this one has no room. */
	readonly cellAlone?: Column<Row>['cell'];
};

export type UnrankedColumn<Row> = Omit<Column<Row>, 'keep'>;

export const columnTitle = ({name, title = name.toUpperCase()}: Pick<Column<never>, 'name' | 'title'>): string => title;

/** Drops the columns in this order of names if room is short. */
export const droppedInOrder = <Row>(
	columns: ReadonlyArray<UnrankedColumn<Row>>,
	names: readonly string[],
): ReadonlyArray<Column<Row>> => columns.map(column => ({...column, keep: names.indexOf(column.name)}));

export const droppedFromLast = <Row>(columns: ReadonlyArray<UnrankedColumn<Row>>): ReadonlyArray<Column<Row>> =>
	columns.map((column, index) => ({...column, keep: -index, ample: undefined}));

/** Keeps the first column and the named ones. The last named column is dropped first. */
export function chosenColumns<Row>(
	columns: ReadonlyArray<Column<Row>>,
	names: readonly string[] | undefined,
): ReadonlyArray<Column<Row>> {
	const [first, ...others] = columns;
	if (!names || !first) return columns;
	const chosen = [...new Set(names)].flatMap(name => others.filter(column => column.name === name));
	return droppedFromLast([first, ...chosen]);
}

export const textOrNothing = (text: SafeText | undefined, context: RowContext, tone: Tone = 'plain'): SafeSpan =>
	text === undefined || text.trim() === '' ? signSpan('nothing', 'quiet', context) : {text, tone};

export const linkCell = (text: SafeText | undefined, address: ServiceText | undefined, context: RowContext): Cell => [
	{...textOrNothing(text, context, 'quiet'), link: address?.exact},
];

export const textCell = (text: ServiceText | undefined, context: RowContext, tone?: Tone): Cell => [
	textOrNothing(text?.shown, context, tone),
];

export function momentText<Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: RowContext,
): SafeText | undefined {
	if (at === undefined) return undefined;
	return context.isTimeAbsolute ? shortTime(at, now) : age(at, now);
}

export const momentCell = <Whose extends 'local' | 'service'>(
	at: Time<Whose> | undefined,
	now: Time<NoInfer<Whose>>,
	context: RowContext,
): Cell => [textOrNothing(momentText(at, now, context), context, 'quiet')];

export const momentColumn = {width: 'moment', align: 'right'} as const;

export const dateColumn = <Row>(name: string, dateOf: (row: Row) => ServiceTime | undefined): UnrankedColumn<Row> => ({
	name,
	...momentColumn,
	cell: (row, context) => momentCell(dateOf(row), context.now, context),
});

/** Shows ages even if the user has chosen dates. */
export const readColumn: UnrankedColumn<{readonly readAt?: LocalTime | undefined}> = {
	name: 'read',
	...momentColumn,
	cell: ({readAt}, context) => [
		textOrNothing(readAt === undefined ? undefined : age(readAt, context.localNow), context, 'quiet'),
	],
};

export const textColumn = <Row>(
	name: string,
	width: Column<Row>['width'],
	textOf: (row: Row) => SafeText | undefined,
	tone?: Tone,
): UnrankedColumn<Row> => ({name, width, cell: (row, context) => [textOrNothing(textOf(row), context, tone)]});

export const versionColumn = <Row>(
	name: string,
	textOf: (row: Row) => SafeText | undefined,
	tone?: Tone,
): UnrankedColumn<Row> => ({...textColumn(name, 7, textOf, tone), align: 'right'});

const momentWidths = {age: 8, date: 11};

type MomentStyle = Pick<RowContext, 'isTimeAbsolute'>;

export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<PlacedColumn<Row>>;
};

type PlacedColumn<Row> = {readonly column: Column<Row>; readonly width: number; readonly isAlone: boolean};

export const gapWidth = 2;

export function limitsOf(
	{width}: Pick<Column<never>, 'width'>,
	{isTimeAbsolute}: MomentStyle,
): readonly [min: number, max: number] {
	if (typeof width === 'object') return width;
	const fixed = width === 'moment' ? momentWidths[isTimeAbsolute ? 'date' : 'age'] : width;
	return [fixed, fixed];
}

function reservedFrom(first: Column<never> | undefined, {keep}: Column<never>, style: MomentStyle): number {
	if (!first?.ample || keep > first.ample.keep) return 0;
	const [min, max] = limitsOf(first, style);
	return Math.max(0, Math.min(first.ample.width, max) - min);
}

/**
Chooses the columns with the highest `keep` that fit into `width` cells at their minimum, and widens them in the same order. Shows at least one.

Depends on the width alone, so columns do not come, go or move with the rows.
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

	for (const [column, current] of widths) {
		const most = Math.min(limitsOf(column, style)[1], current + left);
		widths.set(column, most);
		left -= most - current;
	}

	return {
		width,
		placed: columns.flatMap((column, index) => {
			const columnWidth = widths.get(column);
			const before = columns[index - 1];
			return columnWidth === undefined
				? []
				: [{column, width: columnWidth, isAlone: before !== undefined && !widths.has(before)}];
		}),
	};
}

/** Makes columns as wide as their widest cell or title, for rows that are printed once. */
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

type LaidCell = {readonly content: Cell; readonly width: number; readonly align: Column<never>['align']};

/** The first cell, widened into the second one if it is too long and the second one is empty. Otherwise undefined. */
function overflowed(first: LaidCell, second: LaidCell): LaidCell | undefined {
	const isOverflowing = first.align !== 'right' && lineWidth(first.content) > first.width;
	if (!isOverflowing || second.content.length > 0) return undefined;
	return {...first, width: first.width + gapWidth + second.width};
}

function joined<Row>({width, placed}: Layout<Row>, contentOf: (placed: PlacedColumn<Row>) => Cell): Line {
	const laid: LaidCell[] = [];
	for (const column of placed) {
		const next = {content: contentOf(column), width: column.width, align: column.column.align};
		const last = laid.at(-1);
		const wider = last && overflowed(last, next);
		if (wider) laid[laid.length - 1] = wider;
		else laid.push(next);
	}

	const line: SafeSpan[] = [];
	let start = 0;
	let end = 0;
	const padTo = (at: number) => {
		if (at > end) line.push({text: blanks(at - end), tone: 'plain'});
	};
	for (const cell of laid) {
		const shown = cutLine(cell.content, cell.width);
		if (shown.length > 0) {
			const shownWidth = lineWidth(shown);
			const from = cell.align === 'right' ? start + cell.width - shownWidth : start;
			padTo(from);
			line.push(...shown);
			end = from + shownWidth;
		}

		start += cell.width + gapWidth;
	}

	padTo(width);
	return line;
}

export const headLine = <Row>(shown: Layout<Row>, context?: RowContext): Line =>
	joined(shown, ({column, width}) => {
		const {shortTitle = columnTitle(column), head} = column;
		if (head && context) return head(context, width);
		const title = columnTitle(column);
		return [{text: safe(cells(title) <= width ? title : shortTitle), tone: 'quiet'}];
	});

/** Always as wide as the layout, whatever the row contains. */
export const rowLine = <Row>(shown: Layout<Row>, row: Row, context: RowContext): Line =>
	joined(shown, ({column: {cell, cellAlone = cell}, width, isAlone}) =>
		(isAlone ? cellAlone : cell)(row, context, width),
	);
