import {encodeDeployment, encodeProject} from '../api/decode.ts';
import {errorSentence, unknownOutcomeText, withRequestId} from '../api/errors.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {RequestOptions} from '../api/request.ts';
import type {Project} from '../api/types.ts';
import {wholeDuration} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {plain, type SafeText, safe, withPeriod} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {JournalError} from '../journal/journal-error.ts';
import {
	type AskedWrite,
	answerFor,
	type Confirmation,
	isAnswer,
	mismatchText,
	questionText,
	typingText,
	withoutJournalText,
} from '../model/confirmation.ts';
import {type OpenedService, readOnlySentence} from '../model/connection.ts';
import {projectTitle} from '../model/project-title.ts';
import {suggestedCommand} from '../model/suggested-commands.ts';
import {versionOf} from '../model/upload-version.ts';
import {
	absentText,
	type Done,
	doubtText,
	type Intent,
	passedMs,
	projectIdOf,
	type Undecided,
	type Write,
} from '../model/write-intent.ts';
import {connectTo} from '../state/login.ts';
import {patch, stateWithoutScreen} from '../state/state.ts';
import {createConnections} from '../sync/connections.ts';
import {startJournalSync} from '../sync/journal-sync.ts';
import type {ConfirmedWrite} from '../sync/preflight.ts';
import {createStore, type Store} from '../sync/store.ts';
import {createWrites, type MutateOutcome, type Writes} from '../sync/writes.ts';
import {type CommandContext, serviceOptions} from './context.ts';
import {CommandError, explain, failureOf, isInterrupted, isInterruption, onInterrupt, orInterrupted} from './errors.ts';
import {findProject, inputLines} from './find-project.ts';
import type {HeadlessOptions, Values, waitForOutcome} from './options.ts';
import {createRetryingClient, type RetryingClient} from './retrying-client.ts';

export type WriteOptions = HeadlessOptions &
	Values<readonly [typeof waitForOutcome]> & {
		/** Default: true. */
		readonly mayWrite?: boolean;
		readonly isAwaited?: boolean;
	};

export type WriteRun = {
	readonly options: WriteOptions;
	readonly context: CommandContext;
	readonly service: OpenedService;
	readonly journal: Journal;
	/** What `writes` reports, and the writes whose outcome is unknown. */
	readonly store: Store;
	readonly writes: Writes;
	readonly client: RetryingClient;
	readonly sentCount: () => number;
	/** Receives every answer to a write before it is judged. */
	readonly onAnswer?: RequestOptions['onAnswer'];
};

/** What became of a write. One that changed nothing ends with an `ApiError` or a `CommandError` instead. */
export type WriteResult =
	| DoneWrite
	/** Everything was already as wanted, so nothing was sent. */
	| {readonly kind: 'unchanged'; readonly project: Project; readonly sent: Json}
	| UnknownWrite;

type DoneWrite = {
	readonly kind: 'done';
	readonly done: Done;
	/** The answer as the service sent it. Undefined if it was lost or cannot be kept exactly, but the write was executed. */
	readonly sent: Json | undefined;
};

/** The answer was lost, and the service does not show what became of the write. */
type UnknownWrite = {
	readonly kind: 'unknown';
	readonly intended: Intent;
	readonly reason: SafeText;
	readonly candidates: readonly SafeText[];
	/** Of an answer that could not be used. */
	readonly requestId?: SafeText | undefined;
	/** Whether the service shows no sign of the write, although it has had time. */
	readonly isAbsent?: boolean;
};

type WriteTarget = {
	/** Undefined for a project that does not exist yet. */
	readonly project: Project | undefined;
	readonly title: SafeText;
};

