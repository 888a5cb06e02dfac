import type {LocalTime} from '../base/clock.ts';
import {shownBoard} from '../model/board.ts';
import {knownDeployment} from './deployments.ts';
import type {Fact} from './facts.ts';
import {withoutOldQuestion} from './key-guard.ts';
import {withPreviousPlace} from './navigation.ts';
import {withPendingSelection} from './place.ts';
import {withFilterRefreshed, withoutGoneRow} from './projects.ts';
import {listsProjects} from './screen.ts';
import {currentScreen, type State, withInterface} from './state.ts';
import {withHeldBoard} from './watches.ts';

/** Returns the state with what follows from every change: the filter is applied to new rows, and the selection, the row of the board and an error notice stay. Pure; returns `before` if nothing changed. */
export function afterChange(before: State, changed: State, fact: Fact | undefined, now: LocalTime): State {
	if (changed === before) return before;
	const filtered = withFilterRefreshed(withPreviousPlace(before, changed), now);
	const held = withHeldNotice(before, withHeldRows(before, withoutLeftRow(before, filtered), fact));
	return withoutOldQuestion(withPendingSelection(held, now));
}

/** Removes the row of a project that is gone when the user leaves the list. */
const withoutLeftRow = (before: State, state: State): State =>
	listsProjects(currentScreen(before)) && !listsProjects(currentScreen(state)) ? withoutGoneRow(state) : state;

/** Keeps the selected row of the board in place when the board changes. */
function withHeldRows(before: State, state: State, fact: Fact | undefined): State {
	if (!state.interface.screens.some(({name}) => name === 'board')) return state;
	const shown = shownBoard(before);
	if (shownBoard(state).indexes === shown.indexes) return state;
	const added =
		fact?.type === 'journal-recalled'
			? []
			: [...state.deployments.board].filter(([key]) => !before.deployments.board.has(key));
	const arrived = added.filter(([, {projectId, deploymentId}]) => !knownDeployment(before, projectId, deploymentId));
	return withHeldBoard(
		state,
		arrived.map(([key]) => key),
	);
}

const isBad = (notice: State['interface']['notice']): boolean => notice?.kind === 'message' && notice.tone === 'bad';

/** Keeps an error notice until the user presses a key. Only another error may replace it. */
const withHeldNotice = ({interface: {notice}}: State, state: State): State =>
	isBad(notice) &&
	state.interface.notice !== undefined &&
	state.interface.notice !== notice &&
	!isBad(state.interface.notice)
		? withInterface(state, {notice})
		: state;
