import {objectAsSent} from '../../api/decode/as-sent.ts';
import {unknownOutcomeText, withRequestId} from '../../api/errors.ts';
import {writeText} from '../../store/model/writes/write-intent.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {exitCodeOf, type WriteOutcome} from './outcome.ts';
import {lookAgainText, reconcileCommand} from './reconcile-command.ts';
import type {WriteSession} from './write-session.ts';

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
