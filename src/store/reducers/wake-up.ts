import type {LocalTime} from '../../clock.ts';
import {mapValues} from '../model/immutable-map.ts';
import {type ProjectList, withPages} from '../model/projects/project-list.ts';
import {maxQuietMs} from '../model/requests/backoff.ts';
import type {State} from '../state/state.ts';
import {withAbsenceEnded} from './absence.ts';
import {answerDelayMs, mutedMs} from './key-guard.ts';

/** Limits a time to before `at`. Data with a time after a clock was set back counts as read just before. */
const notAfter = (time: LocalTime, at: LocalTime): number => Math.min(time, at - 1);

/** Limits all times in the state to before `at`, after the local clock was set back. An open question takes answers from the usual time after `at` on. */
function setBack(state: State, at: LocalTime): State {
	const {
		projects: {list, renewal, opened, answers},
		deployments: {table},
		polling: {throttle},
		connection,
		interface: {paintedQuestion, mutedKey, notice, rawRecord},
	} = state;
	const withTimes = (projects: ProjectList) => {
		const pages = projects.pages.map(page => ({...page, readAt: notAfter(page.readAt, at)}));
		return withPages(projects, pages, []);
	};
	return {
		...state,
		projects: {
			...state.projects,
			list: withTimes(list),
			renewal: renewal && withTimes(renewal),
			opened: mapValues(opened, known => ({...known, askedAt: notAfter(known.askedAt, at)})),
			answers: mapValues(answers, known => ({...known, askedAt: notAfter(known.askedAt, at)})),
		},
		deployments: {
			...state.deployments,
			table: mapValues(table, ({records, list, newest, ...rest}) => ({
				...rest,
				records: mapValues(records, known => ({
					...known,
					askedAt: known.askedAt === undefined ? undefined : notAfter(known.askedAt, at),
					arrivedAt: known.arrivedAt === undefined ? undefined : notAfter(known.arrivedAt, at),
				})),
				list: list.readAt === undefined ? list : {...list, readAt: notAfter(list.readAt, at)},
				newest: newest && {...newest, askedAt: notAfter(newest.askedAt, at)},
			})),
		},
		polling: {...state.polling, throttle: {...throttle, rateAt: notAfter(throttle.rateAt, at)}},
		connection: connection?.refusal
			? {...connection, refusal: {...connection.refusal, at: notAfter(connection.refusal.at, at)}}
			: connection,
		interface: {
			...state.interface,
			paintedQuestion: paintedQuestion && {...paintedQuestion, paintedAt: at, listensAt: at + answerDelayMs},
			remark: undefined,
			// A later failure must not look older.
			notice: notice && {...notice, at: notAfter(notice.at, at)},
			rawRecord: rawRecord && {...rawRecord, askedAt: notAfter(rawRecord.askedAt, at), at: notAfter(rawRecord.at, at)},
			mutedKey: mutedKey && {...mutedKey, until: at + mutedMs},
			quitRequestedAt: undefined,
		},
	};
}

/** Returns the state after the computer has slept since `since`, by the local clock, or that clock was set. All data is stale, earlier failures are forgotten, and the sleep counts as an absence. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const setBackMs = Math.max(0, since - at);
	const limited = setBackMs > 0 ? setBack(state, at) : state;
	const known = withAbsenceEnded(limited, Math.min(since, at), at);
	return {
		...known,
		polling: {
			...known.polling,
			refreshedAt: at,
			allRefreshedAt: at,
			failures: new Map(),
			throttle: {
				...known.polling.throttle,
				outage: undefined,
				failing: undefined,
				served: [],
				overload: undefined,
				recent: known.polling.throttle.recent.map(sent => ({...sent, at: sent.at - setBackMs})),
				// The service's quiet period still holds. A clock that was set back must not prolong it.
				quietUntil: Math.min(known.polling.throttle.quietUntil - setBackMs, at + maxQuietMs),
			},
		},
	};
}
