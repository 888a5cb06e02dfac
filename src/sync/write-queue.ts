import {Aborted, ApiError, orError} from '../api/errors.ts';
import {afterFailure, type FailureRun, nextAttemptAt} from '../api/pauses.ts';
import type {RequestOptions} from '../api/request.ts';
import {addAttempts, attemptRepeatedly, maxAttempts, pausedUntil} from '../api/retry.ts';
import {type LocalTime, sleep} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {rejectionEntry} from '../model/activity-entry.ts';
import {emptyBody} from '../model/confirmation.ts';
import {addressOf, strictestGuards} from '../model/connection.ts';
import {
	type Done,
	type Effect,
	type Intent,
	type IntentRef,
	mayBeInvisible,
	type Write,
} from '../model/write-intent.ts';
import {withGuards} from '../state/login.ts';
import {isBeingDeleted} from '../state/projects.ts';
import {withProject} from '../state/reads.ts';
import {patch} from '../state/state.ts';
import {withDeployRejected} from '../state/writes.ts';
import {createIntents, type JournaledWrite, mayRepeat} from './intents.ts';
import {recordActivity, sentTo} from './journal-sync.ts';
import {type ApprovedWrite, type Clearance, clearToSend, readBefore, unavailable} from './preflight.ts';
import {createReconciler, type Found} from './reconciler.ts';
import type {SyncContext} from './store.ts';
import {sendWriteOnce} from './write-requests.ts';

export type MutateOutcome =
	| {readonly kind: 'done'; readonly done: Done}
	| {readonly kind: 'rejected'; readonly error: ApiError}
	| {readonly kind: 'unrecorded'; readonly reason: SafeText}
	| {readonly kind: 'unavailable'; readonly by: JournaledWrite}
	| Extract<Clearance, {kind: 'contested'}>
	| {readonly kind: 'unconfirmed'; readonly intended: Intent; readonly error: ApiError; readonly found: Found};

type WriteToSend = ApprovedWrite & {
	readonly body?: object | undefined;
	/** Repeats attempts that throw an `ApiError`, because such an attempt has changed nothing. Default: a few times. */
	readonly retry?: (attempt: (count: number) => Promise<MutateOutcome>) => Promise<MutateOutcome>;
	readonly signal?: AbortSignal | undefined;
	readonly onAnswer?: RequestOptions['onAnswer'];
};

export type Writes = ReturnType<typeof createWrites>;

/** Keeps writes from hitting the service in a burst. */
const writePauseMs = 1000;

/** A write counts as rejected if the service asks for a longer pause. */
const maxResendWaitMs = 60_000;

/** When to repeat a write that changed nothing, because it did not get out or the service is busy. Undefined if the service has rejected it for good, or if it would be too late. */
function resendAt(error: ApiError, failing: FailureRun): LocalTime | undefined {
	const isUnsent = error.isTransient && error.details.phase === 'not-sent';
	if (failing.count >= maxAttempts || (error.kind !== 'busy' && !isUnsent)) return undefined;
	const at = nextAttemptAt({...failing, error});
	return at - failing.at > maxResendWaitMs ? undefined : at;
}

export const unrecordedText = (problem: SafeText): SafeText =>
	plain`Nothing can be sent, because it cannot be recorded first; --without-journal sends it anyway. ${problem}`;

