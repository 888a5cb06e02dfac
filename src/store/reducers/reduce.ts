import {toLocalTime} from '../../clock.ts';
import {shownBoard} from '../model/board.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import {listsProjects} from '../state/interface/screen.ts';
import {withFocusedField} from '../state/lists.ts';
import {returnedToPlace, withPreviousPlace} from '../state/previous-place.ts';
import {withFilterRefreshed, withoutGoneRow} from '../state/selection.ts';
import {currentScreen, type State, withInterface} from '../state/state.ts';
import {type DisplayEvent, reduceDisplay} from './display.ts';
import {type DocumentEvent, reduceDocument} from './documents.ts';
import {type KeyGuardEvent, reduceKeyGuard, withoutOldQuestion} from './key-guard.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type NavigationEvent, reduceNavigation} from './navigation.ts';
import {type PaletteEvent, reducePalette} from './palette.ts';
import {type PlaceEvent, reducePlace, withPendingSelection} from './profile/place.ts';
import {type ProfilesEvent, reduceProfiles} from './profile/profiles.ts';
import {type ReadEvent, reduceReads} from './reads.ts';
import {reduceText, type TextEvent} from './text-editing.ts';
import {reduceWatches, type WatchEvent, withHeldBoard} from './watches.ts';
import {type BulkEvent, reduceBulk} from './writes/bulk.ts';
import {type FormEvent, reduceForms} from './writes/forms.ts';
import {type OutcomeEvent, reduceOutcomes} from './writes/outcomes.ts';

/** Everything that can happen: responses of the service, key presses of the user, timers. */
export type Event =
	| KeyGuardEvent
	| BulkEvent
	| DocumentEvent
	| TextEvent
	| FormEvent
	| OutcomeEvent
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
export function reduce(state: State, event: Event): State {
	const changed = withPreviousPlace(state, reduceSlices(state, event));
	const next = withFilterRefreshed(changed, timeOf(changed, event));
	const held = withHeldNotice(state, withHeldRows(state, withoutLeftRow(state, next), event));
	return withoutOldQuestion(withPendingSelection(held, 'at' in event ? event.at : undefined));
}

/** Returns the time of an event, by the local clock. Events without one get the time of the last search. */
const timeOf = ({projects: {view}, polling: {skewMs}}: State, event: Event): number =>
	'at' in event && typeof event.at === 'number' ? event.at : toLocalTime(view?.context.now ?? 0, skewMs);

/** Removes the row of a project that is gone when the user leaves the list. */
const withoutLeftRow = (state: State, next: State): State =>
	listsProjects(currentScreen(state)) && !listsProjects(currentScreen(next)) ? withoutGoneRow(next) : next;

/** Keeps the selected row of the board in place when the board changes. */
function withHeldRows(state: State, next: State, {type}: Event): State {
	if (!next.interface.screens.some(({name}) => name === 'watch')) return next;
	const before = shownBoard(state);
	if (shownBoard(next).indexes === before.indexes) return next;
	const added =
		type === 'journal-recalled' ? [] : [...next.deployments.board].filter(([key]) => !state.deployments.board.has(key));
	const arrived = added.filter(([, {projectId, deploymentId}]) => !knownDeployment(state, projectId, deploymentId));
	return withHeldBoard(
		next,
		arrived.map(([key]) => key),
	);
}

const isBad = (notice: State['interface']['notice']): boolean => notice?.kind === 'message' && notice.tone === 'bad';

/** Keeps an error notice until the user presses a key. Only another error may replace it. */
const withHeldNotice = ({interface: {notice}}: State, next: State): State =>
	isBad(notice) &&
	next.interface.notice !== undefined &&
	next.interface.notice !== notice &&
	!isBad(next.interface.notice)
		? withInterface(next, {notice})
		: next;

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
	'marked-project-missing': reduceMarks,
	'range-toggled': reduceMarks,
	'range-cancelled': reduceMarks,
	'bulk-changed': reduceBulk,
	'bulk-item-finished': reduceBulk,
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

const reduceSlices = <Type extends Event['type']>(state: State, event: Extract<Event, {type: Type}>): State => {
	const reducer = reducers[event.type as Type] as (state: State, event: Extract<Event, {type: Type}>) => State;
	return reducer(state, event);
};
