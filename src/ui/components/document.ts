import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, markedLine} from '../../present/line.ts';
import type {DocumentView} from '../../store/model/document-view.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../store/model/layout.ts';
import type {State} from '../../store/state/state.ts';
import {cells, plain, safe} from '../../text.ts';
import type {Binding, Draw, DrawContext, Layer} from '../contexts.ts';
import {movementKeys, type Step} from '../keys/movement-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {type Found, searchLine} from '../render/search-line.ts';

/** Read-only text or a table: the head stays in place, the rows scroll below it. */
export type Document = {
	readonly head: readonly Line[];
	readonly rowCount: number;
	/** Lines per row. */
	readonly rowHeight: number;
	readonly row: (index: number) => readonly Line[];
};

/** How a dialog shows a document. */
export type DocumentStyle = {
	/** Returns the document with lines at most `width` cells wide. Must be pure. */
	readonly read: (shown: DrawContext, width: number) => Document;
	/** Whether the dialog fills the screen. Default: as high as its content, and as wide as text is comfortable to read. */
	readonly isLarge?: boolean;
};

/** A size larger than any screen, for a dialog that fills it. */
export const unlimitedSize = 10_000;

export const textDocument = (lines: readonly Line[], head: readonly Line[] = []): Document => ({
	head,
	rowCount: lines.length,
	rowHeight: 1,
	row: index => lines.slice(index, index + 1),
});

const viewOf = ({interface: {dialog}}: State): DocumentView | undefined =>
	dialog && dialog.name !== 'bulk' && 'top' in dialog ? dialog : undefined;

/** Returns the width of a document's lines, in cells. */
const widthOf = ({interface: {size}}: State, {isLarge}: DocumentStyle): number =>
	contentWidth(size, isLarge ? unlimitedSize : undefined);

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
};

function layoutOf(style: DocumentStyle, shown: DrawContext): Layout {
	const {state} = shown;
	const {top: wanted, search} = viewOf(state) ?? {top: 0};
	const document = style.read(shown, widthOf(state, style));
	const {rowCount, rowHeight} = document;
	const height = bodyHeight(state.interface.size) - dialogBorder;
	const head = height >= document.head.length + 2 * rowHeight ? document.head : [];
	const visibleCount = Math.max(1, Math.floor((height - head.length) / rowHeight));
	const maxTop = Math.max(0, rowCount - visibleCount);
	const top = clamp(0, wanted, maxTop);
	const query = search?.query.toLowerCase() ?? '';
	const matches = query === '' ? [] : matchesIn(document, query);
	const match = search && (matches.find(row => row >= search.from) ?? matches[0]);
	const layout = {document, head, visibleCount, maxTop, query, matches, match};
	// While the query is typed, the view follows the first match.
	const isFollowing = search?.isTyping && match !== undefined;
	return {...layout, top: isFollowing ? topRevealing(match, {top, visibleCount, maxTop}) : top};
}

const matchesIn = ({rowCount, row}: Document, query: string): readonly number[] =>
	Array.from({length: rowCount}, (_, index) => index).filter(index =>
		row(index).some(line => {
			const text = line.map(span => span.text).join('');
			return text.toLowerCase().includes(query);
		}),
	);

/** Draws a document, with scroll marks at its right edge where it continues. */
export const drawDocument =
	(style: DocumentStyle): Draw =>
	(shown, width, height) => {
		if (!viewOf(shown.state)) return [];
		const {document, head, visibleCount, top, maxTop, query, match} = layoutOf(style, shown);
		const shownCount = Math.min(visibleCount, document.rowCount - top);
		const rows = Array.from({length: shownCount}, (_, at) => top + at).flatMap(index =>
			document.row(index).map(line => markedLine(line, query, index === match ? 'caret' : 'match')),
		);
		const lines = [...head, ...rows].slice(0, height);
		const {isAscii} = shown.context;
		const withMark = (line: Line, mark: Line[number]['text']): Line => [
			...fitSpans(cutLine(line, width - 1), width - 1),
			{text: mark, tone: 'quiet'},
		];
		return lines.map((line, at) => {
			if (top < maxTop && at === lines.length - 1) return withMark(line, isAscii ? plain`v` : plain`▼`);
			if (top > 0 && at === head.length) return withMark(line, isAscii ? plain`^` : plain`▲`);
			return cutLine(line, width - 1);
		});
	};

