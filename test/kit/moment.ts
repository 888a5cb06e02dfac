import {hintOf, type Latest} from '../../src/store/model/deployments/latest-deployments.ts';
import {pageArrived} from '../../src/store/model/projects/project-pages.ts';
import type {ReadRequest} from '../../src/store/model/requests/read-request.ts';
import {type PollActivity, pollPlan} from '../../src/store/polling/poll-plan.ts';
import type {Tier} from '../../src/store/polling/target.ts';
import {reduce} from '../../src/store/reducers/reduce.ts';
import {initialState, type State} from '../../src/store/state/state.ts';
import {testConnection as connection} from './connection.ts';
import {listed, page, project} from './listed.ts';

export const second = 1000;
export const minute = 60 * second;
export const now = Date.UTC(2026, 5, 1, 12);
export const never = Number.POSITIVE_INFINITY;

export const firstPage: ReadRequest = {connectionId: 0, kind: 'projects', cursor: undefined};

export const connected = (changes: Partial<State> = {}, perMinute = 60): State => ({
	...reduce(initialState({columns: 80, rows: 24}, [], perMinute), {type: 'connected', connection}),
	...changes,
});

/** Three rows on the screen, all read so long ago. */
export function reading({
	pageMs = 0,
	rowsMs = 0,
	...changes
}: {pageMs?: number; rowsMs?: number} & Partial<State> = {}): State {
	const projects = pageArrived(listed(), page('abc'), {cursor: undefined, readAt: now - pageMs});
	const row = (id: string): Latest => ({deployment: undefined, askedAt: now - rowsMs, hint: hintOf(project(id))});
	const latest = new Map([...'abc'].map(id => [id, row(id)]));
	return connected({projects, latest, ...changes});
}

export const occupied = (changes: Partial<PollActivity> = {}): PollActivity => ({
	now,
	flights: new Map(),
	spent: [],
	stillSince: now - minute,
	...changes,
});

export const flying = (...tiers: readonly Tier[]) => new Map(tiers.map((tier, index) => [`other ${index}`, tier]));

/** So many reads of a tier, of which the last was so long ago and each a tenth of a second after the one before. */
export const spentOn = (tier: Tier, count: number, agoMs = second) =>
	Array.from({length: count}, (_, index) => ({at: now - agoMs - (count - 1 - index) * 100, tier}));

export const started = (state: State, occupation: Partial<PollActivity> = {}) =>
	pollPlan(state, occupied(occupation)).start.map(({need, tier}) =>
		need.kind === 'latest' ? `${tier} ${need.projectId}` : tier,
	);

export const nextIn = (state: State, occupation: Partial<PollActivity> = {}) =>
	pollPlan(state, occupied(occupation)).nextAt - now;
