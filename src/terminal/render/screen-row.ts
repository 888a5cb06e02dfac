import type {Cells} from './cells.ts';

/** Text with SGR sequences that starts in column `at` and ends before the next piece of its row. */
export type Piece = {
	readonly at: number;
	readonly text: string;
	/** `text` parsed into cells, cached on first comparison: each piece is compared twice, with its predecessor and its successor. */
	cells?: Cells;
};

/** One row of the screen: its pieces from left to right, the first in column 0. */
export type ScreenRow = readonly [Piece, ...(readonly Piece[])];
