import {type Deployment, isConcluded} from '../../../api/types.ts';
import {memoLast} from '../../../base/memo.ts';
import {type LocalTime, toLocalTime, toServiceTime} from '../../../clock.ts';
import {pastConclusion} from '../../../deployment-times.ts';
import type {Watch} from '../../../journal/observations.ts';
import {outcomeOf, type Pins} from '../../../status-words.ts';
import {deploymentKey} from '../../model/deployments/detected-changes.ts';
import type {Board, TrackedDeployment} from '../../model/deployments/tracked-deployment.ts';
import type {State} from '../state.ts';
import {knownDeployment} from './known-deployment.ts';

/** How long a deployment stays on the board after it concluded. A failed one stays longer, so that the user sees it. */
const retentionMs = {failed: 24 * 3_600_000, other: 30 * 60_000};

/** The most deployments on the board. Those that concluded first are dropped first. */
const maxDeployments = 500;

/** Returns when a deployment concluded, by the local clock, if that is recent enough for the board. */
function recentEnd(deployment: Deployment, at: LocalTime, {skewMs, pins}: BoardChange): LocalTime | undefined {
	const concludedAt = pastConclusion(deployment, toServiceTime(at, skewMs));
	if (concludedAt === undefined) return undefined;
	const endedAt = Math.min(at, toLocalTime(concludedAt, skewMs));
	const ageMs = at - endedAt;
	if (ageMs <= retentionMs.other) return endedAt;
	if (ageMs > retentionMs.failed) return undefined;
	return outcomeOf(deployment, pins) === 'bad' ? endedAt : undefined;
}

type BoardChange = {
	readonly before: TrackedDeployment | undefined;
	readonly hasJustConcluded: boolean;
	/** Whether no read in this run has shown it. */
	readonly isFirstSeen: boolean;
	readonly skewMs: number;
	readonly pins: Pins;
};

/** Returns the board entry of a deployment: if it is in progress, was on the board, or has concluded recently. Undefined for any other. */
export function trackedAs(deployment: Deployment, change: BoardChange, at: LocalTime): TrackedDeployment | undefined {
	const {before, hasJustConcluded, isFirstSeen} = change;
	const ids = {projectId: deployment.projectId, deploymentId: deployment.id};
	if (!isConcluded(deployment)) return {...ids, endedAt: undefined};
	if (before || hasJustConcluded) return {...ids, endedAt: before?.endedAt ?? at};
	const endedAt = isFirstSeen ? recentEnd(deployment, at, change) : undefined;
	return endedAt === undefined ? undefined : {...ids, endedAt};
}

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

type StateWithBoard = Pick<State, 'deployments' | 'interface'>;

type StateWithWatches = {readonly presence: Pick<State['presence'], 'watches'>};

/** Returns the watch that covers a deployment: its own, otherwise its project's. */
export const watchOf = (
	{presence: {watches}}: StateWithWatches,
	{projectId, id}: Pick<Deployment, 'projectId' | 'id'>,
) => watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);

function hasFailed({projectId, deploymentId}: TrackedDeployment, state: StateWithBoard): boolean {
	const known = knownDeployment(state, projectId, deploymentId);
	return known !== undefined && outcomeOf(known.deployment, state.interface.pins) === 'bad';
}

/** Returns the deployments on a board that have concluded. */
const endedOn = memoLast((board: Board): readonly TrackedDeployment[] =>
	[...board.values()].filter(({endedAt}) => endedAt !== undefined),
);

/** Returns the board without deployments that concluded too long ago. `at` is the local time. Returns the same board if nothing expired. */
export function withoutExpired(board: Board, state: StateWithBoard, at: LocalTime): Board {
	const isExpired = (tracked: TrackedDeployment) => {
		const ageMs = tracked.endedAt === undefined ? 0 : at - tracked.endedAt;
		// Classifying the status words is expensive, so it happens only where it matters.
		if (ageMs <= retentionMs.other) return false;
		return ageMs > (hasFailed(tracked, state) ? retentionMs.failed : retentionMs.other);
	};
	const hasExpired = endedOn(board).some(isExpired);
	const next = hasExpired ? new Map([...board].filter(([, each]) => !isExpired(each))) : board;
	if (next.size <= maxDeployments) return next;
	const byEnd = [...next].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
	return new Map(byEnd.slice(0, maxDeployments));
}

/** Returns how many deployments on the board have failed and how many are in progress. `isFull`: there may be more of both. */
export function boardCounts(state: StateWithBoard): {
	readonly failed: number;
	readonly running: number;
	readonly isFull: boolean;
} {
	const {board} = state.deployments;
	const ended = endedOn(board);
	const failed = ended.filter(tracked => hasFailed(tracked, state)).length;
	return {failed, running: board.size - ended.length, isFull: board.size >= maxDeployments};
}
