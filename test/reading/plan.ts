import type {DeploymentAnswer, ListAnswer} from '../../src/store/polling/reading-plan/deployment-answers.ts';
import type {PageAnswer} from '../../src/store/polling/reading-plan/page-answers.ts';
import type {Read} from '../../src/store/polling/reading-plan/read.ts';
import type {Views} from '../../src/store/polling/reading-plan/view-weights.ts';

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
