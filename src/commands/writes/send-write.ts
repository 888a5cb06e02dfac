import {Aborted, ApiError} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import {wholeDuration} from '../../duration.ts';
import type {ToEvent} from '../../store/effects/write-events.ts';
import type {WriteResult} from '../../store/effects/write-queue.ts';
import type {Finding} from '../../store/model/writes/reconcile.ts';
import type {WriteRef} from '../../store/model/writes/write-intent.ts';
import {plain, type SafeText, withPeriod} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import {onInterrupt} from '../headless/interruption.ts';
import {findOutcome, interruptedError} from './find-outcome.ts';
import {refusedBy, type WriteOutcome} from './outcome.ts';
import type {WriteSession} from './write-session.ts';

/** How long a command that is asked to end waits for the answer to a write. */
const graceMs = 1000;

/** A write, and how to tell the state about its result. */
export type SentWrite<Value> = {
	/** Empty for a project that does not exist yet. */
	readonly projectId: string;
	readonly title: string;
	readonly send: (write: WriteRef, requestOptions: RequestOptions) => Promise<WriteResult<Value>>;
	readonly toEvent: ToEvent<Value>;
	/** Returns the result of a write whose answer was lost and that was found to be done. */
	readonly toValue: (finding: Extract<Finding, {kind: 'confirmed'}>) => Value;
};

/** Returns the answer to a write. Throws `CommandError` a moment after a signal if none has arrived: the write itself cannot be stopped. */
function answerOf<Value>(
	run: WriteSession,
	{id}: WriteRef,
	sending: Promise<WriteResult<Value>>,
): Promise<WriteResult<Value>> {
	const {session, context} = run;
	return new Promise((resolve, reject) => {
		let cancelGrace = () => {};
		const giveUp = () => {
			const unsettled = session.writes.unsettled().find(({intended}) => intended.id === id);
			// Without an intent, it has not been sent.
			if (unsettled) reject(interruptedError(run, unsettled.intended));
			else reject(new CommandError(context.signal.reason, plain`Interrupted. Nothing was changed.`));
		};
		const stopListening = onInterrupt(context, () => {
			cancelGrace = context.clock.after(graceMs, giveUp);
		});
		const end = () => {
			stopListening();
			cancelGrace();
		};
		sending.finally(end).then(resolve, reject);
	});
}

/**
Sends a write once, and finds out what became of it.

It is sent again only if it certainly had no effect: the service could not be reached or was too busy. Retries end after `--give-up-after`.
*/
export async function sendWrite<Value>(
	run: WriteSession,
	{projectId, title, send, toEvent, toValue}: SentWrite<Value>,
): Promise<WriteOutcome<Value>> {
	const {session, read, context, options} = run;
	const {signal, output} = context;
	let body: string | undefined;
	let requestId: SafeText | undefined;
	const requestOptions: RequestOptions = {
		onAnswer(answer) {
			if (answer.outcome === 'answered') ({body} = answer);
			run.onAnswer?.(answer);
		},
	};
	let write = session.writes.newWrite(projectId, title);
	try {
		const sent = await read(async () => {
			if (signal.aborted) throw new Aborted('The write was not sent.');
			output.progress(plain`Waiting for the service…`);
			write = session.writes.newWrite(projectId, title);
			const result = await answerOf(run, write, send(write, requestOptions));
			if (result.kind === 'refused') throw result.error;
			return result;
		}, 'write');
		session.writes.report(write, sent, toEvent);
		if (sent.kind === 'done') return {kind: 'done', value: sent.value, body: body ?? ''};
		({requestId} = sent);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		session.writes.report(write, {kind: 'refused', error}, toEvent);
		return refusedBy(error);
	}

	const lost = session.store.get().writes.unconfirmed.get(write.id);
	if (!lost) throw new Error('A lost write is missing from the state.');
	const {intended, reason} = lost;
	if (options.waitForOutcomeMs > 0 && reason) {
		output.note(
			plain`${withPeriod(reason)} Looking for its outcome for up to ${wholeDuration(options.waitForOutcomeMs)}.`,
		);
	}

	const outcome = await findOutcome(run, intended, toValue);
	// A write without a sign may still take effect, and a script that repeats it must know that.
	if (outcome.kind === 'absent') return {...outcome, kind: 'unknown', candidates: [], requestId};
	return outcome.kind === 'unknown' ? {...outcome, requestId} : outcome;
}
