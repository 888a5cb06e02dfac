import {type Line, lineText} from '../../present/line.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../store/model/layout.ts';
import {viewOf} from '../../store/state/documents.ts';
import type {State} from '../../store/state/state.ts';
import type {DrawContext} from '../contexts.ts';
import {matchesIn} from '../keys/search.ts';

/** Read-only text or a table: the head stays in place, the rows scroll below it. */
export type Document = {
	readonly head: readonly Line[];
	readonly rowCount: number;
	/** Lines per row. */
	readonly rowHeight: number;
	readonly row: (index: number) => readonly Line[];
	/** Whether the cursor can be on a row. Undefined for a document without a cursor. */
	readonly canSelect?: (index: number) => boolean;
	/** Returns a number that identifies a row while rows are filtered. Default: its index. */
	readonly keyOf?: (index: number) => number;
};

/** How a dialog shows a document. */
export type DocumentStyle = {
	/** Returns the document with lines at most `width` cells wide. Must be pure. */
	readonly read: (shown: DrawContext, width: number) => Document;
	/** Whether rows can be selected. They are drawn after a gutter. */
	readonly hasCursor?: boolean;
	/** Whether the dialog fills the screen. Default: as high as its content, and as wide as text is comfortable to read. */
	readonly isLarge?: boolean;
};

/** The width of the mark before the rows of a document with a cursor. */
const gutterWidth = 2;

/** A size larger than any screen, for a dialog that fills it. */
export const unlimitedSize = 10_000;

export const textDocument = (lines: readonly Line[], head: readonly Line[] = []): Document => ({
	head,
	rowCount: lines.length,
	rowHeight: 1,
	row: index => lines.slice(index, index + 1),
});

/** Returns the width of a document's lines, in cells. A cell stays free before the scroll marks. */
export const widthOf = ({interface: {size}}: State, {isLarge, hasCursor}: DocumentStyle): number =>
	Math.max(1, contentWidth(size, isLarge ? unlimitedSize : undefined) - 1 - (hasCursor ? gutterWidth : 0));

export const clamp = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

/** Returns the scroll offset that brings a row into view, centred if it was not visible. */
export const topRevealing = (
	row: number,
	{top, visibleCount, maxTop}: Pick<Layout, 'top' | 'visibleCount' | 'maxTop'>,
) => (row >= top && row < top + visibleCount ? top : clamp(0, row - Math.floor(visibleCount / 2), maxTop));

/** A document laid out for the current screen. */
export type Layout = {
	readonly document: Document;
	/** Empty on a screen too short for it. */
	readonly head: readonly Line[];
	/** How many rows fit. */
	readonly visibleCount: number;
	readonly top: number;
	readonly maxTop: number;
	readonly query: string;
	/** The indexes of the rows that match the query. */
	readonly matches: readonly number[];
	/** The row of the current match. */
	readonly match: number | undefined;
	/** The selected row. Undefined in a document without a cursor, or without rows to select. */
	readonly cursor: number | undefined;
};

export function layoutOf(style: DocumentStyle, shown: DrawContext): Layout {
	const {state} = shown;
	const view = viewOf(state);
	const document = style.read(shown, widthOf(state, style));
	const {rowCount, rowHeight} = document;
	const height = bodyHeight(state.interface.size) - dialogBorder;
	const head = height >= document.head.length + 2 * rowHeight ? document.head : [];
	const visibleCount = Math.max(1, Math.floor((height - head.length) / rowHeight));
	const maxTop = Math.max(0, rowCount - visibleCount);
	const top = clamp(0, view?.top ?? 0, maxTop);
	const query = view?.search?.query.toLowerCase() ?? '';
	const {canSelect = () => true} = document;
	const textAt = (row: number) => (canSelect(row) ? document.row(row).map(lineText).join('\n') : undefined);
	const matches = matchesIn(rowCount, textAt, query);
	const cursor = cursorOf(document, view?.cursor ?? 0);
	const from = cursor ?? view?.cursor ?? 0;
	const match = view?.search && (matches.find(row => row >= from) ?? matches[0]);
	const layout = {document, head, visibleCount, maxTop, query, matches, match, cursor};
	return {...layout, top: cursor === undefined ? top : topRevealing(cursor, {top, visibleCount, maxTop})};
}

/** Returns the row that can be selected next to an index, in the direction of the movement first. */
export function selectableNear({rowCount, canSelect}: Document, index: number, by: 1 | -1): number | undefined {
	const rows = Array.from({length: rowCount}, (_, row) => row).filter(row => canSelect?.(row));
	const [after, before] = [rows.find(row => row >= index), rows.findLast(row => row <= index)];
	return by > 0 ? (after ?? before) : (before ?? after);
}

/** Returns the row with a key, or the next one that can be selected. */
function cursorOf(document: Document, key: number): number | undefined {
	const {rowCount, canSelect, keyOf = index => index} = document;
	if (!canSelect) return undefined;
	const row = Array.from({length: rowCount}, (_, index) => index).find(index => keyOf(index) >= key);
	return selectableNear(document, row ?? rowCount, 1);
}
