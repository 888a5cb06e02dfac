import {indexOf} from '../../model/projects/page-index.ts';
import type {Event} from '../../reducers/reduce.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {missingDeploymentReads} from '../board-reads.ts';
import {wantsAll} from '../due-reads.ts';

/** Returns the project whose deployments are on the screen. */
export function openList(state: State): string | undefined {
	const screen = currentScreen(state);
	return screen.name === 'deployments' ? screen.projectId : undefined;
}

/** Whether a page continues the list of this window. Lists that were read at different times may have different cursors. */
function hasPage(state: State, cursor: string | undefined): boolean {
	const {list, loadAll, renewal} = state.projects;
	if (cursor === undefined || renewal || indexOf(list).pageOfCursor.has(cursor)) return true;
	return list.pages.at(-1)?.nextCursor === cursor && (loadAll !== undefined || wantsAll(state));
}

/** Whether this window needs the full list of a project: for the live view, or to show whether a deployment is gone. */
const needsList = (state: State, connectionId: number, projectId: string): boolean =>
	openList(state) === projectId ||
	missingDeploymentReads(state, connectionId).some(
		({request}) => 'projectId' in request && request.projectId === projectId,
	);

/** Returns what a read of any window means in this one: a list of deployments belongs to the project's row only, unless this window needs the full list. Undefined if it means nothing. */
export function eventHere(event: Event, state: State): Event | undefined {
	if ('request' in event && event.request.kind === 'projects' && !hasPage(state, event.request.cursor))
		return undefined;
	if (event.type !== 'latest-arrived' && event.type !== 'deployments-arrived') return event;
	const {connectionId, projectId} = event.request;
	return needsList(state, connectionId, projectId)
		? {...event, type: 'deployments-arrived', request: {connectionId, kind: 'deployments', projectId}}
		: {...event, type: 'latest-arrived', request: {connectionId, kind: 'latest', projectId}};
}
