import type {TrackedDeployment} from '../model/deployments/tracked-deployment.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {watchOf} from '../state/board.ts';
import type {State} from '../state/state.ts';
import {missingRecord, unavailableDeployments} from '../state/unavailable-deployments.ts';
import {jittered, latestMs} from './intervals.ts';
import type {PlannedRead} from './target.ts';

/** How many of the board are planned at a time. */
const maxTurns = 8;

/** How often each is read where other reads go first, and then one at a time. */
const spareMs = 75_000;

/** The reads that tell how a deployment goes on: the list of its project, one call for all of that project, which also brings what is newer; its own record where the list does not tell; and where that is missing, the whole list, which shows whether it is gone. */
function boardNeeds(
	state: State,
	connectionId: number,
	{deployment, askedAt}: TrackedDeployment,
): readonly ReadRequest[] {
	const {projectId, id: deploymentId} = deployment;
	const own: ReadRequest = {connectionId, kind: 'deployment', projectId, deploymentId};
	if (missingRecord(state, projectId, deploymentId)) return [own, {connectionId, kind: 'deployments', projectId}];
	const readAt = state.deployments.latest.get(projectId)?.askedAt ?? Number.NEGATIVE_INFINITY;
	const isListed = readAt <= askedAt && !unavailableDeployments(state, projectId);
	return [isListed ? {connectionId, kind: 'latest', projectId} : own];
}

/** What goes on and is not watched. Only those that were read longest ago, because they are read in turn; those that failed wait beside them. `isSpare` says that other reads go first. */
export function boardReads(state: State, connectionId: number, isSpare = false): readonly PlannedRead[] {
	const targets = new Map<string, PlannedRead>();
	const running = [...state.deployments.board.values()].filter(({endedAt}) => endedAt === undefined);
	const oldestFirst = running.sort((a, b) => a.askedAt - b.askedAt);
	const limit = isSpare ? 1 : maxTurns;
	let turns = 0;
	for (const tracked of oldestFirst) {
		if (turns >= limit && state.polling.failures.size === 0) break;
		const {deployment, askedAt} = tracked;
		if (watchOf(state, deployment)) continue;
		const everyMs = isSpare ? spareMs : latestMs(deployment, state);
		for (const need of boardNeeds(state, connectionId, tracked)) {
			const key = readKey(need);
			const isFailing = state.polling.failures.has(key);
			if (targets.has(key) || (!isFailing && turns >= limit)) continue;
			if (!isFailing) turns++;
			const listedAt =
				need.kind === 'deployments' ? state.deployments.byProject.get(need.projectId)?.readAt : undefined;
			const readAt = Math.max(askedAt, listedAt ?? askedAt);
			targets.set(key, {need, tier: 'rows', dueAt: jittered(need, readAt, everyMs), everyMs, askedAt});
		}
	}

	return [...targets.values()];
}
