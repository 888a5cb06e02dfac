import type {LocalTime} from '../../clock.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';
import {listReadAt, newestReadAt, runningDeployments} from '../state/deployments/read-times.ts';
import {missingRecord, unavailableDeployments} from '../state/deployments/unavailable-deployments.ts';
import type {State} from '../state/state.ts';
import type {PlannedRead} from './planned-read.ts';

/** Whether the list of the project shows the progress of a deployment. It normally does, and one request covers all deployments of the project and newer ones, too. If the list lacks the deployment or is unavailable, its own record is read. */
const isInList = (state: State, projectId: string, askedAt: LocalTime): boolean =>
	(newestReadAt(state, projectId) ?? Number.NEGATIVE_INFINITY) <= askedAt && !unavailableDeployments(state, projectId);

/** Returns the reads of the deployments in progress on the board. They are never due: the reading plan makes them. The same array until an answer about deployments arrives or a read fails: the plan is made several times for each answer. */
export function boardReads(state: State, connectionId: number): readonly PlannedRead[] {
	const {failures} = state.polling;
	return state.memo.kept('board reads', state.deployments, [failures, connectionId], () =>
		readsOfBoard(state, connectionId),
	);
}

function readsOfBoard(state: State, connectionId: number): readonly PlannedRead[] {
	const read = (request: ReadRequest, askedAt: number): PlannedRead => ({
		request,
		priority: 'planned',
		dueAt: Number.POSITIVE_INFINITY,
		askedAt,
	});
	/** By project, or by deployment if its own record is read. */
	const reads = new Map<unknown, PlannedRead>();
	for (const {deployment, askedAt} of runningDeployments(state)) {
		const {projectId, id: deploymentId} = deployment;
		if (!isInList(state, projectId, askedAt)) {
			reads.set(deployment, read({connectionId, kind: 'deployment', projectId, deploymentId}, askedAt));
		} else if ((reads.get(projectId)?.askedAt ?? askedAt + 1) > askedAt) {
			reads.set(projectId, read({connectionId, kind: 'latest', projectId}, askedAt));
		}
	}

	return [...reads.values()];
}

/** Returns the full lists of projects with a deployment whose own record is missing, to show whether it is gone. */
export function missingDeploymentReads(state: State, connectionId: number): readonly PlannedRead[] {
	if (state.polling.failures.size === 0) return [];
	const running = runningDeployments(state).map(({deployment: {projectId, id}}) => ({projectId, deploymentId: id}));
	return [...running, ...state.presence.watches.values()].flatMap(({projectId, deploymentId}): PlannedRead[] => {
		const failure = deploymentId === undefined ? undefined : missingRecord(state, projectId, deploymentId);
		const askedAt = listReadAt(state, projectId);
		if (!failure || (askedAt !== undefined && askedAt >= failure.at)) return [];
		return [{request: {connectionId, kind: 'deployments', projectId}, priority: 'due', dueAt: failure.at, askedAt}];
	});
}
