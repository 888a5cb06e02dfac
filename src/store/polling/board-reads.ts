import type {LocalTime} from '../../clock.ts';
import type {TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {watchOf} from '../state/board.ts';
import {deploymentsOf, knownDeployment} from '../state/known-deployment.ts';
import type {State} from '../state/state.ts';
import {missingRecord, unavailableDeployments} from '../state/unavailable-deployments.ts';
import {jittered, latestMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** The maximum number of board reads planned at a time, not counting failing ones. */
const maxPlanned = 8;

/** The interval of a deployment's reads while other reads take precedence. */
const spareIntervalMs = 75_000;

/**
Returns the reads that update a deployment's status.

Normally that is the project's list, because one request covers all of its deployments and newer ones too. If the list lacks the deployment or is unavailable, it is the deployment's own record; if that is missing, also the full list, which shows whether the deployment is gone.
*/
function requestsFor(
	state: State,
	connectionId: number,
	{projectId, deploymentId}: TrackedDeployment,
	askedAt: LocalTime,
): readonly ReadRequest[] {
	const own: ReadRequest = {connectionId, kind: 'deployment', projectId, deploymentId};
	if (missingRecord(state, projectId, deploymentId)) return [own, {connectionId, kind: 'deployments', projectId}];
	const readAt = deploymentsOf(state, projectId).newest?.askedAt ?? Number.NEGATIVE_INFINITY;
	const isListed = readAt <= askedAt && !unavailableDeployments(state, projectId);
	return [isListed ? {connectionId, kind: 'latest', projectId} : own];
}

/** Plans the board's deployments in progress, except watched ones. Returns those read longest ago, because they are read in turn, and failing ones, which are retried independently. `isSpare`: other reads take precedence. */
export function boardReads(state: State, connectionId: number, isSpare = false): readonly PlannedRead[] {
	const targets = new Map<string, PlannedRead>();
	const running = [...state.deployments.board.values()].flatMap(tracked => {
		const {deployment, askedAt} = knownDeployment(state, tracked.projectId, tracked.deploymentId) ?? {};
		return tracked.endedAt === undefined && deployment && askedAt !== undefined ? {tracked, deployment, askedAt} : [];
	});
	const oldestFirst = running.sort((a, b) => a.askedAt - b.askedAt);
	const limit = isSpare ? 1 : maxPlanned;
	let planned = 0;
	for (const {tracked, deployment, askedAt} of oldestFirst) {
		if (planned >= limit && state.polling.failures.size === 0) break;
		if (watchOf(state, deployment)) continue;
		const everyMs = isSpare ? spareIntervalMs : latestMs(deployment, state);
		for (const need of requestsFor(state, connectionId, tracked, askedAt)) {
			const key = readKey(need);
			const isFailing = state.polling.failures.has(key);
			if (targets.has(key) || (!isFailing && planned >= limit)) continue;
			if (!isFailing) planned++;
			const listedAt = need.kind === 'deployments' ? deploymentsOf(state, need.projectId).list.readAt : undefined;
			const readAt = Math.max(askedAt, listedAt ?? askedAt);
			targets.set(key, {need, tier: 'rows', dueAt: jittered(need, readAt, everyMs), everyMs, askedAt});
		}
	}

	return [...targets.values()];
}
