import {bodyHeight, rowsIn, type Size, spareWidth, titleHeight} from './layout.ts';

/** How many lines each part of a project's live view has, from top to bottom. */
export type LiveLayout = {
	readonly title: 0 | 1;
	/** The running or selected deployment: one line, or three with a bar and stages. 0 on a very short terminal. */
	readonly headline: 0 | 1 | 3;
	/** The blank lines below the title and below the headline. */
	readonly gap: 0 | 1;
	/** The history of deployments. 0 if the list would lose too many rows. */
	readonly chart: number;
	/** All of the above. */
	readonly top: number;
	/** The details below the list. 0 if they are beside it or do not fit. */
	readonly details: number;
	/** How many rows of the list fit. */
	readonly rows: number;
};

/** The minimum number of terminal rows for a headline, for details below the list, and for blank lines. */
const minRows = {headline: 12, details: 20, gap: 30};

/** How many lines a list needs for its headings and five rows. */
const minListHeight = 6;

/** A chart is drawn if this many lines beyond the list's minimum remain for the list and its details. */
const minSpareHeight = 10;

const chartShare = 0.28;
const maxChartHeight = 10;
const maxDetailsHeight = 10;

/**
Returns the heights of the parts of a live view.

They depend on nothing but the size of the terminal, so that the selected row stays on its line whatever is drawn above it. A second status line takes from the list alone, for the same reason.
*/
export function liveLayout(size: Size): LiveLayout {
	const lines = bodyHeight({...size, statusLines: 1});
	const title = titleHeight(size);
	const hasRoomFor = (headline: number) => lines - 1 - headline >= minListHeight;
	const headline = size.rows < minRows.headline ? 0 : hasRoomFor(3) ? 3 : 1;
	const gap = size.rows < minRows.gap ? 0 : 1;
	const below = lines - title - headline - 2 * gap;
	const hasChart = below >= minListHeight + minSpareHeight;
	const chart = hasChart ? Math.min(maxChartHeight, Math.floor(below * chartShare)) : 0;
	const top = title + headline + 2 * gap + chart;
	const details = detailsHeight(size, lines - top);
	return {title, headline, gap, chart, top, details, rows: rowsIn(bodyHeight(size) - top - details)};
}

/** The list keeps its minimum and at least half of the lines. */
function detailsHeight(size: Size, lines: number): number {
	if (spareWidth(size, 'deployments') > 0 || size.rows < minRows.details) return 0;
	return Math.min(maxDetailsHeight, Math.floor(lines / 2), lines - minListHeight);
}
