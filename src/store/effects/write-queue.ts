import type {Client} from '../../api/client.ts';
import {ApiError, errorSentence} from '../../api/errors.ts';
import {type LocalTime, sleep, toServiceTime} from '../../clock.ts';
import type {Intent} from '../../journal/entries.ts';
import {plain, type SafeText} from '../../text.ts';
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
import type {ConfirmedWrite, createOutcomeFinder} from './outcome-finder.ts';

/** The outcome of a write: done, refused, or unknown because the response was lost. */
export type WriteResult<Value> =
	/** Call `settle` after the result is reported: if the process is killed in between, the next run still looks for it. */
	| {readonly kind: 'done'; readonly value: Value; readonly settle: () => void}
	| {readonly kind: 'refused'; readonly error: ApiError}
	/** `requestId`: of a response that could not be used. */
	| {readonly kind: 'unconfirmed'; readonly requestId: SafeText | undefined};

/** How many times a write is sent again when the service is too busy for it, unless the session says otherwise. */
const defaultMaxResends = 2;

/** The maximum wait before a write is sent again. If the service asks for more, the write counts as refused. */
const maxWaitMs = 60_000;

type SendRequest<Value> = (client: Client, signal: AbortSignal) => Promise<Value>;

export type WriteQueue = {
	/** Sends a write after all earlier ones. Records it in the journal first. */
	readonly send: <Value>(ref: WriteRef, write: Write, sendRequest: SendRequest<Value>) => Promise<WriteResult<Value>>;
	/** Looks for the result of an unconfirmed write, at once or after the usual pause. */
	readonly findOutcome: (intended: WriteIntent, isImmediate?: boolean) => Promise<void>;
	/** Looks for the results of writes that an earlier run, a command or another window left unsettled, unless a running process does. */
	readonly recover: (intents: readonly Intent[]) => void;
	/** Forgets a write whose outcome is known or no longer matters. */
	readonly settle: (id: string) => void;
	/** Whether a write is in flight, or its outcome is unknown. */
	readonly isBusy: () => boolean;
	readonly stop: () => void;
};

/** Returns when to send a busy write again, by the local clock. Undefined if that would be too late. */
function resendAt(error: ApiError, resends: number, now: LocalTime): LocalTime | undefined {
	if (error.kind !== 'busy') return undefined;
	const at = Math.max(error.details.retryAt ?? 0, now + 2000 * 2 ** resends);
	return at - now > maxWaitMs ? undefined : at;
}

/** Returns a function that sends one write, and sends it again while the service is too busy. Calls `onUnconfirmed` if the response is lost. */
function createWriteSender(
	{store, connections, clock, journalOf, maxResends = defaultMaxResends}: EffectContext,
	signal: AbortSignal,
	onUnconfirmed: (intended: WriteIntent, reason: SafeText) => void,
) {
	const isConnected = (connectionId: number) => store.get().connection?.id === connectionId;

	/** Whether the service is connected, also if the user has left it and returned since. */
	function isHere(connection: Connection): boolean {
		const {connection: current} = store.get();
		return current !== undefined && serviceOf(current) === serviceOf(connection);
	}

	function recordIntent(connection: Connection, {id, project}: WriteRef, write: Write): WriteIntent {
		const at = clock.now();
		const intended: WriteIntent = {id, at, serviceAt: toServiceTime(at, store.get().polling.skewMs), project, write};
		journalOf(connection).saveIntent(serviceOf(connection), {id, at, content: serializeIntent(intended)});
		return intended;
	}

	/** Resolves to whether the write can still be sent after the wait, which ends if the user leaves the service. */
	async function waitToResend(at: LocalTime, connectionId: number): Promise<boolean> {
		if (!isConnected(connectionId)) return false;
		store.dispatch({type: 'write-delayed', until: at});
		const left = new AbortController();
		const unsubscribe = store.subscribe(() => isConnected(connectionId) || left.abort());
		await sleep(clock, at - clock.now(), AbortSignal.any([signal, left.signal]));
		unsubscribe();
		if (left.signal.aborted) return false;
		store.dispatch({type: 'write-delayed', until: undefined});
		return !signal.aborted;
	}

	return async function send<Value>(
		ref: WriteRef,
		write: Write,
		sendRequest: SendRequest<Value>,
	): Promise<WriteResult<Value>> {
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
				const value = await sendRequest(client, new AbortController().signal);
				return {kind: 'done', value, settle: () => journal.settle(id)};
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				if (error.details.phase === 'maybe-executed') {
					// If another service is connected, the intent stays in this one's journal until it is connected again.
					if (isHere(connection)) onUnconfirmed(intended, errorSentence(error));
					return {kind: 'unconfirmed', requestId: error.details.requestId};
				}

				journal.settle(id);
				const at = resends < maxResends ? resendAt(error, resends, clock.now()) : undefined;
				if (at === undefined || !(await waitToResend(at, connectionId))) return {kind: 'refused', error};
			}
		}
	};
}

/** Creates the queue through which every change to a service goes, one at a time. Calls `onConfirmed` for each unconfirmed write that turns out to have been executed. */
export function createWriteQueue(context: EffectContext, onConfirmed: (confirmed: ConfirmedWrite) => void): WriteQueue {
	const {store, clock, journalOf} = context;
	const stopped = new AbortController();
	/** The ids of unsent and in-flight writes. The journal contains them too, but `recover` must skip them. */
	const pending = new Set<string>();
	let last: Promise<unknown> = Promise.resolve();

	const settle = (id: string) => {
		journalOf(store.get().connection).settle(id);
		store.dispatch({type: 'write-settled', id});
	};

	let finder: ReturnType<typeof createOutcomeFinder> | undefined;

	/** The code for it is loaded with the first lost response: most runs have none. */
	async function findOutcome(intended: WriteIntent, isImmediate?: boolean): Promise<void> {
		const {createOutcomeFinder} = await import('./outcome-finder.ts');
		finder ??= createOutcomeFinder(context, stopped.signal, confirmed => {
			onConfirmed(confirmed);
			settle(confirmed.intended.id);
		});
		return finder(intended, isImmediate);
	}

	function track(intended: WriteIntent, reason: SafeText | undefined, isImmediate: boolean) {
		store.dispatch({type: 'answer-lost', intended, reason, at: clock.now()});
		void findOutcome(intended, isImmediate);
	}

	const sendNow = createWriteSender(context, stopped.signal, (intended, reason) => track(intended, reason, false));

	return {
		settle,
		findOutcome,

		send(ref, write, sendRequest) {
			pending.add(ref.id);
			const sent = last.then(() => sendNow(ref, write, sendRequest)).finally(() => pending.delete(ref.id));
			last = sent.catch(() => {});
			return sent;
		},

		recover(intents) {
			for (const {id, at, content} of intents) {
				const intended = parseIntent(id, at, content);
				const {connection, writes} = store.get();
				if (!intended || pending.has(id) || writes.unconfirmed.has(id) || !journalOf(connection).hold(id)) continue;
				track(intended, undefined, true);
			}
		},

		isBusy: () => pending.size > 0 || store.get().writes.unconfirmed.size > 0,
		stop: () => stopped.abort(),
	};
}
