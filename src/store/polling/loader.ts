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

type Loading = {readonly store: Store; readonly connections: Clients; readonly clock: Clock};

/** How many projects are asked for at once: the most the service gives. */
const pageSize = 100;

/** How many deployments are asked for to know the newest, once the service is known to send that first. More than one, so that it shows if that changes. */
const newestLimit = 3;

const minuteMs = 60_000;

/** Asks the service for what a need names, and gives the event that tells of its answer. */
async function read(
	client: Client,
	need: ReadRequest,
	{deployments: {order: deploymentOrder, byProject: deployments}, polling: {failures}}: State,
	clock: Clock,
	signal: AbortSignal,
): Promise<Event> {
	const askedAt = clock.now();
	const manner = {attempt: (failures.get(readKey(need))?.count ?? 0) + 1};
	switch (need.kind) {
		case 'projects': {
			const query = need.cursor === undefined ? {limit: pageSize} : {limit: pageSize, cursor: need.cursor};
			const page = await client.listProjects(query, signal, manner);
			return {type: 'projects-arrived', need, page, askedAt, at: clock.now()};
		}

		case 'project': {
			const project = await client.readProject(need.projectId, signal, manner);
			return {type: 'project-arrived', need, project, askedAt, at: clock.now()};
		}

		case 'deployments': {
			const limit = requestLimit(deployments.get(need.projectId) ?? noDeployments, deploymentOrder, askedAt);
			const list = await client.listDeployments(need.projectId, {limit}, signal, manner);
			return {type: 'deployments-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'latest': {
			const limit = deploymentOrder === 'newest first' ? newestLimit : listLimit;
			const list = await client.listDeployments(need.projectId, {limit}, signal, manner);
			return {type: 'latest-arrived', need, list, limit, askedAt, at: clock.now()};
		}

		case 'raw': {
			const raw = await client.readRaw(need.source, signal, manner);
			return {type: 'raw-arrived', need, raw, askedAt, at: clock.now()};
		}

		case 'deployment': {
			const deployment = await client.readDeployment(need.projectId, need.deploymentId, signal, manner);
			return {type: 'deployment-arrived', need, deployment, askedAt, at: clock.now()};
		}
	}
}

type Flight = {readonly tier: Tier; readonly controller: AbortController};

/**
Keeps exactly the reads in flight that the plan names: starts what is due, gives up what nobody needs any more.

It plans again after every change of the store, and when the next thing falls due. Gives what stops it.
*/
export function startLoader({store, connections, clock}: Loading): () => void {
	const flights = new Map<string, Flight>();
	let spent: readonly Spent[] = [];
	let stillSince = clock.now();
	let connectionId: number | undefined;
	let cancelTimer = () => {};
	let isPlanned = false;
	let isStopped = false;

	async function fly(client: Client, need: ReadRequest, flight: Flight): Promise<void> {
		const {signal} = flight.controller;
		try {
			const event = await read(client, need, store.get(), clock, signal);
			land(need, flight);
			if (!signal.aborted) store.dispatch(event);
		} catch (error) {
			land(need, flight);
			if (signal.aborted || error instanceof Aborted) return;
			if (!(error instanceof ApiError)) throw error;
			store.dispatch({type: 'read-failed', need, error, at: clock.now()});
		}
	}

	function land(need: ReadRequest, flight: Flight) {
		const key = readKey(need);
		if (flights.get(key) === flight) flights.delete(key);
	}

	/** Gives whether anything was given up. */
	function giveUp(wanted: ReadonlySet<string>): boolean {
		const before = flights.size;
		const isOther = connectionId !== store.get().connection?.id;
		connectionId = store.get().connection?.id;
		for (const [key, flight] of flights) {
			// What was asked for without anybody waiting for it is heard out, unless its connection is gone: it has been paid for.
			if (!isOther && (wanted.has(key) || backgroundTiers.includes(flight.tier))) continue;
			flights.delete(key);
			flight.controller.abort();
		}

		return flights.size < before;
	}

	/** Begins anew after a sleep of the computer: what was asked before it has no answer any more, and its connections are dead without knowing it. */
	function wake(now: LocalTime) {
		spent = [];
		stillSince = Math.min(stillSince, now);
		for (const {controller} of flights.values()) controller.abort();
		flights.clear();
		connections.reconnect(connectionId);
	}

	function settle() {
		const now = clock.now();
		spent = spent.filter(({at}) => at > now - minuteMs && at <= now);
		const planNow = () => {
			const tiers = new Map([...flights].map(([key, {tier}]) => [key, tier]));
			return pollPlan(store.get(), {now, flights: tiers, spent, stillSince});
		};
		let plan = planNow();
		// What was given up makes room, and may still be read for another reason.
		if (giveUp(plan.wanted)) plan = planNow();
		for (const {need, tier} of plan.start) {
			const client = connections.clientOf(need.connectionId);
			if (!client) continue;
			const flight = {tier, controller: new AbortController()};
			flights.set(readKey(need), flight);
			if (tier !== 'awaited') spent = [...spent, {at: now, tier}];
			void fly(client, need, flight);
		}

		cancelTimer();
		cancelTimer = plan.nextAt === Number.POSITIVE_INFINITY ? () => {} : clock.after(plan.nextAt - now, settle);
	}

	/** Whoever moves about sees the frame first; what that lacks is asked for a moment later. */
	const onEvent = (event: Event) => {
		if (event.type === 'woke-up') wake(event.at);
		if (!isMovement(event)) return settle();
		stillSince = clock.now();
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
		for (const {controller} of flights.values()) controller.abort();
	};
}
