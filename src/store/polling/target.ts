/**
Why something is read.

awaited: the reader waits for it. hot: a deployment that is watched closely. warm: what is on the screen, and projects that are watched. fill: the newest deployments of rows on the screen that were never read. rows: the newest deployments of the projects on the screen, and of those where something goes on. sweep: pages at hand that are not on the screen. cold: the newest deployments of other projects.
*/

import type {LocalTime} from '../../clock.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';

export type Tier = 'awaited' | 'hot' | 'warm' | 'fill' | 'rows' | 'sweep' | 'cold';

/** What is read only as far as there is time. */
export const backgroundTiers: readonly Tier[] = ['fill', 'rows', 'sweep', 'cold'];

/** Something to be read: when it is due, how often, and when what there is was asked for. */
export type PlannedRead = {
	readonly need: ReadRequest;
	readonly tier: Tier;
	readonly dueAt: LocalTime;
	readonly everyMs: number;
	readonly askedAt: LocalTime | undefined;
};
