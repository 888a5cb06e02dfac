import type {Client} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import {sleep, toServiceTime} from '../../clock.ts';
import type {Intent} from '../../journal/sighting.ts';
import {plain} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import {
	parseIntent,
	serializeIntent,
	type Write,
	type WriteIntent,
	type WriteRef,
} from '../model/writes/write-intent.ts';
import type {EffectContext} from './effect-context.ts';
import {serviceOf} from './journal-sync.ts';
import {type ConfirmedWrite, createLostWriteFinder} from './lost-write-finder.ts';

/** The outcome of a write: done, refused, or unknown because the response was lost. */
export type WriteResult<Answer> =
	/** Call `settle` after the result is reported: if the process is killed in between, the next run still looks for it. */
	| {readonly kind: 'done'; readonly answer: Answer; readonly settle: () => void}
	| {readonly kind: 'refused'; readonly error: ApiError}
	| {readonly kind: 'lost'};

/** How many times a write is sent again when the service is too busy for it. */
const maxResends = 2;

/** The maximum wait before a write is sent again. If the service asks for more, the write counts as refused. */
const maxWaitMs = 60_000;

type Call<Answer> = (client: Client, signal: AbortSignal) => Promise<Answer>;

export type WriteQueue = {
	/** Sends a write after all earlier ones. Records it in the journal first. */
	readonly send: <Answer>(ref: WriteRef, write: Write, call: Call<Answer>) => Promise<WriteResult<Answer>>;
	/** Looks for the result of a lost write, at once or after the usual pause. */
	readonly findOutcome: (intended: WriteIntent, isImmediate?: boolean) => Promise<void>;
	/** Looks for the results of writes that an earlier run left unsettled. */
	readonly recover: (intents: readonly Intent[]) => void;
	/** Forgets a write whose outcome is known or no longer matters. */
	readonly settle: (id: string) => void;
	/** Whether a write is in flight, or its outcome is unknown. */
	readonly isBusy: () => boolean;
	readonly stop: () => void;
};

/** Returns when to send a busy write again, by the local clock. Undefined if that would be too often or too late. */
function resendAt(error: ApiError, resends: number, now: number): number | undefined {
	if (error.kind !== 'busy' || resends >= maxResends) return undefined;
	const at = Math.max(error.details.retryAt ?? 0, now + 2000 * 2 ** resends);
	return at - now > maxWaitMs ? undefined : at;
}

/** Creates the queue through which every change to a service goes, one at a time. Calls `onConfirmed` for each lost write that turns out to have been executed. */
export function createWriteQueue(context: EffectContext, onConfirmed: (confirmed: ConfirmedWrite) => void): WriteQueue {
	const {store, connections, clock, journalOf} = context;
	const stopped = new AbortController();
	/** The ids of unsent and in-flight writes. The journal contains them too, but `recover` must skip them. */
	const pending = new Set<string>();
	let last: Promise<unknown> = Promise.resolve();

	const isConnected = (connectionId: number) => store.get().connection?.id === connectionId;

	const settle = (id: string) => {
		journalOf(store.get().connection).settle(id);
		store.dispatch({type: 'lost-write-settled', id});
	};

	const findOutcome = createLostWriteFinder(context, stopped.signal, confirmed => {
		onConfirmed(confirmed);
		settle(confirmed.intended.id);
	});

	function recordIntent(connection: Connection, {id, project}: WriteRef, write: Write): WriteIntent {
		const at = clock.now();
		const intended: WriteIntent = {id, at, serviceAt: toServiceTime(at, store.get().polling.skewMs), project, write};
		journalOf(connection).intend(serviceOf(connection), {id, at, content: serializeIntent(intended)});
		return intended;
	}

	function reportLost(intended: WriteIntent, connectionId: number, error: ApiError) {
		// If another service is connected, the intent stays in this one's journal until it is connected again.
		if (!isConnected(connectionId)) return;
		store.dispatch({type: 'write-lost', intended, reason: error.message, at: clock.now()});
		void findOutcome(intended);
	}

	/** Resolves to whether the write can still be sent after the wait. */
	async function waitToResend(at: number, connectionId: number): Promise<boolean> {
		if (!isConnected(connectionId)) return false;
		store.dispatch({type: 'write-delayed', until: at});
		await sleep(clock, at - clock.now(), stopped.signal);
		store.dispatch({type: 'write-delayed', until: undefined});
		return !stopped.signal.aborted && isConnected(connectionId);
	}

	async function sendWithRetries<Answer>(
		ref: WriteRef,
		write: Write,
		call: Call<Answer>,
	): Promise<WriteResult<Answer>> {
		const {id, connectionId} = ref;
		const {connection} = store.get();
		const client = connections.clientOf(connectionId);
		// While the write waited in the queue, the user may have connected to another service.
		if (connection?.id !== connectionId || !client) {
			const sentence = plain`Its service is not connected, so nothing was sent.`;
			return {kind: 'refused', error: new ApiError('E_REFUSED', sentence, {phase: 'not-sent'})};
		}

		const journal = journalOf(connection);
		for (let resends = 0; ; resends++) {
			const intended = recordIntent(connection, ref, write);
			try {
				const answer = await call(client, new AbortController().signal);
				return {kind: 'done', answer, settle: () => journal.settle(id)};
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				if (error.details.phase === 'maybe-executed') {
					reportLost(intended, connectionId, error);
					return {kind: 'lost'};
				}

				journal.settle(id);
				const at = resendAt(error, resends, clock.now());
				if (at === undefined || !(await waitToResend(at, connectionId))) return {kind: 'refused', error};
			}
		}
	}

	return {
		settle,
		findOutcome,

		send(ref, write, call) {
			pending.add(ref.id);
			const sent = last.then(() => sendWithRetries(ref, write, call)).finally(() => pending.delete(ref.id));
			last = sent.catch(() => {});
			return sent;
		},

		recover(intents) {
			for (const {id, at, content} of intents) {
				const intended = parseIntent(id, at, content);
				if (!intended || pending.has(id) || store.get().writes.lost.has(id)) continue;
				store.dispatch({type: 'write-lost', intended, reason: undefined, at: clock.now()});
				void findOutcome(intended, true);
			}
		},

		isBusy: () => pending.size > 0 || store.get().writes.lost.size > 0,
		stop: () => stopped.abort(),
	};
}
