import {memoLast} from '../../../base/memo.ts';
import type {LocalTime} from '../../../clock.ts';
import type {Board} from '../../model/board.ts';
import {type DeploymentTable, deploymentIn} from '../../model/deployments/deployment-table.ts';
import type {KnownDeployment} from '../../model/deployments/project-deployments.ts';
import type {State} from '../state.ts';
import {deploymentsOf} from './known-deployment.ts';

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

type Running = KnownDeployment & {readonly askedAt: LocalTime};

const isRead = (known: KnownDeployment): known is Running => known.askedAt !== undefined;

/** Returns the deployments on the board that are in progress, and when they were last read. The same array until an answer about deployments arrives. */
export const runningDeployments = ({deployments: {board, table}}: StateWithDeployments): readonly Running[] =>
	runningIn(board, table);

const runningIn = memoLast((board: Board, table: DeploymentTable): readonly Running[] => {
	const found: Running[] = [];
	for (const {projectId, deploymentId, endedAt} of board.values()) {
		const known = endedAt === undefined ? deploymentIn(table, projectId, deploymentId) : undefined;
		if (known && isRead(known)) found.push(known);
	}

	return found;
});
