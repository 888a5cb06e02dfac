import {wholeDuration} from '../../duration.ts';
import {absentText, type Finding} from '../../store/model/writes/reconcile.ts';
import {type WriteIntent, writeText} from '../../store/model/writes/write-intent.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import {isInterrupted, onInterrupt} from '../headless/interruption.ts';
import type {Absent, WriteOutcome} from './outcome.ts';
import {lookAgainText} from './reconcile-command.ts';
import type {WriteSession} from './write-session.ts';

/** Ends the command because of a signal, although the outcome of a write is unknown. */
export const interruptedError = (run: WriteSession, intended: WriteIntent): CommandError =>
	new CommandError(
		run.context.signal.reason,
		plain`Interrupted. We don't know whether ${writeText(intended)}. ${lookAgainText(run, intended.id, plain`To find out`)}`,
	);

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

/** Waits up to `--wait-for-outcome` for the outcome of a lost write. `toValue` returns the result of a write that turns out to be done. */
export async function findOutcome<Value>(
	run: WriteSession,
	intended: WriteIntent,
	toValue: (finding: Extract<Finding, {kind: 'confirmed'}>) => Value,
): Promise<WriteOutcome<Value> | Absent> {
	const {session, context} = run;
	const {id} = intended;
	const finding = await findingOf(run, intended);
	if (!finding && isInterrupted(context)) throw interruptedError(run, intended);
	const lost = session.store.get().writes.unconfirmed.get(id);
	switch (finding?.kind) {
		case 'confirmed':
			return {kind: 'done', value: toValue(finding), body: undefined};
		case 'absent':
			return {kind: 'absent', intended, reason: plain`${absentText(intended, context.clock.now())}.`};
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
