import {blanks, cells, safe} from '../text.ts';
import {type Cell, type Column, type Context, momentWidths} from './column.ts';
import {fitSpans, type Line, type SafeSpan} from './line.ts';

/** Which columns a list has room for, and how wide each is. */
export type Layout<Row> = {
	readonly width: number;
	readonly placed: ReadonlyArray<{readonly column: Column<Row>; readonly width: number}>;
};

const gapWidth = 2;

function minWidthOf({width, minWidth = 10}: Column<never>): number {
	if (width === 'moment') return momentWidths.age;
	return width === 'content' ? minWidth : width;
}

function maxWidthOf({width, maxWidth = 48}: Column<never>): number {
	if (width === 'moment') return momentWidths.date;
	return width === 'content' ? maxWidth : width;
}

const widthOf = (cell: Cell): number => cell.reduce((total, {text}) => total + cells(text), 0);

/** How wide a column would like to be for some rows: as its widest cell or its title, within its limits. What goes on over an empty cell takes that one's room. */
export function contentWidth<Row>(
	columns: ReadonlyArray<Column<Row>>,
	index: number,
	rows: readonly Row[],
	context: Context,
): number {
	const [column, next] = [columns[index], columns[index + 1]];
	if (!column) return 0;
	if (column.width === 'moment') return context.isTimeAbsolute ? momentWidths.date : momentWidths.age;
	const most = maxWidthOf(column);
	let widest = next?.title === '' ? minWidthOf(column) : Math.max(minWidthOf(column), cells(column.title));
	for (const row of rows) {
		if (widest >= most) break;
		const width = widthOf(column.cell(row, context));
		if (width > widest && !(next && next.cell(row, context).length === 0)) widest = width;
	}

	return Math.min(widest, most);
}

/**
Chooses the columns that fit into `width` cells: the most important ones, each as wide as `wantedWidth` says by its index, and the last of them as wide as there is room. A column without room is not asked about.

So a column is cut only where no less important one is shown, and a wider screen never shows less.
*/
export function layout<Row>(
	columns: ReadonlyArray<Column<Row>>,
	width: number,
	wantedWidth: (index: number) => number = index => maxWidthOf(columns[index] as Column<Row>),
): Layout<Row> {
	const given = new Map<Column<Row>, number>();
	let left = Math.max(0, width);
	for (const column of columns.toSorted((a, b) => b.keep - a.keep)) {
		const most = wantedWidth(columns.indexOf(column));
		const room = given.size === 0 ? left : left - gapWidth;
		if (given.size > 0 && room < Math.min(most, minWidthOf(column))) break;
		const own = Math.min(most, room);
		given.set(column, own);
		left = room - own;
		if (own < most) break;
	}

	return {
		width,
		placed: columns.filter(column => given.has(column)).map(column => ({column, width: given.get(column) ?? 0})),
	};
}

const gap: SafeSpan = {text: blanks(gapWidth), tone: 'plain'};

/** Puts the cells of the columns next to each other. What is too long for its column goes on over the empty ones that follow. */
function joined<Row>({width, placed}: Layout<Row>, cellOf: (column: Column<Row>) => Cell): Line {
	const line: SafeSpan[] = [];
	let used = 0;
	const contents = placed.map(({column}) => cellOf(column));
	for (let index = 0; index < placed.length; index++) {
		const {column, width: own = 0} = placed[index] ?? {};
		const content = contents[index] ?? [];
		const needed = column?.align === 'right' ? 0 : widthOf(content);
		let room = own;
		while (needed > room && contents[index + 1]?.length === 0) room += gapWidth + (placed[++index]?.width ?? 0);
		if (used > 0) line.push(gap);
		line.push(...fitSpans(content, room, column?.align));
		used += (used > 0 ? gapWidth : 0) + room;
	}

	if (used < width) line.push({text: blanks(width - used), tone: 'plain'});
	return line;
}

/** The titles of the columns, exactly as wide as the layout. A title stands above the untitled columns that follow as well. */
export const headLine = <Row>(shown: Layout<Row>): Line =>
	joined(shown, ({title}) => (title === '' ? [] : [{text: safe(title), tone: 'quiet'}]));

/** A row as one line, exactly as wide as the layout whatever its strings are, so that columns never shift. */
export const rowLine = <Row>(shown: Layout<Row>, row: Row, context: Context): Line =>
	joined(shown, column => column.cell(row, context));
