import {isSameRecord, memoOn} from '../../base/memo.ts';
import {caseless, cells, plain, type SafeText, safe} from '../../base/text.ts';
import type {Placement} from '../../model/cursor.ts';
import {fitSpans, type Line, markedLine, type SafeSpan, space} from '../../present/line.ts';
import {signSpan} from '../../present/signs.ts';
import {
	type Column,
	columnTitle,
	droppedFromLast,
	gapWidth,
	headLine,
	type Layout,
	layout,
	limitsOf,
	type RowContext,
	rowLine,
} from '../../present/table.ts';
import {listSearchOf} from '../../state/documents.ts';
import {currentList} from '../../state/lists.ts';
import {columnPageOf} from '../../state/preferences.ts';
import type {Screen} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Draw, DrawContext} from '../contexts.ts';

/** How rows of one kind are shown. The first cell begins with the sign of the row. */
export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	/** Returns what identifies a row between frames. Default: the row itself. */
	readonly keyOf?: (row: Row) => unknown;
	/** Whether a row may be out of date, so that it is shown dimmed. */
	readonly isQuiet?: (row: Row) => boolean;
};

export type DrawnList<Row> = {
	/** The name of the selected row, which is shown if that is gone. */
	readonly goneName?: SafeText | undefined;
	readonly placement: Placement;
	readonly count: number;
	/** How many rows fit. */
	readonly height: number;
	readonly style: RowStyle<Row>;
	readonly context: RowContext;
	readonly width: number;
	/** Which of its `columnPages` it shows. Default: the first. */
	readonly columnPage?: number;
	/** Whether more rows follow that are not loaded. */
	readonly isOpen?: boolean;
	/** What all rows are derived from, where they can be searched. */
	readonly source?: object;
	/** Returns undefined for a heading. */
	readonly rowAt: (index: number) => Row | undefined;
	/** The selected row, if the list does not show it any more, and why if that is not because it does not match. */
	readonly hidden?: Row | undefined;
	readonly hiddenText?: SafeText;
	readonly headingAt?: (index: number) => Line | undefined;
};

/** The query that the rows of a list highlight, in the form in which it is compared. Empty without a search. */
export const highlightedText = (state: State): string => caseless(listSearchOf(state)?.query ?? '');

/** Returns where the user is in the list of a screen, and what its rows highlight. Undefined on another screen. */
export function listWindow({state, context}: DrawContext, name: Screen['name']) {
	const list = currentScreen(state).name === name ? currentList(state) : undefined;
	if (!list) return undefined;
	const {ids, height} = list.rows;
	const columnPage = columnPageOf(state);
	return {
		placement: list,
		count: ids.length,
		height,
		columnPage,
		context: {...context, search: highlightedText(state)},
	};
}

/** The gutter, and the mark at the right edge. */
const edges = 2;

const maxWholeWidth = 300;

/** Returns the layouts of a list: the columns that fit, and then, beside the first column, those that had no room for their maximum width, as many at a time as fit. */
export function columnPages<Row>({style: {columns}, width, context}: DrawnList<Row>): ReadonlyArray<Layout<Row>> {
	const room = width - edges;
	const fitting = layout(columns, room, context);
	const [first, ...others] = columns;
	const pages: Array<Layout<Row>> = [];
	if (!first) return [fitting];
	const [firstWidth] = limitsOf(first, context);
	const isWhole = (column: Column<Row>, max: number) =>
		fitting.placed.some(placed => placed.column === column && placed.width === max);
	let left = others.flatMap((column): ReadonlyArray<Column<Row>> => {
		const [, max] = limitsOf(column, context);
		if (max === Number.POSITIVE_INFINITY || isWhole(column, max)) return [];
		// One that is wider than the screen is cut.
		const min = Math.min(max, Math.max(1, room - firstWidth - gapWidth));
		return [{...column, width: typeof column.width === 'object' ? [min, maxWholeWidth] : min}];
	});
	while (left.length > 0) {
		const page = layout(droppedFromLast([first, ...left]), room, context);
		if (page.placed.length < 2) break;
		pages.push(page);
		left = left.slice(page.placed.length - 1);
	}

	return [fitting, ...pages.map((page, at) => numbered(page, `${at + 2}/${pages.length + 1}`))];
}

/** Says in the heading of the first column which page of columns this is. */
function numbered<Row>({width, placed: [first, ...others]}: Layout<Row>, number: string): Layout<Row> {
	if (!first) return {width, placed: []};
	const which = `columns ${number}`;
	const column = {...first.column, title: `${columnTitle(first.column)} · ${which}`, shortTitle: `  ${which}`};
	const used = others.reduce((sum, other) => sum + gapWidth + other.width, first.width);
	const room = Math.min(width - used, Math.max(0, cells(columnTitle(column)) - first.width));
	return {width, placed: [{...first, column, width: first.width + room}, ...others]};
}

/** The number of rows after which all are forgotten: rows that were scrolled past take a kilobyte each. */
const maxKeptRows = 500;

