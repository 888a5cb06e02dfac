import type {ComponentType} from 'react';
import {clamp} from '../../base/clamp.ts';
import {memo} from '../../base/memo.ts';
import {caseless, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyHeight, dialogBorder, dialogContentWidth, isBare} from '../../model/layout.ts';
import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, lineText, lineWidth, markedLine, space} from '../../present/line.ts';
import {scrollDialog, viewOf, withoutSearch} from '../../state/documents.ts';
import type {State} from '../../state/state.ts';
import type {Binding, Draw, DrawContext, KeyScope} from '../contexts.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {matchesIn, movementKeys, rowsOfStep, type Step, searchable} from '../keys/list-keys.ts';
import {scrolled} from '../lines/text-lines.ts';
import {DialogBox} from './dialog-box.tsx';

/** Read-only text or a table: the head stays in place, the rows scroll below it. */
type Document = {
	readonly head?: readonly Line[];
	readonly rows: readonly Line[];
	/** A number for each row that the cursor can be on, which identifies it while rows are filtered. Default: its index. */
	readonly keys?: ReadonlyArray<number | undefined>;
};

export type DocumentDialog = {
	readonly title: SafeText;
	/** Its own keys. Those that move and search follow. */
	readonly keys: readonly Binding[];
	/** Returns the document with lines at most `width` cells wide. Must be pure. */
	readonly read: (drawing: DrawContext, width: number) => Document;
	/** Whether rows can be selected. They are drawn after a gutter. */
	readonly hasCursor?: boolean;
	/** Whether a search leaves only the rows that match. */
	readonly isFiltered?: boolean;
	/** Whether the dialog fills the screen. Default: as high as its content, and as wide as text is comfortable to read. */
	readonly isLarge?: boolean;
};

const gutterWidth = 2;

/** A size larger than any screen, for a dialog that fills it. */
const unlimitedSize = 10_000;

/** Returns a document with lines for the current screen. A cell stays free before the scroll marks. */
function readFor({read, isLarge, hasCursor}: DocumentDialog, drawing: DrawContext): Document {
	const width = dialogContentWidth(drawing.state.interface.size, isLarge ? unlimitedSize : undefined);
	return read(drawing, Math.max(1, width - 1 - (hasCursor ? gutterWidth : 0)));
}

/** What the state keeps of a row: the same however the rows are filtered. */
const keyAt = ({keys}: Document, row: number): number | undefined => (keys ? keys[row] : row);

const selectableRows = (document: Document): readonly number[] =>
	[...document.rows.keys()].filter(row => keyAt(document, row) !== undefined);

/** Returns the row with a key, or the next one that can be selected. */
export function rowOfKey(document: Document, key: number): number | undefined {
	const rows = selectableRows(document);
	return rows.find(row => (keyAt(document, row) ?? 0) >= key) ?? rows.at(-1);
}

type Viewport = {readonly top: number; readonly maxTop: number; readonly visibleCount: number};

/** Returns the scroll offset that brings a row into view, centred if it was not visible. */
const topRevealing = (row: number, {top, visibleCount, maxTop}: Viewport) =>
	row >= top && row < top + visibleCount ? top : clamp(row - Math.floor(visibleCount / 2), 0, maxTop);

/** The line for the search: that of the lower border, or on the shortest screen a row while there is a search. */
const footHeight = (state: State): number =>
	Number(!isBare(state.interface.size) || viewOf(state)?.search !== undefined);

type DocumentLayout = ReturnType<typeof layOut>;

/** Lays a document out for the current screen. The head is left out on a screen too short for it. */
function layOut(dialog: DocumentDialog, drawing: DrawContext) {
	const {state} = drawing;
	const view = viewOf(state);
	const document = readFor(dialog, drawing);
	const {head: wholeHead = [], rows} = document;
	const {size} = state.interface;
	const height = bodyHeight(size) - (isBare(size) ? footHeight(state) : dialogBorder);
	const head = height > wholeHead.length ? wholeHead : [];
	const visibleCount = Math.max(1, height - head.length);
	const maxTop = Math.max(0, rows.length - visibleCount);
	const query = caseless(view?.search?.query ?? '');
	const textAt = (row: number) =>
		keyAt(document, row) === undefined ? undefined : caseless(lineText(rows[row] ?? []));
	const matches = matchesIn(rows.length, textAt, query);
	const cursor = dialog.hasCursor ? rowOfKey(document, view?.cursor ?? 0) : undefined;
	const from = cursor ?? view?.cursor ?? 0;
	/** The row of the current match. */
	const match = view?.search && (matches.find(row => row >= from) ?? matches[0]);
	const scrolled = {top: clamp(view?.top ?? 0, 0, maxTop), maxTop, visibleCount};
	const top = cursor === undefined ? scrolled.top : topRevealing(cursor, scrolled);
	return {document, head, visibleCount, top, maxTop, query, matches, match, cursor};
}

