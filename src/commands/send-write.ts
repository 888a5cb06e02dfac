import {addRequestId, errorSentence, unconfirmedOutcomeText} from '../api/errors.ts';
import {objectAsSent} from '../api/raw-answer.ts';
import type {RequestOptions} from '../api/request.ts';
import type {Project} from '../api/types.ts';
import {wholeDuration} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {addPeriod, plain, type SafeText, safe} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import {suggestedCommand} from '../model/suggested-commands.ts';
import {
	absentText,
	type Done,
	type Intent,
	passedMs,
	projectIdOf,
	unconfirmedWriteText,
	type Write,
} from '../model/write-intent.ts';
import type {ApprovedWrite} from '../sync/preflight.ts';
import type {Found} from '../sync/reconciler.ts';
import type {Store} from '../sync/store.ts';
import type {MutateOutcome, Writes} from '../sync/write-queue.ts';
import {CommandError, isInterrupted, isInterruption, onInterrupt} from './command-error.ts';
import {type CommandContext, serviceOptions} from './context.ts';
import type {HeadlessOptions, Values, waitForOutcome} from './options.ts';
import type {RetryingClient} from './retrying-client.ts';

export type WriteOptions = HeadlessOptions &
	Values<readonly [typeof waitForOutcome]> & {
		readonly mayWrite?: boolean;
		readonly isAwaited?: boolean;
	};

export type WriteRun = {
	readonly options: WriteOptions;
	readonly context: CommandContext;
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly store: Store;
	readonly writes: Writes;
	readonly client: RetryingClient;
	readonly sentCount: () => number;
	readonly onAnswer?: RequestOptions['onAnswer'];
};

/** A write that was executed, was not needed or is unconfirmed. A failed write throws an `ApiError` or a `CommandError` instead. */
export type WriteResult =
	| DoneResult
	| {readonly kind: 'unchanged'; readonly project: Project; readonly sent: Json}
	| UnconfirmedResult;

type DoneResult = {
	readonly kind: 'done';
	readonly done: Done;
	/** The answer as the service sent it. Undefined if the write was executed but the answer was lost or cannot be kept exactly. */
	readonly sent: Json | undefined;
};

export type UnconfirmedResult = {
	readonly kind: 'unconfirmed';
	readonly intended: Intent;
	readonly reason: SafeText;
	readonly candidates: readonly SafeText[];
	readonly requestId?: SafeText | undefined;
	/** The service has had time, and shows no sign of the write. */
	readonly isAbsent?: boolean;
};

/** Retries only attempts without any effect: the service could not be reached or was too busy. Throws `ApiError` if nothing has changed. `body` is for writes of kind `other`. */
export async function sendWrite(
	run: WriteRun,
	write: Write,
	title: string,
	{
		body,
		...confirmed
	}: Pick<ApprovedWrite, 'labels' | 'isProtectionConfirmed' | 'basedOn'> & {readonly body?: object | undefined} = {},
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
	const outcome = await outcomeOrInterrupted(run, sending);
	switch (outcome.kind) {
		case 'done': {
			const {done} = outcome;
			const hasRecord = !['deleted', 'deleting', 'executed'].includes(done.kind);
			return {...outcome, sent: objectAsSent(answerBody) ?? (hasRecord ? undefined : {})};
		}

		case 'rejected':
			throw outcome.error;
		case 'unrecorded':
			throw new CommandError(exitCodes.usage, outcome.reason);
		case 'contested':
			throw new CommandError(exitCodes.notGood, outcome.sentence);
		case 'unavailable': {
			const what = write.kind === 'deploy' ? plain`Its last deployment` : plain`An earlier change`;
			const reason = plain`${what} is unconfirmed, so nothing was sent. Once you know what became of it, run ${reconcileCommand(run, outcome.by.intended.id) ?? plain`landfall reconcile`} --dismiss.`;
			return {kind: 'unconfirmed', intended: outcome.by.intended, reason, candidates: []};
		}

		case 'unconfirmed': {
			const {intended, error, found} = outcome;
			const reason = errorSentence(error);
			if (options.waitForOutcomeMs > 0) {
				const limit = wholeDuration(options.waitForOutcomeMs);
				output.note(plain`${addPeriod(reason)} Reconciling for up to ${limit}.`);
			}

			const result = await awaitOutcome(run, intended, found);
			if (result.kind === 'unconfirmed') return {...result, requestId: error.details.requestId};
			output.note(plain`Reconciled: it was done.`);
			return result;
		}
	}
}

