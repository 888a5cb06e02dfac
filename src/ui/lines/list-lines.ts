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

export type RowStyle<Row> = {
	readonly columns: ReadonlyArray<Column<Row>>;
	readonly isQuiet?: (row: Row) => boolean;
};

export type DrawnList<Row> = {
	readonly goneName?: SafeText | undefined;
	readonly placement: Placement;
	readonly count: number;
	/** The number of rows that fit below the column titles. */
	readonly height: number;
	readonly style: RowStyle<Row>;
	readonly context: RowContext;
	readonly width: number;
	readonly columnPage?: number;
	readonly hasMore?: boolean;
	/** The object from which all rows are made. When it changes, a search looks through the rows again. */
	readonly source?: object;
	/** Undefined for a heading. */
	readonly rowAt: (index: number) => Row | undefined;
	/** The selected row after the list stopped showing it, and why. Default reason: it does not match. */
	readonly heldRow?: Row | undefined;
	readonly heldReason?: SafeText;
	readonly headingAt?: (index: number) => Line | undefined;
};

export const highlightedText = (state: State): string => caseless(listSearchOf(state)?.query ?? '');

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

const gutterAndMarkWidth = 2;

const maxWholeWidth = 300;

/** The layouts that the user can page through. The first has the columns that fit. Each of the others shows the first column beside columns that were left out or cut. */
export function columnPages<Row>({style: {columns}, width, context}: DrawnList<Row>): ReadonlyArray<Layout<Row>> {
	const room = width - gutterAndMarkWidth;
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
		// A column wider than the screen is cut.
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

function numbered<Row>({width, placed: [first, ...others]}: Layout<Row>, number: string): Layout<Row> {
	if (!first) return {width, placed: []};
	const which = `columns ${number}`;
	const column = {...first.column, title: `${columnTitle(first.column)} · ${which}`, shortTitle: `  ${which}`};
	const used = others.reduce((sum, other) => sum + gapWidth + other.width, first.width);
	const room = Math.min(width - used, Math.max(0, cells(columnTitle(column)) - first.width));
	return {width, placed: [{...first, column, width: first.width + room}, ...others]};
}

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

function heldLine(line: Line, width: number, reason = plain`no longer matches`): Line {
	const text = plain` ${reason} `;
	return [...fitSpans(line, width - cells(text)), {text, tone: 'quiet'}];
}

const withMark = (line: Line, text: SafeText): Line => [...line.slice(0, -1), {text, tone: 'quiet', spoken: plain``}];

const tableOf = <Row>(list: DrawnList<Row>): Layout<Row> =>
	(list.columnPage ? columnPages(list)[list.columnPage] : undefined) ??
	layout(list.style.columns, list.width - gutterAndMarkWidth, list.context);

function lineOf<Row>(row: Row, {style, context}: DrawnList<Row>, table: Layout<Row>): Line {
	const cells = rowLine(table, row, context);
	const shown = style.isQuiet?.(row) ? cells.map((span): SafeSpan => ({...span, tone: 'quiet'})) : cells;
	return [space, ...markedLine(shown, context.search ?? '', 'match'), space];
}

/** Draws the rows in the window. */
export function drawList<Row>(list: DrawnList<Row>): readonly Line[] {
	const {placement, count, height, width, hasMore = false, rowAt, headingAt, heldRow, context} = list;
	const {index: selected, top, heldBecause} = placement;
	const table = tableOf(list);
	const lines: Line[] = [[space, ...headLine(table, context), space]];
	const total = heldBecause ? count + 1 : count;
	const end = Math.min(total, top + height);
	for (let at = top; at < end; at++) {
		if (heldBecause && at === selected) {
			const line = heldRow
				? heldLine(lineOf(heldRow, list, table), width, list.heldReason)
				: goneLine(list.goneName, width - 2, context);
			lines.push(selectedLine(line));
			continue;
		}

		const index = heldBecause && at > selected ? at - 1 : at;
		const heading = headingAt?.(index);
		const row = heading ? undefined : rowAt(index);
		if (heading) lines.push([space, ...fitSpans(heading, width - 2), space]);
		if (!row) continue;
		const line = lineOf(row, list, table);
		lines.push(at === selected ? selectedLine(line) : line);
	}

	const [, first] = lines;
	if (top > 0 && first) lines[1] = withMark(first, plain`↑`);
	const last = lines.at(-1);
	if ((end < total || hasMore) && last && lines.length > 1) lines[lines.length - 1] = withMark(last, plain`↓`);
	return lines;
}

export type ListOf<Row> = (drawing: DrawContext, width: number) => DrawnList<Row> | undefined;

export const listLines =
	<Row>(listOf: ListOf<Row>, drawEmpty: Draw = () => []): Draw =>
	(drawing, width, height) => {
		const shown = listOf(drawing, width);
		return shown ? drawList(shown) : drawEmpty(drawing, width, height);
	};