function stepTarget(step: Step, {document, cursor, top, visibleCount, maxTop}: DocumentLayout) {
	const {length: count} = document.rows;
	const by = rowsOfStep(step, count, visibleCount);
	// At its end, a text stays there while it grows.
	if (cursor === undefined) return {top: top + by < maxTop ? Math.max(0, top + by) : Number.POSITIVE_INFINITY};
	const rows = selectableRows(document);
	const row = clamp(cursor + by, 0, count - 1);
	const [after, before] = [rows.find(other => other >= row), rows.findLast(other => other <= row)];
	const next = (by < 0 ? (before ?? after) : (after ?? before)) ?? cursor;
	// What stands above the first row comes into view with it.
	return {cursor: keyAt(document, next), top: next === rows[0] ? 0 : clamp(top, next - visibleCount + 1, next)};
}

const withGutter = (line: Line, isSelected: boolean): Line => [
	{text: isSelected ? plain`▌` : plain` `, tone: isSelected ? 'gutter' : 'plain'},
	space,
	...line,
];

function documentLines(layout: DocumentLayout, hasCursor: boolean, width: number): readonly Line[] {
	const {document, head, top, visibleCount, query, match, cursor} = layout;
	// With a cursor, a match is the current one only while the cursor is on it.
	const current = cursor === undefined || cursor === match ? match : undefined;
	const shown = (line: Line, isSelected = false): Line =>
		cutLine(hasCursor ? withGutter(line, isSelected) : line, width - 2);
	const rows = scrolled(document.rows, {top, height: visibleCount, width}, (line, row) =>
		shown(markedLine(line, query, row === current ? 'current' : 'match'), row === cursor),
	);
	return [
		...head.map(line => shown(line)),
		// The background of the selected row takes the whole width. A row with a scroll mark has it already.
		...rows.map((line, at) => (top + at === cursor && lineWidth(line) < width ? fitSpans(line, width - 1) : line)),
	];
}

/** Draws the lower border of a document: the search, and which rows are in view. */
function footLine({document: {rows}, visibleCount, top, maxTop}: DocumentLayout, search: Line, width: number): Line {
	const last = Math.min(rows.length, top + visibleCount);
	const range = maxTop > 0 ? plain` ${count(top + 1)} to ${count(last)} of ${count(rows.length)} ` : plain``;
	const used = lineWidth(search);
	const shownRange = used + range.length + 2 <= width ? range : plain``;
	const rule = '─'.repeat(Math.max(0, width - used - shownRange.length));
	return [...search, {text: safe(rule, width), tone: 'quiet'}, {text: shownRange, tone: 'quiet', spoken: plain``}];
}

/** Returns how many lines a document would fill without a search, however short the screen: its box keeps its size while the user types. */
function documentHeight(dialog: DocumentDialog, drawing: DrawContext): number {
	if (dialog.isLarge) return unlimitedSize;
	const {head = [], rows} = readFor(dialog, {...drawing, state: withoutSearch(drawing.state)});
	return head.length + rows.length;
}

export function documentDialog(dialog: DocumentDialog): KeyScope & {readonly component: ComponentType} {
	const {title, isLarge, isFiltered, hasCursor = false} = dialog;
	/** Used for every part of a frame. */
	const layoutOf = memo((drawing: DrawContext) => layOut(dialog, drawing));
	const {lineOf, keys, search} = searchable(title, dialog.keys, {
		isFilter: isFiltered,
		searchOf: state => viewOf(state)?.search,
		read(drawing) {
			const layout = layoutOf(drawing);
			const {document, matches, match, cursor, top} = layout;
			return {
				matches,
				cursor: cursor ?? match,
				// The rows of a filter are other rows with every letter.
				start: document.keys ? 0 : (cursor ?? top),
				moveTo: (state, row) => scrollDialog(state, {top: topRevealing(row, layout), cursor: keyAt(document, row)}),
			};
		},
	});
	const draw: Draw = (drawing, width) =>
		viewOf(drawing.state) ? documentLines(layoutOf(drawing), hasCursor, width) : [];
	const drawFoot: Draw = (drawing, width) => [footLine(layoutOf(drawing), lineOf(drawing, width), width)];
	const movement = movementKeys(step => ({store, drawContext}, state) => {
		const place = stepTarget(step, layoutOf({...drawContext(), state}));
		store.change(current => scrollDialog(current, place));
	});

	function DocumentBox() {
		const {drawContext} = useAppContext();
		const height = useStore(state => documentHeight(dialog, {...drawContext(), state}));
		const hasFoot = useStore(state => footHeight(state) > 0);
		return (
			<DialogBox
				title={title}
				contentHeight={height}
				{...(isLarge && {width: unlimitedSize})}
				{...(hasFoot && {foot: drawFoot})}
				lines={draw}
			/>
		);
	}

	return {title, component: DocumentBox, keys: [...keys, ...movement], search};
}
