import type {Deployment} from '../../api/types.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {listReadAt, newestReadAt, runningDeployments} from '../state/deployments/read-times.ts';
import {missingRecord, unavailableDeployments} from '../state/deployments/unavailable-deployments.ts';
import type {State} from '../state/state.ts';
import type {PlannedRead} from './target.ts';

/** Returns the read that tells how a deployment is going: normally the project's list, because one request covers all of its deployments and newer ones too. If the list lacks the deployment or is unavailable, its own record. */
function readOf(
	state: State,
	connectionId: number,
	{projectId, id: deploymentId}: Deployment,
	askedAt: number,
): ReadRequest {
	const readAt = newestReadAt(state, projectId) ?? Number.NEGATIVE_INFINITY;
	const isListed = readAt <= askedAt && !unavailableDeployments(state, projectId);
	return isListed
		? {connectionId, kind: 'latest', projectId}
		: {connectionId, kind: 'deployment', projectId, deploymentId};
}

/** Returns the reads of the deployments in progress on the board. They are never due: the reading plan makes them. The same array until an answer about deployments arrives or a read fails: the plan is made several times for each answer. */
export function boardReads(state: State, connectionId: number): readonly PlannedRead[] {
	const {failures} = state.polling;
	return state.memo.kept('board reads', state.deployments, [failures, connectionId], () =>
		readsOfBoard(state, connectionId),
	);
}

function readsOfBoard(state: State, connectionId: number): readonly PlannedRead[] {
	const targets = new Map<string, PlannedRead>();
	for (const {deployment, askedAt} of runningDeployments(state)) {
		const need = readOf(state, connectionId, deployment, askedAt);
		const key = readKey(need);
		if ((targets.get(key)?.askedAt ?? askedAt + 1) <= askedAt) continue;
		targets.set(key, {need, priority: 'planned', dueAt: Number.POSITIVE_INFINITY, askedAt});
	}

	return [...targets.values()];
}

/** Returns the full lists of projects with a deployment whose own record is missing, to show whether it is gone. */
export function missingDeploymentReads(state: State, connectionId: number): readonly PlannedRead[] {
	if (state.polling.failures.size === 0) return [];
	const running = runningDeployments(state).map(({deployment: {projectId, id}}) => ({projectId, deploymentId: id}));
	return [...running, ...state.presence.watches.values()].flatMap(({projectId, deploymentId}): PlannedRead[] => {
		const failure = deploymentId === undefined ? undefined : missingRecord(state, projectId, deploymentId);
		const askedAt = listReadAt(state, projectId);
		if (!failure || (askedAt !== undefined && askedAt >= failure.at)) return [];
		return [{need: {connectionId, kind: 'deployments', projectId}, priority: 'due', dueAt: failure.at, askedAt}];
	});
}
