import {createReadOrder} from '../../src/store/polling/read-order.ts';
import type {SimulatedPlan} from './plan.ts';

/** The order of `src/store/polling`, evenly spaced. */
export function createOrdered(perMinute: number): SimulatedPlan {
	const order = createReadOrder();
	const everyMs = 60_000 / perMinute;
	let nextAt = 0;
	return {
		next(now, views) {
			if (now < nextAt) return {read: undefined, at: nextAt};
			const read = order.next({now, views, isWide: true});
			if (!read) return {read, at: now + 200};
			order.started(read);
			nextAt = Math.max(nextAt, now - everyMs / 2) + everyMs;
			return {read, at: nextAt};
		},
		answered(answer) {
			if (answer.kind === 'page') order.observePage(answer);
			else if (answer.kind === 'list') order.observeList(answer);
			else order.observeDeployment(answer);
		},
	};
}
