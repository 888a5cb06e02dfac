import {toServiceTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {State} from '../../store/state/state.ts';
import {isOver, lastRead, openIds, type Quest, questFor, type Wanted} from './quest.ts';
import type {Judged, Report} from './report.ts';
import {unknownDeployment, worstLast} from './verdict.ts';

/** Prints the verdicts, the one that counts most last. Returns its exit code. */
function conclude(quests: readonly Quest[], state: State, report: Report): number {
	const all = quests.flatMap(({projectId, project, ids = [], verdict, verdicts}) => {
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
export type Pursuit = {
	readonly all: () => readonly Quest[];
	/** Those that are not over. */
	readonly open: () => readonly Quest[];
	/** Replaces the quests with what has become of them. Returns whether all are over. */
	readonly settle: (next: readonly Quest[]) => boolean;
	/** Ends the wait for one deployment, because the service does not know it. */
	readonly dismiss: (projectId: string, deploymentId: string) => boolean;
};

type PursuitOptions = {
	readonly state: () => State;
	readonly report: Report;
	readonly onEnd: (exitCode: number) => void;
};

export function createPursuit(wanted: readonly Wanted[], {state, report, onEnd}: PursuitOptions): Pursuit {
	let quests: readonly Quest[] = wanted.map(questFor);
	let hasEnded = false;

	const settle = (next: readonly Quest[]) => {
		if (hasEnded) return true;
		quests = next;
		hasEnded = quests.every(isOver);
		if (hasEnded) onEnd(conclude(quests, state(), report));
		return hasEnded;
	};

	return {
		all: () => quests,
		open: () => quests.filter(quest => !isOver(quest)),
		settle,

		dismiss: (projectId, deploymentId) =>
			settle(
				quests.map(quest =>
					quest.projectId === projectId && openIds(quest).includes(deploymentId)
						? {...quest, verdicts: new Map(quest.verdicts).set(deploymentId, unknownDeployment)}
						: quest,
				),
			),
	};
}
