import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import type {Clock} from '../clock.ts';
import {createBudget} from './budget.ts';
import type {Connections} from './connections.ts';
import {listLimit} from './deployment-list.ts';
import {isMovement} from './movement.ts';
import {type Need, needKey, readingOf} from './needs.ts';
import type {Event} from './reduce.ts';
import type {Store} from './store.ts';

type Loading = {
	readonly store: Store;
	readonly connections: Connections;
	readonly clock: Clock;
	/** For reading again. What the reader waits for is read at once. */
	readonly requestsPerMinute: number;
};

/** How many projects are asked for at once: the most the service gives. */
const pageSize = 100;

const never = Number.POSITIVE_INFINITY;

/** Asks the service for what a need names, and gives the event that tells of its answer. */
async function read(client: Client, need: Need, clock: Clock, signal: AbortSignal): Promise<Event> {
	const askedAt = clock.now();
	switch (need.kind) {
		case 'projects': {
			const query = need.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: need.cursor};
			const page = await client.listProjects(query, signal);
			return {type: 'projects-arrived', need, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(need.projectId, signal);
			return {type: 'project-arrived', need, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const list = await client.listDeployments(need.projectId, {limit: listLimit}, signal);
			return {type: 'deployments-arrived', need, list, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(need.projectId, need.deploymentId, signal);
			return {type: 'deployment-arrived', need, deployment, askedAt, at: clock.now()};
		}
	}
}

/**
Keeps exactly the reads in flight that the state needs: starts what is missing, gives up what nobody needs any more.

It looks again after every change of the store, and when the next thing falls due. Gives what stops it.
*/
export function startLoader({store, connections, clock, requestsPerMinute}: Loading): () => void {
	const budget = createBudget(requestsPerMinute);
	const flights = new Map<string, AbortController>();
	let cancelTimer = () => {};
	let isPlanned = false;
	let isStopped = false;

	async function fly(client: Client, need: Need, flight: AbortController): Promise<void> {
		try {
			const event = await read(client, need, clock, flight.signal);
			land(need, flight);
			if (!flight.signal.aborted) store.dispatch(event);
		} catch (error) {
			land(need, flight);
			if (flight.signal.aborted || error instanceof Aborted) return;
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'read-failed', need, error, at: clock.now()});
		}
	}

	function land(need: Need, flight: AbortController) {
		const key = needKey(need);
		if (flights.get(key) === flight) flights.delete(key);
	}

	function settle() {
		const now = clock.now();
		const state = store.get();
		const {due, awaited, nextAt} = readingOf(state, now);
		for (const [key, flight] of flights) {
			if (due.has(key)) continue;
			flights.delete(key);
			flight.abort();
		}

		let isHeldBack = false;
		for (const [key, need] of due) {
			const client = connections.clientOf(need.connectionId);
			if (flights.has(key) || !client) continue;
			if (!awaited.has(key) && !budget.take(now)) {
				isHeldBack = true;
				continue;
			}

			const flight = new AbortController();
			flights.set(key, flight);
			void fly(client, need, flight);
		}

		cancelTimer();
		const dueAt = Math.min(nextAt, isHeldBack ? budget.nextAt(now) : never);
		cancelTimer = dueAt === never ? () => {} : clock.after(dueAt - now, settle);
	}

	/** Whoever moves about sees the frame first; what that lacks is asked for a moment later. */
	const onEvent = (event: Event) => {
		if (!isMovement(event)) return settle();
		if (isPlanned) return;
		isPlanned = true;
		setImmediate(() => {
			isPlanned = false;
			if (!isStopped) settle();
		});
	};

	const unsubscribe = store.subscribe(onEvent);
	settle();
	return () => {
		isStopped = true;
		unsubscribe();
		cancelTimer();
		for (const flight of flights.values()) flight.abort();
	};
}
