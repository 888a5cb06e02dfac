import {ApiError, errorSentence, orError} from '../api/errors.ts';
import {afterFailure, type FailureRun, nextAttemptAt} from '../api/pauses.ts';
import {sleep} from '../base/clock.ts';
import {plain, type SafeText} from '../base/text.ts';
import {unconfirmedEntry} from '../model/activity-entry.ts';
import {connectionKey} from '../model/connection.ts';
import {
	absentText,
	type Done,
	type Finding,
	type Intent,
	type IntentRef,
	nextCheckMs,
	type OpenFinding,
	passedMs,
	refOf,
	unclear,
} from '../model/write-intent.ts';
import {withFinding, withoutUnconfirmed, withUnconfirmed, withUnconfirmedAdded} from '../state/writes.ts';
import type {Intents, JournaledWrite} from './intents.ts';
import {recordActivity, sentTo} from './journal-sync.ts';
import type {SyncContext} from './store.ts';
import {readOutcome} from './write-requests.ts';

/** Resolves to undefined if the outcome no longer matters. */
export type Found = Promise<Done | OpenFinding | undefined>;

export function createReconciler(context: SyncContext, intents: Intents, stopped: AbortSignal) {
	const {store, connections, clock} = context;

	const sinceMs = (intended: Intent) => passedMs(intended, clock.sinceBoot());

	async function finish(intended: Intent, finding: Finding): Promise<Done | OpenFinding> {
		const {connection} = store.get();
		const result =
			finding.kind === 'absent' ? {...finding, text: absentText(sinceMs(intended)), candidates: []} : finding;
		const text = result.kind === 'confirmed' ? result.effect.notice : result.text;
		if (result.kind !== 'confirmed') store.change((state, now) => withFinding(state, intended, result, now));
		recordActivity(context, connection, unconfirmedEntry('found out', intended, text));
		if (result.kind !== 'confirmed') return result;
		const done = {ref: refOf(intended, connection?.id ?? -1), ...result.effect};
		await intents.conclude(done);
		return done;
	}

	/** Checks a few times with growing pauses, the last time when the write can no longer take effect. Retries a failed check with exponential backoff, for as long as it takes. */
	async function findOutcome(intended: Intent, isImmediate: boolean): Found {
		const {connection} = store.get();
		const client = connection && connections.clientOf(connection.id);
		if (!client) return undefined;
		const {id, keyFingerprint, write} = intended;
		if (write.kind !== 'unreadable' && keyFingerprint !== connections.keyFingerprint(connection.id))
			return finish(intended, unclear(plain`It was sent with another API key, and only that key can show its outcome`));
		const isOver = () =>
			stopped.aborted || store.get().connection?.id !== connection.id || !store.get().writes.unconfirmed.has(id);
		let checks = 0;
		let pauseMs = isImmediate ? 0 : (nextCheckMs(0, 0) ?? 0);
		let problem: SafeText | undefined;
		let failing: FailureRun | undefined;
		for (;;) {
			pauseMs = Math.max(pauseMs, store.get().polling.throttle.trouble.notBefore - clock.now());
			const check = {checks, nextAt: clock.now() + pauseMs, problem, finding: undefined};
			store.change(state => withUnconfirmed(state, id, check));
			await sleep(clock, pauseMs, stopped);
			if (isOver()) return undefined;
			// Taken before the read, because a read shows nothing later than its request.
			const passed = sinceMs(intended);
			const found = await orError(readOutcome(client, intended, stopped));
			if (isOver()) return undefined;
			const error = found instanceof ApiError ? found : undefined;
			problem = error?.message;
			// A proxy that rejects the password is not asked again.
			const isProxyRejection = error?.kind === 'proxy';
			if (error && error.kind !== 'not found' && !isProxyRejection) {
				const now = clock.now();
				failing = afterFailure(failing, now);
				pauseMs = nextAttemptAt({...failing, error}, 'command') - now;
				continue;
			}

			failing = undefined;
			checks++;
			const finding = found instanceof ApiError ? unclear(plain`The service cannot tell: ${found.message}`) : found;
			const nextMs = nextCheckMs(checks, passed);
			if (nextMs === undefined || isProxyRejection || (!error && finding.kind !== 'absent'))
				return finish(intended, finding);
			pauseMs = nextMs;
		}
	}

	return {
		/** If another service is connected by now, the write stays in its own journal. */
		begin(ref: IntentRef, intended: Intent, error: ApiError): Found {
			const {connection} = store.get();
			const origin = sentTo(context, ref);
			if (!connection || !origin || connectionKey(connection) !== connectionKey(origin))
				return Promise.resolve(undefined);
			const reason = errorSentence(error);
			recordActivity(context, connection, unconfirmedEntry('no answer', intended, reason));
			store.change((state, now) => withUnconfirmedAdded(state, intended, reason, now));
			return findOutcome(intended, false);
		},

		/** Reconciles a write of an earlier run, a command or another window. Undefined if another process reconciles it, or if only another connection can. Throws `JournalError`. `reason`: why no answer came, undefined for an earlier run. */
		recover(
			{intended, sentThrough}: Pick<JournaledWrite, 'intended'> & Partial<JournaledWrite>,
			reason?: SafeText,
		): Found | undefined {
			if (sentThrough || store.get().writes.unconfirmed.has(intended.id)) return undefined;
			const isDamaged = intended.write.kind === 'unreadable';
			if (!isDamaged && !intents.claim(intended.id)) return undefined;
			store.change((state, now) => withUnconfirmedAdded(state, intended, reason, now));
			return findOutcome(intended, true);
		},

		reconcile(id: string): void {
			const unconfirmed = store.get().writes.unconfirmed.get(id);
			if (unconfirmed) void findOutcome(unconfirmed.intended, true);
		},

		async dismiss(id: string): Promise<void> {
			await intents.dismiss(id);
			store.change(state => withoutUnconfirmed(state, id));
		},
	};
}
