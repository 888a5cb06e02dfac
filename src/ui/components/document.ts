import {count} from '../../present/format.ts';
import {cutLine, fitSpans, type Line, markedLine} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import type {DocumentView} from '../../store/model/document-view.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../store/model/layout.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import type {State} from '../../store/state/state.ts';
import {cells, plain, safe} from '../../text.ts';
import type {Binding, Draw, DrawContext, Layer} from '../contexts.ts';
import {movementKeys, type Step} from '../keys/movement-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';

/** A text or a table to read: its head stays, its rows scroll below it. */
export type Document = {
	readonly head: readonly Line[];
	readonly rowCount: number;
	/** Lines a row. */
	readonly rowHeight: number;
	readonly row: (index: number) => readonly Line[];
};

/** A document as a dialog shows it. */
export type DocumentStyle = {
	/** Gives its lines, at most `width` cells wide. Pure. */
	readonly read: (shown: DrawContext, width: number) => Document;
	/** Whether it is as large as the screen. Default: as high as its content, and as wide as a text is easily read. */
	readonly isLarge?: boolean;
};

/** Larger than any screen. */
export const all = 10_000;

export const textDocument = (lines: readonly Line[], head: readonly Line[] = []): Document => ({
	head,
	rowCount: lines.length,
	rowHeight: 1,
	row: index => lines.slice(index, index + 1),
});

const viewOf = ({interface: {dialog}}: State): DocumentView | undefined =>
	dialog && dialog.name !== 'bulk' && 'top' in dialog ? dialog : undefined;

/** How much of a line a document has. */
const widthOf = ({interface: {size}}: State, {isLarge}: DocumentStyle): number =>
	contentWidth(size, isLarge ? all : undefined);

const between = (low: number, at: number, high: number): number => Math.max(low, Math.min(at, high));

/** A row in the middle of the screen, unless it is in view already. */
const revealing = (row: number, {top, room, lastTop}: Pick<Layout, 'top' | 'room' | 'lastTop'>): number =>
	row >= top && row < top + room ? top : between(0, row - Math.floor(room / 2), lastTop);

/** A document as it is on the screen. */
type Layout = {
	readonly document: Document;
	/** The part of its head that there is room for. */
	readonly head: readonly Line[];
	/** How many rows fit. */
	readonly room: number;
	readonly top: number;
	readonly lastTop: number;
	readonly query: string;
	/** The rows that match the query. */
	readonly matches: readonly number[];
	/** The current match. */
	readonly match: number | undefined;
};

function layoutOf(style: DocumentStyle, shown: DrawContext): Layout {
	const {state} = shown;
	const {top: wanted, search} = viewOf(state) ?? {top: 0};
	const document = style.read(shown, widthOf(state, style));
	const {rowCount, rowHeight} = document;
	const height = bodyHeight(state.interface.size) - dialogBorder;
	const head = height >= document.head.length + 2 * rowHeight ? document.head : [];
	const room = Math.max(1, Math.floor((height - head.length) / rowHeight));
	const lastTop = Math.max(0, rowCount - room);
	const top = between(0, wanted, lastTop);
	const query = search?.query.toLowerCase() ?? '';
	const matches = query === '' ? [] : matchesIn(document, query);
	const match = search && (matches.find(row => row >= search.from) ?? matches[0]);
	const layout = {document, head, room, lastTop, query, matches, match};
	const isFollowing = search?.isTyping && match !== undefined;
	return {...layout, top: isFollowing ? revealing(match, {top, room, lastTop}) : top};
}

const matchesIn = ({rowCount, row}: Document, query: string): readonly number[] =>
	Array.from({length: rowCount}, (_, index) => index).filter(index =>
		row(index).some(line => {
			const text = line.map(span => span.text).join('');
			return text.toLowerCase().includes(query);
		}),
	);

