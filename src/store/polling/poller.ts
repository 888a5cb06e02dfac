import type {Clock, LocalTime} from '../../clock.ts';
import type {Clients} from '../effects/clients.ts';
import {isElsewhere} from '../effects/event-origin.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {budgetAt, rateOf} from '../model/requests/throttle.ts';
import {isMovement} from '../reducers/movement.ts';
import {isReadEvent} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import type {State} from '../state/state.ts';
import type {Store} from '../store.ts';
import {awayFactor} from './intervals.ts';
import {type Activity, hasRested, isAskedFor, nextReads, type ReadStart} from './next-reads.ts';
import {orderedReadOf, tellOrder} from './order-answers.ts';
import type {Read} from './read-facts.ts';
import {createReadOrder} from './read-order.ts';
import {createReadsInFlight} from './reads-in-flight.ts';
import {isAway, keysOnScreen, viewsOf} from './wants.ts';

const minuteMs = 60_000;

/** The pause before the order is asked again if it has nothing to read. */
const idleMs = {focused: 250, away: 2000};

/** The first screen is read before anything else. */
const startPauseMs = 400;

/** What the user asked for is paid back with this share of the budget: other reads slow down but never stop. */
const paybackShare = 1 / 3;

/** The most that is paid back, however much was asked for. */
const maxDebt = 60;

type Situation = Pick<Activity, 'now' | 'inFlight' | 'stillSince'>;

/** The reads to start, and when to ask again at the latest. `isBackground`: whether no key of the user asked for it. */
type Schedule = {
	readonly start: ReadonlyArray<ReadStart & {readonly isBackground: boolean}>;
	readonly nextAt: LocalTime;
};

/** Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time. */
export function createReadSchedule() {
	let order = createReadOrder();
	/** When the even pace allows the next background read. Undefined until the first read from a service. */
	let paceAt: LocalTime | undefined;
	/** How many requests the user asked for that are not paid back yet. */
	let debt = 0;
	/** How many reads have started whose requests were not sent yet. */
	let unsent = 0;

	function restart() {
		[paceAt, debt, unsent] = [undefined, 0, 0];
	}

	const intervalMs = (state: State, now: LocalTime): number =>
		(minuteMs / rateOf(state.polling.throttle, now)) * (isAway(state) ? awayFactor : 1);

	/** Sets when the next background read may start, after one at `now`. One that is late is followed by a shorter pause, so that little of the budget is lost. */
	function keepPace(state: State, now: LocalTime) {
		const {throttle} = state.polling;
		const everyMs = intervalMs(state, now);
		const paid = Math.min(debt, paybackShare / (1 - paybackShare));
		debt -= paid;
		const nextAt = Math.max(paceAt ?? now, now - everyMs / 2) + everyMs * (1 + paid);
		paceAt = Math.max(nextAt, now + budgetAt(throttle, now, unsent).spreadMs);
	}

	function begin(read: ReadStart, state: State, now: LocalTime) {
		const ordered = orderedReadOf(read.request);
		if (ordered) order.started(ordered);
		unsent++;
		if (read.reason === 'due' || read.reason === 'ordered') keepPace(state, now);
		return {...read, isBackground: !isAskedFor(read, state, now)};
	}

	/** Returns the read that the order chooses. Deployments that are gone since they were last read are passed over. */
	function choose(state: State, {now, stillSince}: Situation): ReadStart | undefined {
		const {connection} = state;
		if (!connection) return undefined;
		for (;;) {
			const views = viewsOf(state, hasRested({now, stillSince}));
			const read = order.next({now, views, isWide: !isAway(state) && !state.projects.list.sweep?.isRefused});
			if (!read) return undefined;
			const isGone = read.kind === 'deployment' && !knownDeployment(state, read.projectId, read.deploymentId);
			if (!isGone) return {request: requestOf(read, connection.id), reason: 'ordered'};
			order.forgetDeployment(read.projectId, read.deploymentId);
		}
	}

	/** Returns when the next background read may start. A pause that began with a smaller budget, or without focus, ends with it. */
	function allowedAt(state: State, now: LocalTime): LocalTime {
		const maxPauseMs = Math.max(2 * intervalMs(state, now), budgetAt(state.polling.throttle, now, unsent).spreadMs);
		paceAt = Math.min(paceAt ?? now + startPauseMs, now + maxPauseMs);
		return paceAt;
	}

	return {
		/** Returns what to do now. The reads count as started. */
		next(state: State, situation: Situation): Schedule {
			const {now} = situation;
			const inFlight = new Map(situation.inFlight);
			const start: Array<ReadStart & {readonly isBackground: boolean}> = [];
			unsent = Math.min(unsent, inFlight.size);
			for (;;) {
				const next = nextReads(state, {...situation, inFlight, unsent, paceAt: allowedAt(state, now)});
				const chosen = next.isFree ? choose(state, situation) : undefined;
				const started = chosen ? [...next.start, chosen] : next.start;
				for (const read of started) {
					inFlight.set(readKey(read.request), read.reason);
					start.push(begin(read, state, now));
				}

				if (started.length > 0) continue;
				const againAt = now + (isAway(state) ? idleMs.away : idleMs.focused);
				return {start, nextAt: Math.ceil(next.isFree ? Math.min(next.nextAt, againAt) : next.nextAt)};
			}
		},

		/** Takes note of an event. Call it for each, in order, before `next`. */
		observe(event: Event, before: State, after: State) {
			if (before.connection?.id !== after.connection?.id) {
				order = createReadOrder();
				restart();
			}

			if (event.type === 'woke-up') restart();
			if (event.type === 'request-sent') {
				unsent = Math.max(0, unsent - 1);
				if (!event.sent.isBackground) debt = Math.min(maxDebt, debt + 1);
			}

			if (!isElsewhere(event, after.connection?.id)) tellOrder(order, event, before, after);
		},

		/** A read has ended, with an answer or without one. */
		finish(request: ReadRequest) {
			const read = orderedReadOf(request);
			if (read) order.finished(read);
		},
	};
}

