export type Size = {
	readonly columns: number;
	readonly rows: number;
	readonly statusLines?: 1 | 2;
};

/** The lines of the header and of the key hints. */
const frameHeight = 2;

/** The widths of the lists with every column at its maximum. Details open automatically only in the space beyond. */
export const fullWidths = {projects: 295, deployments: 138};

const detailsWidth = {min: 42, max: 64};

/** Whether a row shows little more than a name and an outcome. */
export const isNarrow = ({columns}: Size): boolean => columns < 60;

export const isShort = ({rows}: Size): boolean => rows < 16;

/** Whether a screen has few lines for anything beside what is most important. */
export const isSmall = (size: Size): boolean => isNarrow(size) || isShort(size);

/** Returns the lines of the status below the body: up to two, but one on a short terminal, where list rows matter more. */
export const statusHeight = ({rows, statusLines = 1}: Size): 1 | 2 => (rows < 12 ? 1 : statusLines);

export const bodyHeight = (size: Size): number => Math.max(1, size.rows - frameHeight - statusHeight(size));

/** Returns the width of details beside a list that keeps all its columns, or 0 if they do not fit. */
export function spareWidth({columns}: Size, list: keyof typeof fullWidths): number {
	const spare = columns - fullWidths[list];
	return spare < detailsWidth.min ? 0 : Math.min(detailsWidth.max, spare);
}

/** Returns the width of details that the user opened beside a list at the cost of columns, or 0 if the terminal is too narrow. */
export function wantedWidth({columns}: Size): number {
	const width = Math.floor(columns * 0.38);
	return width < detailsWidth.min ? 0 : Math.min(detailsWidth.max, width);
}

/** Returns the height of the line with the project's title: 0 on a small terminal, where the header shows the title. */
export const titleHeight = (size: Size): 0 | 1 => (isNarrow(size) || size.rows < 12 ? 0 : 1);

export const rowsIn = (lines: number): number => Math.max(1, lines - 1);

export const projectRows = (size: Size): number => rowsIn(bodyHeight(size));

export const summaryHeight = ({rows}: Size): number => (rows < 12 ? 0 : 1);

export const hasLanes = ({columns}: Size): boolean => columns >= 80;

/** Whether the board has headings between its sections. On a small terminal the rows need their lines. */
export const hasBoardHeadings = (size: Size): boolean => !isSmall(size);

export const boardRows = (size: Size): number => rowsIn(bodyHeight(size) - summaryHeight(size));

/** The total thickness of a dialog's border, and the padding on each side of its content. */
export const dialogBorder = 2;
export const dialogPadding = 1;

/** Returns the width of a dialog, at most `width` cells. If there is room, the screen stays visible on both sides. */
export const dialogWidth = ({columns}: Size, width = 80): number =>
	Math.min(width, columns > 50 ? columns - 4 : columns);

export const dialogContentWidth = (size: Size, width?: number): number =>
	Math.max(1, dialogWidth(size, width) - dialogBorder - 2 * dialogPadding);

/** The minimum number of terminal rows for a headline, for details below the list, and for blank lines. */
const minRows = {headline: 12, details: 20, gap: 30};

/** How many lines a list needs for its headings and five rows. */
const minListHeight = 6;

/** A chart is drawn if this many lines beyond the list's minimum remain for the list and its details. */
const minSpareHeight = 10;

const chartShare = 0.28;
const maxChartHeight = 10;
const maxDetailsHeight = 10;

/** Returns the height of the details below the list, which keeps its minimum and at least half of the lines. 0 if they are beside it or do not fit. */
function detailsHeight(size: Size, lines: number): number {
	if (spareWidth(size, 'deployments') > 0 || size.rows < minRows.details) return 0;
	return Math.min(maxDetailsHeight, Math.floor(lines / 2), lines - minListHeight);
}

/**
Returns how many lines each part of a project's live view has, from top to bottom. `top`: all above the list.

They depend on nothing but the size of the terminal, so that the selected row stays on its line whatever is drawn above it. A second status line takes from the list alone, for the same reason.
*/
export function liveLayout(size: Size) {
	const lines = bodyHeight({...size, statusLines: 1});
	const title = titleHeight(size);
	// One line, or three with a bar and stages.
	const fullHeadline = lines - 1 - 3 >= minListHeight ? 3 : 1;
	const headline = size.rows < minRows.headline ? 0 : fullHeadline;
	// Below the title and below the headline.
	const gap = size.rows < minRows.gap ? 0 : 1;
	const below = lines - title - headline - 2 * gap;
	const hasChart = below >= minListHeight + minSpareHeight;
	const chart = hasChart ? Math.min(maxChartHeight, Math.floor(below * chartShare)) : 0;
	const top = title + headline + 2 * gap + chart;
	const details = detailsHeight(size, lines - top);
	return {title, headline, gap, chart, top, details, rows: rowsIn(bodyHeight(size) - top - details)};
}

const minuteMs = 60_000;

export const laneSpansMs: readonly number[] = [15, 60, 6 * 60, 24 * 60].map(minutes => minutes * minuteMs);

/** A quarter of an hour, in which a deployment of a minute is still a bar. */
export const defaultLaneSpanMs = 15 * minuteMs;

export const laneSpanAfter = (spanMs: number, by: 1 | -1): number | undefined =>
	laneSpansMs[laneSpansMs.indexOf(spanMs) + by];
