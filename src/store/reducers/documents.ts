import type {DocumentView, Search} from '../model/document-view.ts';
import {heldAt, movedBy} from '../model/position.ts';
import {currentList, withPosition} from '../state/lists.ts';
import {currentScreen, type State, withInterface} from '../state/state.ts';

export type DocumentEvent =
	| {readonly type: 'dialog-scrolled'; readonly top: number; readonly cursor?: number}
	| {readonly type: 'search-opened'; readonly from: number}
	/** The first match of what is typed so far, in a list. */
	| {readonly type: 'match-previewed'; readonly match: number | undefined}
	/** The search has moved to a match. In a document, it scrolled the match into view. */
	| {readonly type: 'search-stepped'; readonly match: number; readonly top: number}
	| {readonly type: 'search-cleared'};

/** Returns the search in the open dialog, else in the list on the current screen. */
export function searchOf(state: State): Search | undefined {
	const {dialog} = state.interface;
	if (dialog) return 'search' in dialog ? dialog.search : undefined;
	return listSearchOf(state);
}

/** Returns the search in the list on the current screen, whether or not a dialog is open. */
export function listSearchOf(state: State): Search | undefined {
	const screen = currentScreen(state);
	return 'search' in screen ? screen.search : undefined;
}

/** Whether the user is typing a search query. */
export const isSearching = (state: State): boolean => searchOf(state)?.isTyping === true;

/** Returns the view after `count` rows were added above it: the cursor stays on its row, and the visible rows stay in place. */
export const withRowsAbove = <View extends DocumentView>(view: View, count: number): View => ({
	...view,
	top: view.top > 0 || view.cursor !== undefined ? view.top + count : 0,
	...(view.cursor !== undefined && {cursor: view.cursor + count}),
	search: view.search && {...view.search, from: view.search.from + count},
});

/** Replaces the search in the open dialog, else in the list on the current screen. */
export function withSearch(state: State, search: Search | undefined): State {
	const {dialog, screens} = state.interface;
	if (dialog)
		return 'top' in dialog && dialog.name !== 'bulk' ? withInterface(state, {dialog: {...dialog, search}}) : state;
	const screen = currentScreen(state);
	return 'position' in screen ? withInterface(state, {screens: [...screens.slice(0, -1), {...screen, search}]}) : state;
}

/** Moves the cursor of the current list to a row, or back to where it was before the search. */
function withCursorAt(state: State, index: number | undefined): State {
	const list = currentList(state);
	if (!list) return state;
	const {position, bounds} = list;
	if (index !== undefined) return withPosition(state, movedBy(position, index - position.index, bounds));
	const {origin = position} = searchOf(state) ?? {};
	return withPosition(state, heldAt(origin, origin.id === undefined ? undefined : bounds.indexOf(origin.id), bounds));
}

function reduceListSearch(state: State, event: DocumentEvent): State {
	const search = searchOf(state);
	switch (event.type) {
		case 'dialog-scrolled':
			return state;
		case 'search-opened': {
			const origin = currentList(state)?.position;
			return origin ? withSearch(state, {query: '', isTyping: true, from: event.from, origin}) : state;
		}

		case 'match-previewed':
			return withCursorAt(state, event.match);
		case 'search-stepped':
			return withCursorAt(withSearch(state, search && {...search, isTyping: false}), event.match);
		case 'search-cleared':
			return withSearch(search?.isTyping ? withCursorAt(state, undefined) : state, undefined);
	}
}

export function reduceDocument(state: State, event: DocumentEvent): State {
	const {dialog} = state.interface;
	if (!dialog) return reduceListSearch(state, event);
	if (!('top' in dialog)) return state;
	if (dialog.name === 'bulk') {
		return event.type === 'dialog-scrolled' ? withInterface(state, {dialog: {...dialog, top: event.top}}) : state;
	}

	switch (event.type) {
		case 'dialog-scrolled': {
			const {top, cursor = dialog.cursor} = event;
			return withInterface(state, {dialog: {...dialog, top, ...(cursor !== undefined && {cursor})}});
		}

		case 'search-opened':
			return withSearch(state, {query: '', isTyping: true, from: event.from});
		case 'match-previewed':
			return state;
		case 'search-stepped': {
			const search = dialog.search && {...dialog.search, isTyping: false, from: event.match};
			return withInterface(state, {dialog: {...dialog, top: event.top, cursor: event.match, search}});
		}

		case 'search-cleared':
			return withSearch(state, undefined);
	}
}
