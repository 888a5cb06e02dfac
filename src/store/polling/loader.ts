import type {Client} from '../../api/client.ts';
import {Aborted, ApiError} from '../../api/errors.ts';
import type {Clock, LocalTime} from '../../clock.ts';
import type {Clients} from '../effects/clients.ts';
import {noDeployments, requestLimit} from '../model/deployments/deployment-list.ts';
import {listLimit} from '../model/deployments/deployment-order.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {isMovement} from '../reducers/movement.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {pollPlan, type Spent} from './poll-plan.ts';
import {backgroundTiers, type Tier} from './target.ts';

type LoaderOptions = {readonly store: Store; readonly connections: Clients; readonly clock: Clock};

/** The page size of project lists: the service's maximum. */
const pageSize = 100;

/** How many deployments are requested to find the newest one, if the service is known to list it first. More than one, so that a change of the order is noticed. */
const newestLimit = 3;

const minuteMs = 60_000;

/** Sends a read request. Returns the event with its result. */
async function read(
	client: Client,
	need: ReadRequest,
	{deployments: {order, byProject}, polling: {failures}}: State,
	clock: Clock,
	signal: AbortSignal,
): Promise<Event> {
	const askedAt = clock.now();
	const options = {attempt: (failures.get(readKey(need))?.count ?? 0) + 1};
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
			const limit = requestLimit(byProject.get(need.projectId) ?? noDeployments, order, askedAt);
			const list = await client.listDeployments(need.projectId, {limit}, signal, options);
			return {type: 'deployments-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'latest': {
			const limit = order === 'newest first' ? newestLimit : listLimit;
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

type Flight = {readonly tier: Tier; readonly controller: AbortController};

/**
Keeps the reads in flight in line with the poll plan: starts reads that are due, and aborts those no longer needed.

Plans again after every event, and when the next read falls due. Returns a function that stops it.
*/
export function startLoader({store, connections, clock}: LoaderOptions): () => void {
	const flights = new Map<string, Flight>();
	let spent: readonly Spent[] = [];
	let stillSince = clock.now();
	let connectionId: number | undefined;
	let cancelTimer = () => {};
	let isPlanScheduled = false;
	let isStopped = false;

	async function run(client: Client, need: ReadRequest, flight: Flight): Promise<void> {
		const {signal} = flight.controller;
		try {
			const event = await read(client, need, store.get(), clock, signal);
			finish(need, flight);
			if (!signal.aborted) store.dispatch(event);
		} catch (error) {
			finish(need, flight);
			if (signal.aborted || error instanceof Aborted) return;
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'read-failed', need, error, at: clock.now()});
		}
	}

	function finish(need: ReadRequest, flight: Flight) {
		const key = readKey(need);
		if (flights.get(key) === flight) flights.delete(key);
	}

	/** Aborts reads that are no longer wanted. Returns whether there were any. */
	function abortUnwanted(wanted: ReadonlySet<string>): boolean {
		const before = flights.size;
		const isReplaced = connectionId !== store.get().connection?.id;
		connectionId = store.get().connection?.id;
		for (const [key, flight] of flights) {
			// A background read has already used its budget, so it may finish unless its connection was replaced.
			if (!isReplaced && (wanted.has(key) || backgroundTiers.includes(flight.tier))) continue;
			flights.delete(key);
			flight.controller.abort();
		}

		return flights.size < before;
	}

	/** Restarts after the computer has slept: responses to earlier requests never arrive, and their sockets are dead without having been closed. */
	function wake(now: LocalTime) {
		spent = [];
		stillSince = Math.min(stillSince, now);
		for (const {controller} of flights.values()) controller.abort();
		flights.clear();
		connections.reconnect(connectionId);
	}

	function plan() {
		const now = clock.now();
		spent = spent.filter(({at}) => at > now - minuteMs && at <= now);
		const planNow = () => {
			const tiers = new Map([...flights].map(([key, {tier}]) => [key, tier]));
			return pollPlan(store.get(), {now, flights: tiers, spent, stillSince});
		};
		let current = planNow();
		// An aborted read makes room for others, and may be planned again for another reason.
		if (abortUnwanted(current.wanted)) current = planNow();
		for (const {need, tier} of current.start) {
			const client = connections.clientOf(need.connectionId);
			if (!client) continue;
			const flight = {tier, controller: new AbortController()};
			flights.set(readKey(need), flight);
			if (tier !== 'awaited') spent = [...spent, {at: now, tier}];
			void run(client, need, flight);
		}

		cancelTimer();
		cancelTimer = current.nextAt === Number.POSITIVE_INFINITY ? () => {} : clock.after(current.nextAt - now, plan);
	}

	/** After a movement, planning waits until the frame is drawn. */
	const onEvent = (event: Event) => {
		if (event.type === 'woke-up') wake(event.at);
		if (!isMovement(event)) return plan();
		stillSince = clock.now();
		if (isPlanScheduled) return;
		isPlanScheduled = true;
		setImmediate(() => {
			isPlanScheduled = false;
			if (!isStopped) plan();
		});
	};

	const unsubscribe = store.subscribe(onEvent);
	plan();
	return () => {
		isStopped = true;
		unsubscribe();
		cancelTimer();
		for (const {controller} of flights.values()) controller.abort();
	};
}
