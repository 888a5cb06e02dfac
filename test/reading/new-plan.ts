import {initialPace, paceAfterRead} from '../../src/store/polling/reading-plan/read-pace.ts';
import {createReadingPlan} from '../../src/store/polling/reading-plan/reading-plan.ts';
import type {SimulatedPlan} from './plan.ts';

/** The plan of `src/store/polling`, with its pace. */
export function createNewPlan(perMinute: number): SimulatedPlan {
	const plan = createReadingPlan();
	let pace = initialPace;
	return {
		next(now, views) {
			if (now < pace.nextAt) return {read: undefined, at: pace.nextAt};
			const read = plan.nextRead(now, views);
			if (!read) return {read, at: now + 200};
			plan.started(read, now, views);
			pace = paceAfterRead(pace, now, perMinute);
			return {read, at: pace.nextAt};
		},
		answered(answer) {
			if (answer.kind === 'page') plan.observePage(answer);
			else if (answer.kind === 'list') plan.observeList(answer);
			else plan.observeDeployment(answer);
		},
	};
}
