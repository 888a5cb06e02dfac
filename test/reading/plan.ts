import type {Read} from '../../src/store/model/requests/read-request.ts';
import type {Views} from '../../src/store/polling/read-order.ts';
import type {ListedProject, RunFacts} from './service.ts';

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
