export type Size = {
	readonly columns: number;
	readonly rows: number;
	/** How many lines the status needs. Defaults to one. */
	readonly statusLines?: 1 | 2;
};

/** The lines of the header and of the key hints. */
const frameHeight = 2;

/** Below this width a row shows little more than a name and an outcome. */
const narrowWidth = 60;

/** The widths of the lists with every column at its maximum. Details open automatically only in the space beyond. */
export const fullWidths = {projects: 295, deployments: 138};

/** The width of details beside a list. */
const detailsWidth = {min: 42, max: 64};

export const isNarrow = ({columns}: Size): boolean => columns < narrowWidth;

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

/** Returns how many rows of a list fit into `lines` with its column headings. */
export const rowsIn = (lines: number): number => Math.max(1, lines - 1);

export const projectRows = (size: Size): number => rowsIn(bodyHeight(size));

/** Returns the height of the summary above the board: 0 on a short terminal. */
export const summaryHeight = ({rows}: Size): number => (rows < 12 ? 0 : 1);

/** Whether the board has lanes beside its columns. */
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

/** Returns the width of the content of a dialog. */
export const contentWidth = (size: Size, width?: number): number =>
	Math.max(1, dialogWidth(size, width) - dialogBorder - 2 * dialogPadding);
