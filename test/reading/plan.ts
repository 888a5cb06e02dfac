import type {DeploymentAnswer, ListAnswer, PageAnswer, Read, Views} from '../../src/store/polling/read-facts.ts';

export type Answer =
	| ({readonly kind: 'page'} & PageAnswer)
	| ({readonly kind: 'list'} & ListAnswer)
	| ({readonly kind: 'deployment'} & DeploymentAnswer);

/** A way to choose the next request, as the simulation drives it. Times are in milliseconds. */
export type SimulatedPlan = {
	/** The read to start now, if any, and when to ask again at the latest. */
	readonly next: (now: number, views: Views) => {readonly read: Read | undefined; readonly at: number};
	readonly answered: (answer: Answer, now: number) => void;
};
