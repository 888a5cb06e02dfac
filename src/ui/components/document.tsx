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
import {matchesIn, movementBindingsWith, rowsOfStep, type Step, searchable} from '../keys/list-keys.ts';
import {scrolled} from '../lines/text-lines.ts';
import {DialogBox} from './dialog-box.tsx';

/** The head stays in place while the rows scroll below it. */
type Document = {
	readonly head?: readonly Line[];
	readonly rows: readonly Line[];
	/** The id of each row, kept while others are filtered out. Undefined for a row that the cursor skips. Default: its index. */
	readonly rowIds?: ReadonlyArray<number | undefined>;
};

type DocumentDialog = {
	readonly title: SafeText;
	readonly keys: readonly Binding[];
	/** Must be pure. Lines are at most `width` cells wide. */
	readonly read: (drawing: DrawContext, width: number) => Document;
	readonly hasCursor?: boolean;
	/** Whether a search filters the rows instead of marking the matches. */
	readonly isFiltered?: boolean;
	readonly isLarge?: boolean;
};

const gutterWidth = 2;

const unlimitedSize = 10_000;

function readFor({read, isLarge, hasCursor}: DocumentDialog, drawing: DrawContext): Document {
	const width = dialogContentWidth(drawing.state.interface.size, isLarge ? unlimitedSize : undefined);
	// Keeps a cell free before the scroll marks.
	return read(drawing, Math.max(1, width - 1 - (hasCursor ? gutterWidth : 0)));
}

const keyAt = ({rowIds}: Document, row: number): number | undefined => (rowIds ? rowIds[row] : row);

const selectableRows = (document: Document): readonly number[] =>
	[...document.rows.keys()].filter(row => keyAt(document, row) !== undefined);

/** Falls back to the next row that can be selected, or to the last one. */
export function rowOfId(document: Document, key: number): number | undefined {
	const rows = selectableRows(document);
	return rows.find(row => (keyAt(document, row) ?? 0) >= key) ?? rows.at(-1);
}

type Viewport = {readonly top: number; readonly maxTop: number; readonly visibleCount: number};

const topRevealing = (row: number, {top, visibleCount, maxTop}: Viewport) =>
	row >= top && row < top + visibleCount ? top : clamp(row - Math.floor(visibleCount / 2), 0, maxTop);

/** The lower border shows the search. The shortest screens have no border, so the search takes a line of its own. */
const footHeight = (state: State): number =>
	Number(!isBare(state.interface.size) || viewOf(state)?.search !== undefined);

type DocumentLayout = ReturnType<typeof layOut>;

function layOut(dialog: DocumentDialog, drawing: DrawContext) {
	const {state} = drawing;
	const view = viewOf(state);
	const document = readFor(dialog, drawing);
	const {head: wholeHead = [], rows} = document;
	const {size} = state.interface;
	const height = bodyHeight(size) - (isBare(size) ? footHeight(state) : dialogBorder);
	// A screen too short for the head shows rows in its place.
	const head = height > wholeHead.length ? wholeHead : [];
	const visibleCount = Math.max(1, height - head.length);
	const maxTop = Math.max(0, rows.length - visibleCount);
	const query = caseless(view?.search?.query ?? '');
	const textAt = (row: number) =>
		keyAt(document, row) === undefined ? undefined : caseless(lineText(rows[row] ?? []));
	const matches = matchesIn(rows.length, textAt, query);
	const cursor = dialog.hasCursor ? rowOfId(document, view?.cursor ?? 0) : undefined;
	const from = cursor ?? view?.cursor ?? 0;
	const match = view?.search && (matches.find(row => row >= from) ?? matches[0]);
	const viewport = {top: clamp(view?.top ?? 0, 0, maxTop), maxTop, visibleCount};
	const top = cursor === undefined ? viewport.top : topRevealing(cursor, viewport);
	return {document, head, visibleCount, top, maxTop, query, matches, match, cursor};
}

