import {clamp} from '../base/clamp.ts';

export type Size = {
	readonly columns: number;
	readonly rows: number;
	readonly statusLines?: 1 | 2;
};

const frameHeight = 2;

/** In columns: the width at which the list of projects can show details, and at which it shows them by default. */
const minColumns = {details: 110, preview: 160};

/** The width of the list with every column at its maximum. Details only use the space beyond. */
export const fullDeploymentsWidth = 138;

const detailsWidth = {min: 42, max: 60};

export const isNarrow = ({columns}: Size): boolean => columns < 60;

export const isShort = ({rows}: Size): boolean => rows < 16;

export const isSmall = (size: Size): boolean => isNarrow(size) || isShort(size);

export const statusHeight = ({rows, statusLines = 1}: Size): 1 | 2 => (rows < 12 ? 1 : statusLines);

export const bodyHeight = (size: Size): number => Math.max(1, size.rows - frameHeight - statusHeight(size));

export function spareWidth({columns}: Size): number {
	const spare = columns - fullDeploymentsWidth;
	return spare < detailsWidth.min ? 0 : Math.min(detailsWidth.max, spare);
}

export function wantedWidth({columns}: Size): number {
	if (columns < minColumns.details) return 0;
	return clamp(Math.floor(columns / 3), detailsWidth.min, detailsWidth.max);
}

export const hasPreview = ({columns}: Size): boolean => columns >= minColumns.preview;

/** 0 on a small terminal, where the header shows the title. */
export const titleHeight = (size: Size): 0 | 1 => (isNarrow(size) || size.rows < 12 ? 0 : 1);

export const rowsIn = (lines: number): number => Math.max(1, lines - 1);

export const projectRows = (size: Size): number => rowsIn(bodyHeight(size));

export const dialogBorder = 2;
export const dialogPadding = 1;

/** With fewer lines, a box that may grow starts at the top. */
const minSpaciousHeight = 20;

export function boxHeight(size: Size): number {
	const height = bodyHeight(size);
	return height >= minSpaciousHeight ? height - Math.floor(height / 6) : height;
}

export const isBare = (size: Size): boolean => bodyHeight(size) < 6;

export const dialogWidth = ({columns}: Size, width = 80): number =>
	Math.min(width, columns > 50 ? columns - 4 : columns);

export const dialogContentWidth = (size: Size, width?: number): number =>
	Math.max(
		1,
		isBare(size) ? size.columns - dialogPadding : dialogWidth(size, width) - dialogBorder - 2 * dialogPadding,
	);

export const labelWidthIn = (width: number): number => (width < 30 ? 5 : 14);

const minRows = {headline: 12, chart: 30, gap: 40};

export const hasChart = ({rows}: Size): boolean => rows >= minRows.chart;

/** Two rows of columns, their outcomes, and the selection mark. */
export const minChartHeight = 4;

/** Headings and five rows. */
const minListHeight = 6;

/** All fields of a deployment without observed changes. */
const maxDetailsHeight = 10;

const maxViewHeight = 14;

/** `view`: the headline and the chart below it. `top`: everything above the list. The size alone decides, so that the selected row stays on its line. */
export function deploymentsLayout(size: Size) {
	const title = titleHeight(size);
	const gap = size.rows < minRows.gap ? 0 : 1;
	// A second status line shortens the list only.
	const lines = bodyHeight({...size, statusLines: 1});
	// The headline takes one line, or three with a bar and stages.
	const fullHeadline = lines - 1 - 3 >= minListHeight ? 3 : 1;
	const headline = size.rows < minRows.headline ? 0 : fullHeadline;
	const spare = Math.floor(lines / 2) - title - gap;
	const isBeside = spareWidth(size) > 0;
	const chartView = isBeside ? spare : Math.max(headline + minChartHeight, Math.ceil(spare / 2));
	const view = hasChart(size) ? Math.min(maxViewHeight, chartView) : headline;
	const details = hasChart(size) && !isBeside ? Math.min(maxDetailsHeight, spare - view) : 0;
	const top = title + gap + view;
	return {title, gap, headline, view, top, details, rows: rowsIn(bodyHeight(size) - top - details)};
}
