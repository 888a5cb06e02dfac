import {type Read, readKey} from '../../src/store/model/requests/read-request.ts';
import {createReadOrder, type RunningDeployment} from '../../src/store/polling/read-order.ts';
import type {SimulatedPlan} from './plan.ts';
import type {RunFacts} from './service.ts';

/** The order of `src/store/polling`, evenly spaced. */
export function createOrdered(perMinute: number): SimulatedPlan {
	const order = createReadOrder();
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	const inFlight = new Set<string>();
	/** The deployments in progress, by their ids. */
	const running = new Map<string, RunningDeployment>();

	function see(projectId: string, {id, createdAt, concludedAt}: RunFacts, readAt: number, isUnlisted: boolean) {
		if (concludedAt !== undefined) running.delete(id);
		else running.set(id, {projectId, deploymentId: id, beganAt: createdAt ?? readAt, readAt, isUnlisted});
	}

	return {
		next(now, views) {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const canRead = (read: Read) => !inFlight.has(readKey(read));
			const read = order.next({now, views, running: [...running.values()], isWide: true, canRead});
			if (!read) return {read, at: now + 200};
			inFlight.add(readKey(read));
			nextAt = Math.max(nextAt, now - everyMs / 2) + everyMs;
			return {read, at: nextAt};
		},
		answered(answer) {
			const {askedAt} = answer;
			inFlight.delete(readKey(answer.kind === 'deployment' ? {...answer, deploymentId: answer.deployment.id} : answer));
			if (answer.kind === 'projects') {
				order.discovery.observePage({...answer, skewMs: 0});
			} else if (answer.kind === 'deployment') {
				const {projectId, deployment} = answer;
				see(projectId, deployment, askedAt, running.get(deployment.id)?.isUnlisted ?? false);
			} else {
				const {projectId, deployments} = answer;
				order.discovery.observeList({...answer, skewMs: 0});
				const ids = new Set(deployments.map(({id}) => id));
				for (const each of running.values()) {
					if (each.projectId === projectId && !ids.has(each.deploymentId)) {
						running.set(each.deploymentId, {...each, isUnlisted: true});
					}
				}

				for (const facts of deployments) see(projectId, facts, askedAt, false);
			}
		},
	};
}
