import {toLocalTime} from '../../clock.ts';
import {afterChange} from '../after-change.ts';
import {withFocusedField} from '../state/lists.ts';
import {returnedToPlace} from '../state/previous-place.ts';
import type {State} from '../state/state.ts';
import {type DisplayEvent, reduceDisplay} from './display.ts';
import {type DocumentEvent, reduceDocument} from './documents.ts';
import {type KeyGuardEvent, reduceKeyGuard} from './key-guard.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type NavigationEvent, reduceNavigation} from './navigation.ts';
import {type PaletteEvent, reducePalette} from './palette.ts';
import {type PlaceEvent, reducePlace} from './profile/place.ts';
import {type ProfilesEvent, reduceProfiles} from './profile/profiles.ts';
import {type ReadEvent, reduceReads} from './reads.ts';
import {reduceText, type TextEvent} from './text-editing.ts';
import {reduceWatches, type WatchEvent} from './watches.ts';

/** Everything that can happen: responses of the service, key presses of the user, timers. */
export type Event =
	| KeyGuardEvent
	| DocumentEvent
	| TextEvent
	| ReadEvent
	| WatchEvent
	| MarkEvent
	| MovementEvent
	| NavigationEvent
	/** The user returns to the place before this one. */
	| {readonly type: 'place-returned'}
	/** A field of the details pane has the focus, or the list has it again. */
	| {readonly type: 'details-focused'; readonly field: number | undefined}
	| DisplayEvent
	| PaletteEvent
	| PlaceEvent
	| ProfilesEvent;

/** Returns the state after an event. Pure; returns the same object if nothing changed. */
export const reduce = (state: State, event: Event): State =>
	afterChange(
		state,
		reduceSlices(state, event),
		event,
		'at' in event && typeof event.at === 'number'
			? event.at
			: toLocalTime(state.projects.view?.context.now ?? 0, state.polling.skewMs),
	);

type Reducers = {readonly [Type in Event['type']]: (state: State, event: Extract<Event, {type: Type}>) => State};

/** Which reducer handles an event. The compiler misses none. */
const reducers: Reducers = {
	'projects-arrived': reduceReads,
	'project-arrived': reduceReads,
	'deployments-arrived': reduceReads,
	'deployment-arrived': reduceReads,
	'raw-arrived': reduceReads,
	'read-failed': reduceReads,
	'request-sent': reduceReads,
	'request-ended': reduceReads,
	'budget-changed': reduceReads,
	'woke-up': reduceReads,
	'journal-recalled': reduceReads,
	'project-recalled': reduceReads,
	resized: reduceMovement,
	moved: reduceMovement,
	'row-selected': reduceMovement,
	paged: reduceMovement,
	'jumped-to-end': reduceMovement,
	'entry-recorded': reduceMovement,
	'match-stepped': reduceMovement,
	'filter-cycled': reduceMovement,
	'list-sorted': reduceMovement,
	'load-all-started': reduceMovement,
	'load-all-stopped': reduceMovement,
	'dialog-scrolled': reduceDocument,
	'search-opened': reduceDocument,
	'match-previewed': reduceDocument,
	'search-stepped': reduceDocument,
	'search-cleared': reduceDocument,
	'mark-toggled': reduceMarks,
	'all-marked': reduceMarks,
	'marks-cleared': reduceMarks,
	'range-toggled': reduceMarks,
	'range-cancelled': reduceMarks,
	'question-painted': reduceKeyGuard,
	'key-ignored': reduceKeyGuard,
	'remark-expired': reduceKeyGuard,
	'key-answered': reduceKeyGuard,
	'muted-key-pressed': reduceKeyGuard,
	'key-released': reduceKeyGuard,
	'palette-opened': reducePalette,
	'palette-searched': reducePalette,
	'command-run': reducePalette,
	'text-edited': reduceText,
	'edit-undone': reduceText,
	'watch-toggled': reduceWatches,
	'board-row-removed': reduceWatches,
	'watches-read': reduceWatches,
	'rules-changed': reduceWatches,
	'preferences-read': reduceWatches,
	'word-pinned': reduceWatches,
	'absence-reported': reduceWatches,
	'pause-toggled': reduceDisplay,
	'preview-toggled': reduceDisplay,
	'time-style-toggled': reduceDisplay,
	'background-reported': reduceDisplay,
	'theme-changed': reduceDisplay,
	'keys-customized': reduceDisplay,
	'lane-span-changed': reduceDisplay,
	noticed: reduceDisplay,
	'notice-seen': reduceDisplay,
	blocked: reduceDisplay,
	'quit-requested': reduceDisplay,
	'focus-changed': reduceNavigation,
	connected: reduceNavigation,
	'connect-opened': reduceNavigation,
	'project-opened': reduceNavigation,
	'deployment-opened': reduceNavigation,
	'create-opened': reduceNavigation,
	'edit-opened': reduceNavigation,
	'activity-opened': reduceNavigation,
	'watch-opened': reduceNavigation,
	'versions-opened': reduceNavigation,
	'wall-opened': reduceNavigation,
	'environment-selected': reduceNavigation,
	'projects-opened': reduceNavigation,
	'went-back': reduceNavigation,
	'place-returned': returnedToPlace,
	'details-focused': withFocusedField,
	'dialog-opened': reduceNavigation,
	'dialog-closed': reduceNavigation,
	'refresh-requested': reduceNavigation,
	'filter-opened': reduceNavigation,
	'filter-cleared': reduceNavigation,
	'sort-chosen': reduceNavigation,
	'dialog-pointed': reduceNavigation,
	'line-refused': reduceNavigation,
	'profiles-changed': reduceProfiles,
	'place-restored': reducePlace,
};

export const reduceSlices = <Type extends Event['type']>(state: State, event: Extract<Event, {type: Type}>): State => {
	const reducer = reducers[event.type as Type] as (state: State, event: Extract<Event, {type: Type}>) => State;
	return reducer(state, event);
};
