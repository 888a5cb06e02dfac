import type {DeploymentAnswer, ListAnswer, PageAnswer} from '../../src/store/polling/reading-plan/reading-knowledge.ts';
import type {Read, Views} from '../../src/store/polling/reading-plan/reading-plan.ts';

export type Answer =
	| ({readonly kind: 'page'} & PageAnswer)
	| ({readonly kind: 'list'} & ListAnswer)
	| ({readonly kind: 'deployment'} & DeploymentAnswer);

/** A plan as the simulation drives it. Times are in milliseconds. */
export type SimulatedPlan = {
	/** The read to start now, if any, and when to ask again at the latest. */
	readonly next: (now: number, views: Views) => {readonly read: Read | undefined; readonly at: number};
	readonly answered: (answer: Answer, now: number) => void;
};