/** Draws a document, with marks behind its right edge where it continues. */
export const drawDocument =
	(style: DocumentStyle): Draw =>
	(shown, width, height) => {
		if (!viewOf(shown.state)) return [];
		const {document, head, room, top, lastTop, query, match} = layoutOf(style, shown);
		const shownCount = Math.min(room, document.rowCount - top);
		const rows = Array.from({length: shownCount}, (_, at) => top + at).flatMap(index =>
			document.row(index).map(line => markedLine(line, query, index === match ? 'caret' : 'busy')),
		);
		const lines = [...head, ...rows].slice(0, height);
		const {isAscii} = shown.context;
		const behind = (line: Line, sign: Line[number]['text']): Line => [
			...fitSpans(cutLine(line, width - 1), width - 1),
			{text: sign, tone: 'quiet'},
		];
		return lines.map((line, at) => {
			if (top < lastTop && at === lines.length - 1) return behind(line, isAscii ? plain`v` : plain`▼`);
			if (top > 0 && at === head.length) return behind(line, isAscii ? plain`^` : plain`▲`);
			return cutLine(line, width - 1);
		});
	};

/** Draws the lower border of a document: what it is searched for, and where the reader is. */
export const drawDocumentFoot =
	(style: DocumentStyle): Draw =>
	(shown, width) => {
		const {state, context} = shown;
		const search = viewOf(state)?.search;
		const {document, room, top, lastTop, matches, match} = layoutOf(style, shown);
		const {rowCount} = document;
		const found = match === undefined ? plain`no match` : plain`${matches.indexOf(match) + 1} of ${matches.length}`;
		const isBad = match === undefined;
		const typed = editedLine(state);
		const sought: Line = search
			? [
					{text: plain` /`, tone: 'accent'},
					...(search.isTyping && typed
						? fieldLine(typed, plain``, Math.max(4, width - 12))
						: [{text: safe(search.query, Math.max(4, width - 14)), tone: 'plain'} as const]),
					...(search.query === ''
						? [{text: plain` `, tone: 'plain'} as const]
						: [{text: plain`  ${found} `, tone: isBad ? 'bad' : 'quiet'} as const]),
				]
			: [];
		const last = Math.min(rowCount, top + room);
		const place = lastTop > 0 ? plain` ${count(top + 1)} to ${count(last)} of ${count(rowCount)} ` : plain``;
		const used = sought.reduce((sum, {text}) => sum + cells(text), 0);
		const isPlaceShown = used + cells(place) + 2 <= width;
		const rule = (context.isAscii ? '-' : '─').repeat(Math.max(0, width - used - (isPlaceShown ? cells(place) : 0)));
		return [
			[...sought, {text: safe(rule, width), tone: 'quiet'}, {text: isPlaceShown ? place : plain``, tone: 'quiet'}],
		];
	};

/** How many lines a document would fill. */
export const documentHeight = (style: DocumentStyle, shown: DrawContext): number => {
	if (style.isLarge) return all;
	const {head, rowCount, rowHeight} = style.read(shown, widthOf(shown.state, style));
	return head.length + rowCount * rowHeight;
};

/** What a key does with a document as it is on the screen. */
const withLayout =
	(style: DocumentStyle, act: (layout: Layout, desk: Parameters<Binding['run']>[0]) => void): Binding['run'] =>
	(desk, state) =>
		act(layoutOf(style, {...desk.shown(), state}), desk);

const topAfter = (step: Step, {top, room, lastTop}: Layout): number => {
	if ('to' in step) return step.to === 'first' ? 0 : lastTop;
	const rows =
		'rows' in step ? step.rows : Math.sign(step.screens) * Math.max(1, Math.floor(Math.abs(step.screens) * room));
	return between(0, top + rows, lastTop);
};

const withoutSearch = (state: State): string | undefined =>
	viewOf(state)?.search ? undefined : 'Nothing was searched for yet';

/** To the next match, or the one before; from the last to the first. */
const stepTo = (style: DocumentStyle, by: 1 | -1): Binding['run'] =>
	withLayout(style, (layout, {store, clock}) => {
		const {matches, match} = layout;
		if (match === undefined) return store.dispatch({type: 'blocked', reason: 'Nothing matches', at: clock.now()});
		const at = (matches.indexOf(match) + by + matches.length) % matches.length;
		const next = matches[at] ?? match;
		store.dispatch({type: 'search-stepped', match: next, top: revealing(next, layout)});
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

/** The keys while the query is typed. */
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

/** The keyboard side of a document: its own keys, and those of every document. */
export const documentLayer = (title: string, style: DocumentStyle, keys: readonly Binding[]): Layer => ({
	title,
	keys: [...keys, ...documentKeys(style)],
	search: {title, keys: searchKeys(style), isTyping: true, onText: typeText},
});
