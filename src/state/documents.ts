import {type Cursor, followed} from '../model/cursor.ts';
import {currentList, withCursor} from './lists.ts';
import type {DocumentPlace, DocumentView, Search} from './screen.ts';
import {currentScreen, isScreenCovered, type State, withInterface, withScreen} from './state.ts';

/** Returns the dialog that shows a text or a table, with how far it is scrolled and the search within it. Undefined if none is open. */
export function viewOf({interface: {dialog}}: State) {
	return dialog && dialog.name !== 'bulk' && 'top' in dialog ? dialog : undefined;
}

/** Scrolls the open dialog. Its cursor stays where it is unless `place` has one. */
export function scrollDialog(state: State, place: DocumentPlace): State {
	const document = viewOf(state);
	return document ? withInterface(state, {dialog: {...document, ...place}}) : state;
}

const movedDown = ({top, cursor}: DocumentPlace, count: number): DocumentPlace => ({
	top: top + count,
	cursor: cursor === undefined ? undefined : cursor + count,
});

/** Returns the view after `count` rows were added above it: the cursor stays on its row, and the visible rows stay in place. */
export const withRowsAbove = <View extends DocumentView>(view: View, count: number): View => ({
	...view,
	...movedDown(view, count),
	search: view.search && {...view.search, origin: movedDown(view.search.origin, count)},
});

/** Returns the search in the list on the current screen, whether or not a dialog is open. */
export function listSearchOf(state: State): Search<Cursor> | undefined {
	const screen = currentScreen(state);
	return 'search' in screen ? screen.search : undefined;
}

/** Returns what is typed into the search of the open dialog, or of the list on the current screen unless it is covered. */
export function typedQuery(state: State): string | undefined {
	const search = isScreenCovered(state) ? viewOf(state)?.search : listSearchOf(state);
	return search?.isTyping ? search.query : undefined;
}

type SearchChange = <Place>(search: Search<Place> | undefined, place: Place) => Search<Place> | undefined;

/** Changes the search in the open dialog, else in the list on the current screen. `change` also gets where the cursor is. */
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

/** Ends typing: the search stays, unless it is empty. */
export const applySearch = (state: State): State =>
	typedQuery(state) === '' ? clearSearch(state) : withSearch(state, search => search && {...search, isTyping: false});

export const withoutSearch = (state: State): State => withSearch(state, () => undefined);

/** Ends the search. If it is still being typed, the cursor goes back to where it was before. */
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
