import {type Read, readKey} from '../../src/model/read-request.ts';
import {type RunningRead, type Views, viewedInterests} from '../../src/state/interests.ts';
import {createReadOrder} from '../../src/sync/read-order.ts';
import type {ListedProject, RunFacts} from './service.ts';

export type Answer = {readonly requestedAt: number} & (
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
		next(now, views) {
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
		answered(answer) {
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

/** How many turns it takes until a project is read of which nothing is known, besides pages. */
const coldEvery = 16;

/** Takes the first that is possible, and puts it last. */
function takeTurn<Each>(turns: Set<Each>, isPossible: (each: Each) => boolean): Each | undefined {
	for (const each of turns) {
		if (!isPossible(each)) continue;
		turns.delete(each);
		turns.add(each);
		return each;
	}

	return undefined;
}

/**
Reads in turn and with no preferences: in every other turn a project with a deployment in progress, the one that was read longest ago; in the others a project with a hint, and if there is none, a page, or now and then a project.
*/
export function createRoundRobin(perMinute: number): SimulatedPlan {
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	let turn = 0;
	const projects = new Set<string>();
	const pages = new Set<string | undefined>();
	const running = new Set<string>();
	const hinted = new Set<string>();
	const inFlight = new Set<string>();
	/** When each project was updated, as its page said last. */
	const updates = new Map<string, number | undefined>();
	const isFree = (id: string) => !inFlight.has(id);

	const choose = (): Read | undefined => {
		turn++;
		const row = turn % 2 === 0 ? takeTurn(running, isFree) : undefined;
		const due = row ?? takeTurn(hinted, isFree);
		if (due === undefined && turn % coldEvery > 1 && pages.size > 0) {
			return {kind: 'projects', cursor: takeTurn(pages, () => true)};
		}

		const projectId = due ?? takeTurn(projects, isFree);
		if (projectId === undefined) return undefined;
		projects.delete(projectId);
		projects.add(projectId);
		hinted.delete(projectId);
		inFlight.add(projectId);
		return {kind: 'deployments', projectId};
	};

	return {
		next(now) {
			if (now < nextAt) return {read: undefined, at: nextAt};
			nextAt = Math.max(nextAt, now - everyMs) + everyMs;
			return {read: choose(), at: nextAt};
		},
		answered(answer) {
			if (answer.kind === 'projects') {
				pages.add(answer.cursor);
				for (const {id, updatedAt} of answer.projects) {
					projects.add(id);
					if (updates.has(id) && updates.get(id) !== updatedAt) hinted.add(id);
					updates.set(id, updatedAt);
				}
			} else if (answer.kind === 'deployments') {
				const {projectId, deployments} = answer;
				inFlight.delete(projectId);
				running.delete(projectId);
				if (deployments.some(({concludedAt}) => concludedAt === undefined)) running.add(projectId);
			}
		},
	};
}
