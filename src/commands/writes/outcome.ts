import {objectAsSent} from '../../api/decode/as-sent.ts';
import {type ApiError, errorSentence, unknownOutcomeText, withRequestId} from '../../api/errors.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {shellWord} from '../../shell-word.ts';
import {type WriteIntent, writeText} from '../../store/model/writes/write-intent.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {type CommandError, exitCodeFor} from '../headless/command-error.ts';
import {serviceWords} from '../headless/service-words.ts';
import type {WriteSession} from './write-session.ts';

type ExitCode = CommandError['exitCode'];

/** What became of a write, as far as it is known. */
export type WriteOutcome<Value> =
	/** `body` is the answer as the service sent it. Undefined if the answer was lost and the service shows that the write was executed. */
	| {readonly kind: 'done'; readonly value: Value; readonly body: string | undefined}
	/** Everything was already as wanted, so nothing was sent. `body` is the record as the service sent it. */
	| {readonly kind: 'unchanged'; readonly value: Value; readonly body: string | undefined}
	/** Nothing has changed: landfall or the service refused it, or the service could not be reached. */
	| {
			readonly kind: 'refused';
			readonly exitCode: ExitCode;
			readonly reason: SafeText;
			readonly requestId?: SafeText | undefined;
	  }
	/** The answer was lost, and the service does not show what became of the write. */
	| Unknown;

export type Unknown = {
	readonly kind: 'unknown';
	readonly intended: WriteIntent;
	readonly reason: SafeText;
	/** What its result may be. */
	readonly candidates: readonly SafeText[];
	/** Of an answer that could not be used. */
	readonly requestId?: SafeText | undefined;
	/** Whether the service shows no sign of the write, although it has had time. */
	readonly isAbsent?: true;
};

export const refusedBy = (error: ApiError): WriteOutcome<never> => ({
	kind: 'refused',
	exitCode: exitCodeFor(error),
	reason: errorSentence(error),
	requestId: error.details.requestId,
});

/** Returns the exit code of a write. */
export function exitCodeOf(outcome: WriteOutcome<unknown>): ExitCode {
	switch (outcome.kind) {
		case 'done':
		case 'unchanged':
			return exitCodes.done;
		case 'refused':
			return outcome.exitCode;
		case 'unknown':
			return exitCodes.unknownOutcome;
	}
}

/** Combines the exit codes of several writes: an unknown outcome outranks the first failure. */
export function worstOf(codes: readonly number[]): number {
	if (codes.includes(exitCodes.unknownOutcome)) return exitCodes.unknownOutcome;
	return codes.find(code => code !== exitCodes.done) ?? exitCodes.done;
}

type Reconcilable = Pick<WriteSession, 'options' | 'session'>;

/** Returns the command that looks again for the outcome of a write. Undefined if the journal could not be used, so that no other landfall knows the write. */
function reconcileCommand({options, session}: Reconcilable, intentId: string): SafeText | undefined {
	if (session.writes.journalFailure()) return undefined;
	return safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(shellWord).join(' '), 1000);
}

/** Says how to look again for the outcome of a write. */
export function lookAgainText(run: Reconcilable, intentId: string, purpose = plain`To look again`): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`The journal cannot be used, so no landfall can look again.`
		: plain`${purpose}: ${command}`;
}

/** How the result of a write is shown. */
export type Description = {
	/** Its fields, as the interface names them. */
	readonly record: object;
	/** The line on a terminal. */
	readonly line: SafeText;
	/** What differs from what was sent. */
	readonly remark?: SafeText | undefined;
};

/** What a write is about. */
export type Subject = {
	/** Empty for a project that does not exist yet. */
	readonly projectId: string;
	readonly title: SafeText;
	/** Whether it is one of several, so that every line names it. */
	readonly isOneOfMany: boolean;
};

/** Prints the outcome of a write: a line on a terminal, JSON with `--json`, otherwise the fields of the record. Returns the exit code. */
export function reportOutcome<Value>(
	run: WriteSession,
	subject: Subject,
	outcome: WriteOutcome<Value>,
	describe: (value: Value) => Description,
): number {
	const {output} = run.context;
	if (output.isJson) {
		const document = documentOf(run, subject, outcome, describe);
		if (subject.isOneOfMany) output.event(document);
		else output.document(document);
	}

	if (outcome.kind === 'done' || outcome.kind === 'unchanged') {
		const {record, line, remark} = describe(outcome.value);
		if (output.isTable) output.print(remark ? plain`${line} · ${remark}` : line);
		else {
			if (!output.isJson) output.fields(Object.values(record));
			if (remark) output.note(plain`${subject.title}: ${remark}`);
			if (outcome.kind === 'unchanged') output.note(plain`${line}.`);
		}
	} else {
		for (const sentence of failureSentences(run, subject, outcome)) output.complain(sentence);
	}

	return exitCodeOf(outcome);
}

type Failure = Exclude<WriteOutcome<unknown>, {readonly kind: 'done' | 'unchanged'}>;

/** Drops the sentence about the unknown outcome, which the sentence before it repeats. */
const unrepeated = (reason: SafeText): SafeText => safe(reason.replace(unknownOutcomeText, ''), 600);

/** Returns why a write failed or may have failed. */
export function failureSentences(
	run: WriteSession,
	{title, isOneOfMany}: Pick<Subject, 'title' | 'isOneOfMany'>,
	outcome: Failure,
): readonly SafeText[] {
	switch (outcome.kind) {
		case 'refused':
			return [isOneOfMany ? plain`${title}: ${outcome.reason}` : outcome.reason];
		case 'unknown':
			return [
				plain`We don't know whether ${writeText(outcome.intended)}. ${withRequestId(unrepeated(outcome.reason), outcome.requestId)}`,
				...outcome.candidates.map(candidate => plain`  ${candidate}`),
				lookAgainText(run, outcome.intended.id),
			];
	}
}

/** Returns the record as the service sent it, and what landfall knows besides. */
function documentOf<Value>(
	run: WriteSession,
	{projectId}: Subject,
	outcome: WriteOutcome<Value>,
	describe: (value: Value) => Description,
): object {
	const about = projectId === '' ? {} : {project_id: projectId};
	switch (outcome.kind) {
		case 'done':
		case 'unchanged': {
			const {record, remark} = describe(outcome.value);
			const word = outcome.kind === 'done' && outcome.body === undefined ? 'found' : outcome.kind;
			const sent = outcome.body === undefined ? record : (objectAsSent(outcome.body) ?? {});
			return {...sent, _landfall: {outcome: word, ...about, ...(remark && {reason: remark})}};
		}

		case 'refused': {
			const {reason, requestId} = outcome;
			const request = requestId === undefined ? {} : {request_id: requestId};
			return {_landfall: {outcome: 'refused', ...about, reason, ...request}};
		}

		case 'unknown': {
			const {intended, reason, candidates, requestId} = outcome;
			const command = reconcileCommand(run, intended.id) ?? null;
			const request = requestId === undefined ? {} : {request_id: requestId};
			return {_landfall: {outcome: 'unknown', ...about, reason, candidates, intent: intended.id, command, ...request}};
		}
	}
}
