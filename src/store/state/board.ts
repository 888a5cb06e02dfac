import {type Deployment, isConcluded} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {Watch} from '../../journal/sighting.ts';
import {outcomeOf} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import {deploymentKey} from '../model/deployments/detected-changes.ts';
import {newestOf} from '../model/deployments/newest-deployments.ts';
import type {Board, TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {deploymentsOf, knownDeployment} from './known-deployment.ts';
import {projectNameOf} from './project-names.ts';
import type {State} from './state.ts';

/** One row of the board: a deployment, or a watched project without a known deployment. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	readonly deployment: Deployment | undefined;
	readonly askedAt: LocalTime | undefined;
	readonly isWatched: boolean;
};

/** How long a deployment stays on the board after it concluded. A failed one stays longer, so that the user sees it. */
const retentionMs = {failed: 24 * 3_600_000, other: 30 * 60_000};

/** The most deployments on the board. Those that concluded first are dropped first. */
const maxDeployments = 400;

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

type StateWithBoard = Pick<State, 'deployments' | 'interface'>;

type StateWithWatches = Pick<State, 'presence'>;

export const isProjectWatched = ({presence: {watches}}: StateWithWatches, projectId: string): boolean =>
	watches.has(projectId);

/** Returns the watch that covers a deployment: its own, otherwise its project's. */
export const watchOf = (
	{presence: {watches}}: StateWithWatches,
	{projectId, id}: Pick<Deployment, 'projectId' | 'id'>,
) => watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);

function hasFailed({projectId, deploymentId}: TrackedDeployment, state: StateWithBoard): boolean {
	const known = knownDeployment(state, projectId, deploymentId);
	return known !== undefined && outcomeOf(known.deployment, state.interface.pins) === 'bad';
}

/** Returns the board without deployments that concluded too long ago. `at` is the local time. Returns the same board if nothing expired. */
export function withoutExpired(board: Board, state: StateWithBoard, at: LocalTime): Board {
	const isExpired = (tracked: TrackedDeployment) => {
		const ageMs = tracked.endedAt === undefined ? 0 : at - tracked.endedAt;
		// Classifying the status words is expensive, so it happens only where it matters.
		if (ageMs <= retentionMs.other) return false;
		return ageMs > (hasFailed(tracked, state) ? retentionMs.failed : retentionMs.other);
	};
	let next = board;
	if ([...board.values()].some(isExpired)) next = new Map([...board].filter(([, tracked]) => !isExpired(tracked)));
	if (next.size <= maxDeployments) return next;
	const byEnd = [...next].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
	return new Map(byEnd.slice(0, maxDeployments));
}

/** Ranks rows by urgency: in progress, failed, then the rest. */
function rank({deployment}: BoardRow, {interface: {pins}}: Pick<State, 'interface'>): number {
	if (!deployment) return 3;
	if (!isConcluded(deployment)) return 0;
	return outcomeOf(deployment, pins) === 'bad' ? 1 : 2;
}

const sortTimeOf = ({deployment}: BoardRow): number =>
	deployment?.concludedAt ?? deployment?.createdAt ?? Number.NEGATIVE_INFINITY;

/** Returns the rows of the board, the most urgent first and the newest first within a rank. */
export function boardRows(state: State): readonly BoardRow[] {
	const rows = [...state.deployments.board].map(([id, {projectId, deploymentId}]): BoardRow => {
		const {deployment, askedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
		const isWatched = watchOf(state, {projectId, id: deploymentId}) !== undefined;
		return {id, projectId, project: projectNameOf(state, projectId), deployment, askedAt, isWatched};
	});
	const present = new Set(rows.map(({projectId}) => projectId));
	for (const [id, {projectId, deploymentId, project}] of state.presence.watches) {
		if (state.deployments.board.has(id) || (deploymentId === undefined && present.has(projectId))) continue;
		const known = deploymentId === undefined ? deploymentsOf(state, projectId) : undefined;
		rows.push({id, projectId, project, deployment: newestOf(known), askedAt: known?.newest?.askedAt, isWatched: true});
	}

	return rows
		.map(row => ({row, rank: rank(row, state), sortTime: sortTimeOf(row)}))
		.sort((a, b) => a.rank - b.rank || b.sortTime - a.sortTime || (a.row.id < b.row.id ? -1 : 1))
		.map(({row}) => row);
}

/** Returns how many deployments on the board have failed and how many are in progress. */
export function boardCounts(state: StateWithBoard): {
	readonly failed: number;
	readonly running: number;
} {
	let [failed, running] = [0, 0];
	for (const tracked of state.deployments.board.values()) {
		if (tracked.endedAt === undefined) running++;
		else if (hasFailed(tracked, state)) failed++;
	}

	return {failed, running};
}
