import {type Read, readKey} from '../../src/model/read-request.ts';
import {type RunningRead, type Views, viewedInterests} from '../../src/state/interests.ts';
import {createReadOrder} from '../../src/sync/read-order.ts';
import type {ListedProject, RunFacts} from './service.ts';

export type Answer = {readonly requestedAt: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined; readonly projects: readonly ListedProject[]}
	| {readonly kind: 'deployments'; readonly projectId: string; readonly deployments: readonly RunFacts[]}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deployment: RunFacts}
);

/** The budget of requests. */
const perMinute = 60;

/** The order of `src/sync`, evenly spaced, as the simulation drives it. Times are in milliseconds. */
export function createPlan() {
	const order = createReadOrder();
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	const inFlight = new Set<string>();
	/** When each list was read, and how the deployments in progress are read, by their ids. */
	const readAt = new Map<string, number>();
	const running = new Map<string, RunningRead>();

	function see(
		read: RunningRead['read'] & {projectId: string},
		{id, createdAt, concludedAt}: RunFacts,
		requestedAt: number,
	) {
		if (concludedAt !== undefined) running.delete(id);
		else running.set(id, {projectId: read.projectId, read, beganAt: createdAt ?? requestedAt, requestedAt});
	}

	return {
		/** The read to start now, if any, and when to ask again at the latest. */
		next(now: number, views: Views): {readonly read: Read | undefined; readonly at: number} {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const canRead = (read: Read) => !inFlight.has(readKey(read));
			const interests = viewedInterests(views, [...running.values()], id => readAt.get(id), now);
			const due = interests.filter(
				({read, requestedAt, maxAgeMs}) =>
					canRead(read) && (requestedAt === undefined || requestedAt + maxAgeMs <= now),
			);
			const {read} = order.next(now, due, true, canRead) ?? {};
			if (!read) return {read, at: now + 200};
			inFlight.add(readKey(read));
			nextAt = Math.max(nextAt, now - everyMs / 2) + everyMs;
			return {read, at: nextAt};
		},
		answered(answer: Answer) {
			const {requestedAt} = answer;
			inFlight.delete(readKey(answer.kind === 'deployment' ? {...answer, deploymentId: answer.deployment.id} : answer));
			if (answer.kind === 'projects') {
				order.observePage({request: answer, answer, requestedAt}, 0);
			} else if (answer.kind === 'deployment') {
				const {projectId, deployment} = answer;
				see({kind: 'deployment', projectId, deploymentId: deployment.id}, deployment, requestedAt);
			} else {
				const {projectId, deployments} = answer;
				order.observeList({request: answer, answer, requestedAt}, 0);
				readAt.set(projectId, requestedAt);
				const ids = new Set(deployments.map(({id}) => id));
				for (const [deploymentId, each] of running) {
					if (each.projectId !== projectId || ids.has(deploymentId)) continue;
					running.set(deploymentId, {...each, read: {kind: 'deployment', projectId, deploymentId}});
				}

				for (const facts of deployments) see({kind: 'deployments', projectId}, facts, requestedAt);
			}
		},
	};
}
