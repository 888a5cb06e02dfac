import {encodeProject} from '../api/decode.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {JournalError, orJournalError} from '../journal/journal-error.ts';
import {projectIdOf, unconfirmedWriteText, writeText} from '../model/write-intent.ts';
import type {JournaledWrite} from '../sync/intents.ts';
import {CommandError, worstOf} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {awaitOutcome, reconcileCommand, reconcileText, type WriteOptions, type WriteRun} from './send-write.ts';
import {runWrite} from './write-command.ts';

type ReconcileOptions = WriteOptions & {
	readonly intentId: string | undefined;
	readonly isDismissed: boolean;
};

export const runReconcile = (options: ReconcileOptions, context: CommandContext): Promise<number> =>
	runWrite({...options, mayWrite: false}, context, async run => {
		const {intentId} = options;
		const found = orJournalError(run.writes.unconfirmed);
		const unconfirmed = found instanceof JournalError ? [] : found;
		const chosen = unconfirmed.filter(({intended}) => intentId === undefined || intended.id === intentId);
		const withoutJournal = run.service.isWithoutJournal ? plain`This connection has no journal.` : undefined;
		const problem = found instanceof JournalError ? found.message : withoutJournal;
		if (chosen.length === 0 && problem)
			throw new CommandError(
				exitCodes.usage,
				plain`landfall cannot tell whether every change is confirmed. ${problem}`,
			);

		if (intentId !== undefined && chosen.length === 0) {
			const where = run.service.name;
			throw new CommandError(
				exitCodes.notFound,
				plain`The journal has no unconfirmed change ${safe(intentId, 80)} to ${where}: its outcome is known already, or it was never sent from here.`,
			);
		}

		if (chosen.length === 0) context.output.note(plain`No unconfirmed changes.`);
		return worstOf(await Promise.all(chosen.map(write => reconcile(run, write, options.isDismissed))));
	});

/** Prints a sentence on a terminal, JSON with `--json`, otherwise the fields intent, outcome, kind of write, project and sentence. A write without a sign counts as not executed and is forgotten. */
async function reconcile(
	run: WriteRun,
	{intended, isClaimedElsewhere, sentThrough}: JournaledWrite,
	isDismissed: boolean,
): Promise<number> {
	const {
		writes,
		context: {output},
	} = run;
	const {id, write} = intended;
	const projectId = projectIdOf(write);
	const printOutcome = (outcome: string, reason: SafeText, more: object = {}, record: object = {}) => {
		const about = {intent: id, write: write.kind, ...(projectId !== '' && {project_id: projectId})};
		if (output.isJson) output.document({...record, _landfall: {outcome, ...about, reason, ...more}}, true);
		else if (output.isTable) output.print(reason);
		else output.fields([id, outcome, write.kind, projectId, reason]);
		if (outcome !== 'unknown' || !output.isJson) return;
		const next = reconcileCommand(run, id);
		output.fail({exitCode: exitCodes.unknownOutcome, message: reason, next});
	};
	if (isClaimedElsewhere) {
		printOutcome('unknown', plain`Another landfall is already reconciling it.`, {candidates: []});
		return exitCodes.unknownOutcome;
	}

	if (isDismissed) {
		await writes.dismiss(id);
		printOutcome('dismissed', plain`Dismissed: landfall no longer asks whether ${writeText(intended)}.`);
		return exitCodes.done;
	}

	if (sentThrough) {
		const reason = plain`${unconfirmedWriteText(intended)}. It was sent through ${sentThrough}, and only there can landfall find out.`;
		printOutcome('unknown', reason, {candidates: []});
		return exitCodes.unknownOutcome;
	}

	const outcome = await awaitOutcome(run, intended, writes.recover({intended}));
	if (outcome.kind === 'done') {
		const {done} = outcome;
		printOutcome('done', done.notice, {}, 'project' in done ? encodeProject(done.project) : {});
		await writes.forget(done.ref);
		return exitCodes.done;
	}

	const {reason, candidates, isAbsent} = outcome;
	if (isAbsent) {
		printOutcome('absent', plain`${safe(intended.project, 280)}: not done. ${reason}`);
		await writes.dismiss(id);
		return exitCodes.done;
	}

	printOutcome('unknown', plain`${unconfirmedWriteText(intended)}. ${reason}`, {candidates});
	if (output.isJson) return exitCodes.unknownOutcome;
	for (const candidate of candidates) output.complain(plain`  ${candidate}`);
	output.note(reconcileText(run, id));
	return exitCodes.unknownOutcome;
}
