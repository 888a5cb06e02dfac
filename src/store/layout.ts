import type {Size} from './state.ts';

/** Lines above the body (the header) and below it (what is going on, what the keys do). */
const chromeHeight = 3;

/** Below this width a row takes two lines, because one would hide most of it. */
const narrowWidth = 60;

/** From this width on, the details of the picked row stand beside the list. */
const wideWidth = 110;

/** The height that leaves room for details below a list. */
const tallHeight = 20;

export const isNarrow = ({columns}: Size): boolean => columns < narrowWidth;
const isWide = ({columns}: Size): boolean => columns >= wideWidth;
export const bodyHeight = ({rows}: Size): number => Math.max(1, rows - chromeHeight);

/** The width of a list, and of the details beside it: 0 where there is no room for them. */
export function bodyWidths(size: Size): {readonly list: number; readonly details: number} {
	if (!isWide(size)) return {list: size.columns, details: 0};
	const details = Math.min(64, Math.floor(size.columns * 0.38));
	return {list: size.columns - details - 1, details};
}

/** How many lines the details below a list of deployments take: 0 where they stand beside it or do not fit. */
export const detailsHeight = (size: Size): number =>
	isWide(size) || size.rows < tallHeight ? 0 : Math.min(12, Math.floor(bodyHeight(size) / 2));

/** The line that names the project a screen is about: 0 where a row is worth more, and the header names it. */
export const titleHeight = (size: Size): number => (isNarrow(size) || size.rows < 12 ? 0 : 1);

/** The line above a list of deployments that tells how they went: 0 where a row is worth more. */
export const stripHeight = ({rows}: Size): number => (rows < 12 ? 0 : 1);

/** How many rows of a list fit into so many lines, its heads taken off. */
const rowsIn = (lines: number, size: Size): number => Math.max(1, isNarrow(size) ? Math.floor(lines / 2) : lines - 1);

export const projectRows = (size: Size): number => rowsIn(bodyHeight(size), size);
export const deploymentRows = (size: Size): number =>
	rowsIn(bodyHeight(size) - detailsHeight(size) - titleHeight(size) - stripHeight(size), size);

/** The lines and columns that the border of a dialog takes, and the blanks on each side of its content. */
export const dialogBorder = 2;
export const dialogPadding = 1;

/** How wide a dialog is: at most `width` cells. Where there is room, some of the screen stays in view on both sides. */
export const dialogWidth = ({columns}: Size, width = 80): number =>
	Math.min(width, columns > 50 ? columns - 4 : columns);

/** How much of a line there is for what is in a dialog. */
export const contentWidth = (size: Size, width?: number): number =>
	Math.max(1, dialogWidth(size, width) - dialogBorder - 2 * dialogPadding);
