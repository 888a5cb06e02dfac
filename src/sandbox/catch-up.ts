import type {Deployments} from './deployments.ts';
import type {Store} from './store.ts';
import type {SimulatedTeam} from './team.ts';

/** Applies everything that happened since the last request. */
export type CatchUp = {
	/** Whether anything is due by `now`. */
	readonly isDue: (now: number) => boolean;
	/** Applies everything that is due by `now`, in order. */
	readonly catchUp: (now: number) => void;
};

/** How many team actions happened before the first opening: the sandbox opens in the middle of a working day. */
const initialActionCount = 15;
/** After a longer sleep, older team actions are skipped, so that catching up is fast. */
const maxSleepMs = 24 * 60 * 60_000;

export function createCatchUp(store: Store, deployments: Deployments, team: SimulatedTeam | undefined): CatchUp {
	let nextAction = Number(store.fact('nextDoing') ?? -initialActionCount);
	const nextEndAt = () => deployments.nextEndAt() ?? Number.POSITIVE_INFINITY;
	const nextActionAt = () => team?.dueAt(nextAction) ?? Number.POSITIVE_INFINITY;

	return {
		isDue: now => Math.min(nextEndAt(), nextActionAt()) <= now,

		catchUp(now) {
			nextAction = Math.max(nextAction, team?.firstAfter(now - maxSleepMs) ?? nextAction);
			for (;;) {
				const endAt = nextEndAt();
				const actionAt = nextActionAt();
				if (Math.min(endAt, actionAt) > now) break;
				if (endAt <= actionAt) deployments.concludeNext();
				else {
					team?.act(nextAction);
					nextAction++;
				}
			}

			store.setFact('nextDoing', String(nextAction));
		},
	};
}
