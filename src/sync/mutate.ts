import type {Client, RawCall} from '../api/client.ts';
import {Aborted, ApiError, errorSentence, orError} from '../api/errors.ts';
import {type RequestOptions, withReadRetries} from '../api/request.ts';
import {maxAttempts, withAttempts, withRetries} from '../api/retry.ts';
import {backoffMs, nextAttemptAt, retryPauseMs} from '../api/retry-delay.ts';
import type {Project, ProjectChanges} from '../api/types.ts';
import {isProjectGone, readAllProjects} from '../api/whole-list.ts';
import {type LocalTime, sleep, toServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Journal, UnsettledIntentRow} from '../journal/journal.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {doneEntry, lostEntry, rejectionEntry} from '../model/activity-entry.ts';
import {parseBody} from '../model/confirmation.ts';
import {type ConnectedService, serviceOf} from '../model/connection.ts';
import {isComplete} from '../model/deployment-table.ts';
import {type FormProblem, formProblemOf} from '../model/form.ts';
import {projectTitle} from '../model/project-title.ts';
import {
	absentFinding,
	checkDelaysMs,
	type Done,
	differencesText,
	type Effect,
	type Finding,
	findCreated,
	findDeleted,
	findDeployed,
	findEdited,
	type Intent,
	type IntentRef,
	parseIntent,
	refOf,
	serializeIntent,
	type Undecided,
	unclearFinding,
	unclearRequest,
	type Write,
} from '../model/write-intent.ts';
import {shortcutOf} from '../state/preferences.ts';
import {patch} from '../state/state.ts';
import {
	withDone,
	withFinding,
	withLost,
	withoutUnconfirmed,
	withUnconfirmed,
	withWriteProblem,
} from '../state/writes.ts';
import {originOf, recordActivity} from './journal-sync.ts';
import type {SyncContext} from './store.ts';

export type UnsettledWrite = {
	readonly intended: Intent;
	/** Whether another running process sends it or looks for its outcome. */
	readonly isClaimedElsewhere: boolean;
};

export type MutateOutcome =
	| {readonly kind: 'done'; readonly done: Done}
	/** Nothing has changed. */
	| {readonly kind: 'refused'; readonly error: ApiError}
	/** Nothing was sent, because it could not be recorded. */
	| {readonly kind: 'unrecorded'; readonly reason: SafeText}
	/** Nothing was sent: the outcome of this deployment of the same project is unknown. */
	| {readonly kind: 'blocked'; readonly by: UnsettledWrite; readonly reason: SafeText}
	/** Its answer is missing, could not be used or proves nothing. `found`: what became of it, unless that no longer matters. */
	| {
			readonly kind: 'lost';
			readonly intended: Intent;
			readonly error: ApiError;
			readonly found: Promise<Done | Undecided | undefined>;
	  };

type PendingWrite = {
	readonly ref: IntentRef;
	readonly write: Write;
	/** The body of a request of kind `other`. */
	readonly body?: object | undefined;
	/** Whether it is part of a bulk operation, whose dialog shows its outcome. */
	readonly isInBulk?: boolean | undefined;
	/** Makes attempts until one does not throw an `ApiError`, which says that nothing has changed. Default: a few. */
	readonly retry?: (attempt: (count: number) => Promise<MutateOutcome>) => Promise<MutateOutcome>;
	/** Aborted if the write is not to be sent any more. One that was sent cannot be stopped. */
	readonly signal?: AbortSignal | undefined;
	readonly onAnswer?: RequestOptions['onAnswer'];
};

export type Writes = ReturnType<typeof createMutate>;

/** The minimum pause between two writes, so that they do not hit the service in a burst. */
const pauseMs = 1000;

/** How long a write waits for another process that holds the journal, and how often it tries. */
const maxHeldMs = 5000;
const heldPauseMs = 250;

/** The maximum wait before a write is sent again. If the service asks for more, the write counts as refused. */
const maxWaitMs = 60_000;

/** The minimum pause between two checks with a refused key. */
const refusedKeyPauseMs = 60_000;

/** Undefined for a write that this version does not understand. */
function unsettledOf(saved: UnsettledIntentRow): UnsettledWrite | undefined {
	const intended = parseIntent(saved);
	return intended && {intended, isClaimedElsewhere: saved.isClaimedElsewhere};
}

