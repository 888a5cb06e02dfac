import type {LocalTime} from '../../clock.ts';
import {isFull, pageOfProject} from '../model/projects/project-list.ts';
import {readKey} from '../model/requests/read-request.ts';
import {rateOf} from '../model/requests/throttle.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import {listReadAt, newestReadAt} from '../state/deployments/read-times.ts';
import {missingRecord} from '../state/deployments/unavailable-deployments.ts';
import {showsBoard} from '../state/interface/screen.ts';
import {currentScreen, type State} from '../state/state.ts';
import {missingDeploymentReads} from './board-reads.ts';
import {watchedAgeMs} from './intervals.ts';
import type {PlannedRead} from './planned-read.ts';

const minuteMs = 60_000;

/** Whether the user follows all deployments, including those of projects that are not loaded. */
export const wantsAll = (state: State): boolean =>
	showsBoard(currentScreen(state)) || state.presence.rules.scope === 'any';

/** Returns the reads of what is watched but was never read, and of the lists of watched projects that were not read for long. The first read of a project is due at once, and may also count as filling an empty row. The reading plan makes all other reads of them. */
export function watchedReads(state: State, connectionId: number): readonly PlannedRead[] {
	return [...state.presence.watches.values()].flatMap(({projectId, deploymentId}): PlannedRead[] => {
		if (deploymentId !== undefined) {
			const askedAt = knownDeployment(state, projectId, deploymentId)?.askedAt;
			const request = {connectionId, kind: 'deployment' as const, projectId, deploymentId};
			return askedAt === undefined ? [{request, priority: 'due', dueAt: 0, askedAt}] : [];
		}

		const rowAt = newestReadAt(state, projectId);
		const listAt = listReadAt(state, projectId);
		const askedAt = rowAt === undefined || listAt === undefined ? (rowAt ?? listAt) : Math.max(rowAt, listAt);
		const request = {connectionId, kind: 'latest' as const, projectId};
		if (askedAt !== undefined) return [{request, priority: 'due', dueAt: askedAt + watchedAgeMs, askedAt}];
		const first: PlannedRead = {request, priority: 'due', dueAt: 0, askedAt};
		return state.polling.failures.has(readKey(request)) ? [first] : [{...first, priority: 'fill'}, first];
	});
}

/** Returns the page that contains a project whose own record is missing. Once the page is read again, it shows whether the project is gone. */
function missingProjectReads(state: State, connectionId: number): readonly PlannedRead[] {
	const {list: projects, renewal} = state.projects;
	const screen = currentScreen(state);
	const failure = 'projectId' in screen && !renewal ? missingRecord(state, screen.projectId) : undefined;
	const page = failure && 'projectId' in screen && pageOfProject(projects, screen.projectId);
	if (!failure || !page || (page.readAt >= failure.at && !page.isOutdated)) return [];
	const request = {connectionId, kind: 'projects' as const, cursor: page.cursor};
	return [{request, priority: 'due', dueAt: failure.at, askedAt: page.readAt}];
}

/** Returns the pages off the screen whose rows are known to have moved. */
function outdatedPages({projects: {list, renewal}}: State, connectionId: number): readonly PlannedRead[] {
	if (renewal) return [];
	return list.kept.flatMap((at): PlannedRead[] => {
		const page = list.pages[at];
		if (!page?.isOutdated) return [];
		const request = {connectionId, kind: 'projects' as const, cursor: page.cursor};
		return [{request, priority: 'due', dueAt: page.readAt, askedAt: page.readAt}];
	});
}

/** Whether the list of projects may show that something is gone. */
const isSomethingMissing = ({polling: {failures}}: State): boolean =>
	[...failures.values()].some(({error}) => error.kind === 'missing');

/** Returns the next page, as every other read, until all projects that the user follows are known. Without focus, the first page is only read if something needs it. */
function nextPage(state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] {
	const {list: projects, loadAll, renewal} = state.projects;
	if (loadAll || renewal || projects.end !== 'open' || isFull(projects)) return [];
	const last = projects.pages.at(-1);
	const needsFirst = state.presence.isFocused || isSomethingMissing(state);
	if ((last || !needsFirst) && !wantsAll(state)) return [];
	const request = {connectionId, kind: 'projects' as const, cursor: last?.nextCursor};
	const readAt = last?.readAt ?? Number.NEGATIVE_INFINITY;
	const dueAt = Math.max(0, readAt + (2 * minuteMs) / Math.max(1, rateOf(state.polling.throttle, now)));
	return [{request, priority: 'due', dueAt, askedAt: undefined}];
}

/** Returns the reads that nobody waits for and that the reading plan does not make, or not in time. */
export const dueReads = (state: State, connectionId: number, now: LocalTime): readonly PlannedRead[] => [
	...missingProjectReads(state, connectionId),
	...missingDeploymentReads(state, connectionId),
	...watchedReads(state, connectionId),
	...outdatedPages(state, connectionId),
	...nextPage(state, connectionId, now),
];
