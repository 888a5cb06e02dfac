import {blanks, cells, safe} from '../text.ts';
import {type Cell, type Column, type Context, momentWidth, momentWidths} from './column.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan} from './line.ts';

/** The columns that a list has room for, and their widths. */
export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<Placed<Row>>;
};

/** `isAlone`: the column before it has no room. */
type Placed<Row> = {readonly column: Column<Row>; readonly width: number; readonly isAlone: boolean};

const gapWidth = 2;

function minWidthOf({width, minWidth = 10}: Column<never>): number {
	if (width === 'moment') return momentWidths.age;
	return typeof width === 'number' ? width : minWidth;
}

function maxWidthOf({width, minWidth = 10, maxWidth = 48}: Column<never>): number {
	if (width === 'moment') return momentWidths.date;
	if (width === 'rest') return minWidth;
	return width === 'content' ? maxWidth : width;
}

/** Returns the preferred width of a column for some rows: that of its widest cell or its title, within its limits. A cell that can overflow into an empty neighbour does not count. */
export function contentWidth<Row>(
	columns: ReadonlyArray<Column<Row>>,
	index: number,
	rows: readonly Row[],
	context: Context,
): number {
	const [column, next] = [columns[index], columns[index + 1]];
	if (!column) return 0;
	if (column.width === 'moment') return momentWidth(context);
	const maxWidth = maxWidthOf(column);
	let preferred = next?.title === '' ? minWidthOf(column) : Math.max(minWidthOf(column), cells(column.title));
	for (const row of rows) {
		if (preferred >= maxWidth) break;
		const width = lineWidth(column.cell(row, context, maxWidth));
		if (width > preferred && !(next && next.cell(row, context, maxWidthOf(next)).length === 0)) preferred = width;
	}

	return Math.min(preferred, maxWidth);
}

/**
Returns the columns with the highest `keep` that fit into `width` cells. Each is as wide as `wantedWidth` returns for its index, except that the last one that fits may be narrower. `wantedWidth` is not called for columns without room.

A column is cut only if no less important one is shown, except for an essential one, so a wider screen never shows less.
*/
export function layout<Row>(
	columns: ReadonlyArray<Column<Row>>,
	width: number,
	wantedWidth: (index: number) => number = index => maxWidthOf(columns[index] as Column<Row>),
): Layout<Row> {
	const widths = new Map<Column<Row>, number>();
	let left = Math.max(0, width);
	let isFull = false;
	const byImportance = columns.toSorted((a, b) => b.keep - a.keep);
	for (const [index, column] of byImportance.entries()) {
		if (isFull && !column.isEssential) continue;
		const reserved = byImportance
			.slice(index + 1)
			.reduce((sum, other) => sum + (other.isEssential ? gapWidth + minWidthOf(other) : 0), 0);
		const wanted = wantedWidth(columns.indexOf(column));
		const minWidth = Math.min(wanted, minWidthOf(column));
		const gap = widths.size === 0 ? 0 : gapWidth;
		const room = Math.max(left - gap - reserved, column.isEssential ? Math.min(left - gap, minWidth) : 0);
		const columnWidth = Math.min(wanted, room);
		const isPlaced = widths.size === 0 || room >= minWidth;
		if (isPlaced) {
			widths.set(column, columnWidth);
			left -= gap + columnWidth;
		}

		isFull ||= !isPlaced || columnWidth < wanted;
	}

	const rest = columns.find(column => column.width === 'rest' && widths.has(column));
	if (rest) widths.set(rest, Math.min(left + (widths.get(rest) ?? 0), rest.maxWidth ?? Number.POSITIVE_INFINITY));

	return {
		width,
		placed: columns.flatMap((column, index) => {
			const columnWidth = widths.get(column);
			const before = columns[index - 1];
			return columnWidth === undefined ? [] : [{column, width: columnWidth, isAlone: !!before && !widths.has(before)}];
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

/** How many cells the title of a column can take: its own, and those of the untitled columns after it. */
function titleRoom<Row>(placed: Layout<Row>['placed'], from: number): number {
	const end = placed.findIndex(({column}, index) => index > from && column.title !== '');
	return placed.slice(from, end === -1 ? undefined : end).reduce((sum, {width}) => sum + gapWidth + width, -gapWidth);
}

/** Returns the column titles, exactly as wide as the layout. A title also covers the untitled columns after it. */
export const headLine = <Row>(shown: Layout<Row>, context?: Context): Line =>
	joined(shown, ({column: {title, shortTitle = title, head}, width}, index) => {
		if (head && context) return head(context, width);
		if (title === '') return [];
		return [{text: safe(cells(title) <= titleRoom(shown.placed, index) ? title : shortTitle), tone: 'quiet'}];
	});

/** Returns a row as one line, exactly as wide as the layout whatever its strings are, so that columns never shift. */
export const rowLine = <Row>(shown: Layout<Row>, row: Row, context: Context): Line =>
	joined(shown, ({column: {cell, cellAlone = cell}, width, isAlone}) =>
		(isAlone ? cellAlone : cell)(row, context, width),
	);
