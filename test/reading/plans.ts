import {type Read, readKey} from '../../src/model/read-request.ts';
import {createReadOrder, type RunningDeployment, type Views} from '../../src/sync/read-order.ts';
import {type ListedProject, type RunFacts, type Service, staleness} from './service.ts';

export type Answer = {readonly askedAt: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined; readonly projects: readonly ListedProject[]}
	| {readonly kind: 'deployments'; readonly projectId: string; readonly deployments: readonly RunFacts[]}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deployment: RunFacts}
);

/** A way to choose the next request, as the simulation drives it. Times are in milliseconds. */
export type SimulatedPlan = {
	/** The read to start now, if any, and when to ask again at the latest. */
	readonly next: (now: number, views: Views) => {readonly read: Read | undefined; readonly at: number};
	readonly answered: (answer: Answer, now: number) => void;
};

/** The order of `src/sync`, evenly spaced. */
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

type Known = {running: boolean; mark: string | undefined; isHinted: boolean; busy: boolean};

const isRunning = ({concludedAt}: RunFacts): boolean => concludedAt === undefined;

/** How many turns it takes until a project is read of which nothing is known, besides pages. */
const coldEvery = 16;

/**
Reads evenly spaced, in turn and with no preferences: in every other turn a project with a deployment in progress, the one that was read longest ago; in the others a project with a hint, and if there is none, a page, or now and then a project.
*/
export function createRoundRobin(perMinute: number): SimulatedPlan {
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	let turn = 0;
	/** Maps and sets keep the order in which they were read. */
	const projects = new Map<string, Known>();
	const pages = new Set<string | undefined>();
	const running = new Set<string>();
	const hinted = new Set<string>();
	const knownOf = (id: string): Known => {
		const known = projects.get(id) ?? {running: false, mark: undefined, isHinted: false, busy: false};
		projects.set(id, known);
		return known;
	};
	const firstOf = (ids: Iterable<string>): string | undefined => {
		for (const id of ids) if (!projects.get(id)?.busy) return id;
		return undefined;
	};

	const choose = (): Read | undefined => {
		turn++;
		const row = firstOf(running);
		if (turn % 2 === 0 && row !== undefined) return {kind: 'deployments', projectId: row};
		const hint = firstOf(hinted);
		if (hint !== undefined) return {kind: 'deployments', projectId: hint};
		const [page] = pages;
		if (turn % coldEvery > 1 && pages.size > 0) {
			pages.delete(page);
			pages.add(page);
			return {kind: 'projects', cursor: page};
		}

		const projectId = firstOf(projects.keys());
		return projectId === undefined ? undefined : {kind: 'deployments', projectId};
	};

	return {
		next(now) {
			if (now < nextAt) return {read: undefined, at: nextAt};
			nextAt = Math.max(nextAt, now - everyMs) + everyMs;
			const read = choose();
			if (read?.kind === 'deployments') {
				const known = knownOf(read.projectId);
				known.busy = true;
				projects.delete(read.projectId);
				projects.set(read.projectId, known);
				hinted.delete(read.projectId);
			}

			return {read, at: nextAt};
		},
		answered(answer) {
			if (answer.kind === 'projects') {
				pages.add(answer.cursor);
				for (const {id, updatedAt} of answer.projects) {
					const known = knownOf(id);
					const mark = String(updatedAt);
					if (known.mark !== undefined && known.mark !== mark) hinted.add(id);
					known.mark = mark;
				}
			} else if (answer.kind === 'deployments') {
				knownOf(answer.projectId).busy = false;
				running.delete(answer.projectId);
				if (answer.deployments.some(isRunning)) running.add(answer.projectId);
			}
		},
	};
}

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
