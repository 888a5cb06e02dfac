import {cells, plain, safe} from '../../base/text.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../model/layout.ts';
import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, lineText, markedLine, space} from '../../present/line.ts';
import {scrollDialog, viewOf, withoutSearch} from '../../state/documents.ts';
import type {State} from '../../state/state.ts';
import type {Binding, Draw, DrawContext, KeyScope, Speak} from '../contexts.ts';
import {prefixOf} from '../keys/binding.ts';
import {movementKeys, type Step} from '../keys/list-keys.ts';
import {endingSearch, matchesIn, type SearchTarget, searchKeys, searchLine, searchScope} from '../keys/search.ts';
import {withScrollMarks} from '../lines/scroll-marks.ts';
import {spokenLines} from '../lines/spoken-lines.ts';

/** Read-only text or a table: the head stays in place, the rows scroll below it. */
type Document = {
	readonly head: readonly Line[];
	readonly rowCount: number;
	/** Returns the line of a row. */
	readonly row: (index: number) => Line;
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
	row: index => lines[index] ?? [],
});

/** Returns the width of a document's lines, in cells. A cell stays free before the scroll marks. */
const widthOf = ({interface: {size}}: State, {isLarge, hasCursor}: DocumentStyle): number =>
	Math.max(1, contentWidth(size, isLarge ? unlimitedSize : undefined) - 1 - (hasCursor ? gutterWidth : 0));

const clamp = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

/** Returns the scroll offset that brings a row into view, centred if it was not visible. */
const topRevealing = (row: number, {top, visibleCount, maxTop}: Pick<Layout, 'top' | 'visibleCount' | 'maxTop'>) =>
	row >= top && row < top + visibleCount ? top : clamp(0, row - Math.floor(visibleCount / 2), maxTop);

