import type {SimulatedPlan} from './plan.ts';
import type {Service} from './service.ts';
import {staleness} from './staleness.ts';

/** Knows what has changed, and reads the list where that makes the greatest difference. */
export function createOracle(perMinute: number, service: Service, epochMs: number): SimulatedPlan {
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	const inFlight = new Set<string>();
	return {
		next(now, {open, watched}) {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const byProject = new Map<string, number>();
			for (const run of service.running) {
				const {id} = run.project;
				if (inFlight.has(id)) continue;
				const weight = open.has(id) ? 20 : watched.has(id) ? 5 : 1;
				const value = weight * staleness(run, (now - epochMs) / 1000);
				byProject.set(id, (byProject.get(id) ?? 0) + value);
			}

			let projectId: string | undefined;
			let highest = 0;
			for (const [id, value] of byProject) if (value > highest) [projectId, highest] = [id, value];
			nextAt = Math.max(nextAt, now - everyMs) + everyMs;
			// What is not needed is not saved up for later.
			if (projectId === undefined) return {read: undefined, at: nextAt};
			inFlight.add(projectId);
			return {read: {kind: 'deployments', projectId}, at: nextAt};
		},
		answered(answer) {
			if (answer.kind === 'deployments') inFlight.delete(answer.projectId);
		},
	};
}
