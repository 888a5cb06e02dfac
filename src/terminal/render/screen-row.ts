import type {Cells} from './cells.ts';

/** Text with SGR sequences that starts in column `at` and ends before the next piece of its row. */
export type Piece = {
	readonly at: number;
	readonly text: string;
	/** `text` taken apart, once it was compared with another: a piece is compared with the one before it and with the one after. */
	cells?: Cells;
};

/** One row of the screen: its pieces from left to right, the first in column 0. */
export type ScreenRow = readonly [Piece, ...(readonly Piece[])];
