import {type Cursor, followed} from '../model/cursor.ts';
import {currentList, withCursor} from './lists.ts';
import type {DocumentScroll, DocumentView, Search} from './screen.ts';
import {currentScreen, isScreenCovered, type State, withInterface, withScreen} from './state.ts';

/** The open dialog if it shows a text or a table. */
export function viewOf({interface: {dialog}}: State) {
	return dialog && dialog.name !== 'bulk' && 'top' in dialog ? dialog : undefined;
}

/** Leaves the cursor alone if `scroll` has none. */
export function scrollDialog(state: State, scroll: DocumentScroll): State {
	const document = viewOf(state);
	return document ? withInterface(state, {dialog: {...document, ...scroll}}) : state;
}

const movedDown = ({top, cursor}: DocumentScroll, count: number): DocumentScroll => ({
	top: top + count,
	cursor: cursor === undefined ? undefined : cursor + count,
});

export const movedBelow = <View extends DocumentView>(view: View, count: number): View => ({
	...view,
	...movedDown(view, count),
	search: view.search && {...view.search, origin: movedDown(view.search.origin, count)},
});

export function listSearchOf(state: State): Search<Cursor> | undefined {
	const screen = currentScreen(state);
	return 'search' in screen ? screen.search : undefined;
}

/** The query being typed in the open dialog, or in the list if nothing covers it. */
export function typedQuery(state: State): string | undefined {
	const search = isScreenCovered(state) ? viewOf(state)?.search : listSearchOf(state);
	return search?.isTyping ? search.query : undefined;
}

type SearchChange = <Origin>(search: Search<Origin> | undefined, origin: Origin) => Search<Origin> | undefined;

function withSearch(state: State, change: SearchChange): State {
	const document = viewOf(state);
	if (document) {
		const {search, top, cursor} = document;
		return withInterface(state, {dialog: {...document, search: change(search, {top, cursor})}});
	}

	const screen = currentScreen(state);
	if (screen.name !== 'deployments') return state;
	const search = change(screen.search, screen.cursor);
	return withScreen(state, {...screen, search});
}

export const openSearch = (state: State): State =>
	withSearch(state, (_search, origin) => ({query: '', isTyping: true, origin}));

export const withQuery = (state: State, query: string): State =>
	withSearch(state, search => search && {...search, query});

export const applySearch = (state: State): State =>
	typedQuery(state) === '' ? clearSearch(state) : withSearch(state, search => search && {...search, isTyping: false});

export const withoutSearch = (state: State): State => withSearch(state, () => undefined);

export const clearSearch = (state: State): State =>
	withoutSearch(typedQuery(state) === undefined ? state : rewindSearch(state));

export function rewindSearch(state: State): State {
	const document = viewOf(state);
	if (document) return document.search ? scrollDialog(state, document.search.origin) : state;
	const origin = listSearchOf(state)?.origin;
	const list = currentList(state);
	if (!origin || !list) return state;
	return withCursor(state, followed(origin, list.rows));
}
