import type {Read} from '../../src/store/model/requests/read-request.ts';
import type {SimulatedPlan} from './plan.ts';
import type {RunFacts} from './service.ts';

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