const isDeployOf = (intended: Intent | undefined, projectId: string): boolean =>
	intended?.write.kind === 'deploy' && intended.write.projectId === projectId;

/** Returns when to send a write again that has changed nothing, because it did not get out or the service is too busy. Undefined if it is refused for good, or that would be too late. */
function resendAt({kind, isTransient, details}: ApiError, attempts: number, now: LocalTime): LocalTime | undefined {
	const {phase, retryAt} = details;
	if (attempts >= maxAttempts || (kind !== 'busy' && !(isTransient && phase === 'not-sent'))) return undefined;
	const at = nextAttemptAt(now, retryPauseMs(attempts, now), retryAt);
	return at - now > maxWaitMs ? undefined : at;
}

/** Says that a write cannot be recorded, and therefore not sent. */
export const unrecordedText = (problem: SafeText): SafeText =>
	plain`Nothing can be sent, because it cannot be recorded first; --without-journal sends it anyway. ${problem}`;

function noticeOf(text: SafeText, project: Project, sent: ProjectChanges) {
	const differences = differencesText(project, sent);
	return {differences, notice: differences ? plain`${text} · ${differences}` : text};
}

/** Returns the error of a deletion that was answered with 404 although the project may exist. It goes the way of a lost answer. */
function unprovenDeletion({code, details}: ApiError, isThere: boolean): ApiError {
	const but = isThere
		? plain`although the project is still there`
		: plain`which does not prove that the project is gone`;
	return new ApiError(code, plain`The service answered ${details.status ?? 404}, ${but}.`, {
		...details,
		phase: 'maybe-executed',
	});
}

/** Sends a write. `body`: of a request of kind `other`. */
async function send(
	client: Client,
	title: string,
	write: Write,
	body: object | undefined,
	options: RequestOptions,
): Promise<Effect> {
	const {signal} = new AbortController();
	switch (write.kind) {
		case 'create': {
			const {name} = write;
			const project = await client.createProject({name}, signal, options);
			return {kind: 'created', name, project, ...noticeOf(safe(`Added ${name}`, 300), project, {name})};
		}

		case 'edit': {
			const {projectId, changes} = write;
			const project = await client.updateProject(projectId, changes, signal, options);
			const notice = noticeOf(plain`Saved ${projectTitle(project)}`, project, changes);
			return {kind: 'saved', sent: changes, project, ...notice};
		}

		case 'delete':
			try {
				await client.deleteProject(write.projectId, signal, options);
				return {kind: 'deleted', notice: safe(`Deleted ${title}`)};
			} catch (error) {
				if (!(error instanceof ApiError) || error.kind !== 'missing') throw error;
				const isGone = await orError(isProjectGone(client, write.projectId, signal));
				if (isGone === true) return {kind: 'deleted', notice: safe(`${title} was already gone`)};
				throw unprovenDeletion(error, isGone === false);
			}

		case 'deploy': {
			const fields = parseBody(write.body) ?? {};
			const deployment = await client.triggerDeployment(write.projectId, fields, signal, options);
			return {kind: 'deployed', deployment, body: write.body, notice: safe(`Deploying ${title}`)};
		}

		case 'other': {
			const call: RawCall = {method: write.method as RawCall['method'], path: write.path, ...(body && {body})};
			const {requestId} = await client.sendRaw(call, signal, options);
			return {kind: 'executed', requestId, notice: plain`Sent ${safe(title, 200)}`};
		}
	}
}

/** Looks once for the result of a write: reads what the write would have changed, and compares. */
async function checkOnce(client: Client, {write, serviceAt, project}: Intent, signal: AbortSignal): Promise<Finding> {
	switch (write.kind) {
		case 'create': {
			const {projects, isWhole} = await readAllProjects(client, signal);
			return findCreated(write, serviceAt, projects, isWhole);
		}

		case 'edit':
			return findEdited(write, await client.readProject(write.projectId, signal));
		case 'deploy':
			return findDeployed(write, await client.listDeployments(write.projectId, signal));
		case 'delete':
			return findDeleted(await isProjectGone(client, write.projectId, signal), project);
		case 'other':
			return unclearRequest;
	}
}

