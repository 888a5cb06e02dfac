import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, markedLine, space} from '../../present/line.ts';
import {scrollDialog, viewOf, withoutSearch} from '../../store/state/documents.ts';
import {cells, plain, safe} from '../../text.ts';
import type {Binding, Draw, DrawContext, Layer} from '../contexts.ts';
import {prefixOf} from '../keys/command-ids.ts';
import {movementKeys, type Step} from '../keys/movement-keys.ts';
import {endingSearch, type SearchTarget, searchKeys, searchLayer, searchLine} from '../keys/search.ts';
import {withScrollMarks} from '../render/scroll-marks.ts';
import {
	clamp,
	type Document,
	type DocumentStyle,
	type Layout,
	layoutOf,
	selectableNear,
	topRevealing,
	unlimitedSize,
	widthOf,
} from './document-layout.ts';

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

/** Returns how many lines a document would fill without a filter, however short the screen: its box keeps its size while the user types. */
export const documentHeight = (style: DocumentStyle, shown: DrawContext): number => {
	if (style.isLarge) return unlimitedSize;
	const state = withoutSearch(shown.state);
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

/** Returns the layer of a document: `keys`, followed by the keys that every document has. */
export function documentLayer(title: string, style: DocumentStyle, keys: readonly Binding[]): Layer {
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
		search: searchLayer(title, target),
	};
}
