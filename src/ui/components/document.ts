import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, lineText, markedLine, space} from '../../present/line.ts';
import type {DocumentView} from '../../store/model/document-view.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../store/model/layout.ts';
import {withSearch} from '../../store/reducers/documents.ts';
import {keyOf} from '../../store/state/key-names.ts';
import type {State} from '../../store/state/state.ts';
import {cells, plain, safe} from '../../text.ts';
import type {Binding, Draw, DrawContext, Layer, Speak} from '../contexts.ts';
import {prefixOf} from '../keys/command-ids.ts';
import {movementKeys, type Step} from '../keys/movement-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {withScrollMarks} from '../lines/scroll-marks.ts';
import {type Found, searchLine} from '../lines/search-line.ts';
import {spokenLines} from '../lines/spoken-lines.ts';

/** Read-only text or a table: the head stays in place, the rows scroll below it. */
type Document = {
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

export const viewOf = ({interface: {dialog}}: State): DocumentView | undefined =>
	dialog && dialog.name !== 'bulk' && 'top' in dialog ? dialog : undefined;

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
	const search = view?.search;
	const document = style.read(shown, widthOf(state, style));
	const {rowCount, rowHeight} = document;
	const height = bodyHeight(state.interface.size) - dialogBorder;
	const head = height >= document.head.length + 2 * rowHeight ? document.head : [];
	const visibleCount = Math.max(1, Math.floor((height - head.length) / rowHeight));
	const maxTop = Math.max(0, rowCount - visibleCount);
	const top = clamp(0, view?.top ?? 0, maxTop);
	const query = search?.query.toLowerCase() ?? '';
	const matches = query === '' ? [] : matchesIn(document, query);
	const held = cursorOf(document, view?.cursor ?? 0);
	// While the query is typed, cursor and view follow the first match.
	const from = search?.isTyping ? search.from : (held ?? search?.from ?? 0);
	const match = search && (matches.find(row => row >= from) ?? matches[0]);
	const isFollowing = search?.isTyping && match !== undefined;
	const cursor = isFollowing && held !== undefined ? match : held;
	const layout = {document, head, visibleCount, maxTop, query, matches, match, cursor};
	const followed = isFollowing ? match : cursor;
	return {...layout, top: followed === undefined ? top : topRevealing(followed, {top, visibleCount, maxTop})};
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

const matchesIn = ({rowCount, row, canSelect}: Document, query: string): readonly number[] =>
	Array.from({length: rowCount}, (_, index) => index).filter(
		index => (canSelect?.(index) ?? true) && row(index).some(line => lineText(line).includes(query)),
	);

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
		const rows = Array.from({length: shownCount}, (_, at) => top + at).flatMap(index =>
			document.row(index).map(line => {
				const marked = markedLine(line, query, index === match ? 'caret' : 'match');
				return style.hasCursor ? withGutter(marked, index === cursor, shown.context) : marked;
			}),
		);
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

function foundIn(layout: Layout): Found {
	const match = currentMatch(layout);
	return {count: layout.matches.length, at: match === undefined ? undefined : layout.matches.indexOf(match) + 1};
}

/** Draws the lower border of a document: the search, and which rows are in view. */
export const drawDocumentFoot =
	(style: DocumentStyle): Draw =>
	(shown, width) => {
		const {state, context} = shown;
		const layout = layoutOf(style, shown);
		const {document, visibleCount, top, maxTop} = layout;
		const {rowCount} = document;
		const search = searchLine(state, viewOf(state)?.search, foundIn(layout), width);
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
		if (cursor !== undefined) return spokenLines(document.row(cursor));
		const shownCount = Math.min(visibleCount, document.rowCount - top);
		const rows = Array.from({length: shownCount}, (_, at) => top + at).flatMap(document.row);
		return spokenLines([...head, ...rows]);
	};

/** Says the search. */
export const speakDocumentFoot =
	(style: DocumentStyle): Speak =>
	(shown, width) => {
		const {state} = shown;
		return spokenLines([searchLine(state, viewOf(state)?.search, foundIn(layoutOf(style, shown)), width)]);
	};

/** Returns how many lines a document would fill without a filter, however short the screen: its box keeps its size while the user types. */
export const documentHeight = (style: DocumentStyle, shown: DrawContext): number => {
	if (style.isLarge) return unlimitedSize;
	const state = withSearch(shown.state, undefined);
	const {head, rowCount, rowHeight} = style.read({...shown, state}, widthOf(state, style));
	return head.length + rowCount * rowHeight;
};

/** Returns a key handler that receives the current layout of the document. */
export const withLayout =
	(style: DocumentStyle, act: (layout: Layout, keyContext: Parameters<Binding['run']>[0]) => void): Binding['run'] =>
	(keyContext, state) =>
		act(layoutOf(style, {...keyContext.shown(), state}), keyContext);

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

function withoutSearch(state: State): string | undefined {
	if (viewOf(state)?.search) return undefined;
	const id = `${prefixOf(state.interface.dialog?.name ?? '')}search`;
	return `Press ${keyOf(state, id, plain`/`)} to search first`;
}

/** Moves to the next or the previous match, wrapping around at the ends. */
const stepTo = (style: DocumentStyle, by: 1 | -1): Binding['run'] =>
	withLayout(style, (layout, {store, clock}) => {
		const {document, matches, match, cursor} = layout;
		if (match === undefined) return store.dispatch({type: 'blocked', reason: 'Nothing matches', at: clock.now()});
		const at = cursor ?? match;
		const next =
			by > 0 ? (matches.find(row => row > at) ?? matches[0]) : (matches.findLast(row => row < at) ?? matches.at(-1));
		const to = next ?? match;
		store.dispatch({type: 'search-stepped', match: keyAt(document, to), top: topRevealing(to, layout)});
	});

/** The keys of every document. */
const documentKeys = (style: DocumentStyle): readonly Binding[] => [
	{
		keys: ['/'],
		label: 'search',
		isHinted: true,
		run: withLayout(style, ({document, top, cursor}, {store}) =>
			// The rows of a filter are other rows with every letter.
			store.dispatch({type: 'search-opened', from: document.keyOf ? 0 : (cursor ?? top)}),
		),
	},
	{keys: ['n'], label: 'next match', blocked: withoutSearch, run: stepTo(style, 1)},
	{keys: ['N'], label: 'previous match', blocked: withoutSearch, run: stepTo(style, -1)},
	...movementKeys(step =>
		withLayout(style, (layout, {store}) => store.dispatch({type: 'dialog-scrolled', ...stepTarget(step, layout)})),
	),
];

/** The keys while the query is being typed. */
const searchKeys = (style: DocumentStyle): readonly Binding[] => [
	{
		keys: ['enter'],
		label: 'search',
		isHinted: true,
		run: withLayout(style, ({document, query, match, top}, {store}) =>
			store.dispatch(
				query === ''
					? {type: 'search-cleared'}
					: {type: 'search-stepped', match: match === undefined ? top : keyAt(document, match), top},
			),
		),
	},
	{keys: ['esc'], label: 'cancel', isHinted: true, run: ({store}) => store.dispatch({type: 'search-cleared'})},
	...lineEditing,
];

/** Lets esc end the search before it closes the document. */
const endingSearch = (binding: Binding): Binding =>
	binding.keys.includes('esc')
		? {
				...binding,
				run(keyContext, state, key, subject) {
					if (key === 'esc' && viewOf(state)?.search) keyContext.store.dispatch({type: 'search-cleared'});
					else binding.run(keyContext, state, key, subject);
				},
			}
		: binding;

/** Returns the layer of a document: `keys`, followed by the keys that every document has. */
export const documentLayer = (title: string, style: DocumentStyle, keys: readonly Binding[]): Layer => ({
	title,
	keys: [...keys.map(endingSearch), ...documentKeys(style)],
	search: {title, keys: searchKeys(style), isTyping: true, onText: typeText},
});
