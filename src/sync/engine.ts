import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import type {RequestOptions} from '../api/request.ts';
import type {WireAnswer} from '../api/transport.ts';
import {listLimit} from '../api/types.ts';
import {type ReadRequest, readKey} from '../model/read-request.ts';
import type {AnswerFact, FailedRead} from '../state/facts.ts';
import {windowInterests} from '../state/interests.ts';
import {currentList, isOnSamePlace} from '../state/lists.ts';
import {nextRead, type ReadOptions, type Start} from '../state/next-read.ts';
import type {State} from '../state/state.ts';
import type {SyncContext} from './store.ts';

function answerTo(client: Client, read: ReadRequest, ...rest: readonly [AbortSignal, RequestOptions]) {
	switch (read.kind) {
		case 'projects':
			return client.listProjects({limit: listLimit, cursor: read.cursor}, ...rest);
		case 'project':
			return client.readProject(read.projectId, ...rest);
		case 'deployments':
			return client.listDeployments(read.projectId, ...rest);
		case 'deployment':
			return client.readDeployment(read.projectId, read.deploymentId, ...rest);
		case 'raw':
			return client.readRaw(read.resource, ...rest);
	}
}

const hasMoved = (before: State, after: State): boolean =>
	isOnSamePlace(before, after) && currentList(before)?.cursor !== currentList(after)?.cursor;

export function startEngine(
	{store, connections, clock}: Pick<SyncContext, 'store' | 'connections' | 'clock'>,
	options: ReadOptions = {},
): () => void {
	const {interestsOf = windowInterests} = options;
	const inFlight = new Map<string, Pick<Start, 'priority'> & {readonly controller: AbortController}>();
	let stillSince = clock.now();
	let connectionId: number | undefined;
	let isPollScheduled = false;
	let isStopped = false;
	let cancelTimer = () => {};

	async function start(client: Client, request: ReadRequest, {priority, pace}: Start): Promise<void> {
		const key = readKey(request);
		const controller = new AbortController();
		const {signal} = controller;
		const attempt = (store.get().polling.failures.get(key)?.count ?? 0) + 1;
		const readAt = clock.now();
		inFlight.set(key, {priority, controller});
		let fact: AnswerFact | FailedRead | undefined;
		try {
			let ageMs = 0;
			const onAnswer = (answer: WireAnswer) => {
				// A raw record is shown with the time that its answer took.
				if (answer.outcome === 'answered' && request.kind !== 'raw') ({ageMs = 0} = answer);
			};
			const answer = await answerTo(client, request, signal, {attempt, pace, onAnswer});
			const times = {readAt: readAt - ageMs, ageMs, at: clock.now()};
			fact = {type: `${request.kind}-read`, request, answer, ...times} as AnswerFact;
		} catch (error) {
			if (error instanceof ApiError) fact = {type: 'read-failed', request, error, at: clock.now()};
			else if (!(error instanceof Aborted)) throw error;
		}

		// An aborted read is already forgotten, and may have been started again.
		if (signal.aborted) return;
		inFlight.delete(key);
		if (fact) store.learn(fact);
	}

	function abort(keys: Iterable<string>) {
		for (const key of [...keys]) {
			inFlight.get(key)?.controller.abort();
			inFlight.delete(key);
		}
	}

	/** Aborts asked reads that the user no longer waits for. Others have used their budget and may finish, unless their connection was replaced. */
	function abortUnwanted(state: State) {
		if (connectionId !== state.connection?.id) abort(inFlight.keys());
		connectionId = state.connection?.id;
		const asked = [...inFlight].flatMap(([key, {priority}]) => (priority === 'asked' ? key : []));
		if (asked.length === 0) return;
		const interests = interestsOf(state, {now: clock.now(), hasRested: true});
		const wanted = new Set(interests.flatMap(({read, priority}) => (priority === 'asked' ? readKey(read) : [])));
		abort(asked.filter(key => !wanted.has(key)));
	}

	function poll() {
		cancelTimer();
		abortUnwanted(store.get());
		const id = connectionId ?? -1;
		const client = connections.clientOf(id);
		while (client) {
			const now = clock.now();
			const next = nextRead(store.get(), {now, inFlight, stillSince}, options);
			if (typeof next === 'number') {
				cancelTimer = next === Number.POSITIVE_INFINITY ? () => {} : clock.after(next - now, poll);
				return;
			}

			void start(client, {...next.read, connectionId: id}, next);
		}
	}

	/** Polls at the end of the next turn of the event loop. The frame of a change is drawn at the end of its own turn. */
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

	/** Earlier requests are never answered after a sleep: their sockets are dead but not closed. */
	function wake() {
		abort(inFlight.keys());
		connections.reconnect(connectionId);
	}

	const unsubscribe = store.subscribe((before, after, fact) => {
		if (fact?.type === 'woke-up') wake();
		if (!fact && hasMoved(before, after)) stillSince = clock.now();
		pollAfterFrame();
	});
	poll();
	return () => {
		isStopped = true;
		unsubscribe();
		cancelTimer();
		abort(inFlight.keys());
	};
}
