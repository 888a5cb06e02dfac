import type {Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {memoEach, memoLast, memoOn} from '../base/memo.ts';
import {isDerived} from '../model/arrangement.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import {filterQueryOf} from '../model/project-filter.ts';
import {canReadFurther, isWhole, unreadableCount} from '../model/project-list.ts';
import {deploymentsAt, readKey} from '../model/read-request.ts';
import {projectOutcome} from '../model/status-words.ts';
import {maxPerSecond} from '../model/throttle.ts';
import {deploymentsOf, isUnavailable} from './deployments.ts';
import {projectsInWindow, withoutLoadAll} from './projects.ts';
import {refresh} from './requests.ts';
import {listsProjects, obeysFilter} from './screen.ts';
import {currentScreen, patch, type State} from './state.ts';

/** A failure is more news than any moment. */
const failureNews = 1e14;

/** How much the record of a project says that something has happened: at least 1, more for a failure, and the more the later it moved. */
export const newsOf = ({status, updatedAt = 0}: Partial<Pick<Project, 'status' | 'updatedAt'>>): number =>
	1 + Math.max(0, updatedAt) + (projectOutcome(status) === 'bad' ? failureNews : 0);

const byNews = memoEach((rows: readonly Project[]) => rows.toSorted((a, b) => newsOf(b) - newsOf(a)));

export const isListFailing = ({polling: {failures}}: Pick<State, 'polling'>, projectId: string): boolean =>
	failures.has(readKey(deploymentsAt(projectId)));

/** How many projects are waiting to be checked at a time. */
const maxWaiting = 20;

/** Some of the projects whose deployments were never read, and have not failed to be, those with the most news first. */
export const uncheckedProjects = memoOn(
	({projects: {list}, deployments: {table}, polling: {failures}}: State) => [list.rows, table, failures],
	(state: State): readonly Project[] => {
		const found: Project[] = [];
		for (const project of byNews(state.projects.list.rows)) {
			if (found.length === maxWaiting) break;
			const isRead = state.deployments.table.get(project.id)?.requestedAt !== undefined;
			if (!isRead && !isListFailing(state, project.id)) found.push(project);
		}

		return found;
	},
);

/** Whether the screen shows less than there is until all projects are checked for deployments. */
export function dependsOnChecks(state: State): boolean {
	const screen = currentScreen(state);
	if (screen.name !== 'projects') return obeysFilter(screen);
	const {filtered} = state.projects;
	return Boolean(filterQueryOf(filtered)?.looksAtDeployments) || isDerived(filtered?.sort?.by);
}

/** How many of some projects were checked for deployments, and what could not be read. `hasMore`: whether there may be projects that are not loaded. */
function checksOf(
	projects: readonly Project[],
	table: DeploymentTable,
	failures: State['polling']['failures'],
	hasMore: boolean,
	unreadableProjects: number,
) {
	const isRefused = ({id}: Project) => {
		const failure = failures.get(readKey(deploymentsAt(id)));
		return failure !== undefined && isUnavailable(failure.error) && table.get(id)?.requestedAt === undefined;
	};
	const known = projects.flatMap(({id}) => table.get(id) ?? []);
	const times = known.flatMap(({requestedAt}) => requestedAt ?? []);
	const refused = failures.size === 0 ? 0 : projects.filter(isRefused).length;
	const left = projects.length - times.length - refused;
	return {
		count: times.length,
		total: projects.length,
		/** The time of the oldest check. Infinite without any. */
		oldestAt: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
		hasMore,
		/** How many were not checked, except those that the service refuses. */
		left,
		isOver: !hasMore && left === 0,
		/** How many projects and deployments the service lists or refuses without saying what they are. */
		unreadable: known.reduce((sum, each) => sum + each.unreadable, unreadableProjects + refused),
	};
}

const checksOfAll = memoLast(checksOf);

export const allChecks = ({projects: {list}, deployments: {table}, polling: {failures}}: State) =>
	checksOfAll(list.rows, table, failures, !isWhole(list), unreadableCount(list));

/** Of what the screen covers: all projects, those of its rows, or the open one. */
export function shownChecks(state: State) {
	if (dependsOnChecks(state)) return allChecks(state);
	const {list} = state.projects;
	const screen = currentScreen(state);
	const [table, failures] = [state.deployments.table, state.polling.failures];
	if (listsProjects(screen))
		return checksOf(projectsInWindow(state), table, failures, list.stopped !== undefined, unreadableCount(list));
	const unreadable = screen.name === 'deployments' ? deploymentsOf(state, screen.projectId).unreadable : 0;
	return checksOf([], table, failures, false, unreadable);
}

/** How long it takes to check all others if the user asks for it, in milliseconds. Undefined if the screen does not need that, or while it is done. */
export function remainingMs(state: State): number | undefined {
	const {left, isOver} = allChecks(state);
	const isPossible = dependsOnChecks(state) && !isOver && state.projects.loading !== 'checks';
	return isPossible ? (left * 1000) / maxPerSecond : undefined;
}

/** Reads everything on the screen again, and what was never read if the screen depends on it. */
export function refreshAll(state: State, at: LocalTime): State {
	const refreshed = refresh(state, at, true);
	return dependsOnChecks(state) ? patch(refreshed, 'projects', {loading: 'checks'}) : refreshed;
}

/** Ends the check of all projects once none is left. */
export function withChecksEnded(state: State): State {
	const {list, loading} = state.projects;
	const isOver = loading === 'checks' && !canReadFurther(list) && uncheckedProjects(state).length === 0;
	return isOver ? withoutLoadAll(state) : state;
}
