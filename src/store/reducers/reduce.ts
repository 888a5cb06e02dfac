import {toLocalTime} from '../../clock.ts';
import {knownDeployment} from '../state/known-deployment.ts';
import {withFilterRefreshed} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {type BulkEvent, reduceBulk} from './bulk.ts';
import {type DocumentEvent, reduceDocument} from './documents.ts';
import {type KeyGuardEvent, reduceKeyGuard, withoutOldQuestion} from './key-guard.ts';
import {type LostWriteEvent, reduceLostWrites} from './lost-writes.ts';
import {type MarkEvent, reduceMarks} from './marks.ts';
import {type MovementEvent, reduceMovement} from './movement.ts';
import {type NavigationEvent, reduceNavigation} from './navigation.ts';
import {type PaletteEvent, reducePalette} from './palette.ts';
import {type ReadEvent, reduceReads} from './reads.ts';
import {reduceText, type TextEvent} from './text-editing.ts';
import {reduceWatches, type WatchEvent, withHeldBoard} from './watches.ts';
import {reduceWrites, type WriteResultEvent} from './write-results.ts';

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
	| PaletteEvent
	| WriteResultEvent;

/** What is true after an event. Pure; gives the same object when nothing changed. */
export function reduce(state: State, event: Event): State {
	const changed = reduced(state, event);
	const next = withFilterRefreshed(state, changed, timeOf(changed, event));
	return withoutOldQuestion(withHeldNotice(state, withHeldRows(state, next, event)));
}

/** When something happened, by the local clock: of an event that does not say so, when the list was searched last. */
const timeOf = ({view, skewMs}: State, event: Event): number =>
	'at' in event && typeof event.at === 'number' ? event.at : toLocalTime(view?.facts.now ?? 0, skewMs);

/** A board that somebody looks at keeps its rows where they are. */
function withHeldRows(state: State, next: State, {type}: Event): State {
	const parts = ['board', 'watches', 'pins', 'latest'] as const;
	if (parts.every(part => next[part] === state[part])) return next;
	const come = type === 'journal-recalled' ? [] : [...next.board].filter(([key]) => !state.board.has(key));
	const arrived = come.filter(([, {deployment}]) => !knownDeployment(state, deployment.projectId, deployment.id));
	return withHeldBoard(
		next,
		arrived.map(([key]) => key),
	);
}

const isBad = (notice: State['notice']): boolean => notice?.kind === 'said' && notice.tone === 'bad';

/** What went wrong stays until somebody has seen it, which any key shows: only something else that went wrong takes its place. */
const withHeldNotice = ({notice}: State, next: State): State =>
	isBad(notice) && next.notice !== undefined && next.notice !== notice && !isBad(next.notice)
		? {...next, notice}
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

		default:
			return reduceNavigation(state, event);
	}
}