function requestOf(read: Read, connectionId: number): ReadRequest {
	switch (read.kind) {
		case 'page':
			return {connectionId, kind: 'projects', cursor: read.cursor};
		case 'list':
			return {connectionId, kind: 'deployments', projectId: read.projectId};
		case 'deployment':
			return {connectionId, ...read};
	}
}

type PollerOptions = {readonly store: Store; readonly connections: Clients; readonly clock: Clock};

/**
Keeps what is on the screen current: starts reads that are due, and aborts those that nobody waits for any more.

Looks for the next reads after every event, and when the next one falls due. After a movement or an answer, that waits until the frame is drawn. Returns a function that stops it.
*/
export function startPoller({store, connections, clock}: PollerOptions): () => void {
	const schedule = createReadSchedule();
	const reads = createReadsInFlight({store, clock, onEnd: schedule.finish});
	let stillSince = clock.now();
	let connectionId: number | undefined;
	/** What has happened since the last poll. */
	const events: Array<Parameters<typeof schedule.observe>> = [];
	let isPollScheduled = false;
	let isStopped = false;
	let cancelTimer = () => {};

	/** Aborts reads that nobody waits for any more. Others have already used their budget, so they may finish unless their connection was replaced. */
	function abortUnwanted(state: State) {
		const isReplaced = connectionId !== state.connection?.id;
		connectionId = state.connection?.id;
		let wanted: ReadonlySet<string> | undefined;
		reads.keepOnly((key, reason) => {
			if (isReplaced || reason !== 'awaited') return !isReplaced;
			wanted ??= keysOnScreen(state);
			return wanted.has(key);
		});
	}

	function poll() {
		for (const each of events.splice(0)) schedule.observe(...each);
		const state = store.get();
		abortUnwanted(state);
		const {start, nextAt} = schedule.next(state, {now: clock.now(), inFlight: reads.reasons(), stillSince});
		for (const read of start) {
			const client = connections.clientOf(read.request.connectionId);
			if (client) reads.start(client, read);
		}

		cancelTimer();
		cancelTimer = nextAt === Number.POSITIVE_INFINITY ? () => {} : clock.after(nextAt - clock.now(), poll);
	}

	/** The frame is drawn at the end of this turn of the event loop, so this waits for the end of the next one. */
	function pollAfterFrame() {
		if (isPollScheduled) return;
		isPollScheduled = true;
		setImmediate(() =>
			setImmediate(() => {
				isPollScheduled = false;
				if (!isStopped) poll();
			}),
		);
	}

	/** Restarts after the computer has slept: responses to earlier requests never arrive, and their sockets are dead without having been closed. */
	function wake() {
		reads.keepOnly(() => false);
		connections.reconnect(connectionId);
	}

	const onEvent = (event: Event, before: State, after: State) => {
		events.push([event, before, after]);
		if (event.type === 'woke-up') wake();
		if (isMovement(event)) stillSince = clock.now();
		// It was scheduled, so nothing else is to be read because of it.
		if (event.type === 'request-sent') return;
		// While all pages are loading, the next one is asked for first.
		if (isMovement(event) || (isReadEvent(event) && !after.projects.loadAll)) pollAfterFrame();
		else poll();
	};

	const unsubscribe = store.subscribe(onEvent);
	poll();
	return () => {
		isStopped = true;
		unsubscribe();
		cancelTimer();
		reads.keepOnly(() => false);
	};
}