/** A document laid out for the current screen. */
type Layout = {
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

function layoutOf(style: DocumentStyle, shown: DrawContext): Layout {
	const {state} = shown;
	const view = viewOf(state);
	const document = style.read(shown, widthOf(state, style));
	const {rowCount} = document;
	const height = bodyHeight(state.interface.size) - dialogBorder;
	const head = height >= document.head.length + 2 ? document.head : [];
	const visibleCount = Math.max(1, height - head.length);
	const maxTop = Math.max(0, rowCount - visibleCount);
	const top = clamp(0, view?.top ?? 0, maxTop);
	const query = view?.search?.query.toLowerCase() ?? '';
	const {canSelect = () => true} = document;
	const textAt = (row: number) => (canSelect(row) ? lineText(document.row(row)) : undefined);
	const matches = matchesIn(rowCount, textAt, query);
	const cursor = cursorOf(document, view?.cursor ?? 0);
	const from = cursor ?? view?.cursor ?? 0;
	const match = view?.search && (matches.find(row => row >= from) ?? matches[0]);
	const layout = {document, head, visibleCount, maxTop, query, matches, match, cursor};
	return {...layout, top: cursor === undefined ? top : topRevealing(cursor, {top, visibleCount, maxTop})};
}

/** Returns the row that can be selected next to an index, in the direction of the movement first. */
function selectableNear({rowCount, canSelect}: Document, index: number, by: 1 | -1): number | undefined {
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

const withGutter = (line: Line, isSelected: boolean, {isAscii}: DrawContext['context']): Line => [
	{text: isSelected ? (isAscii ? plain`>` : plain`▌`) : plain` `, tone: isSelected ? 'gutter' : 'plain'},
	space,
	...line,
];

/** Draws a document, with scroll marks at its right edge where it continues. */
export const drawDocument =
	(style: DocumentStyle): Draw =>
	(shown, width, height) => {
		if (!viewOf(shown.state)) return [];
		const layout = layoutOf(style, shown);
		const {document, head, visibleCount, top, maxTop, query, cursor} = layout;
		const match = currentMatch(layout);
		const shownCount = Math.min(visibleCount, document.rowCount - top);
		const rows = Array.from({length: shownCount}, (_, at) => top + at).map(index => {
			const marked = markedLine(document.row(index), query, index === match ? 'caret' : 'match');
			return style.hasCursor ? withGutter(marked, index === cursor, shown.context) : marked;
		});
		// Titles stand above their columns.
		const titles = style.hasCursor ? head.map(line => withGutter(line, false, shown.context)) : head;
		const lines = [...titles, ...rows].slice(0, height).map(line => {
			const cut = cutLine(line, width - 2);
			// The background of the selected row takes the whole width.
			return cut[0]?.tone === 'gutter' ? fitSpans(cut, width - 1) : cut;
		});
		return withScrollMarks(lines, width, {isAbove: top > 0, isBelow: top < maxTop, first: head.length}, shown.context);
	};

/** The row of the match that the cursor is on, or of the current one without a cursor. */
const currentMatch = ({match, cursor}: Layout): number | undefined =>
	cursor === undefined || cursor === match ? match : undefined;

/** Draws the lower border of a document: the search, and which rows are in view. */
export const drawDocumentFoot =
	(style: DocumentStyle): Draw =>
	(shown, width) => {
		const {context} = shown;
		const {document, visibleCount, top, maxTop} = layoutOf(style, shown);
		const {rowCount} = document;
		const search = searchLine(documentTarget(style), shown, width);
		const last = Math.min(rowCount, top + visibleCount);
		const range = maxTop > 0 ? plain` ${count(top + 1)} to ${count(last)} of ${count(rowCount)} ` : plain``;
		const used = search.reduce((sum, {text}) => sum + cells(text), 0);
		const isRangeShown = used + cells(range) + 2 <= width;
		const rule = (context.isAscii ? '-' : '─').repeat(Math.max(0, width - used - (isRangeShown ? cells(range) : 0)));
		return [
			[...search, {text: safe(rule, width), tone: 'quiet'}, {text: isRangeShown ? range : plain``, tone: 'quiet'}],
		];
	};

/** Says the selected row, or without a cursor all rows in view. */
export const speakDocument =
	(style: DocumentStyle): Speak =>
	shown => {
		if (!viewOf(shown.state)) return [];
		const {document, head, visibleCount, top, cursor} = layoutOf(style, shown);
		if (cursor !== undefined) return spokenLines([document.row(cursor)]);
		const shownCount = Math.min(visibleCount, document.rowCount - top);
		const rows = Array.from({length: shownCount}, (_, at) => top + at).map(document.row);
		return spokenLines([...head, ...rows]);
	};

/** Says the search. */
export const speakDocumentFoot =
	(style: DocumentStyle): Speak =>
	(shown, width) =>
		spokenLines([searchLine(documentTarget(style), shown, width)]);

/** Returns how many lines a document would fill without a filter, however short the screen: its box keeps its size while the user types. */
export const documentHeight = (style: DocumentStyle, shown: DrawContext): number => {
	if (style.isLarge) return unlimitedSize;
	const state = withoutSearch(shown.state);
	const {head, rowCount} = style.read({...shown, state}, widthOf(state, style));
	return head.length + rowCount;
};

/** Returns a key handler that receives the current layout of the document. */
export const withLayout =
	(style: DocumentStyle, act: (layout: Layout, keyContext: Parameters<Binding['run']>[0]) => void): Binding['run'] =>
	(keyContext, state) =>
		act(layoutOf(style, {...keyContext.drawContext(), state}), keyContext);

/** Returns where a step leads: the view, and the cursor if the document has one. */
function stepTarget(step: Step, {document, cursor, top, visibleCount, maxTop}: Layout): {top: number; cursor?: number} {
	const pageRows = (pages: number) => Math.sign(pages) * Math.max(1, Math.floor(Math.abs(pages) * visibleCount));
	const by =
		'to' in step
			? document.rowCount * (step.to === 'first' ? -1 : 1)
			: 'rows' in step
				? step.rows
				: pageRows(step.pages);
	if (cursor === undefined) return {top: clamp(0, top + by, maxTop)};
	const direction = by < 0 ? -1 : 1;
	const next = selectableNear(document, clamp(0, cursor + by, document.rowCount - 1), direction) ?? cursor;
	// The heading above the first row comes into view with it.
	const isFirst = next === selectableNear(document, 0, 1);
	return {cursor: keyAt(document, next), top: isFirst ? 0 : clamp(next - visibleCount + 1, top, next)};
}

/** Returns what the state keeps of a row: it is the same however the rows are filtered. */
const keyAt = ({keyOf}: Document, row: number): number => keyOf?.(row) ?? row;

/** Returns the rows of a document, as a search sees them. */
const documentTarget = (style: DocumentStyle): SearchTarget => ({
	searchOf: state => viewOf(state)?.search,
	commandId: ({interface: {dialog}}) => `${prefixOf(dialog?.name ?? '')}search`,
	read(shown) {
		const layout = layoutOf(style, shown);
		const {document, matches, match, cursor, top} = layout;
		return {
			matches,
			cursor: cursor ?? match,
			// The rows of a filter are other rows with every letter.
			start: document.keyOf ? 0 : (cursor ?? top),
			moveTo: (state, row) => scrollDialog(state, {top: topRevealing(row, layout), cursor: keyAt(document, row)}),
		};
	},
});

/** Returns the scope of a document: `keys`, followed by the keys that every document has. */
export function documentScope(title: string, style: DocumentStyle, keys: readonly Binding[]): KeyScope {
	const target = documentTarget(style);
	const movement = movementKeys(step =>
		withLayout(style, (layout, {store}) => {
			const place = stepTarget(step, layout);
			store.change(state => scrollDialog(state, place));
		}),
	);
	return {
		title,
		keys: [...endingSearch(keys, target), ...searchKeys(target), ...movement],
		search: searchScope(title, target),
	};
}
