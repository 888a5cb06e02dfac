import type {Clock, LocalTime} from '../../clock.ts';
import type {Clients} from '../effects/clients.ts';
import {isMovement} from '../reducers/movement.ts';
import {isReadEvent} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {createAlarm} from './alarm.ts';
import {wantedKeys} from './poll-plan.ts';
import {createReadSchedule} from './read-schedule.ts';
import {createReadsInFlight} from './reads-in-flight.ts';
import type {Sharing} from './sharing/sharing.ts';

type LoaderOptions = {
	readonly store: Store;
	readonly connections: Clients;
	readonly clock: Clock;
	readonly sharing: Sharing;
};

/**
Keeps the reads in flight in line with the schedule: starts reads that are due, and aborts those no longer needed.

Plans again after every event, and when the next read falls due. After a movement or an answer, planning waits until the frame is drawn. Returns a function that stops it.
*/
export function startLoader({store, connections, clock, sharing}: LoaderOptions): () => void {
	const schedule = createReadSchedule();
	const flights = createReadsInFlight({store, clock, onEnd: schedule.finish, share: sharing.share});
	let stillSince = clock.now();
	let connectionId: number | undefined;
	/** What has happened since the last plan. */
	const newEvents: Array<Parameters<typeof schedule.observe>> = [];
	let isPlanScheduled = false;
	let isStopped = false;

	/** Aborts reads that nobody waits for any more. Others have already used their budget, so they may finish unless their connection was replaced. */
	function abortUnwanted(state: State) {
		const isReplaced = connectionId !== state.connection?.id;
		connectionId = state.connection?.id;
		let wanted: ReadonlySet<string> | undefined;
		const isWanted = (key: string) => {
			wanted ??= wantedKeys(state);
			return wanted.has(key);
		};
		flights.keepOnly((key, priority) => !isReplaced && (priority !== 'awaited' || isWanted(key)));
	}

	/** Restarts after the computer has slept: responses to earlier requests never arrive, and their sockets are dead without having been closed. */
	function wake(now: LocalTime) {
		stillSince = Math.min(stillSince, now);
		flights.keepOnly(() => false);
		connections.reconnect(connectionId);
	}

	function plan() {
		for (const each of newEvents.splice(0)) schedule.observe(...each);
		const now = clock.now();
		const state = store.get();
		abortUnwanted(state);
		const others = sharing.others();
		const {start, nextAt} = schedule.next(state, {now, flights: flights.priorities(), stillSince, others});
		sharing.reportNeeds(stillSince);
		for (const read of start) {
			const client = connections.clientOf(read.request.connectionId);
			if (client) flights.start(client, read);
		}

		alarm.set(nextAt);
	}

	/** The frame is drawn at the end of this turn of the event loop, so this waits for the end of the next one. */
	function planAfterFrame() {
		if (isPlanScheduled) return;
		isPlanScheduled = true;
		setImmediate(() =>
			setImmediate(() => {
				isPlanScheduled = false;
				if (!isStopped) plan();
			}),
		);
	}

	const onEvent = (event: Event, before: State, after: State) => {
		newEvents.push([event, before, after]);
		if (event.type === 'woke-up') wake(event.at);
		if (isMovement(event)) stillSince = clock.now();
		// It was planned, so nothing else is to be read because of it.
		if (event.type === 'request-sent') return;
		// While all pages are loading, the next one is asked for first.
		if (isMovement(event) || (isReadEvent(event) && !after.projects.loadAll)) planAfterFrame();
		else plan();
	};

	const alarm = createAlarm(clock, plan);
	const unsubscribe = store.subscribe(onEvent);
	const unsubscribeSharing = sharing.subscribe(plan);
	plan();
	return () => {
		isStopped = true;
		unsubscribe();
		unsubscribeSharing();
		alarm.set(Number.POSITIVE_INFINITY);
		flights.keepOnly(() => false);
	};
}
