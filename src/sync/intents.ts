import {documentedWrite} from '../api/endpoint.ts';
import {sleep, toServiceTime} from '../base/clock.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {IntentRow} from '../journal/journal.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {doneEntry} from '../model/activity-entry.ts';
import {addressOf, type Connection, connectionKey} from '../model/connection.ts';
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

export type JournaledWrite = {
	readonly intended: Intent;
	readonly isClaimedElsewhere: boolean;
	/** The profile and host that the write was sent through, if they are not those of the connection. Only a read through them shows the outcome, because another team may not see the project. */
	readonly sentThrough: SafeText | undefined;
};

export type Intents = ReturnType<typeof createIntents>;

/** How long to wait for another process that holds the journal. Each try reads the service again. */
const maxJournalWaitMs = 5000;
const journalRetryMs = 1000;

function journaledWriteOf(saved: IntentRow, connection: Connection): JournaledWrite {
	const {service, content, isClaimedElsewhere} = saved;
	const isElsewhere = content !== '' && service !== connectionKey(connection);
	return {intended: parseIntent(saved), isClaimedElsewhere, sentThrough: isElsewhere ? safe(service) : undefined};
}

/** The effect of a raw request. `anything`: the request is not documented. Undefined for other writes. */
const rawKind = (write: Intent['write']) =>
	write.kind === 'other' ? (documentedWrite(write.method, write.path)?.kind ?? 'anything') : undefined;

/** Whether the write could repeat an unconfirmed one: another deployment of the project, another project of that name, or anything unreadable or undocumented. */
export function mayRepeat(write: Write, {write: earlier}: Intent): boolean {
	const [raw, earlierRaw] = [rawKind(write), rawKind(earlier)];
	if (raw === 'anything') return true;
	const isCreation = write.kind === 'create' || raw === 'create';
	if (!isCreation && write.kind !== 'deploy') return false;
	if (earlier.kind === 'unreadable' || earlierRaw === 'anything') return true;
	if (write.kind === 'deploy') return earlier.kind === 'deploy' && earlier.projectId === write.projectId;
	// The journal lacks the name of a raw creation.
	if (earlier.kind !== 'create' || write.kind !== 'create') return earlier.kind === 'create' || earlierRaw === 'create';
	return tidied(earlier.name) === tidied(write.name);
}

/** Records each write in the journal, from before it is sent until its outcome is known, so that the next run can reconcile it. Throws `JournalError` while the journal cannot be used. */
export function createIntents(context: SyncContext, stopped: AbortSignal, isForgottenByCaller: boolean) {
	const {store, connections, clock, journalOf} = context;

	async function whenJournalFree<Result>(work: () => Result | Promise<Result>): Promise<Result> {
		let busySince: number | undefined;
		for (;;) {
			try {
				return await work();
			} catch (error) {
				busySince ??= clock.elapsed();
				const isLate = clock.elapsed() - busySince >= maxJournalWaitMs || stopped.aborted;
				if (!(error instanceof JournalError) || !error.isBusy || isLate) throw error;
				await sleep(clock, journalRetryMs, stopped);
			}
		}
	}

	const dismiss = (id: string, connection = store.get().connection) =>
		whenJournalFree(() => journalOf(connection).forgetIntent(id));

	async function forget(ref: IntentRef): Promise<void> {
		try {
			await dismiss(ref.id, sentTo(context, ref));
		} catch (error) {
			if (!(error instanceof JournalError)) throw error;
		}
	}

	return {
		whenJournalFree,
		dismiss,
		forget,

		/** If an unconfirmed write forbids this one, records nothing and returns that write as `by`. `repeated`: the intent to replace, unless it has changed. */
		record(connection: Connection, {id, project, projectId}: IntentRef, write: Write, repeated?: Intent) {
			const at = clock.now();
			const serviceAt = toServiceTime(at, store.get().polling.skewMs);
			const keyFingerprint = connections.keyFingerprint(connection.id);
			const intended: Intent = {id, at, serviceAt, waitedAt: clock.sinceBoot(), keyFingerprint, project, write};
			const journal = journalOf(connection);
			const row = {id, service: connectionKey(connection), at, content: serializeIntent(intended)};
			const isRepeatOf = (other: IntentRow) =>
				other.id === id ? other.at !== repeated?.at : mayRepeat(write, parseIntent(other));
			const by = journal.saveIntent(addressOf(connection), row, isRepeatOf);
			if (by) return {kind: 'unavailable', by: journaledWriteOf(by, connection)} as const;
			// The next plain deployment must not repeat a named one by itself.
			if (write.kind === 'deploy' && write.asked === undefined)
				journal.saveBody(connectionKey(connection), projectId, write.body);
			return {kind: 'recorded', intended} as const;
		},

		/** Records that no answer came by `waitedAt`. Also restores an intent after its repetition changed nothing. If that fails, the write may count as absent a little early. */
		renew(connection: Connection, intended: Intent, waitedAt = clock.sinceBoot()): Intent {
			const renewed = {...intended, waitedAt};
			const {id, at} = renewed;
			const row = {id, service: connectionKey(connection), at, content: serializeIntent(renewed)};
			orJournalError(() => journalOf(connection).saveIntent(addressOf(connection), row, () => false));
			return renewed;
		},

		/** Tells listeners before it forgets the write. Does not throw. */
		async conclude(done: Done): Promise<void> {
			store.learn({type: 'write-done', ...done});
			recordActivity(context, sentTo(context, done.ref), doneEntry(done));
			if (!isForgottenByCaller) await forget(done.ref);
		},

		unconfirmed(): readonly JournaledWrite[] {
			const {connection} = store.get();
			if (!connection) return [];
			return journalOf(connection)
				.unconfirmed(addressOf(connection))
				.map(saved => journaledWriteOf(saved, connection));
		},

		claim: (id: string): boolean => journalOf(store.get().connection).claim(id),
	};
}