/** Opens the service and runs a command that writes. Throws `CommandError` if writes are not allowed. */
export async function withWriteRun<Result>(
	options: WriteOptions,
	context: CommandContext,
	command: (run: WriteRun) => Promise<Result>,
): Promise<Result> {
	const {mayWrite = true, isAwaited = false} = options;
	const service = await context.openService(mayWrite);
	const readOnly = mayWrite ? readOnlySentence(service) : undefined;
	// Asks for nothing that could not be sent.
	if (readOnly) throw new CommandError(exitCodes.notGood, readOnly);

	const {clock, output, wordMeanings} = context;
	if (service.isWithoutJournal && mayWrite) output.note(withoutJournalText);

	const journal = await context.openJournal();
	const connections = createConnections();
	const initial = stateWithoutScreen(context.throttle().perMinute);
	const store = createStore(patch(initial, 'preferences', {wordMeanings}), clock.now);
	let sentCount = 0;
	context.onRequest(fact => {
		store.learn(fact);
		if (fact.type === 'request-ended' && fact.record.method !== 'GET' && fact.record.outcome !== 'not-sent')
			sentCount++;
	});
	// A deployment that this command waits for is not watched on the screens as well.
	const journalOf = () => (isAwaited ? {...journal, saveWatch: () => true, deleteWatch: () => true} : journal);
	// `landfall reconcile` depends on the journal.
	const journalSync = startJournalSync({store, connections, clock, journalOf}, output.note);
	const newId = () => crypto.randomUUID();
	const writes = createWrites({store, connections, clock, journalOf, newId}, {isForgottenByCaller: true});
	const connection = connections.add(service);
	store.change(state => connectTo(state, connection));
	const client = createRetryingClient(service.client, options, context);
	try {
		return await command({options, context, service, journal, store, writes, client, sentCount: () => sentCount});
	} catch (error) {
		if (error instanceof JournalError) throw new CommandError(exitCodes.usage, error.message);
		if (!mayWrite || sentCount > 0) throw error;
		if (isInterruption(error, context))
			throw new CommandError(context.signal.reason, plain`Interrupted. Nothing was sent.`);
		const failure = isInterrupted(context) ? undefined : failureOf(error);
		throw failure ? unsent(failure) : error;
	} finally {
		writes.stop();
		journalSync.stop();
	}
}

/** Rejects the only match if another one may be missing in what could be read: a write must not guess. */
function rejectDoubt(doubt: SafeText): never {
	throw new CommandError(exitCodes.unusable, plain`${doubt} Name it by its id.`);
}

/** Finds a project, writes to it and prints the outcome, or nothing if `write` resolves with undefined. Resolves with the exit code: that of the signal that ended the command, if there was one. */
export async function writeTo(
	run: WriteRun,
	argument: string,
	write: (project: Project) => Promise<WriteResult | undefined>,
): Promise<number> {
	const {project} = await findProject(run.client, argument, rejectDoubt);
	const code = await writeOne(run, {project, title: projectTitle(project)}, write(project));
	return isInterrupted(run.context) ? run.context.signal.reason : code;
}

/** Adds “Nothing was sent” to a failure, unless it says so. The screens show some of these sentences, too. */
function unsent(failure: CommandError): CommandError {
	const {exitCode, message, next, cause} = failure;
	if (/nothing (?:was|can be) sent/i.test(message)) return failure;
	// A list of projects ends the message.
	const isList = message.includes('\n');
	const sentence = isList ? plain`Nothing was sent. ${message}` : plain`${withPeriod(message)} Nothing was sent.`;
	return new CommandError(exitCode, sentence, {next, ...(cause && {cause})});
}

export async function writeOne(
	run: WriteRun,
	target: WriteTarget,
	writing: Promise<WriteResult | undefined>,
): Promise<number> {
	const before = run.sentCount();
	try {
		const result = await writing;
		if (!result) return exitCodes.done;
		if (result.kind !== 'unknown') {
			printResult(run, target, result);
			if (result.kind === 'done') await run.writes.forget(result.done.ref);
			return exitCodes.done;
		}

		const {intended, reason, candidates, requestId} = result;
		const known = {reason, candidates, intent: intended.id, command: reconcileCommand(run, intended.id) ?? null};
		printDocument(run, target, 'unknown', {...known, ...(requestId !== undefined && {request_id: requestId})});
		complainUnknown(run, result);
		return exitCodes.unknownOutcome;
	} catch (error) {
		const known = failureOf(error);
		if (!known || isInterrupted(run.context)) throw error;
		const failure = run.sentCount() === before ? unsent(known) : known;
		const {requestId} = failure.cause?.details ?? {};
		const own = {reason: failure.message, ...(requestId !== undefined && {request_id: requestId})};
		printDocument(run, target, 'refused', own);
		return explain(failure, run.context);
	}
}

export const canAsk = ({input, output}: CommandContext): boolean => input.isTTY === true && output.canAsk;

/** Asks about a project as the screens do. Throws `CommandError` unless the user types the answer. */
export async function confirm(
	context: CommandContext,
	kind: AskedWrite,
	{projectId, title}: Confirmation,
	isProtected: boolean,
): Promise<void> {
	const answer = answerFor(title, projectId);
	context.output.ask(plain`${questionText(kind, [title], isProtected)} ${typingText(answer)}:`);
	const lines = inputLines(context.input)[Symbol.asyncIterator]();
	const typed = await orInterrupted(context, lines.next()).catch(error => {
		// The cursor is still behind the question.
		context.output.complain(plain``);
		throw error;
	});
	if (!typed.done && isAnswer(typed.value, answer)) return;
	throw new CommandError(exitCodes.notGood, mismatchText);
}

