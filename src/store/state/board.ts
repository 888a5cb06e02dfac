import {type Deployment, isConcluded} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {Watch} from '../../journal/sighting.ts';
import {outcomeOf} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import {deploymentKey} from '../model/deployments/detected-changes.ts';
import type {Board, TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {projectNameOf} from './project-names.ts';
import type {State} from './state.ts';

/** One line of the board: a deployment, or a project that is watched and of which nothing is known yet. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	readonly deployment: Deployment | undefined;
	readonly askedAt: LocalTime | undefined;
	readonly isWatched: boolean;
};

/** How long a deployment stays on the board after it concluded. One that failed waits to be seen. */
const shownAfterwards = {failed: 24 * 3_600_000, other: 30 * 60_000};

/** More deployments than anybody watches; those that concluded longest ago go first. */
const maxDeployments = 400;

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

type Watching = Pick<State, 'presence'>;

export const isProjectWatched = ({presence: {watches}}: Watching, projectId: string): boolean => watches.has(projectId);

/** The watch that a deployment falls under: its own, else that of its project. */
export const watchOf = ({presence: {watches}}: Watching, {projectId, id}: Pick<Deployment, 'projectId' | 'id'>) =>
	watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);

const hasFailed = ({deployment}: TrackedDeployment, {interface: {pins}}: Pick<State, 'interface'>): boolean =>
	outcomeOf(deployment, pins) === 'bad';

/** The board without what concluded too long ago to stand there. Gives the same board if that is nothing. */
export function withoutExpired(board: Board, state: Pick<State, 'interface'>, at: LocalTime): Board {
	const isOld = (tracked: TrackedDeployment) => {
		const agoMs = tracked.endedAt === undefined ? 0 : at - tracked.endedAt;
		// What its words mean is looked up only where it matters.
		if (agoMs <= shownAfterwards.other) return false;
		return agoMs > (hasFailed(tracked, state) ? shownAfterwards.failed : shownAfterwards.other);
	};
	let next = board;
	if ([...board.values()].some(isOld)) next = new Map([...board].filter(([, tracked]) => !isOld(tracked)));
	if (next.size <= maxDeployments) return next;
	const byEnd = [...next].sort(([, a], [, b]) => (b.endedAt ?? at + 1) - (a.endedAt ?? at + 1));
	return new Map(byEnd.slice(0, maxDeployments));
}

/** How urgently somebody wants to see it: what is in progress, what failed, then the rest. */
function rank({deployment}: BoardRow, {interface: {pins}}: Pick<State, 'interface'>): number {
	if (!deployment) return 3;
	if (!isConcluded(deployment)) return 0;
	return outcomeOf(deployment, pins) === 'bad' ? 1 : 2;
}

const momentOf = ({deployment}: BoardRow): number =>
	deployment?.concludedAt ?? deployment?.createdAt ?? Number.NEGATIVE_INFINITY;

/** What stands on the board, the most urgent first and the newest first among equals. */
export function boardRows(state: State): readonly BoardRow[] {
	const rows = [...state.deployments.board].map(([id, {deployment, askedAt}]): BoardRow => {
		const {projectId} = deployment;
		const isWatched = watchOf(state, deployment) !== undefined;
		return {id, projectId, project: projectNameOf(state, projectId), deployment, askedAt, isWatched};
	});
	const present = new Set(rows.map(({projectId}) => projectId));
	for (const [id, {projectId, deploymentId, project}] of state.presence.watches) {
		if (state.deployments.board.has(id) || (deploymentId === undefined && present.has(projectId))) continue;
		const newest = deploymentId === undefined ? state.deployments.latest.get(projectId) : undefined;
		const {deployment, askedAt} = newest ?? {};
		rows.push({id, projectId, project, deployment, askedAt, isWatched: true});
	}

	return rows
		.map(row => ({row, rank: rank(row, state), moment: momentOf(row)}))
		.sort((a, b) => a.rank - b.rank || b.moment - a.moment || (a.row.id < b.row.id ? -1 : 1))
		.map(({row}) => row);
}

/** How many deployments on the board have failed, and how many go on. */
export function boardCounts(state: Pick<State, 'deployments' | 'interface'>): {
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
