import type {Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {memoLast, memoOn} from '../base/memo.ts';
import {isDerived} from '../model/arrangement.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import {filterQueryOf} from '../model/project-filter.ts';
import {canReadFurther} from '../model/project-list.ts';
import {deploymentsAt, readKey} from '../model/read-request.ts';
import {projectOutcome} from '../model/status-words.ts';
import {maxPerSecond} from '../model/throttle.ts';
import {isUnavailable} from './deployments.ts';
import {projectsInWindow, withoutLoadAll} from './projects.ts';
import {refresh} from './requests.ts';
import {listsProjects, obeysFilter} from './screen.ts';
import {currentScreen, patch, type State} from './state.ts';

/** A failure is more news than any moment. */
const failureNews = 1e14;

/** How much the record of a project says that something has happened: at least 1, more for a failure, and the more the later it moved. */
export const newsOf = ({status, updatedAt = 0}: Partial<Pick<Project, 'status' | 'updatedAt'>>): number =>
	1 + Math.max(0, updatedAt) + (projectOutcome(status) === 'bad' ? failureNews : 0);

export const isListFailing = ({polling: {failures}}: Pick<State, 'polling'>, projectId: string): boolean =>
	failures.has(readKey(deploymentsAt(projectId)));

/** How many projects are waiting to be checked at a time. */
const maxWaiting = 20;

/** Some of the projects whose deployments were never read, and have not failed to be, those with the most news first. */
export const uncheckedProjects = memoOn(
	({projects: {list}, deployments: {table}, polling: {failures}}: State) => [list.rows, table, failures],
	(state: State): readonly Project[] => {
		// Most projects share few words, and sorting all of them would take as long as reading a page.
		const outcomes = new Map<string | undefined, number>();
		const found: Array<{readonly project: Project; readonly news: number}> = [];
		for (const project of state.projects.list.rows) {
			const word = project.status?.shown;
			const ofWord = outcomes.get(word) ?? newsOf({status: project.status});
			outcomes.set(word, ofWord);
			const news = ofWord + Math.max(0, project.updatedAt ?? 0);
			if (found.length === maxWaiting && news <= (found.at(-1)?.news ?? 0)) continue;
			const isRead = state.deployments.table.get(project.id)?.requestedAt !== undefined;
			if (isRead || isListFailing(state, project.id)) continue;
			const at = found.findIndex(other => other.news < news);
			found.splice(at === -1 ? found.length : at, 0, {project, news});
			if (found.length > maxWaiting) found.pop();
		}

		return found.map(({project}) => project);
	},
);

/** Whether the screen shows less than there is until all projects are checked for deployments. */
export function dependsOnChecks(state: State): boolean {
	const screen = currentScreen(state);
	if (screen.name !== 'projects') return obeysFilter(screen);
	const {filtered} = state.projects;
	return Boolean(filterQueryOf(filtered)?.looksAtDeployments) || isDerived(filtered?.sort?.by);
}

/** How many of some projects were checked for deployments. Those that the service refuses count: their rows say so. */
function checksOf(
	projects: readonly Project[],
	table: DeploymentTable,
	failures: State['polling']['failures'],
	hasMore: boolean,
) {
	const refusedAt = (id: string) => {
		const failure = failures.size === 0 ? undefined : failures.get(readKey(deploymentsAt(id)));
		return failure && isUnavailable(failure.error) ? failure.at : undefined;
	};
	const times = projects.flatMap(({id}) => table.get(id)?.requestedAt ?? refusedAt(id) ?? []);
	return {
		count: times.length,
		total: projects.length,
		/** The time of the oldest check. Infinite without any. */
		oldestAt: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
		/** Whether there may be projects that are not loaded. */
		hasMore,
		isAll: !hasMore && times.length === projects.length,
	};
}

const checksOfAll = memoLast(checksOf);

export const allChecks = ({projects: {list}, deployments: {table}, polling: {failures}}: State) =>
	checksOfAll(list.rows, table, failures, canReadFurther(list) || list.stopped === 'full');

/** Of the projects that the screen covers: all, or those of its rows. */
export function shownChecks(state: State) {
	if (dependsOnChecks(state)) return allChecks(state);
	const projects = listsProjects(currentScreen(state)) ? projectsInWindow(state) : [];
	return checksOf(projects, state.deployments.table, state.polling.failures, false);
}

/** How long it takes to check all others if the user asks for it, in milliseconds. Undefined if the screen does not need that, or while it is done. */
export function remainingMs(state: State): number | undefined {
	const {count, total, isAll} = allChecks(state);
	const isPossible = dependsOnChecks(state) && !isAll && count < total && state.projects.loading !== 'checks';
	return isPossible ? ((total - count) * 1000) / maxPerSecond : undefined;
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
