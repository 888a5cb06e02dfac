import {expect} from 'vitest';
import type {CallRecord} from '../../src/api/call-record.ts';
import {ApiError, type ErrorCode} from '../../src/api/errors.ts';
import type {Deployment, Project} from '../../src/api/types.ts';
import {type ReadRequest, readKey} from '../../src/store/model/requests/read-request.ts';
import {pollPlan, type Spent} from '../../src/store/polling/poll-plan.ts';
import type {Tier} from '../../src/store/polling/target.ts';
import {type Event, reduce} from '../../src/store/reducers/reduce.ts';
import {initialState, type State} from '../../src/store/state/state.ts';
import {plain, said} from '../../src/text.ts';
import {bareDeployment, bareProject} from '../present/records.ts';
import {testConnection as connection} from './connection.ts';
import {minute} from './moment.ts';

const hour = 60 * minute;
export const startsAt = Date.UTC(2026, 5, 1);

/** How the service is at a moment: well, out of reach, or asking to be left alone. */
export type Weather = (
	now: number,
	need: ReadRequest,
) => 'well' | 'away' | {readonly status: number; readonly quietMs?: number};

export type Start = {readonly at: number; readonly need: ReadRequest; readonly tier: Tier; readonly inFlight: number};

const project = (index: number): Project => ({...bareProject, id: `p${index}`, name: said(`p${index}`), updatedAt: 1});

const codeOf = (status: number): ErrorCode =>
	status === 429 ? 'E_RATE' : status === 401 ? 'E_AUTH' : status >= 500 ? 'E_SERVER' : 'E_INVALID';

/** Every tenth project has a deployment that goes on for ever. */
const deploymentOf = (projectId: string): Deployment => ({
	...bareDeployment,
	id: `d-${projectId}`,
	projectId,
	createdAt: startsAt - hour,
	concludedAt: projectId.endsWith('0') ? undefined : startsAt,
});

/** Landfall's plan carried out on a service with so many projects, without any clock but this one. */
export function simulate({
	projects = 1000,
	perMinute = 60,
	latencyMs = 120,
	weather = () => 'well' as const,
}: {
	projects?: number;
	perMinute?: number;
	latencyMs?: number;
	weather?: Weather;
} = {}) {
	let now = startsAt;
	let state: State = reduce(initialState({columns: 80, rows: 24}, [], perMinute), {type: 'connected', connection});
	let spent: readonly Spent[] = [];
	let stillSince = now;
	const flights = new Map<string, Tier>();
	const landings: Array<{readonly at: number; readonly need: ReadRequest; readonly askedAt: number}> = [];
	const starts: Start[] = [];
	/** When what was last known for certain, by need. */
	const answeredAt = new Map<string, number>();

	const record = (outcome: CallRecord['outcome'], askedAt: number, status?: number, quietMs?: number): CallRecord => ({
		method: 'GET',
		attempt: 1,
		path: plain`/`,
		outcome,
		startedAt: askedAt,
		tookMs: now - askedAt,
		bytes: 0,
		...(status !== undefined && {status}),
		...((status ?? 0) >= 400 && {fault: codeOf(status ?? 0)}),
		...(quietMs !== undefined && {retryAt: now + quietMs}),
	});

	const answer = (need: ReadRequest, askedAt: number): Event => {
		const reading = {askedAt, at: now};
		switch (need.kind) {
			case 'projects': {
				const from = Number(need.cursor ?? 0);
				const rows = Array.from({length: Math.min(100, projects - from)}, (_, index) => project(from + index));
				const nextCursor = from + 100 < projects ? String(from + 100) : undefined;
				const page = {projects: rows, nextCursor, requestId: undefined, unreadable: 0};
				return {type: 'projects-arrived', need, page, ...reading};
			}

			case 'latest':
				return {
					type: 'latest-arrived',
					limit: 100,
					need,
					list: {deployments: [deploymentOf(need.projectId)], requestId: undefined, unreadable: 0},
					...reading,
				};
			case 'deployments':
				return {
					type: 'deployments-arrived',
					limit: 100,
					need,
					list: {deployments: [deploymentOf(need.projectId)], requestId: undefined, unreadable: 0},
					...reading,
				};
			case 'raw':
				return {type: 'raw-arrived', need, raw: {lines: [], status: 200, requestId: undefined}, ...reading};
			case 'project':
				return {type: 'project-arrived', need, project: project(Number(need.projectId.slice(1))), ...reading};
			case 'deployment':
				return {type: 'deployment-arrived', need, deployment: deploymentOf(need.projectId), ...reading};
		}
	};

	const land = ({need, askedAt}: {need: ReadRequest; askedAt: number}) => {
		flights.delete(readKey(need));
		const how = weather(askedAt, need);
		if (how === 'well') {
			state = reduce(state, {type: 'call-ended', record: record('answered', askedAt, 200)});
			answeredAt.set(readKey(need), askedAt);
			state = reduce(state, answer(need, askedAt));
			return;
		}

		const isAway = how === 'away';
		state = reduce(state, {
			type: 'call-ended',
			record: isAway ? record('not-sent', askedAt) : record('answered', askedAt, how.status, how.quietMs),
		});
		const details = {
			phase: isAway ? ('not-sent' as const) : ('rejected' as const),
			...(!isAway && how.quietMs !== undefined && {retryAt: now + how.quietMs}),
		};
		const error = new ApiError(isAway ? 'E_CONNECT' : codeOf(how.status), 'no', details);
		state = reduce(state, {type: 'read-failed', need, error, at: now});
	};

	return {
		starts,
		answeredAt,
		now: () => now,
		state: () => state,
		dispatch: (event: Event) => {
			state = reduce(state, event);
			stillSince = now;
		},
		/** Background reads that were started in the minute before. */
		spent: () => spent,

		run(forMs: number, check: () => void = () => {}) {
			const until = now + forMs;
			for (;;) {
				spent = spent.filter(({at}) => at > now - minute);
				const plan = pollPlan(state, {now, flights, spent, stillSince});
				for (const {need, tier} of plan.start) {
					flights.set(readKey(need), tier);
					landings.push({at: now + latencyMs, need, askedAt: now});
					if (tier !== 'awaited') spent = [...spent, {at: now, tier}];
					starts.push({at: now, need, tier, inFlight: flights.size});
				}

				const nextLanding = landings[0]?.at ?? Number.POSITIVE_INFINITY;
				const next = Math.min(nextLanding, plan.nextAt);
				if (next > until) break;
				expect(next, 'the plan goes on').toBeGreaterThan(now - 1);
				if (next === now && nextLanding !== now) throw new Error('The plan stands still.');
				now = next;
				if (nextLanding <= now) {
					const landing = landings.shift();
					if (landing) land(landing);
				}

				check();
			}

			now = until;
		},
	};
}

/** The most starts of a kind within any minute. */
export function maxInMinute(starts: readonly Start[], isCounted: (start: Start) => boolean): number {
	const times = starts.filter(isCounted).map(({at}) => at);
	let most = 0;
	let from = 0;
	for (const [to, at] of times.entries()) {
		while ((times[from] ?? at) <= at - minute) from++;
		most = Math.max(most, to - from + 1);
	}

	return most;
}
