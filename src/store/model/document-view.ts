/** What somebody searches a document for. */
type Search = {
	readonly query: string;
	/** Whether the query is still being typed. */
	readonly isTyping: boolean;
	/** While typing, the row where the search begins; then the row of the current match. */
	readonly from: number;
};

/** Where somebody is in a text or a table that scrolls. */
export type DocumentView = {
	/** The first row shown. */
	readonly top: number;
	readonly search?: Search | undefined;
};
