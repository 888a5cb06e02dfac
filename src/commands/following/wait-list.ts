import {toServiceTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {State} from '../../store/state/state.ts';
import {isOver, lastRead, newWait, openIds, type ProjectWait, type Wanted} from './project-wait.ts';
import type {Judged, Report} from './report.ts';
import {unknownDeployment, worstLast} from './verdict.ts';

/** Prints the verdicts, the one that counts most last. Returns its exit code. */
function conclude(waits: readonly ProjectWait[], state: State, report: Report): number {
	const all = waits.flatMap(({projectId, project, ids = [], verdict, verdicts}) => {
		const judged = (deploymentId: string | undefined): Judged => {
			const known = deploymentId === undefined ? undefined : lastRead(state, projectId, deploymentId);
			const readAt = known && toServiceTime(known.askedAt, state.polling.skewMs);
			return {projectId, project, deploymentId, deployment: known?.deployment, readAt};
		};
		const onDeployments = ids.flatMap(id => {
			const own = verdicts.get(id);
			return own ? [{verdict: own, judged: judged(id)}] : [];
		});
		return verdict ? [{verdict, judged: judged(undefined)}] : onDeployments;
	});
	const sorted = all.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, judged} of sorted) report.verdict(verdict, judged);
	return sorted.at(-1)?.verdict.exitCode ?? exitCodes.done;
}

/** Everything that is awaited. It ends once there is a verdict on each part. */
export type WaitList = {
	readonly all: () => readonly ProjectWait[];
	/** Those that are not over. */
	readonly open: () => readonly ProjectWait[];
	/** Replaces the waits by their next states. Returns whether all are over. */
	readonly settle: (next: readonly ProjectWait[]) => boolean;
	/** Ends the wait for one deployment, because the service does not know it. */
	readonly dismiss: (projectId: string, deploymentId: string) => boolean;
};

type WaitListOptions = {
	readonly state: () => State;
	readonly report: Report;
	readonly onEnd: (exitCode: number) => void;
};

export function createWaitList(wanted: readonly Wanted[], {state, report, onEnd}: WaitListOptions): WaitList {
	let waits: readonly ProjectWait[] = wanted.map(newWait);
	let hasEnded = false;

	const settle = (next: readonly ProjectWait[]) => {
		if (hasEnded) return true;
		waits = next;
		hasEnded = waits.every(isOver);
		if (hasEnded) onEnd(conclude(waits, state(), report));
		return hasEnded;
	};

	return {
		all: () => waits,
		open: () => waits.filter(wait => !isOver(wait)),
		settle,

		dismiss: (projectId, deploymentId) =>
			settle(
				waits.map(wait =>
					wait.projectId === projectId && openIds(wait).includes(deploymentId)
						? {...wait, verdicts: new Map(wait.verdicts).set(deploymentId, unknownDeployment)}
						: wait,
				),
			),
	};
}
