import type {LocalTime} from '../../clock.ts';
import {mapValues} from '../model/immutable-map.ts';
import {withPages} from '../model/projects/project-list.ts';
import {maxQuietMs} from '../model/requests/backoff.ts';
import type {State} from '../state/state.ts';
import {withAbsenceEnded} from './absence.ts';

/** A moment that is not after another one: what was read in a future that never came was read before it. */
const notAfter = (moment: LocalTime, at: LocalTime): number => Math.min(moment, at - 1);

/** The state with no moment after `at`, once the clock of the computer was set back. */
function setBack(state: State, at: LocalTime): State {
	const {
		projects: {list: projects, opened},
		deployments: {byProject: deployments, latest, board},
		polling: {throttle: pace},
		connection,
	} = state;
	const pages = projects.pages.map(page => ({...page, readAt: notAfter(page.readAt, at)}));
	return {
		...state,
		projects: {
			...state.projects,
			list: withPages(projects, pages, []),
			opened: mapValues(opened, known => ({...known, askedAt: notAfter(known.askedAt, at)})),
		},
		deployments: {
			...state.deployments,
			byProject: mapValues(deployments, known => ({
				...known,
				readAt: known.readAt === undefined ? undefined : notAfter(known.readAt, at),
				wholeAt: undefined,
				seen: known.seen.map(seen => ({
					...seen,
					askedAt: notAfter(seen.askedAt, at),
					heardAt: notAfter(seen.heardAt, at),
				})),
				older: known.older?.map(older => ({
					...older,
					askedAt: older.askedAt === undefined ? undefined : notAfter(older.askedAt, at),
					heardAt: older.heardAt === undefined ? undefined : notAfter(older.heardAt, at),
				})),
			})),
			board: mapValues(board, known => ({...known, askedAt: notAfter(known.askedAt, at)})),
			latest: mapValues(latest, known => ({...known, askedAt: notAfter(known.askedAt, at)})),
		},
		polling: {...state.polling, throttle: {...pace, rateAt: notAfter(pace.rateAt, at)}},
		connection: connection?.refusal
			? {...connection, refusal: {...connection.refusal, at: notAfter(connection.refusal.at, at)}}
			: connection,
	};
}

/** The state after the computer has slept since `since`, or its clock was set: nothing that was read before is fresh, and what failed then says nothing about now. */
export function afterSleep(state: State, since: LocalTime, at: LocalTime): State {
	const setBackMs = Math.max(0, since - at);
	const known = withAbsenceEnded(setBack(state, at), Math.min(since, at), at);
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
				burden: undefined,
				recent: [],
				// What the service asked for it still wants, as far as the clock can be believed.
				quietUntil: Math.min(known.polling.throttle.quietUntil - setBackMs, at + maxQuietMs),
			},
		},
	};
}