/**
Sends a write once, and finds out what became of it. `body`: of a request of kind `other`. Throws an `ApiError` if nothing has changed.

It is sent again only if it certainly had no effect: the service could not be reached or was too busy. Retries end after `--give-up-after`.
*/
export async function sendWrite(
	run: WriteRun,
	write: Write,
	title: string,
	{
		body,
		...confirmed
	}: Pick<ConfirmedWrite, 'labels' | 'isProtectionConfirmed' | 'basedOn'> & {readonly body?: object | undefined} = {},
): Promise<WriteResult> {
	const {writes, client, context, options} = run;
	const {signal, output} = context;
	const ref = writes.newWrite(projectIdOf(write), title);
	let answerBody = '';
	const sending = writes.mutate({
		ref,
		write,
		body,
		...confirmed,
		signal,
		onAnswer(answer) {
			if (answer.outcome === 'answered') answerBody = answer.body;
			run.onAnswer?.(answer);
		},
		retry: client.write,
	});
	const outcome = await orGivenUp(run, sending);
	switch (outcome.kind) {
		case 'done': {
			const {done} = outcome;
			const hasRecord = !['deleted', 'deleting', 'executed'].includes(done.kind);
			return {...outcome, sent: objectAsSent(answerBody) ?? (hasRecord ? undefined : {})};
		}

		case 'refused':
			throw outcome.error;
		case 'unrecorded':
			throw new CommandError(exitCodes.usage, outcome.reason);
		case 'contested':
			throw new CommandError(exitCodes.notGood, outcome.sentence);
		case 'blocked': {
			const what = write.kind === 'deploy' ? plain`Its last deployment` : plain`An earlier change`;
			const reason = plain`${what} is unconfirmed, so nothing was sent. Once you know what became of it, run ${reconcileCommand(run, outcome.by.intended.id) ?? plain`landfall reconcile`} --dismiss.`;
			return {kind: 'unknown', intended: outcome.by.intended, reason, candidates: []};
		}

		case 'lost': {
			const {intended, error, found} = outcome;
			const reason = errorSentence(error);
			if (options.waitForOutcomeMs > 0) {
				const limit = wholeDuration(options.waitForOutcomeMs);
				output.note(plain`${withPeriod(reason)} Looking for its outcome for up to ${limit}.`);
			}

			const result = await awaitOutcome(run, intended, found);
			if (result.kind === 'unknown') return {...result, requestId: error.details.requestId};
			output.note(plain`landfall has found that it was done.`);
			return result;
		}
	}
}

/** How long a command that is asked to end waits for the answer to a write. */
const graceMs = 1000;

const interruptedError = (run: WriteRun, intended: Intent): CommandError =>
	new CommandError(
		run.context.signal.reason,
		plain`Interrupted. ${doubtText(intended)}. ${reconcileText(run, intended.id, plain`To find out`)}`,
		{next: reconcileCommand(run, intended.id)},
	);

/** Returns the outcome of sending a write. Throws `CommandError` a moment after a signal if there is none: the write itself cannot be stopped. */
async function orGivenUp(run: WriteRun, sending: Promise<MutateOutcome>): Promise<MutateOutcome> {
	const {store, context} = run;
	const {promise: givenUp, reject} = Promise.withResolvers<never>();
	let cancelGrace = () => {};
	const nothingChanged = () => new CommandError(context.signal.reason, plain`Interrupted. Nothing was changed.`);
	const stopListening = onInterrupt(context, () => {
		cancelGrace = context.clock.after(graceMs, () => {
			const {sending: intended} = store.get().writes;
			reject(intended ? interruptedError(run, intended) : nothingChanged());
		});
	});
	try {
		return await Promise.race([sending, givenUp]);
	} catch (error) {
		if (isInterruption(error, context)) throw nothingChanged();
		throw error;
	} finally {
		stopListening();
		cancelGrace();
	}
}