const maxAnswerWaitMs = 1000;

const interruption = (run: WriteRun, intended: Intent): CommandError =>
	new CommandError(
		run.context.signal.reason,
		plain`Interrupted. ${unconfirmedWriteText(intended)}. ${reconcileText(run, intended.id)}`,
		{next: reconcileCommand(run, intended.id)},
	);

/** A signal cannot stop a sent write: waits a moment for the answer, then throws `CommandError`. */
async function outcomeOrInterrupted(run: WriteRun, sending: Promise<MutateOutcome>): Promise<MutateOutcome> {
	const {store, context} = run;
	const {promise: givenUp, reject} = Promise.withResolvers<never>();
	let cancelGrace = () => {};
	const nothingChanged = () => new CommandError(context.signal.reason, plain`Interrupted. Nothing was changed.`);
	const stopListening = onInterrupt(context, () => {
		cancelGrace = context.clock.after(maxAnswerWaitMs, () => {
			const {sending: intended} = store.get().writes;
			reject(intended ? interruption(run, intended) : nothingChanged());
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

export async function awaitOutcome(
	run: WriteRun,
	intended: Intent,
	found: Found | undefined,
): Promise<DoneResult | UnconfirmedResult> {
	const {store, context, options} = run;
	const {clock, output} = context;
	const unconfirmed = () => store.get().writes.unconfirmed.get(intended.id);
	const {promise: isOver, resolve: end} = Promise.withResolvers<undefined>();
	function showProgress() {
		const {nextAt, checks = 0} = unconfirmed() ?? {};
		if (nextAt === undefined) return;
		const when = wholeDuration(Math.max(0, nextAt - clock.now()));
		output.progress(plain`Reconciling: check ${checks + 1} in ${when}…`);
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
	if (!outcome && isInterrupted(context)) throw interruption(run, intended);
	if (!outcome) {
		const {problem, checks = 0} = unconfirmed() ?? {};
		const silent = problem ?? plain`The service has not answered so far.`;
		const reason = checks > 0 ? plain`${absentText(passedMs(intended, clock.sinceBoot()))}.` : silent;
		return {kind: 'unconfirmed', intended, reason, candidates: []};
	}

	if ('notice' in outcome) return {kind: 'done', done: outcome, sent: undefined};
	const {kind, text, candidates} = outcome;
	// An absent write may still take effect, and a script that repeats it must know.
	return {kind: 'unconfirmed', intended, reason: plain`${text}.`, candidates, isAbsent: kind === 'absent'};
}

/** Undefined without a journal, because other processes do not know the write. */
export function reconcileCommand({options, service}: WriteRun, intentId: string): SafeText | undefined {
	if (service.isWithoutJournal) return undefined;
	return suggestedCommand('reconcile', [intentId], serviceOptions(options)) ?? safe(`landfall reconcile ${intentId}`);
}

export function reconcileText(run: WriteRun, intentId: string): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`It was sent without a journal, so it cannot be reconciled later.`
		: plain`To find out: ${command}`;
}

export function explainUnconfirmed(run: WriteRun, {intended, reason, candidates, requestId}: UnconfirmedResult): void {
	// The text would repeat `doubtText`.
	const unrepeated = addRequestId(safe(reason.replace(unconfirmedOutcomeText, ''), 600), requestId);
	run.context.output.fail(
		{
			exitCode: exitCodes.unknownOutcome,
			message: plain`${unconfirmedWriteText(intended)}. ${unrepeated}`,
			requestId,
			next: reconcileCommand(run, intended.id),
		},
		[...candidates.map(candidate => plain`  ${candidate}`), reconcileText(run, intended.id)],
	);
}
