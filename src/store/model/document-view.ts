import type {Position} from './position.ts';

/** A search within a document or a list. */
export type Search = {
	readonly query: string;
	/** Whether the query is still being typed. */
	readonly isTyping: boolean;
	/** The row where the search starts while typing, and the row of the current match afterwards. */
	readonly from: number;
	/** In a list: where the cursor was before the search. */
	readonly origin?: Position;
};

/** The scroll position of a text or table, and the search within it. */
export type DocumentView = {
	/** The first row shown. */
	readonly top: number;
	/** The selected row, in a document with a cursor. */
	readonly cursor?: number;
	readonly search?: Search | undefined;
};