/** Waits until it is found out what became of a lost write, at most for `--wait-for-outcome`. */
export async function awaitOutcome(
	run: WriteRun,
	intended: Intent,
	found: Promise<Done | Undecided | undefined> | undefined,
): Promise<DoneWrite | UnknownWrite> {
	const {store, context, options} = run;
	const {clock, output} = context;
	const unconfirmed = () => store.get().writes.unconfirmed.get(intended.id);
	const {promise: isOver, resolve: end} = Promise.withResolvers<undefined>();
	function showProgress() {
		const {nextAt, checks = 0} = unconfirmed() ?? {};
		if (nextAt === undefined) return;
		const when = wholeDuration(Math.max(0, nextAt - clock.now()));
		output.progress(plain`Looking for the outcome: check ${checks + 1} in ${when}…`);
	}

	showProgress();
	const stops = [
		store.subscribe(showProgress),
		clock.after(options.waitForOutcomeMs, () => end(undefined)),
		onInterrupt(context, () => end(undefined)),
	];
	const outcome = await Promise.race([found, isOver]);
	for (const stop of stops) stop();
	output.progress(undefined);
	if (!outcome && isInterrupted(context)) throw interruptedError(run, intended);
	if (!outcome) {
		const {problem, checks = 0} = unconfirmed() ?? {};
		const silent = problem ?? plain`The service has not answered so far.`;
		const known = checks > 0 ? plain`${absentText(passedMs(intended, clock.sinceBoot()))}.` : silent;
		return {kind: 'unknown', intended, reason: known, candidates: []};
	}

	if ('notice' in outcome) return {kind: 'done', done: outcome, sent: undefined};
	const {kind, text, candidates} = outcome;
	// What is absent may still take effect, and a script that repeats it must know that.
	return {kind: 'unknown', intended, reason: plain`${text}.`, candidates, isAbsent: kind === 'absent'};
}

/** Returns the command that looks again for the outcome of a write. Undefined without a journal, because no other landfall knows the write. */
export function reconcileCommand({options, service}: WriteRun, intentId: string): SafeText | undefined {
	if (service.isWithoutJournal) return undefined;
	return suggestedCommand('reconcile', [intentId], serviceOptions(options)) ?? safe(`landfall reconcile ${intentId}`);
}

export function reconcileText(run: WriteRun, intentId: string, purpose = plain`To look again`): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`It was sent without a journal, so this cannot be checked later.`
		: plain`${purpose}: ${command}`;
}

export function complainUnknown(run: WriteRun, {intended, reason, candidates, requestId}: UnknownWrite): void {
	// The sentence about the unknown outcome would repeat the one before it.
	const unrepeated = withRequestId(safe(reason.replace(unknownOutcomeText, ''), 600), requestId);
	run.context.output.fail(
		{
			exitCode: exitCodes.unknownOutcome,
			message: plain`${doubtText(intended)}. ${unrepeated}`,
			requestId,
			next: reconcileCommand(run, intended.id),
		},
		[...candidates.map(candidate => plain`  ${candidate}`), reconcileText(run, intended.id)],
	);
}

/** Prints the result of a write: a line on a terminal, JSON with `--json`, otherwise the fields of the record. */
function printResult(run: WriteRun, target: WriteTarget, result: Exclude<WriteResult, UnknownWrite>): void {
	const {output} = run.context;
	const {kind, sent} = result;
	const {record, line} = describe(target, result);
	const isOnlyAccepted = kind === 'done' && result.done.kind === 'deleting';
	const differences = kind === 'done' && 'differences' in result.done ? result.done.differences : undefined;
	const reason = isOnlyAccepted ? line : differences;
	const outcome = isOnlyAccepted ? 'accepted' : kind;
	printDocument(run, target, sent ? outcome : 'found', reason ? {reason} : {}, sent ?? record);
	if (output.isTable) {
		output.print(line);
		return;
	}

	if (!output.isJson) output.fields(Object.values(record));
	if (reason) output.note(plain`${target.title}: ${reason}`);
	if (kind === 'unchanged') output.note(plain`${line}.`);
}

/** With `--json`, prints the record as the service sent it, and what landfall knows besides. */
function printDocument(
	{context: {output}}: WriteRun,
	{project}: WriteTarget,
	outcome: string,
	known: object,
	record: object = {},
): void {
	if (!output.isJson) return;
	const own = {outcome, ...(project && {project_id: project.id}), ...known};
	output.document({...record, _landfall: own});
}

function describe({project, title}: WriteTarget, result: Exclude<WriteResult, UnknownWrite>) {
	if (result.kind === 'unchanged') {
		const line = plain`${title} already has these values, so nothing was sent`;
		return {record: encodeProject(result.project), line};
	}

	const {done} = result;
	if (done.kind === 'deployed') {
		const {id, environmentId} = done.deployment;
		const environment = environmentId && plain`to ${environmentId.shown}`;
		const what = [versionOf(done.deployment), environment].filter(part => part).join(' ');
		const started = [what, id].filter(part => part).join(', ');
		return {record: encodeDeployment(done.deployment), line: safe(`${done.notice} · ${started}`, 500)};
	}

	const record = 'project' in done ? done.project : project;
	const id = done.kind === 'created' ? plain` · ${safe(done.project.id)}` : plain``;
	return {record: record ? encodeProject(record) : {}, line: plain`${done.notice}${id}`};
}