function stepTarget(step: Step, {document, cursor, top, visibleCount, maxTop}: DocumentLayout) {
	const {length: count} = document.rows;
	const by = rowsOfStep(step, count, visibleCount);
	// A text scrolled to its end stays there while it grows.
	if (cursor === undefined) return {top: top + by < maxTop ? Math.max(0, top + by) : Number.POSITIVE_INFINITY};
	const rows = selectableRows(document);
	const row = clamp(cursor + by, 0, count - 1);
	const [after, before] = [rows.find(other => other >= row), rows.findLast(other => other <= row)];
	const next = (by < 0 ? (before ?? after) : (after ?? before)) ?? cursor;
	// The first row brings the headings above it into view.
	return {cursor: keyAt(document, next), top: next === rows[0] ? 0 : clamp(top, next - visibleCount + 1, next)};
}

const withGutter = (line: Line, isSelected: boolean): Line => [
	{text: isSelected ? plain`▌` : plain` `, tone: isSelected ? 'gutter' : 'plain'},
	space,
	...line,
];

function documentLines(layout: DocumentLayout, hasCursor: boolean, width: number): readonly Line[] {
	const {document, head, top, visibleCount, query, match, cursor} = layout;
	// If there is a cursor, a match is current only while the cursor is on it.
	const current = cursor === undefined || cursor === match ? match : undefined;
	const shown = (line: Line, isSelected = false): Line =>
		cutLine(hasCursor ? withGutter(line, isSelected) : line, width - 2);
	const rows = scrolled(document.rows, {top, height: visibleCount, width}, (line, row) =>
		shown(markedLine(line, query, row === current ? 'current' : 'match'), row === cursor),
	);
	return [
		...head.map(line => shown(line)),
		// Pads the selected row, so that its background fills the width. A row with a scroll mark already fills it.
		...rows.map((line, at) => (top + at === cursor && lineWidth(line) < width ? fitSpans(line, width - 1) : line)),
	];
}

function footLine({document: {rows}, visibleCount, top, maxTop}: DocumentLayout, search: Line, width: number): Line {
	const last = Math.min(rows.length, top + visibleCount);
	const range = maxTop > 0 ? plain` ${count(top + 1)} to ${count(last)} of ${count(rows.length)} ` : plain``;
	const used = lineWidth(search);
	const shownRange = used + range.length + 2 <= width ? range : plain``;
	const rule = '─'.repeat(Math.max(0, width - used - shownRange.length));
	return [...search, {text: safe(rule, width), tone: 'quiet'}, {text: shownRange, tone: 'quiet', spoken: plain``}];
}

/** In lines. Ignores the search, so that the box keeps its size while the user types. */
function documentHeight(dialog: DocumentDialog, drawing: DrawContext): number {
	if (dialog.isLarge) return unlimitedSize;
	const {head = [], rows} = readFor(dialog, {...drawing, state: withoutSearch(drawing.state)});
	return head.length + rows.length;
}

export function documentDialog(dialog: DocumentDialog): KeyScope & {readonly component: ComponentType} {
	const {title, isLarge, isFiltered, hasCursor = false} = dialog;
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
				// A filter changes the rows with every letter, so its search starts at the top.
				start: document.rowIds ? 0 : (cursor ?? top),
				moveTo: (state, row) => scrollDialog(state, {top: topRevealing(row, layout), cursor: keyAt(document, row)}),
			};
		},
	});
	const draw: Draw = (drawing, width) =>
		viewOf(drawing.state) ? documentLines(layoutOf(drawing), hasCursor, width) : [];
	const drawFoot: Draw = (drawing, width) => [footLine(layoutOf(drawing), lineOf(drawing, width), width)];
	const movement = movementBindingsWith(step => ({store, drawContext}, state) => {
		const target = stepTarget(step, layoutOf({...drawContext(), state}));
		store.change(current => scrollDialog(current, target));
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
