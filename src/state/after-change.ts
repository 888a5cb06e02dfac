import type {LocalTime} from '../base/clock.ts';
import {arranged, type Cursor, followed, released} from '../model/cursor.ts';
import {isCoveredSince} from '../model/deployment-table.ts';
import {newIds} from '../model/project-list.ts';
import {shownBoard} from './board-rows.ts';
import {withChecksEnded} from './checks.ts';
import {deploymentsOf} from './deployments.ts';
import type {Fact} from './facts.ts';
import {withFormFollowed} from './forms.ts';
import {withoutOldQuestion} from './key-guard.ts';
import {type ListScreen, rowsOf, withCursors} from './lists.ts';
import {withOpenedAsked, withPreviousPlace} from './navigation.ts';
import {withFilterApplied, withGoneNotice, withMatchesLoaded} from './projects.ts';
import {listsProjects} from './screen.ts';
import {type State, withInterface} from './state.ts';

/** Pure. Each step sees the changes of the steps before it. Returns `before` if nothing changed. */
export function afterChange(before: State, changed: State, fact: Fact | undefined, now: LocalTime): State {
	return changed === before ? before : steps.reduce((state, step) => step(before, state, now, fact), changed);
}

const steps: ReadonlyArray<(before: State, state: State, now: LocalTime, fact: Fact | undefined) => State> = [
	withPreviousPlace,
	withOpenedAsked,
	withFilterApplied,
	withMatchesLoaded,
	(_before, state) => withChecksEnded(state),
	withListsFollowed,
	withGoneNotice,
	(_before, state) => withFormFollowed(state),
	withErrorNoticeKept,
	(_before, state) => withoutOldQuestion(state),
];

function arrivedIn(before: State, state: State, screen: ListScreen): readonly string[] {
	if (listsProjects(screen)) {
		// A project that was created or opened here is no news.
		return newIds(before.projects.list, state.projects.list).filter(id => !state.projects.records.has(id));
	}

	if (screen.name === 'deployments') return arrivedDeployments(before, state, screen.projectId);
	const {has} = rowsOf(before, screen);
	return rowsOf(state, screen).ids.flatMap(id => (id === undefined || has(id) ? [] : id));
}

/** New deployments of the list. Leaves out remembered ones and those that may have existed beyond the end of the earlier list. The first list brings no new ones. */
function arrivedDeployments(before: State, state: State, projectId: string): readonly string[] {
	const known = deploymentsOf(before, projectId);
	return deploymentsOf(state, projectId).rows.flatMap(({deployment, asOf}) => {
		const isNew =
			asOf === undefined && !known.byId.has(deployment.id) && isCoveredSince(known.completeSince, deployment);
		return isNew ? deployment.id : [];
	});
}

function onAbsorbingRow(state: State, screen: ListScreen, cursor: Cursor): Cursor {
	const {id} = cursor;
	const absorbing =
		screen.name === 'board' && shownBoard(state).rows.find(({folded}) => folded.some(other => other === id));
	return absorbing ? {...cursor, id: absorbing.id} : cursor;
}

/** Stops looking for a deployment that the list lacks, so that it does not take the selection if it comes back. */
function soughtUnlessGone(state: State, screen: ListScreen, cursor: Cursor): Cursor {
	if (screen.name !== 'deployments' || !cursor.sought) return cursor;
	const {readAt, byId} = deploymentsOf(state, screen.projectId);
	return readAt === undefined || byId.has(cursor.sought.id) ? cursor : {...cursor, sought: undefined};
}

/** Keeps each selected row on its line while other rows come and go. A row that an answer shows to be gone stays until the cursor moves. A row that the user removed leaves at once. */
function withListsFollowed(before: State, state: State, _now: LocalTime, fact: Fact | undefined): State {
	return withCursors(state, (cursor, screen) => {
		const {ids} = rowsOf(before, screen);
		const rows = rowsOf(state, screen);
		if (rows.ids === ids && (cursor.id ?? cursor.first) !== undefined) return cursor;
		// The list of projects has followed its filter already.
		if (before.projects.filtered?.query !== state.projects.filtered?.query && !listsProjects(screen))
			return arranged(cursor, rows);
		const arrived = arrivedIn(before, state, screen);
		const kept = followed(onAbsorbingRow(state, screen, cursor), rows, ids, arrived);
		const isRemoved = !fact || (fact.type === 'write-done' && fact.kind === 'deleted');
		return soughtUnlessGone(state, screen, isRemoved ? released(kept, rows) : kept);
	});
}

const isBad = (notice: State['interface']['notice']): boolean => notice?.kind === 'message' && notice.tone === 'bad';

/** Keeps an error notice until the user presses a key. Only another error may replace it. */
function withErrorNoticeKept({interface: {notice}}: State, state: State): State {
	const next = state.interface.notice;
	return isBad(notice) && next !== undefined && !isBad(next) ? withInterface(state, {notice}) : state;
}
