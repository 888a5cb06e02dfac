import type {DocumentView} from '../model/document-view.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';

export type DocumentEvent =
	| {readonly type: 'dialog-scrolled'; readonly top: number}
	| {readonly type: 'search-opened'; readonly from: number}
	/** The search has moved to a match and scrolled it into view. */
	| {readonly type: 'search-stepped'; readonly match: number; readonly top: number}
	| {readonly type: 'search-cleared'};

/** Whether the user is typing a search query in a document. */
export const isSearching = ({interface: {dialog}}: State): boolean =>
	dialog !== undefined && 'search' in dialog && dialog.search?.isTyping === true;

/** Returns the view after `count` rows were added above it, scrolled so that the visible rows stay in place. */
export const withRowsAbove = <View extends DocumentView>(view: View, count: number): View => ({
	...view,
	top: view.top > 0 ? view.top + count : 0,
	search: view.search && {...view.search, from: view.search.from + count},
});

export function reduceDocument(state: State, event: DocumentEvent): State {
	const {dialog} = state.interface;
	if (!dialog || !('top' in dialog)) return state;
	if (event.type === 'dialog-scrolled') return withInterface(state, {dialog: {...dialog, top: event.top}});
	if (dialog.name === 'bulk') return state;
	switch (event.type) {
		case 'search-opened':
			return withInterface(state, {dialog: {...dialog, search: {query: '', isTyping: true, from: event.from}}});
		case 'search-stepped': {
			const search = dialog.search && {...dialog.search, isTyping: false, from: event.match};
			return withInterface(state, {dialog: {...dialog, top: event.top, search}});
		}

		case 'search-cleared':
			return withInterface(state, {dialog: {...dialog, search: undefined}});
	}
}