/**
Every change to a service goes through `mutate`. A write waits for its turn, passes `clearToSend`, is recorded in the journal and sent. It is sent again only if it has certainly changed nothing. Without an answer, it is unconfirmed.

`isForgottenByCaller`: the journal keeps the write until the caller has reported its outcome.
*/
export function createWrites(context: SyncContext, {isForgottenByCaller = false} = {}) {
	const {store, connections, clock, newId} = context;
	const stopped = new AbortController();
	const intents = createIntents(context, stopped.signal, isForgottenByCaller);
	const reconciler = createReconciler(context, intents, stopped.signal);
	const pending = new Map<string, boolean>();
	/** Each address has a promise that resolves when its next write may be sent. */
	const turns = new Map<string, Promise<unknown>>();

	const currentAddress = (): string => {
		const {connection} = store.get();
		return connection ? addressOf(connection) : '';
	};

	const isConnected = ({connectionId}: IntentRef): boolean =>
		!stopped.signal.aborted && store.get().connection?.id === connectionId;

	const ready = async (): Promise<unknown> => turns.get(currentAddress());

	function mutate(toSend: WriteToSend): Promise<MutateOutcome> {
		const {ref, retry = attempt => resend(ref, attempt)} = toSend;
		let busyCount = 0;
		/** Throws an `ApiError` if nothing has changed and the write may be sent again. */
		async function attempt(count: number): Promise<MutateOutcome> {
			const outcome = await orError(attemptOnce(toSend, count));
			if (!(outcome instanceof ApiError)) return outcome;
			const isAnswered = outcome.kind === 'busy' && outcome.details.phase !== 'not-sent';
			// A raw request is not repeated, because nobody knows what it may overwrite.
			if (!isAnswered || ++busyCount < (toSend.write.kind === 'other' ? 1 : maxAttempts)) throw outcome;
			return rejectedOutcome(toSend, addAttempts(outcome, busyCount));
		}

		pending.set(ref.id, false);
		const outcome = ready()
			.then(() => retry(attempt))
			.catch((error: unknown) => rejectedOutcome(toSend, error));
		const pause = () => {
			const hasLeft = pending.get(ref.id);
			pending.delete(ref.id);
			return hasLeft ? sleep(clock, writePauseMs, stopped.signal) : undefined;
		};
		turns.set(currentAddress(), outcome.then(pause, pause));
		return outcome;
	}

	async function attemptOnce(toSend: WriteToSend, attempt: number): Promise<MutateOutcome> {
		const {ref, body, onAnswer} = toSend;
		// The journal may have been busy, and the check must not be older than that wait.
		const recorded = await intents.whenJournalFree(() => clearAndRecord(toSend));
		if (recorded.kind === 'unneeded') return conclude(ref, recorded.effect);
		if (recorded.kind !== 'recorded') return recorded;

		const {connection, client, intended, write, list} = recorded;
		store.change(state => patch(state, 'writes', {sending: intended}));
		pending.set(ref.id, true);
		try {
			const sending = sendWriteOnce(client, write, intended, body, list, {attempt, onAnswer});
			const effect = await orError(sending);
			if (!(effect instanceof ApiError)) return await conclude(ref, effect);

			if (effect.details.phase === 'maybe-executed') {
				const unanswered = intents.renew(connection, intended);
				return {
					kind: 'unconfirmed',
					intended: unanswered,
					error: effect,
					found: reconciler.begin(ref, unanswered, effect),
				};
			}

			const {repeated} = toSend;
			if (repeated) intents.renew(connection, repeated, repeated.waitedAt);
			else await intents.forget(ref);
			throw effect;
		} finally {
			// A write to the newly connected service may be in flight.
			store.change(state =>
				state.writes.sending?.id === ref.id ? patch(state, 'writes', {sending: undefined}) : state,
			);
		}
	}

	async function conclude(ref: IntentRef, effect: Effect) {
		const done = {ref, ...effect};
		await intents.conclude(done);
		return {kind: 'done', done} as const;
	}

	async function clearAndRecord(toSend: WriteToSend) {
		const {ref} = toSend;
		const isNew = () => mayBeInvisible(store.get().writes.accepted.get(ref.projectId), clock.now());
		const invisible = plain`${safe(ref.project, 280)} is not visible yet, so nothing was sent.`;
		const seen = await orError(readBefore(connectionOf(toSend).client, toSend, clock.now));
		if (seen instanceof ApiError) {
			if (seen.kind !== 'not found' || !isNew()) throw seen;
			throw new ApiError('E_UNAVAILABLE', invisible, {phase: 'not-sent'});
		}

		// The user may have left the service meanwhile, or connected to another one.
		const {connection, client} = connectionOf(toSend);
		const {record, readAt} = seen;
		if (record) store.change(state => withProject(state, record, readAt));
		const guards = connections.readGuards(connection) ?? strictestGuards(connection);
		store.change(state => withGuards(state, guards));
		if (toSend.write.kind === 'delete' && !record && isNew()) throw unavailable(invisible);
		if (record && isBeingDeleted(store.get(), record.id))
			throw unavailable(plain`The service is deleting ${safe(ref.project, 280)}, so nothing was sent.`);
		const {repeated} = toSend;
		const isRepeated = ({intended}: JournaledWrite) => intended.id === ref.id && intended.at === repeated?.at;
		if (repeated && !intents.unconfirmed().some(isRepeated))
			throw unavailable(plain`Another window or command has decided about this change, so it was not sent again.`);
		const verdict = clearToSend(toSend, seen, guards);
		if (verdict.kind !== 'clear') return verdict;
		const recorded = intents.record(connection, ref, verdict.write, repeated);
		if (recorded.kind === 'unavailable') return recorded;
		return {...recorded, connection, client, write: verdict.write, list: seen.list};
	}

	function connectionOf({ref, signal}: WriteToSend) {
		if (signal?.aborted) throw new Aborted('The write was not sent.');
		const {connection, polling} = store.get();
		const {notBefore: retryAt} = polling.throttle.trouble;
		if (retryAt > clock.now()) throw pausedUntil(retryAt);
		const client = connections.clientOf(ref.connectionId);
		if (connection && client && isConnected(ref)) return {connection, client};
		throw unavailable(plain`Its service is no longer connected, so nothing was sent.`);
	}

	function resend(ref: IntentRef, attempt: (count: number) => Promise<MutateOutcome>) {
		let failing: FailureRun | undefined;
		return attemptRepeatedly(attempt, async (error, attempts) => {
			if (!(error instanceof ApiError)) throw error;
			failing = afterFailure(failing, clock.now());
			const until = resendAt(error, failing);
			if (until === undefined || !isConnected(ref)) throw addAttempts(error, attempts);
			const showWait = (waitingUntil: LocalTime | undefined) =>
				store.change(state => patch(state, 'writes', {waitingUntil}));
			if (error.kind === 'busy') showWait(until);
			const left = new AbortController();
			const unsubscribe = store.subscribe(() => isConnected(ref) || left.abort());
			await sleep(clock, until - clock.now(), AbortSignal.any([stopped.signal, left.signal]));
			unsubscribe();
			if (!isConnected(ref)) throw error;
			showWait(undefined);
		});
	}

	function rejectedOutcome({ref, write}: WriteToSend, error: unknown): MutateOutcome {
		if (error instanceof JournalError) return {kind: 'unrecorded', reason: unrecordedText(error.message)};
		if (!(error instanceof ApiError)) throw error;
		if (ref.projectId !== '') recordActivity(context, sentTo(context, ref), rejectionEntry(ref, error));
		// The service may accept another body.
		const isAboutProject = error.details.phase === 'rejected' && !error.isGeneral && error.kind !== 'busy';
		if (isAboutProject && isConnected(ref) && write.kind === 'deploy' && write.body === emptyBody)
			store.change(state => withDeployRejected(state, ref.projectId));
		return {kind: 'rejected', error};
	}

	return {
		reconcile: reconciler.reconcile,
		dismiss: reconciler.dismiss,
		forget: intents.forget,
		mutate,
		ready,
		unconfirmed: intents.unconfirmed,

		newWrite: (projectId: string, project: string): IntentRef => ({
			id: newId(),
			connectionId: store.get().connection?.id ?? -1,
			projectId,
			project,
		}),

		recover: (...[write, reason]: Parameters<typeof reconciler.recover>): Found | undefined =>
			pending.has(write.intended.id) ? undefined : reconciler.recover(write, reason),

		/** The unconfirmed deployment that forbids another one of this project. Starts to reconcile it. Throws `JournalError`. */
		unconfirmedDeploy(projectId: string): JournaledWrite | undefined {
			const meant: Write = {kind: 'deploy', projectId, body: '', known: undefined};
			const isMeant = ({intended}: JournaledWrite) => mayRepeat(meant, intended) && !pending.has(intended.id);
			const found = intents.unconfirmed().find(isMeant);
			// Even if another process reconciles it, it is unconfirmed.
			if (found) void orJournalError(() => reconciler.recover(found));
			return found;
		},

		isBusy: () => pending.size > 0 || store.get().writes.unconfirmed.size > 0,
		stop: () => stopped.abort(),
	};
}
