import type {Deployments} from './deployments.ts';
import type {SimulatedTeam} from './simulated-team.ts';
import type {Store} from './store.ts';

/** Brings the service from its last request to this one. */
export type CatchUp = {
	/** Whether anything has happened by then that was not taken in yet. */
	readonly isDue: (now: number) => boolean;
	/** Takes in everything that has happened, in its order. */
	readonly catchUp: (now: number) => void;
};

/** So many of the others' doings were before the sandbox was first opened: it opens in the middle of a working day. */
const doingsBefore = 15;
/** After a longer sleep than this the older doings of the others never were, so that waking up takes a moment at most. */
const maxSleepMs = 24 * 60 * 60_000;

export function createCatchUp(store: Store, deployments: Deployments, team: SimulatedTeam | undefined): CatchUp {
	let nextDoing = Number(store.fact('nextDoing') ?? -doingsBefore);
	const nextEndAt = () => deployments.nextEndAt() ?? Number.POSITIVE_INFINITY;
	const nextDoingAt = () => team?.dueAt(nextDoing) ?? Number.POSITIVE_INFINITY;

	return {
		isDue: now => Math.min(nextEndAt(), nextDoingAt()) <= now,

		catchUp(now) {
			nextDoing = Math.max(nextDoing, team?.firstAfter(now - maxSleepMs) ?? nextDoing);
			for (;;) {
				const endAt = nextEndAt();
				const doingAt = nextDoingAt();
				if (Math.min(endAt, doingAt) > now) break;
				if (endAt <= doingAt) deployments.concludeNext();
				else {
					team?.act(nextDoing);
					nextDoing++;
				}
			}

			store.setFact('nextDoing', String(nextDoing));
		},
	};
}