/** The line of the selected row: the gutter is marked, and its name is bold, or its first word if it has no name. */
function selectedLine(line: Line): Line {
	const hasName = line.some(({tone}) => tone === 'name');
	const bold = hasName ? -1 : line.findIndex(({text}) => text.trim().length > 1);
	const rest = line.map(
		(span, index): SafeSpan => (span.tone === 'name' || index === bold ? {...span, tone: 'strong'} : span),
	);
	return [{text: plain`▌`, tone: 'gutter'}, ...rest.slice(1)];
}

function goneLine(goneName: SafeText | undefined, width: number, context: RowContext): Line {
	const text = safe(goneName === undefined ? ' gone' : ` gone: ${goneName}`, 300);
	return [space, ...fitSpans([signSpan('gone', 'quiet', context), {text, tone: 'quiet'}], width), space];
}

/** A selected row that is hidden. Why takes the place of its last columns. */
function hiddenLine(line: Line, width: number, why = plain`no longer matches`): Line {
	const text = plain` ${why} `;
	return [...fitSpans(line, width - cells(text)), {text, tone: 'quiet'}];
}

const withMark = (line: Line, text: SafeText): Line => [...line.slice(0, -1), {text, tone: 'quiet', spoken: plain``}];

/** Returns what draws a list: the rows in the window, each after a gutter that marks the selected one. Arrows at the right edge show that the list continues. Its columns, and the lines of its rows, are kept with the preferences. */
export function createListDrawing<Row extends object>() {
	const tableOf = memoOn(
		({preferences}: State, {style, width, columnPage}: DrawnList<Row>) => [
			preferences,
			style.columns,
			width,
			columnPage,
		],
		(_state, list): Layout<Row> =>
			(list.columnPage ? columnPages(list)[list.columnPage] : undefined) ??
			layout(list.style.columns, list.width - edges, list.context),
	);

	/** What was drawn: the heading, and the lines by what identifies their rows. Begun again whenever all rows look different. */
	const drawnOf = memoOn(
		({preferences}: State, {style, context}: DrawnList<Row>, table: Layout<Row>) => [
			preferences,
			style,
			table,
			...Object.values(context),
		],
		(_state, {context}, table) => ({
			heading: [space, ...headLine(table, context), space] satisfies Line,
			lines: new Map<unknown, {readonly row: Row; readonly line: Line}>(),
		}),
	);

	/** Draws a row: after a gutter, dimmed if it may be out of date, with the matches of the search. A row that has not changed keeps its line. */
	function lineOf(
		row: Row,
		{style, context}: DrawnList<Row>,
		table: Layout<Row>,
		{lines}: ReturnType<typeof drawnOf>,
	): Line {
		const key = style.keyOf?.(row) ?? row;
		const known = lines.get(key);
		if (known && isSameRecord(known.row, row)) return known.line;
		if (lines.size >= maxKeptRows) lines.clear();
		const cells = rowLine(table, row, context);
		const shown = style.isQuiet?.(row) ? cells.map((span): SafeSpan => ({...span, tone: 'quiet'})) : cells;
		const line = [space, ...markedLine(shown, context.search ?? '', 'match'), space];
		lines.set(key, {row, line});
		return line;
	}

	return (state: State, list: DrawnList<Row>): readonly Line[] => {
		const {placement, count, height, width, isOpen = false, rowAt, headingAt, hidden, context} = list;
		const {index: selected, top, held} = placement;
		const table = tableOf(state, list);
		const drawn = drawnOf(state, list, table);
		const lines: Line[] = [drawn.heading];
		const total = held ? count + 1 : count;
		const end = Math.min(total, top + height);
		for (let at = top; at < end; at++) {
			if (held && at === selected) {
				const line = hidden
					? hiddenLine(lineOf(hidden, list, table, drawn), width, list.hiddenText)
					: goneLine(list.goneName, width - 2, context);
				lines.push(selectedLine(line));
				continue;
			}

			const index = held && at > selected ? at - 1 : at;
			const heading = headingAt?.(index);
			const row = heading ? undefined : rowAt(index);
			if (heading) lines.push([space, ...fitSpans(heading, width - 2), space]);
			if (!row) continue;
			const line = lineOf(row, list, table, drawn);
			lines.push(at === selected ? selectedLine(line) : line);
		}

		const [, first] = lines;
		if (top > 0 && first) lines[1] = withMark(first, plain`↑`);
		const last = lines.at(-1);
		if ((end < total || isOpen) && last && lines.length > 1) lines[lines.length - 1] = withMark(last, plain`↓`);
		return lines;
	};
}

/** Returns the list that lines show. Undefined if it has no rows. */
export type ListOf<Row> = (drawing: DrawContext, width: number) => DrawnList<Row> | undefined;

/** Draws a list, or other lines where there is none. */
export function listLines<Row extends object>(listOf: ListOf<Row>, drawOther: Draw = () => []): Draw {
	const drawList = createListDrawing<Row>();
	return (drawing, width, height) => {
		const shown = listOf(drawing, width);
		return shown ? drawList(drawing.state, shown) : drawOther(drawing, width, height);
	};
}
