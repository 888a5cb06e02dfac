import type {LocalTime} from '../../clock.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';

/**
Why something is read, which decides its priority and its share of the budget.

- `awaited`: the user waits for it.
- `hot`: a deployment that is open or watched.
- `warm`: the lists on the screen, and watched projects.
- `fill`: newest deployments for visible rows that were never read.
- `rows`: newest deployments for visible rows, and for projects with a deployment in progress.
- `sweep`: loaded pages off the screen.
- `cold`: newest deployments of all other projects.
*/
export type Tier = 'awaited' | 'hot' | 'warm' | 'fill' | 'rows' | 'sweep' | 'cold';

/** The tiers that use only spare budget. */
export const backgroundTiers: readonly Tier[] = ['fill', 'rows', 'sweep', 'cold'];

/** A read, with when it is due, how often it repeats, and when the current data was requested, by the local clock. */
export type PlannedRead = {
	readonly need: ReadRequest;
	readonly tier: Tier;
	readonly dueAt: LocalTime;
	readonly everyMs: number;
	readonly askedAt: LocalTime | undefined;
};
