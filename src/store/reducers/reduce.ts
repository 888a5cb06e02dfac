import {toLocalTime} from '../../clock.ts';
import {afterChange} from '../after-change.ts';
import {returnedToPlace} from '../state/previous-place.ts';
import type {State} from '../state/state.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type NavigationEvent, reduceNavigation} from './navigation.ts';
import {type PlaceEvent, reducePlace} from './profile/place.ts';
import {type ProfilesEvent, reduceProfiles} from './profile/profiles.ts';
import {type ReadEvent, reduceReads} from './reads.ts';
import {reduceWatches, type WatchEvent} from './watches.ts';
import {type BulkEvent, reduceBulk} from './writes/bulk.ts';
import {type FormEvent, reduceForms} from './writes/forms.ts';
import {type OutcomeEvent, reduceOutcomes} from './writes/outcomes.ts';

/** Everything that can happen: responses of the service, key presses of the user, timers. */
export type Event =
	| BulkEvent
	| FormEvent
	| OutcomeEvent
	| ReadEvent
	| WatchEvent
	| MarkEvent
	| MovementEvent
	| NavigationEvent
	/** The user returns to the place before this one. */
	| {readonly type: 'place-returned'}
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
	'entry-recorded': reduceMovement,
	'marked-project-missing': reduceMarks,
	'bulk-changed': reduceBulk,
	'bulk-item-finished': reduceBulk,
	'answer-lost': reduceOutcomes,
	'write-checked': reduceOutcomes,
	'write-found': reduceOutcomes,
	'write-settled': reduceOutcomes,
	'write-delayed': reduceOutcomes,
	'watch-toggled': reduceWatches,
	'board-row-removed': reduceWatches,
	'watches-read': reduceWatches,
	'rules-changed': reduceWatches,
	'preferences-read': reduceWatches,
	'word-pinned': reduceWatches,
	'absence-reported': reduceWatches,
	'field-typed': reduceForms,
	'form-filled': reduceForms,
	'field-focused': reduceForms,
	'write-started': reduceForms,
	'input-refused': reduceForms,
	'second-confirmation-asked': reduceForms,
	'conflict-found': reduceForms,
	'conflict-chosen': reduceForms,
	'conflict-resolved': reduceForms,
	'write-rejected': reduceOutcomes,
	'project-created': reduceOutcomes,
	'project-saved': reduceOutcomes,
	'project-deleted': reduceOutcomes,
	'deployment-triggered': reduceOutcomes,
	'request-executed': reduceOutcomes,
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
