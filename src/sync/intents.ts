import {documentedWrite} from '../api/endpoint.ts';
import {sleep, toServiceTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {UnsettledIntentRow} from '../journal/journal.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {doneEntry} from '../model/activity-entry.ts';
import {versionAskedFor} from '../model/confirmation.ts';
import {addressOf, type ConnectedService, serviceOf} from '../model/connection.ts';
import {
	type Done,
	type Intent,
	type IntentRef,
	parseIntent,
	serializeIntent,
	tidied,
	type Write,
} from '../model/write-intent.ts';
import {recordActivity, sentTo} from './journal-sync.ts';
import type {SyncContext} from './store.ts';

/** A write that was recorded, and whose outcome is not known yet. */
export type UnsettledWrite = {
	readonly intended: Intent;
	/** Whether another running process sends it or looks for its outcome. */
	readonly isClaimedElsewhere: boolean;
	/** The profile and host that it was sent through, unless they are those of the connection: only there does reading show its outcome, because another team may not see the project. */
	readonly sentThrough: SafeText | undefined;
};

export type Intents = ReturnType<typeof createIntents>;

/** How long a write waits for another process that holds the journal, and how often it tries. Each try reads the service again. */
const maxHeldMs = 5000;
const heldPauseMs = 1000;

function unsettledOf(saved: UnsettledIntentRow, connection: ConnectedService): UnsettledWrite {
	const {service, content, isClaimedElsewhere} = saved;
	const isElsewhere = content !== '' && service !== serviceOf(connection);
	return {intended: parseIntent(saved), isClaimedElsewhere, sentThrough: isElsewhere ? safe(service) : undefined};
}

/** What a raw request may do: a creation, an edit, or anything if it is not documented. Undefined for other writes. */
const rawKind = (write: Intent['write']) =>
	write.kind === 'other' ? (documentedWrite(write.method, write.path)?.kind ?? 'anything') : undefined;

/** Whether a write could do again what an unconfirmed one may have done: another deployment of the project, another project of that name, or whatever cannot be read or is not documented. */
export function isForbidden(write: Write, {write: earlier}: Intent): boolean {
	const [raw, earlierRaw] = [rawKind(write), rawKind(earlier)];
	if (raw === 'anything') return true;
	const isCreation = write.kind === 'create' || raw === 'create';
	if (!isCreation && write.kind !== 'deploy') return false;
	if (earlier.kind === 'unreadable' || earlierRaw === 'anything') return true;
	if (write.kind === 'deploy') return earlier.kind === 'deploy' && earlier.projectId === write.projectId;
	// The name of a raw creation is not recorded.
	if (earlier.kind !== 'create' || write.kind !== 'create') return earlier.kind === 'create' || earlierRaw === 'create';
	return tidied(earlier.name) === tidied(write.name);
}

/** Keeps the writes under way in the journal, from before they are sent until their outcome is known, so that the next run can look for it. While the journal cannot be used, the functions throw `JournalError`, unless they say otherwise. */
export function createIntents(context: SyncContext, stopped: AbortSignal, isForgottenByCaller: boolean) {
	const {store, connections, clock, journalOf} = context;

	/** Uses the journal, and tries again for a while if another process holds it. */
	async function whenFree<Result>(work: () => Result | Promise<Result>): Promise<Result> {
		let heldSince: number | undefined;
		for (;;) {
			try {
				return await work();
			} catch (error) {
				heldSince ??= clock.elapsed();
				const isLate = clock.elapsed() - heldSince >= maxHeldMs || stopped.aborted;
				if (!(error instanceof JournalError) || !error.isBusy || isLate) throw error;
				await sleep(clock, heldPauseMs, stopped);
			}
		}
	}

	const dismiss = (id: string, connection = store.get().connection) =>
		whenFree(() => journalOf(connection).forgetIntent(id));

	/** Forgets a write that is settled. If the journal cannot be written, its outcome is looked for again later. */
	async function forget(ref: IntentRef): Promise<void> {
		try {
			await dismiss(ref.id, sentTo(context, ref));
		} catch (error) {
			if (!(error instanceof JournalError)) throw error;
		}
	}

	return {
		whenFree,
		dismiss,
		forget,

		/** Records a write, unless an unconfirmed one forbids it: that one is `by`. `repeated`: the intent that it replaces, unless that has changed. */
		record(connection: ConnectedService, {id, project, projectId}: IntentRef, write: Write, repeated?: Intent) {
			const at = clock.now();
			const serviceAt = toServiceTime(at, store.get().polling.skewMs);
			const keyFingerprint = connections.keyFingerprint(connection.id);
			const intended: Intent = {id, at, serviceAt, waitedAt: clock.sinceBoot(), keyFingerprint, project, write};
			const journal = journalOf(connection);
			const row = {id, service: serviceOf(connection), at, content: serializeIntent(intended)};
			const isForbiddenBy = (other: UnsettledIntentRow) =>
				other.id === id ? other.at !== repeated?.at : isForbidden(write, parseIntent(other));
			const by = journal.saveIntent(addressOf(connection), row, isForbiddenBy);
			if (by) return {kind: 'blocked', by: unsettledOf(by, connection)} as const;
			// The next deployment must not go back to an earlier version by itself.
			if (write.kind === 'deploy' && versionAskedFor(connection.redeploy, write.body) === undefined)
				journal.saveBody(serviceOf(connection), projectId, write.body);
			return {kind: 'recorded', intended} as const;
		},

		/** Records an intent again: that its answer has not come by `waitedAt`, or what a repetition has replaced in vain. If that fails, it may be called absent a little early. */
		renew(connection: ConnectedService, intended: Intent, waitedAt = clock.sinceBoot()): Intent {
			const renewed = {...intended, waitedAt};
			const {id, at} = renewed;
			const row = {id, service: serviceOf(connection), at, content: serializeIntent(renewed)};
			orJournalError(() => journalOf(connection).saveIntent(addressOf(connection), row, () => false));
			return renewed;
		},

		/** Tells what a write has changed, and only then forgets the write, unless the caller does. Does not throw. */
		async conclude(done: Done): Promise<void> {
			store.learn({type: 'write-done', ...done});
			recordActivity(context, sentTo(context, done.ref), doneEntry(done));
			if (!isForgottenByCaller) await forget(done.ref);
		},

		unsettled(): readonly UnsettledWrite[] {
			const {connection} = store.get();
			if (!connection) return [];
			return journalOf(connection)
				.unsettled(addressOf(connection))
				.map(saved => unsettledOf(saved, connection));
		},

		/** Makes this process the one that looks for the outcome of a write to the connected service. Returns whether it is. */
		claim: (id: string): boolean => journalOf(store.get().connection).claim(id),
	};
}
