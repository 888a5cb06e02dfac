import type {Position} from './position.ts';

/** A search within a document or a list. */
export type Search<Place = DocumentPlace | Position> = {
	readonly query: string;
	/** Whether the query is still being typed. */
	readonly isTyping: boolean;
	/** Where the cursor was when the search began. */
	readonly origin: Place;
};

/** How far a text or table is scrolled. */
export type DocumentPlace = {
	/** The first row shown. */
	readonly top: number;
	/** The selected row. In a document without a cursor: the row of the last match. */
	readonly cursor?: number | undefined;
};

/** The scroll position of a text or table, and the search within it. */
export type DocumentView = DocumentPlace & {readonly search?: Search<DocumentPlace> | undefined};
