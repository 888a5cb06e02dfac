import {Aborted} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import type {Project} from '../../api/types.ts';
import {wholeDuration} from '../../duration.ts';
import type {Outcome} from '../../store/effects/mutate.ts';
import {foundEvent} from '../../store/effects/write-requests.ts';
import {absentText, type Finding} from '../../store/model/writes/reconcile.ts';
import {refOf, type Write, type WriteIntent, writeText} from '../../store/model/writes/write-intent.ts';
import type {DoneEvent} from '../../store/reducers/writes/outcomes.ts';
import {plain, withPeriod} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import {isInterrupted, onInterrupt} from '../headless/interruption.ts';
import {lookAgainText, refusedBy, type Unknown, type WriteOutcome} from './outcome.ts';
import type {WriteSession} from './write-session.ts';

/** How long a command that is asked to end waits for the answer to a write. */
const graceMs = 1000;

/** A write, and what a command wants to know of its result. */
type SentWrite<Value> = {
	readonly write: Write;
	readonly title: string;
	/** The body of a request of kind `other`. */
	readonly body?: object | undefined;
	readonly toValue: (event: DoneEvent) => Value;
};

/** Returns the project that a write has added or changed. */
export function projectOf(event: DoneEvent): Project {
	if ('project' in event) return event.project;
	throw new Error(`There is no project in ${event.type}.`);
}

/** Ends the command because of a signal, although the outcome of a write is unknown. */
const interruptedError = (run: WriteSession, intended: WriteIntent): CommandError =>
	new CommandError(
		run.context.signal.reason,
		plain`Interrupted. We don't know whether ${writeText(intended)}. ${lookAgainText(run, intended.id, plain`To find out`)}`,
	);

/** Returns the outcome of sending a write. Throws `CommandError` a moment after a signal if there is none: the write itself cannot be stopped. */
function orGivenUp(run: WriteSession, id: string, sending: Promise<Outcome>): Promise<Outcome> {
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
	{write, title, body: sentBody, toValue}: SentWrite<Value>,
): Promise<WriteOutcome<Value>> {
	const {session, read, context, options} = run;
	const {signal, output, clock} = context;
	const ref = session.writes.newWrite('projectId' in write ? write.projectId : '', title);
	let body = '';
	const onAnswer: RequestOptions['onAnswer'] = answer => {
		if (answer.outcome === 'answered') ({body} = answer);
		run.onAnswer?.(answer);
	};
	const sending = session.writes.mutate({
		ref,
		write,
		body: sentBody,
		onAnswer,
		retry: attempt =>
			read((_client, _signal, {attempt: count = 1}) => {
				if (signal.aborted) throw new Aborted('The write was not sent.');
				output.progress(plain`Waiting for the service…`);
				return attempt(count);
			}, 'write'),
	});
	const outcome = await orGivenUp(run, ref.id, sending);
	switch (outcome.kind) {
		case 'done':
			return {kind: 'done', value: toValue(outcome.event), body};
		case 'refused':
			return refusedBy(outcome.error);
		case 'blocked':
			return unconfirmedDeploy(outcome.by.intended);
		case 'unconfirmed': {
			const {intended, reason, requestId} = outcome;
			if (options.waitForOutcomeMs > 0) {
				const limit = wholeDuration(options.waitForOutcomeMs);
				output.note(plain`${withPeriod(reason)} Looking for its outcome for up to ${limit}.`);
			}

			const found = await findOutcome(run, intended);
			if (found.kind === 'unknown') return {...found, requestId};
			const event = foundEvent(intended, refOf(intended, ref.connectionId), found, clock.now());
			return {kind: 'done', value: toValue(event), body: undefined};
		}
	}
}

/** The outcome of a deployment that is not sent, because the last one of its project is unconfirmed. */
export const unconfirmedDeploy = (intended: WriteIntent): Unknown => ({
	kind: 'unknown',
	intended,
	reason: plain`Its last deployment is unconfirmed, so nothing was sent now. Once you know what became of it, reconcile it with --dismiss.`,
	candidates: [],
});

/** Waits up to `--wait-for-outcome` for the outcome of a lost write. */
export async function findOutcome(
	run: WriteSession,
	intended: WriteIntent,
): Promise<Extract<Finding, {kind: 'confirmed'}> | Unknown> {
	const {session, context} = run;
	const finding = await findingOf(run, intended);
	if (!finding && isInterrupted(context)) throw interruptedError(run, intended);
	const lost = session.store.get().writes.unconfirmed.get(intended.id);
	switch (finding?.kind) {
		case 'confirmed':
			return finding;
		case 'absent': {
			// It may still take effect, and a script that repeats it must know that.
			const reason = plain`${absentText(intended, context.clock.now())}.`;
			return {kind: 'unknown', intended, reason, candidates: [], isAbsent: true};
		}

		case 'unclear':
			return {kind: 'unknown', intended, reason: plain`${finding.text}.`, candidates: finding.candidates};
		default:
			return {
				kind: 'unknown',
				intended,
				reason: lost?.problem ?? lost?.reason ?? plain`Its response was lost, and the service does not show it so far.`,
				candidates: [],
			};
	}
}

/** Waits until the session finds out what became of a lost write. Undefined if `--wait-for-outcome` or a signal ends the wait first. */
function findingOf({session, context, options}: WriteSession, {id}: WriteIntent): Promise<Finding | undefined> {
	const {clock, output} = context;
	return new Promise(resolve => {
		const end = (finding: Finding | undefined) => {
			unsubscribe();
			cancelTimeout();
			stopListening();
			output.progress(undefined);
			resolve(finding);
		};
		const unsubscribe = session.store.subscribe(event => {
			if (event.type === 'write-found' && event.id === id) end(event.finding);
			if (event.type !== 'write-checked' || event.id !== id) return;
			const when = wholeDuration(Math.max(0, event.nextAt - clock.now()));
			output.progress(plain`Looking for the outcome: check ${event.checks + 1} in ${when}…`);
		});
		const cancelTimeout = clock.after(options.waitForOutcomeMs, () => end(undefined));
		const stopListening = onInterrupt(context, () => queueMicrotask(() => end(undefined)));
	});
}
