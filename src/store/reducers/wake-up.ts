import type {LocalTime} from '../../clock.ts';
import type {State} from '../state/state.ts';
import {withAbsenceEnded} from './absence.ts';

/** Returns the state after the computer has slept from `since` to `at`. All data is stale, earlier failures are forgotten, and the sleep counts as an absence. A quiet period that the service asked for goes on. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const known = withAbsenceEnded(state, since, at);
	const {throttle} = known.polling;
	return {
		...known,
		polling: {
			...known.polling,
			refreshedAt: at,
			allRefreshedAt: at,
			failures: new Map(),
			throttle: {
				...throttle,
				outage: undefined,
				failing: undefined,
				served: [],
				overload: undefined,
			},
		},
	};
}
