import type {Clock, LocalTime} from '../../clock.ts';
import type {Clients} from '../effects/clients.ts';
import {isMovement} from '../reducers/movement.ts';
import type {Event} from '../reducers/reduce.ts';
import type {Store} from '../store.ts';
import {pollPlan, type Spent} from './poll-plan.ts';
import {createReadsInFlight} from './reads-in-flight.ts';
import {backgroundTiers} from './target.ts';

type LoaderOptions = {readonly store: Store; readonly connections: Clients; readonly clock: Clock};

const minuteMs = 60_000;

/**
Keeps the reads in flight in line with the poll plan: starts reads that are due, and aborts those no longer needed.

Plans again after every event, and when the next read falls due. Returns a function that stops it.
*/
export function startLoader({store, connections, clock}: LoaderOptions): () => void {
	const flights = createReadsInFlight({store, clock});
	let spent: readonly Spent[] = [];
	let stillSince = clock.now();
	let connectionId: number | undefined;
	let cancelTimer = () => {};
	let isPlanScheduled = false;
	let isStopped = false;

	/** Aborts reads that are no longer wanted. Returns whether there were any. */
	function abortUnwanted(wanted: ReadonlySet<string>): boolean {
		const isReplaced = connectionId !== store.get().connection?.id;
		connectionId = store.get().connection?.id;
		// A background read has already used its budget, so it may finish unless its connection was replaced.
		return flights.keepOnly((key, tier) => !isReplaced && (wanted.has(key) || backgroundTiers.includes(tier)));
	}

	/** Restarts after the computer has slept: responses to earlier requests never arrive, and their sockets are dead without having been closed. */
	function wake(now: LocalTime) {
		spent = [];
		stillSince = Math.min(stillSince, now);
		flights.keepOnly(() => false);
		connections.reconnect(connectionId);
	}

	function plan() {
		const now = clock.now();
		spent = spent.filter(({at}) => at > now - minuteMs && at <= now);
		const planNow = () => pollPlan(store.get(), {now, flights: flights.tiers(), spent, stillSince});
		let current = planNow();
		// An aborted read makes room for others, and may be planned again for another reason.
		if (abortUnwanted(current.wanted)) current = planNow();
		for (const {need, tier} of current.start) {
			const client = connections.clientOf(need.connectionId);
			if (!client) continue;
			if (tier !== 'awaited') spent = [...spent, {at: now, tier}];
			flights.start(client, need, tier);
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
		flights.keepOnly(() => false);
	};
}
