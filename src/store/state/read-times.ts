import {memoLast} from '../../base/memo.ts';
import type {LocalTime} from '../../clock.ts';
import type {Board} from '../model/board.ts';
import {type DeploymentTable, deploymentIn} from '../model/deployments/deployment-table.ts';
import type {KnownDeployment} from '../model/deployments/project-deployments.ts';
import {pageOfProject} from '../model/projects/project-list.ts';
import {deploymentsOf} from './known-deployment.ts';
import type {State} from './state.ts';

type StateWithDeployments = Pick<State, 'deployments'>;

/** Returns when the deployment list of a project was last read, by the local clock. Undefined if it never was. */
export const listReadAt = (state: StateWithDeployments, projectId: string): LocalTime | undefined =>
	deploymentsOf(state, projectId).askedAt;

/** Returns how many projects have had their deployments read. */
export function readProjectCount({deployments: {table}}: StateWithDeployments): number {
	let count = 0;
	for (const {askedAt} of table.values()) if (askedAt !== undefined) count++;
	return count;
}

/** `firstSeenAt`: when it came onto the board. */
type Running = KnownDeployment & {readonly askedAt: LocalTime; readonly firstSeenAt: LocalTime};

/** Returns the deployments on the board that are in progress, and when they were last read. The same array until an answer about deployments arrives. */
export const runningDeployments = ({deployments: {board, table}}: StateWithDeployments): readonly Running[] =>
	runningIn(board, table);

const runningIn = memoLast((board: Board, table: DeploymentTable): readonly Running[] => {
	const found: Running[] = [];
	for (const {projectId, deploymentId, seenAt: firstSeenAt, endedAt} of board.values()) {
		const known = endedAt === undefined ? deploymentIn(table, projectId, deploymentId) : undefined;
		if (known?.askedAt !== undefined) found.push({...known, askedAt: known.askedAt, firstSeenAt});
	}

	return found;
});

/** Rows on screen that were read longer ago are shown as stale: several reads must have failed or been skipped. */
const staleMs = {focused: 90_000, away: 180_000};

/** Returns when anything was last read, by the local clock. Undefined before that. */
export function lastReadAt({deployments: {table}, projects: {list}}: State): LocalTime | undefined {
	let last = Number.NEGATIVE_INFINITY;
	for (const {askedAt} of table.values()) last = Math.max(last, askedAt ?? last);
	for (const {readAt} of list.pages) last = Math.max(last, readAt);
	return last === Number.NEGATIVE_INFINITY ? undefined : last;
}

/** Whether what was last read at `readAt` is so old that nothing on the screen can be taken as current. */
export const isOutOfDate = ({presence: {isFocused}}: State, readAt: LocalTime, localNow: LocalTime): boolean =>
	localNow - readAt >= (isFocused ? staleMs.focused : staleMs.away);

/** Returns a predicate for projects whose row was read too long ago to be shown as current. */
export function staleBefore(
	{
		projects: {list: projects},
		presence: {isFocused},
	}: Pick<State, 'presence'> & {projects: Pick<State['projects'], 'list'>},
	localNow: LocalTime,
	maxAgeMs: number = isFocused ? staleMs.focused : staleMs.away,
): (projectId: string) => boolean {
	const before = localNow - maxAgeMs;
	const hasStale = projects.pages.some(({readAt}) => readAt < before);
	if (!hasStale) return () => false;
	return projectId => (pageOfProject(projects, projectId)?.readAt ?? Number.POSITIVE_INFINITY) < before;
}
