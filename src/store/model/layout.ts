/** The header, and the hints of the keys. */
const frameHeight = 2;

/** Below this width a row takes two lines, because one would hide most of it. */
const narrowWidth = 60;

/** How wide lists are with all their columns at their widest: only what is left beside that goes to details by itself. */
export const fullWidths = {projects: 281, deployments: 138};

/** How wide details beside a list are. */
const detailsWidth = {min: 42, max: 64};

/** The height that leaves room for details below a list. */
const tallHeight = 20;

export const isNarrow = ({columns}: Size): boolean => columns < narrowWidth;

/** The lines of the status, below the body: a long message takes two, where a row is not worth more. */
export const statusHeight = ({rows, statusLines = 1}: Size): 1 | 2 => (rows < 12 ? 1 : statusLines);

export const bodyHeight = (size: Size): number => Math.max(1, size.rows - frameHeight - statusHeight(size));

/** The width of the details beside a list that keeps all its columns: 0 where there is no room for them. */
export function spareWidth({columns}: Size, list: keyof typeof fullWidths): number {
	const spare = columns - fullWidths[list];
	return spare < detailsWidth.min ? 0 : Math.min(detailsWidth.max, spare);
}

/** The width of the details that the person wants beside a list although it loses columns: 0 where it would lose most of them. */
export function wantedWidth({columns}: Size): number {
	const width = Math.floor(columns * 0.38);
	return width < detailsWidth.min ? 0 : Math.min(detailsWidth.max, width);
}

/** How many lines the details below a list of deployments take: 0 where they stand beside it or do not fit. The list keeps at least half of the lines. */
export function detailsHeight(size: Size): number {
	if (spareWidth(size, 'deployments') > 0 || size.rows < tallHeight) return 0;
	return Math.min(10, Math.floor((bodyHeight(size) - titleHeight(size) - stripHeight(size)) / 2));
}

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
export type Size = {
	readonly columns: number;
	readonly rows: number;
	/** How many lines the status takes. One, unless it says something that needs two. */
	readonly statusLines?: 1 | 2;
};
