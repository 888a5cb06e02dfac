import {sleep, toServiceTime} from '../base/clock.ts';
import type {UnsettledIntentRow} from '../journal/journal.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {doneEntry} from '../model/activity-entry.ts';
import {versionAskedFor} from '../model/confirmation.ts';
import {type ConnectedService, serviceOf} from '../model/connection.ts';
import {
	type Done,
	type Intent,
	type IntentRef,
	parseIntent,
	serializeIntent,
	type Write,
} from '../model/write-intent.ts';
import {withDone} from '../state/writes.ts';
import {recordActivity, sentTo} from './journal-sync.ts';
import type {SyncContext} from './store.ts';

/** A write that was recorded, and whose outcome is not known yet. */
export type UnsettledWrite = {
	readonly intended: Intent;
	/** Whether another running process sends it or looks for its outcome. */
	readonly isClaimedElsewhere: boolean;
};

export type Intents = ReturnType<typeof createIntents>;

/** How long a write waits for another process that holds the journal, and how often it tries. */
const maxHeldMs = 5000;
const heldPauseMs = 250;

/** Returns nothing for a write that this version does not understand. */
function unsettledOf(saved: UnsettledIntentRow): readonly UnsettledWrite[] {
	const intended = parseIntent({...saved, content: saved.content ?? ''});
	return intended ? [{intended, isClaimedElsewhere: saved.isClaimedElsewhere}] : [];
}

export const isDeployOf = (intended: Intent | undefined, projectId: string): boolean =>
	intended?.write.kind === 'deploy' && intended.write.projectId === projectId;

/** Keeps the writes under way in the journal, from before they are sent until their outcome is known, so that the next run can look for it. While the journal cannot be used, the functions throw `JournalError`, unless they say otherwise. */
export function createIntents(context: SyncContext, stopped: AbortSignal) {
	const {store, clock, journalOf} = context;

	/** Uses the journal, and tries again for a while if another process holds it. */
	async function whenFree<Result>(work: () => Result): Promise<Result> {
		const startedAt = clock.elapsed();
		for (;;) {
			const result = orJournalError(work);
			if (!(result instanceof JournalError)) return result;
			const isLate = clock.elapsed() - startedAt >= maxHeldMs || stopped.aborted;
			if (!result.isBusy || isLate) throw result;
			await sleep(clock, heldPauseMs, stopped);
		}
	}

	/** Forgets a write that is settled. If the journal cannot be written, its outcome is looked for again later. */
	async function forget(ref: IntentRef): Promise<void> {
		try {
			await whenFree(() => journalOf(sentTo(context, ref)).forgetIntent(ref.id));
		} catch (error) {
			if (!(error instanceof JournalError)) throw error;
		}
	}

	return {
		whenFree,
		forget,

		/** Records a write, unless it is a deployment and an earlier one of the project may have started: that one is `by`. */
		record(
			connection: ConnectedService,
			{id, project, projectId}: IntentRef,
			write: Write,
		): {readonly intended: Intent} | {readonly by: UnsettledWrite} {
			const at = clock.now();
			const intended: Intent = {id, at, serviceAt: toServiceTime(at, store.get().polling.skewMs), project, write};
			const journal = journalOf(connection);
			const service = serviceOf(connection);
			const row = {id, at, content: serializeIntent(intended)};
			const isForbiddenBy = (other: UnsettledIntentRow) =>
				write.kind === 'deploy' && isDeployOf(unsettledOf(other)[0]?.intended, projectId);
			const forbidding = journal.saveIntent(service, row, isForbiddenBy);
			const [by] = forbidding ? unsettledOf(forbidding) : [];
			if (by) return {by};
			// The next deployment must not go back to an earlier version by itself.
			if (write.kind === 'deploy' && versionAskedFor(connection.redeploy, write.body) === undefined)
				journal.saveBody(service, projectId, write.body);
			return {intended};
		},

		/** Tells what a write has changed, and only then forgets the write. Does not throw. */
		async conclude(done: Done): Promise<void> {
			store.change((state, now) => withDone(state, done, now), {type: 'write-done', ...done});
			recordActivity(context, sentTo(context, done.ref), doneEntry(done));
			await forget(done.ref);
		},

		unsettled(): readonly UnsettledWrite[] {
			const {connection} = store.get();
			return connection ? journalOf(connection).unsettled(serviceOf(connection)).flatMap(unsettledOf) : [];
		},

		/** Makes this process the one that looks for the outcome of a write to the connected service. Returns whether it is. */
		claim: (id: string): boolean => journalOf(store.get().connection).claim(id),

		async dismiss(id: string): Promise<void> {
			const journal = journalOf(store.get().connection);
			await whenFree(() => journal.forgetIntent(id));
		},
	};
}