const foundIn = ({matches, match}: Layout): Found => ({
	count: matches.length,
	at: match === undefined ? undefined : matches.indexOf(match) + 1,
});

/** Draws the lower border of a document: the search, and which rows are in view. */
export const drawDocumentFoot =
	(style: DocumentStyle): Draw =>
	(shown, width) => {
		const {state, context} = shown;
		const layout = layoutOf(style, shown);
		const {document, visibleCount, top, maxTop} = layout;
		const {rowCount} = document;
		const search = searchLine(state, foundIn(layout), width);
		const last = Math.min(rowCount, top + visibleCount);
		const range = maxTop > 0 ? plain` ${count(top + 1)} to ${count(last)} of ${count(rowCount)} ` : plain``;
		const used = search.reduce((sum, {text}) => sum + cells(text), 0);
		const isRangeShown = used + cells(range) + 2 <= width;
		const rule = (context.isAscii ? '-' : '─').repeat(Math.max(0, width - used - (isRangeShown ? cells(range) : 0)));
		return [
			[...search, {text: safe(rule, width), tone: 'quiet'}, {text: isRangeShown ? range : plain``, tone: 'quiet'}],
		];
	};

/** Returns how many lines a document would fill, however short the screen. */
export const documentHeight = (style: DocumentStyle, shown: DrawContext): number => {
	if (style.isLarge) return unlimitedSize;
	const {head, rowCount, rowHeight} = style.read(shown, widthOf(shown.state, style));
	return head.length + rowCount * rowHeight;
};

/** Returns a key handler that receives the current layout of the document. */
const withLayout =
	(style: DocumentStyle, act: (layout: Layout, keyContext: Parameters<Binding['run']>[0]) => void): Binding['run'] =>
	(keyContext, state) =>
		act(layoutOf(style, {...keyContext.shown(), state}), keyContext);

const topAfter = (step: Step, {top, visibleCount, maxTop}: Layout): number => {
	if ('to' in step) return step.to === 'first' ? 0 : maxTop;
	const pageRows = (pages: number) => Math.sign(pages) * Math.max(1, Math.floor(Math.abs(pages) * visibleCount));
	return clamp(0, top + ('rows' in step ? step.rows : pageRows(step.pages)), maxTop);
};

const withoutSearch = (state: State): string | undefined =>
	viewOf(state)?.search ? undefined : 'Press / to search first';

/** Moves to the next or the previous match, wrapping around at the ends. */
const stepTo = (style: DocumentStyle, by: 1 | -1): Binding['run'] =>
	withLayout(style, (layout, {store, clock}) => {
		const {matches, match} = layout;
		if (match === undefined) return store.dispatch({type: 'blocked', reason: 'Nothing matches', at: clock.now()});
		const at = (matches.indexOf(match) + by + matches.length) % matches.length;
		const next = matches[at] ?? match;
		store.dispatch({type: 'search-stepped', match: next, top: topRevealing(next, layout)});
	});

/** The keys of every document. */
const documentKeys = (style: DocumentStyle): readonly Binding[] => [
	{
		keys: ['/'],
		label: 'search',
		isHinted: true,
		run: withLayout(style, ({top}, {store}) => store.dispatch({type: 'search-opened', from: top})),
	},
	{keys: ['n'], label: 'next match', blocked: withoutSearch, run: stepTo(style, 1)},
	{keys: ['N'], label: 'previous match', blocked: withoutSearch, run: stepTo(style, -1)},
	...movementKeys(step =>
		withLayout(style, (layout, {store}) => store.dispatch({type: 'dialog-scrolled', top: topAfter(step, layout)})),
	),
];

/** The keys while the query is being typed. */
const searchKeys = (style: DocumentStyle): readonly Binding[] => [
	{
		keys: ['enter'],
		label: 'search',
		isHinted: true,
		run: withLayout(style, ({query, match, top}, {store}) =>
			store.dispatch(query === '' ? {type: 'search-cleared'} : {type: 'search-stepped', match: match ?? top, top}),
		),
	},
	{keys: ['esc'], label: 'cancel', isHinted: true, run: ({store}) => store.dispatch({type: 'search-cleared'})},
	...lineEditing,
];

/** Returns the layer of a document: `keys`, followed by the keys that every document has. */
export const documentLayer = (title: string, style: DocumentStyle, keys: readonly Binding[]): Layer => ({
	title,
	keys: [...keys, ...documentKeys(style)],
	search: {title, keys: searchKeys(style), isTyping: true, onText: typeText},
});
