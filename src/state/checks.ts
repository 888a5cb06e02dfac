import type {Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {wholeDuration} from '../base/duration.ts';
import {memo, memoOn} from '../base/memo.ts';
import {plain, type SafeText} from '../base/text.ts';
import {isFromDeployments} from '../model/arrangement.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import type {WindowCounts} from '../model/journal-snapshot.ts';
import {filterQueryOf} from '../model/project-filter.ts';
import {canReadFurther, isWhole, unreadableCount} from '../model/project-list.ts';
import {deploymentsAt, readKey} from '../model/read-request.ts';
import {projectOutcome} from '../model/status-words.ts';
import {maxPerSecond} from '../model/throttle.ts';
import {boardCounts} from './board-rows.ts';
import {deploymentsOf, isNotFoundOrForbidden} from './deployments.ts';
import {hasFilter, projectsInWindow, withoutLoadAll} from './projects.ts';
import {refresh} from './requests.ts';
import {listsProjects, obeysFilter} from './screen.ts';
import {currentScreen, patch, type State} from './state.ts';

const failureNews = 1e14;

const newsOfMove = (updatedAt = 0): number => Math.max(0, updatedAt);

/** How likely the project has news: at least 1, more for a later move, far more for a failure. */
const newsOf = ({status, updatedAt}: Partial<Pick<Project, 'status' | 'updatedAt'>>): number =>
	1 + newsOfMove(updatedAt) + (projectOutcome(status) === 'bad' ? failureNews : 0);

export const isListFailing = ({polling: {failures}}: Pick<State, 'polling'>, projectId: string): boolean =>
	failures.has(readKey(deploymentsAt(projectId)));

const maxWaiting = 20;

const isCheckedSince = (table: DeploymentTable, id: string, since: LocalTime): boolean =>
	(table.get(id)?.readAt ?? Number.NEGATIVE_INFINITY) >= since;

/** Up to 20 projects not read since `checkedSince`, most likely news first. Leaves out projects that could not be read. */
export const uncheckedProjects = memoOn(
	({projects, deployments, polling}: State) => [
		projects.list.rows,
		projects.checkedSince,
		deployments.table,
		polling.failures,
	],
	(state: State): readonly Project[] => {
		// Most projects share few status words, so outcomes are cached. Sorting all projects would take as long as reading a page.
		const outcomes = new Map<string | undefined, number>();
		const found: Array<{readonly project: Project; readonly news: number}> = [];
		for (const project of state.projects.list.rows) {
			const word = project.status?.shown;
			const ofWord = outcomes.get(word) ?? newsOf({status: project.status});
			outcomes.set(word, ofWord);
			const news = ofWord + newsOfMove(project.updatedAt);
			if (found.length === maxWaiting && news <= (found.at(-1)?.news ?? 0)) continue;
			const isChecked = isCheckedSince(state.deployments.table, project.id, state.projects.checkedSince);
			if (isChecked || isListFailing(state, project.id)) continue;
			const at = found.findIndex(other => other.news < news);
			found.splice(at === -1 ? found.length : at, 0, {project, news});
			if (found.length > maxWaiting) found.pop();
		}

		return found.map(({project}) => project);
	},
);

export function dependsOnChecks(state: State): boolean {
	const screen = currentScreen(state);
	if (screen.name !== 'projects') return obeysFilter(screen);
	const {filtered} = state.projects;
	return Boolean(filterQueryOf(filtered)?.looksAtDeployments) || isFromDeployments(filtered?.sort?.by);
}

function checksOf(
	projects: readonly Project[],
	table: DeploymentTable,
	failures: State['polling']['failures'],
	hasMore: boolean,
	unreadableProjects: number,
	since: LocalTime = 0,
) {
	const isRejected = ({id}: Project) => {
		const failure = failures.get(readKey(deploymentsAt(id)));
		return failure !== undefined && isNotFoundOrForbidden(failure.error) && !isCheckedSince(table, id, since);
	};
	const known = projects.flatMap(({id}) => table.get(id) ?? []);
	const times = known.flatMap(({readAt = Number.NEGATIVE_INFINITY}) => (readAt >= since ? readAt : []));
	const rejected = failures.size === 0 ? 0 : projects.filter(isRejected).length;
	const left = projects.length - times.length - rejected;
	const unreadable = known.reduce((sum, each) => sum + each.unreadable, unreadableProjects + rejected);
	return {
		count: times.length,
		total: projects.length,
		oldestAt: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
		hasMore,
		left,
		isOver: !hasMore && left === 0,
		/** Projects that the service rejects reads of, and projects and deployments that it lists without an id. */
		unreadable,
		isAll: !hasMore && left === 0 && unreadable === 0,
	};
}

const checksOfAll = memo(checksOf);

export const allChecks = ({projects: {list, checkedSince}, deployments: {table}, polling: {failures}}: State) =>
	checksOfAll(list.rows, table, failures, !isWhole(list), unreadableCount(list), checkedSince);

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

const hasChecksLeft = (state: State): boolean =>
	canReadFurther(state.projects.list) || uncheckedProjects(state).length > 0;

/** `24s`, or `over 1m` if there may be more projects. Undefined if the screen needs no checks or none is left. */
export function timeLeft(state: State): SafeText | undefined {
	const {left} = allChecks(state);
	if (!dependsOnChecks(state) || left === 0) return undefined;
	const time = wholeDuration((left * 1000) / maxPerSecond);
	return canReadFurther(state.projects.list) ? plain`over ${time}` : time;
}

/** If the screen depends on checks, continues the check of all projects. Restarts it once it is complete. */
export function refreshAll(state: State, at: LocalTime): State {
	const refreshed = refresh(state, at, true);
	const checkedSince = hasChecksLeft(state) ? state.projects.checkedSince : at;
	return dependsOnChecks(state) ? patch(refreshed, 'projects', {loading: 'checks', checkedSince}) : refreshed;
}

export const withChecksEnded = (state: State): State =>
	state.projects.loading === 'checks' && !hasChecksLeft(state) ? withoutLoadAll(state) : state;

export function windowCounts(state: State): WindowCounts {
	const {failed, running, isFull} = boardCounts(state);
	return {failed, running, isComplete: !isFull && !hasFilter(state) && allChecks(state).isAll};
}