/** Creates `mutate`, through which every change to a service goes, and what it leaves in the journal. */
export function createMutate(context: SyncContext) {
	const {store, connections, clock, journalOf, newId} = context;
	const stopped = new AbortController();
	/** The writes that are unsent or in flight, by id. The latter are in the journal, too, but their outcome is not looked for. */
	const pending = new Map<string, Intent | undefined>();
	/** For each service, resolves when the next write to it may be sent. */
	const turns = new Map<string, Promise<unknown>>();

	const currentService = (): string => {
		const {connection} = store.get();
		return connection ? serviceOf(connection) : '';
	};
	const currentJournal = () => journalOf(store.get().connection);

	const isConnected = ({connectionId}: IntentRef): boolean =>
		!stopped.signal.aborted && store.get().connection?.id === connectionId;

	const ready = (): Promise<unknown> => turns.get(currentService()) ?? Promise.resolve();

	/** Makes a change to the connected service after all earlier ones, and tells the state and the journal what became of it. */
	function mutate(toSend: PendingWrite): Promise<MutateOutcome> {
		const {ref, isInBulk = false, retry = attempt => resend(ref, attempt)} = toSend;
		pending.set(ref.id, undefined);
		const done = ready()
			.then(() => retry(count => attemptOnce(toSend, count)))
			.catch((error: unknown): MutateOutcome => {
				if (error instanceof JournalError) {
					const reason = unrecordedText(error.message);
					if (!isInBulk) show({sentence: reason, error: undefined}, ref);
					return {kind: 'unrecorded', reason};
				}

				if (!(error instanceof ApiError)) throw error;
				reject(ref, error, isInBulk);
				return {kind: 'refused', error};
			})
			.finally(() => pending.delete(ref.id));
		const pause = () => sleep(clock, pauseMs, stopped.signal);
		turns.set(currentService(), done.then(pause, pause));
		return done;
	}

	/** Records a write, sends it once, and reports the outcome. Throws an `ApiError` if nothing has changed, and a `JournalError` if nothing was sent. */
	async function attemptOnce(toSend: PendingWrite, attempt: number): Promise<MutateOutcome> {
		const {ref, body, isInBulk = false, onAnswer, signal} = toSend;
		const write = await withKnown(ref, toSend.write);
		const {connection, client, intended, by} = await whenJournalIsFree(() => {
			if (signal?.aborted) throw new Aborted('The write was not sent.');
			const {connection} = store.get();
			const client = connections.clientOf(ref.connectionId);
			// While the write waited, the user may have left, or connected to another service.
			if (!connection || !isConnected(ref) || !client) {
				const sentence = plain`Its service is no longer connected, so nothing was sent.`;
				throw new ApiError('E_REFUSED', sentence, {phase: 'not-sent'});
			}

			return {connection, client, ...record(connection, ref, write)};
		});
		if (by) {
			const reason = unconfirmedText(by);
			if (!isInBulk) show({sentence: reason, error: undefined}, ref);
			return {kind: 'blocked', by, reason};
		}

		try {
			const options = {attempt, ...(onAnswer && {onAnswer})};
			const done = {ref, ...(await send(client, ref.project, write, body, options))};
			await conclude(done, isInBulk);
			return {kind: 'done', done};
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			if (error.details.phase !== 'maybe-executed') {
				pending.set(ref.id, undefined);
				await forget(journalOf(connection), ref.id);
				throw error;
			}

			const reason = errorSentence(error);
			// If another service is connected, the intent stays in this one's journal until it is connected again.
			const isHere = currentService() === serviceOf(connection);
			const found = isHere ? track(intended, reason) : Promise.resolve(undefined);
			return {kind: 'lost', intended, error, found};
		}
	}

	/** Uses the journal, and tries again for a while if another process holds it. Throws `JournalError`. */
	async function whenJournalIsFree<Result>(work: () => Result): Promise<Result> {
		const startedAt = clock.elapsed();
		for (;;) {
			const result = orJournalError(work);
			if (!(result instanceof JournalError)) return result;
			const isLate = clock.elapsed() - startedAt >= maxHeldMs || stopped.signal.aborted;
			if (!result.isBusy || isLate) throw result;
			await sleep(clock, heldPauseMs, stopped.signal);
		}
	}

	/** Forgets a write that is settled. If the journal cannot be written, its outcome is looked for again later. */
	async function forget(journal: Journal, id: string): Promise<void> {
		try {
			await whenJournalIsFree(() => journal.forgetIntent(id));
		} catch (error) {
			if (!(error instanceof JournalError)) throw error;
		}
	}

	/** Shows what a write has changed, then forgets it: if the process is killed in between, the next run looks for the outcome. */
	async function conclude(done: Done, isInBulk = false) {
		store.change((state, now) => withDone(state, done, now, isInBulk), {type: 'write-done', ...done});
		const origin = originOf(context, done.ref);
		recordActivity(context, origin, doneEntry(done));
		await forget(journalOf(origin), done.ref.id);
	}

	const show = (problem: FormProblem, ref: IntentRef) =>
		store.change((state, now) => withWriteProblem(state, ref, problem, now));

	/** Shows why a write has changed nothing, in a bulk operation only in its dialog. */
	function reject(ref: IntentRef, error: ApiError, isInBulk = false) {
		if (!isInBulk) show(formProblemOf(error), ref);
		if (ref.projectId !== '') recordActivity(context, originOf(context, ref), rejectionEntry(ref, error));
	}

	/** Adds to a deployment the ids of those before it, which tell it from them. Not if the list may lack some: a deployment is never confirmed by a guess. */
	async function withKnown({connectionId}: IntentRef, write: Write): Promise<Write> {
		if (write.kind !== 'deploy') return write;
		const {projectId} = write;
		const {signal} = new AbortController();
		const client = connections.clientOf(connectionId);
		const list = await orError(client?.listDeployments(projectId, signal, withReadRetries));
		const isWhole = list && !(list instanceof ApiError) && list.unreadable === 0 && isComplete(list);
		return {...write, known: isWhole ? list.deployments.map(({id}) => id) : undefined};
	}

	/** Saves a write in the journal, unless it is a deployment and an earlier one of the project may have started: that one is `by`. Throws `JournalError` if it cannot. */
	function record(connection: ConnectedService, {id, project, projectId}: IntentRef, write: Write) {
		const at = clock.now();
		const intended: Intent = {id, at, serviceAt: toServiceTime(at, store.get().polling.skewMs), project, write};
		const journal = journalOf(connection);
		const service = serviceOf(connection);
		const by = journal.saveIntent(
			service,
			{id, at, content: serializeIntent(intended)},
			other => write.kind === 'deploy' && isDeployOf(parseIntent(other), projectId),
		);
		if (by) return {intended, by: unsettledOf(by)};
		pending.set(id, intended);
		if (write.kind === 'deploy') journal.saveBody(service, projectId, write.body);
		return {intended, by: undefined};
	}

	/** Makes attempts until one changes something, unless the user leaves the service meanwhile. */
	const resend = (ref: IntentRef, attempt: (count: number) => Promise<MutateOutcome>) =>
		withRetries(attempt, async (error, attempts) => {
			if (!(error instanceof ApiError)) throw error;
			const until = resendAt(error, attempts, clock.now());
			if (until === undefined || !isConnected(ref)) throw withAttempts(error, attempts);
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

	const unconfirmedText = ({isClaimedElsewhere}: UnsettledWrite): SafeText =>
		isClaimedElsewhere
			? plain`The last deployment is unconfirmed: another running landfall is waiting for its outcome.`
			: plain`The last change is unconfirmed. Press esc, then ${shortcutOf(store.get(), 'unconfirmed-changes')} to decide.`;

	/** Shows a write whose answer is lost, and looks for its outcome. `reason`: undefined for one of an earlier run. */
	function track(intended: Intent, reason: SafeText | undefined) {
		store.change((state, now) => withLost(state, intended, reason, now));
		if (reason) recordActivity(context, store.get().connection, lostEntry('no answer', intended, reason));
		return findOutcome(intended, reason === undefined);
	}

	function pauseAfterFailure(error: ApiError, id: string, failingSince: LocalTime): number {
		const now = clock.now();
		const ownMs = error.kind === 'auth' ? refusedKeyPauseMs : backoffMs(now - failingSince, `${id} ${now}`);
		const pauseMs = Math.max(ownMs, store.get().polling.throttle.quietUntil - now);
		return nextAttemptAt(now, pauseMs, error.details.retryAt) - now;
	}

	/** Tells the state and the journal what was found out about an unconfirmed write. */
	async function settle(intended: Intent, finding: Finding): Promise<Done | Undecided> {
		const {connection} = store.get();
		const result = finding.kind === 'absent' ? absentFinding(intended, clock.now()) : finding;
		const text = result.kind === 'confirmed' ? result.effect.notice : result.text;
		if (result.kind !== 'confirmed') store.change((state, now) => withFinding(state, intended.id, result, now));
		recordActivity(context, connection, lostEntry('found out', intended, text));
		if (result.kind !== 'confirmed') return result;
		const done = {ref: refOf(intended, connection?.id ?? -1), ...result.effect};
		await conclude(done);
		return done;
	}

	/**
	Looks for the result of an unconfirmed write until it is known, the user decides or the service is left.

	The service is checked for a missing result a few times with growing pauses; a failed check is retried with exponential backoff for as long as it takes.
	*/
	async function findOutcome(intended: Intent, isImmediate: boolean): Promise<Done | Undecided | undefined> {
		const {connection} = store.get();
		const client = connection && connections.clientOf(connection.id);
		if (!client) return undefined;
		const {id} = intended;
		const isOver = () =>
			stopped.signal.aborted || store.get().connection?.id !== connection.id || !store.get().writes.unconfirmed.has(id);
		let checks = 0;
		let pauseMs = isImmediate ? 0 : (checkDelaysMs[0] ?? 0);
		let problem: SafeText | undefined;
		let failingSince: LocalTime | undefined;
		for (;;) {
			const check = {checks, nextAt: clock.now() + pauseMs, problem, finding: undefined};
			store.change(state => withUnconfirmed(state, id, check));
			await sleep(clock, pauseMs, stopped.signal);
			if (isOver()) return undefined;
			const found = await orError(checkOnce(client, intended, stopped.signal));
			if (isOver() || !found) return undefined;
			const error = found instanceof ApiError ? found : undefined;
			problem = error?.message;
			if (error && error.kind !== 'missing') {
				failingSince ??= clock.now();
				pauseMs = pauseAfterFailure(error, id, failingSince);
				continue;
			}

			failingSince = undefined;
			checks++;
			const finding = found instanceof ApiError ? unclearFinding(found.message) : found;
			const nextMs = checkDelaysMs[checks];
			if (nextMs === undefined || (!error && finding.kind !== 'absent')) return settle(intended, finding);
			pauseMs = nextMs;
		}
	}

	/** Returns the unsettled writes to the connected service, the earliest first. Leaves out those that this version does not understand. Throws `JournalError` if they cannot be read. */
	function unsettled(): readonly UnsettledWrite[] {
		if (!store.get().connection) return [];
		const saved = currentJournal().unsettled(currentService());
		return saved.flatMap(each => unsettledOf(each) ?? []);
	}

	return {
		mutate,
		ready,
		reject,
		unsettled,

		newWrite: (projectId: string, project: string): IntentRef => ({
			id: newId(),
			connectionId: store.get().connection?.id ?? -1,
			projectId,
			project,
		}),

		/** Returns a write in flight as it was recorded. Undefined if it has changed nothing so far. */
		inFlight: (id: string): Intent | undefined => pending.get(id),

		/** Looks for the outcome of a write that an earlier run, a command or another window left unsettled, unless a running process does. Throws `JournalError` if that cannot be known. */
		recover({intended}: UnsettledWrite) {
			if (pending.has(intended.id) || store.get().writes.unconfirmed.has(intended.id)) return undefined;
			return currentJournal().claim(intended.id) ? track(intended, undefined) : undefined;
		},

		/** Throws `JournalError` if the write cannot be forgotten. */
		async dismiss(id: string) {
			const journal = currentJournal();
			await whenJournalIsFree(() => journal.forgetIntent(id));
			store.change(state => withoutUnconfirmed(state, id));
		},

		/** Returns why a deployment of the project would not be sent now. Undefined if it would. */
		findUnconfirmedDeploy(projectId: string, among = orJournalError(unsettled)): SafeText | undefined {
			if (among instanceof JournalError) return unrecordedText(among.message);
			const by = among.find(({intended}) => isDeployOf(intended, projectId) && !pending.has(intended.id));
			return by && unconfirmedText(by);
		},

		reconcile(id: string) {
			const unconfirmed = store.get().writes.unconfirmed.get(id);
			if (unconfirmed) void findOutcome(unconfirmed.intended, true);
		},

		isBusy: () => pending.size > 0 || store.get().writes.unconfirmed.size > 0,
		stop: () => stopped.abort(),
	};
}
