import {toLocalTime} from '../../clock.ts';
import {knownDeployment} from '../state/known-deployment.ts';
import {withFilterRefreshed} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';
import {type DisplayEvent, reduceDisplay} from './display.ts';
import {type DocumentEvent, reduceDocument} from './documents.ts';
import {type KeyGuardEvent, reduceKeyGuard, withoutOldQuestion} from './key-guard.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type NavigationEvent, reduceNavigation} from './navigation.ts';
import {type PaletteEvent, reducePalette} from './palette.ts';
import {type ReadEvent, reduceReads} from './reads.ts';
import {reduceText, type TextEvent} from './text-editing.ts';
import {reduceWatches, type WatchEvent, withHeldBoard} from './watches.ts';
import {type BulkEvent, reduceBulk} from './writes/bulk.ts';
import {type LostWriteEvent, reduceLostWrites} from './writes/lost-writes.ts';
import {reduceWrites, type WriteResultEvent} from './writes/write-results.ts';

/** Everything that can happen: the service answered, the person moved about, the person changed something. */
export type Event =
	| KeyGuardEvent
	| BulkEvent
	| DocumentEvent
	| TextEvent
	| LostWriteEvent
	| ReadEvent
	| WatchEvent
	| MarkEvent
	| MovementEvent
	| NavigationEvent
	| DisplayEvent
	| PaletteEvent
	| WriteResultEvent;

/** What is true after an event. Pure; gives the same object when nothing changed. */
export function reduce(state: State, event: Event): State {
	const changed = reduced(state, event);
	const next = withFilterRefreshed(state, changed, timeOf(changed, event));
	return withoutOldQuestion(withHeldNotice(state, withHeldRows(state, next, event)));
}

/** When something happened, by the local clock: of an event that does not say so, when the list was searched last. */
const timeOf = ({projects: {view}, polling: {skewMs}}: State, event: Event): number =>
	'at' in event && typeof event.at === 'number' ? event.at : toLocalTime(view?.facts.now ?? 0, skewMs);

/** A board that somebody looks at keeps its rows where they are. */
function withHeldRows(state: State, next: State, {type}: Event): State {
	const partsOf = ({deployments: {board, latest}, presence: {watches}, interface: {pins}}: State) => [
		board,
		latest,
		watches,
		pins,
	];
	const before = partsOf(state);
	if (partsOf(next).every((part, index) => part === before[index])) return next;
	const come =
		type === 'journal-recalled' ? [] : [...next.deployments.board].filter(([key]) => !state.deployments.board.has(key));
	const arrived = come.filter(([, {deployment}]) => !knownDeployment(state, deployment.projectId, deployment.id));
	return withHeldBoard(
		next,
		arrived.map(([key]) => key),
	);
}

const isBad = (notice: State['interface']['notice']): boolean => notice?.kind === 'said' && notice.tone === 'bad';

/** What went wrong stays until somebody has seen it, which any key shows: only something else that went wrong takes its place. */
const withHeldNotice = ({interface: {notice}}: State, next: State): State =>
	isBad(notice) &&
	next.interface.notice !== undefined &&
	next.interface.notice !== notice &&
	!isBad(next.interface.notice)
		? withInterface(next, {notice})
		: next;

function reduced(state: State, event: Event): State {
	switch (event.type) {
		case 'projects-arrived':
		case 'project-arrived':
		case 'deployments-arrived':
		case 'deployment-arrived':
		case 'raw-arrived':
		case 'read-failed':
		case 'latest-arrived':
		case 'call-ended':
		case 'woke-up':
		case 'journal-recalled':
		case 'project-recalled':
			return reduceReads(state, event);

		case 'resized':
		case 'moved':
		case 'row-selected':
		case 'paged':
		case 'jumped-to-end':
		case 'entry-recorded':
		case 'match-stepped':
		case 'load-all-started':
		case 'load-all-stopped':
			return reduceMovement(state, event);

		case 'dialog-scrolled':
		case 'search-opened':
		case 'search-stepped':
		case 'search-cleared':
			return reduceDocument(state, event);

		case 'mark-toggled':
		case 'all-marked':
		case 'marks-cleared':
			return reduceMarks(state, event);

		case 'bulk-refused':
		case 'bulk-started':
		case 'bulk-stopped':
		case 'bulk-item-finished':
		case 'bulk-finished':
		case 'bulk-project-deleted':
		case 'bulk-deployment-triggered':
			return reduceBulk(state, event);

		case 'question-painted':
		case 'key-ignored':
		case 'remark-expired':
		case 'key-answered':
		case 'muted-key-pressed':
		case 'key-released':
			return reduceKeyGuard(state, event);

		case 'palette-opened':
		case 'palette-searched':
		case 'command-run':
			return reducePalette(state, event);

		case 'text-edited':
		case 'edit-undone':
			return reduceText(state, event);

		case 'write-lost':
		case 'write-looked-for':
		case 'write-found':
		case 'lost-write-settled':
		case 'write-delayed':
			return reduceLostWrites(state, event);

		case 'watch-toggled':
		case 'board-row-removed':
		case 'rules-changed':
		case 'word-pinned':
		case 'absence-reported':
			return reduceWatches(state, event);

		case 'field-typed':
		case 'form-filled':
		case 'field-focused':
		case 'write-started':
		case 'sent-again':
		case 'input-refused':
		case 'second-confirmation-asked':
		case 'conflict-found':
		case 'conflict-chosen':
		case 'write-rejected':
		case 'project-created':
		case 'project-saved':
		case 'project-deleted':
		case 'deployment-triggered':
			return reduceWrites(state, event);

		case 'pause-toggled':
		case 'preview-toggled':
		case 'time-style-toggled':
		case 'noticed':
		case 'notice-seen':
		case 'blocked':
		case 'quit-requested':
			return reduceDisplay(state, event);

		default:
			return reduceNavigation(state, event);
	}
}
