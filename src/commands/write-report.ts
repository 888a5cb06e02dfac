import {encodeDeployment, encodeProject} from '../api/decode.ts';
import {ApiError, errorSentence, unknownOutcomeText, withRequestId} from '../api/errors.ts';
import type {Json} from '../api/parse-json.ts';
import type {Project} from '../api/types.ts';
import {plain, type SafeText, safe, shellWord} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {projectTitle} from '../model/project-title.ts';
import {type Done, differencesText, type Intent, writeText} from '../model/write-intent.ts';
import {versionText} from '../present/table.ts';
import {type CommandContext, type CommonOptions, serviceWords} from './context.ts';
import {type CommandError, exitCodeFor} from './errors.ts';

/** The options of a command that writes. */
export type WriteOptions = CommonOptions & {
	/** How long to look for the result of a write whose answer was lost. */
	readonly waitForOutcomeMs: number;
	/** Whether it sends no write after all. */
	readonly isRead?: boolean;
	/** Whether it waits for the deployment that it starts. */
	readonly isAwaited?: boolean;
};

/** What a report depends on. */
export type ReportContext = {
	readonly options: WriteOptions;
	readonly context: CommandContext;
	readonly journal: Journal;
};

/** What became of a write. One that changed nothing ends with an `ApiError` or a `CommandError` instead. */
export type ReportedWrite =
	| DoneWrite
	/** Everything was already as wanted, so nothing was sent. */
	| {readonly kind: 'unchanged'; readonly project: Project; readonly sent: Json}
	| UnknownWrite;

export type DoneWrite = {
	readonly kind: 'done';
	readonly done: Done;
	/** The answer as the service sent it. Undefined if the answer was lost and the service shows that the write was executed. */
	readonly sent: Json | undefined;
};

/** The answer was lost, and the service does not show what became of the write. */
export type UnknownWrite = {
	readonly kind: 'unknown';
	readonly intended: Intent;
	readonly reason: SafeText;
	/** What its result may be. */
	readonly candidates: readonly SafeText[];
	/** Of an answer that could not be used. */
	readonly requestId?: SafeText | undefined;
	/** Whether the service shows no sign of the write, although it has had time. */
	readonly isAbsent?: true;
};

/** What a write is about. */
export type WriteTarget = {
	/** Undefined for a project that does not exist yet. */
	readonly project: Project | undefined;
	readonly title: SafeText;
	/** Whether it is one of several, so that every line names it. */
	readonly isOneOfMany: boolean;
};

/** Returns the command that looks again for the outcome of a write. Undefined if the journal could not be used, so that no other landfall knows the write. */
function reconcileCommand({options, journal}: ReportContext, intentId: string): SafeText | undefined {
	journal.recover();
	if (journal.isFailing()) return undefined;
	return safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(shellWord).join(' '), 1000);
}

/** Says how to look again for the outcome of a write. */
export function lookAgainText(run: ReportContext, intentId: string, purpose = plain`To look again`): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`The journal cannot be used, so no landfall can look again.`
		: plain`${purpose}: ${command}`;
}

/** Prints the outcome of a write: a line on a terminal, JSON with `--json`, otherwise the fields of the record. */
export function report(run: ReportContext, subject: WriteTarget, outcome: ReportedWrite): void {
	const {output} = run.context;
	if (outcome.kind === 'unknown') {
		const {intended, reason, candidates, requestId} = outcome;
		const command = reconcileCommand(run, intended.id) ?? null;
		const request = requestId === undefined ? {} : {request_id: requestId};
		printDocument(run, subject, 'unknown', {reason, candidates, intent: intended.id, command, ...request});
		complainUnknown(run, outcome);
		return;
	}

	const {record, line, notice: reason} = describe(subject, outcome);
	const {kind, sent} = outcome;
	printDocument(run, subject, sent ? kind : 'found', reason ? {reason} : {}, sent ?? record);
	if (output.isTable) output.print(reason ? plain`${line} · ${reason}` : line);
	else {
		if (!output.isJson) output.fields(Object.values(record));
		if (reason) output.note(plain`${subject.title}: ${reason}`);
		if (kind === 'unchanged') output.note(plain`${line}.`);
	}
}

/** Prints why nothing has changed: landfall or the service refused it, or the service could not be reached. Returns the exit code. */
export function reportRefusal(run: ReportContext, subject: WriteTarget, error: ApiError | CommandError): number {
	const isApiError = error instanceof ApiError;
	const reason = isApiError ? errorSentence(error) : error.message;
	const requestId = isApiError ? error.details.requestId : undefined;
	printDocument(run, subject, 'refused', {reason, ...(requestId !== undefined && {request_id: requestId})});
	run.context.output.complain(subject.isOneOfMany ? plain`${subject.title}: ${reason}` : reason);
	return isApiError ? exitCodeFor(error) : error.exitCode;
}

/** With `--json`, prints the record as the service sent it, and what landfall knows besides. */
function printDocument(
	{context: {output}}: ReportContext,
	{project, isOneOfMany}: WriteTarget,
	outcome: string,
	known: object,
	record: object = {},
): void {
	if (!output.isJson) return;
	const document = {...record, _landfall: {outcome, ...(project && {project_id: project.id}), ...known}};
	if (isOneOfMany) output.event(document);
	else output.document(document);
}

/** Says that a write may have been executed, and how to find out. */
export function complainUnknown(run: ReportContext, {intended, reason, candidates, requestId}: UnknownWrite): void {
	// The sentence about the unknown outcome would repeat the one before it.
	const unrepeated = withRequestId(safe(reason.replace(unknownOutcomeText, ''), 600), requestId);
	const {output} = run.context;
	output.complain(plain`We don't know whether ${writeText(intended)}. ${unrepeated}`);
	for (const candidate of candidates) output.complain(plain`  ${candidate}`);
	output.complain(lookAgainText(run, intended.id));
}

/** Returns the result of a write as the fields of its record and as the line on a terminal, and in `notice` what differs from what was sent. */
function describe({project, title}: WriteTarget, outcome: Exclude<ReportedWrite, UnknownWrite>) {
	if (outcome.kind === 'unchanged') {
		const line = plain`${title} already has these values, so nothing was sent`;
		return {record: encodeProject(outcome.project), line, notice: undefined};
	}

	const {done} = outcome;
	switch (done.kind) {
		case 'created': {
			const line = plain`${projectTitle(done.project)} was added: ${safe(done.project.id)}`;
			return {record: encodeProject(done.project), line, notice: differencesText(done.project, {name: done.name})};
		}

		case 'saved': {
			const line = plain`${projectTitle(done.project)} was changed`;
			return {record: encodeProject(done.project), line, notice: differencesText(done.project, done.sent)};
		}

		case 'deployed': {
			const {id, uploadVersion, environmentId} = done.deployment;
			const environment = environmentId && plain`to ${environmentId.shown}`;
			const what = [versionText(uploadVersion), environment].filter(part => part).join(' ');
			const line = safe(`${title} was deployed: ${[what, id].filter(part => part).join(', ')}`, 500);
			return {record: encodeDeployment(done.deployment), line, notice: undefined};
		}

		case 'deleted':
		case 'executed':
			return {record: project ? encodeProject(project) : {}, line: done.notice, notice: undefined};
	}
}
