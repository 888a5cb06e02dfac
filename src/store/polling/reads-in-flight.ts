import type {Client} from '../../api/client.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {Clock} from '../../clock.ts';
import {requestLimit} from '../model/deployments/deployment-list.ts';
import {listLimit} from '../model/deployments/deployment-order.ts';
import {newestCount} from '../model/deployments/newest-deployments.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import type {Event} from '../reducers/reduce.ts';
import {deploymentsOf} from '../state/known-deployment.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import type {Priority} from './target.ts';

/** The page size of project lists: the service's maximum. */
const pageSize = 100;

/** Sends a read request. Returns the event with its result. */
async function read(
	client: Client,
	need: ReadRequest,
	state: State,
	clock: Clock,
	signal: AbortSignal,
): Promise<Event> {
	const {order} = state.deployments;
	const askedAt = clock.now();
	const options = {attempt: (state.polling.failures.get(readKey(need))?.count ?? 0) + 1};
	switch (need.kind) {
		case 'projects': {
			const query = need.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: need.cursor};
			const page = await client.listProjects(query, signal, options);
			return {type: 'projects-arrived', need, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(need.projectId, signal, options);
			return {type: 'project-arrived', need, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const limit = requestLimit(deploymentsOf(state, need.projectId), order, askedAt);
			const list = await client.listDeployments(need.projectId, {limit}, signal, options);
			return {type: 'deployments-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'latest': {
			const limit = order === 'newest first' ? newestCount : listLimit;
			const list = await client.listDeployments(need.projectId, {limit}, signal, options);
			return {type: 'latest-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'raw': {
			const raw = await client.readRaw(need.source, signal, options);
			return {type: 'raw-arrived', need, raw, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(need.projectId, need.deploymentId, signal, options);
			return {type: 'deployment-arrived', need, deployment, askedAt, at: clock.now()};
		}
	}
}

type Flight = {readonly need: ReadRequest; readonly priority: Priority; readonly controller: AbortController};

/** The reads in flight, by their keys. Each dispatches an event with its result or failure, unless it is aborted. */
export type ReadsInFlight = {
	readonly start: (client: Client, need: ReadRequest, priority: Priority) => void;
	readonly priorities: () => ReadonlyMap<string, Priority>;
	/** Aborts the reads that `isWanted` rejects. Returns whether there were any. */
	readonly keepOnly: (isWanted: (key: string, priority: Priority) => boolean) => boolean;
};

type ReadsInFlightOptions = {
	readonly store: Store;
	readonly clock: Clock;
	/** Called when a read has ended, however it did, after its event. */
	readonly onEnd: (need: ReadRequest) => void;
};

export function createReadsInFlight({store, clock, onEnd}: ReadsInFlightOptions): ReadsInFlight {
	const flights = new Map<string, Flight>();

	function finish(key: string, flight: Flight) {
		if (flights.get(key) === flight) flights.delete(key);
	}

	async function run(client: Client, need: ReadRequest, key: string, flight: Flight): Promise<void> {
		const {signal} = flight.controller;
		try {
			const event = await read(client, need, store.get(), clock, signal);
			finish(key, flight);
			if (!signal.aborted) store.dispatch(event);
		} catch (error) {
			finish(key, flight);
			if (signal.aborted || error instanceof Aborted) return;
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'read-failed', need, error, at: clock.now()});
		}
	}

	return {
		priorities: () => new Map([...flights].map(([key, {priority}]) => [key, priority])),

		start(client, need, priority) {
			const key = readKey(need);
			const flight = {need, priority, controller: new AbortController()};
			flights.set(key, flight);
			void run(client, need, key, flight).finally(() => {
				if (!flight.controller.signal.aborted) onEnd(need);
			});
		},

		keepOnly(isWanted) {
			const before = flights.size;
			for (const [key, {need, priority, controller}] of flights) {
				if (isWanted(key, priority)) continue;
				flights.delete(key);
				controller.abort();
				onEnd(need);
			}

			return flights.size < before;
		},
	};
}
