import {encodeDeployment, encodeProject} from '../api/decode.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {addPeriod, plain, type SafeText, safe} from '../base/text.ts';
import {JournalError} from '../journal/journal-error.ts';
import {
	type AskedWrite,
	answerFor,
	type Confirmation,
	isAnswer,
	mismatchText,
	questionText,
	typingText,
	withoutJournalText,
} from '../model/confirmation.ts';
import {readOnlySentence} from '../model/connection.ts';
import {projectTitle} from '../model/project-title.ts';
import {versionOf} from '../model/upload-version.ts';
import {connectTo} from '../state/login.ts';
import {patch, stateWithoutScreen} from '../state/state.ts';
import {createConnections} from '../sync/connections.ts';
import {startJournalSync} from '../sync/journal-sync.ts';
import {createStore} from '../sync/store.ts';
import {createWrites} from '../sync/write-queue.ts';
import {CommandError, explain, failureOf, isInterrupted, isInterruption, orInterrupted} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {findProject, inputLines} from './find-project.ts';
import {createRetryingClient} from './retrying-client.ts';
import {
	explainUnconfirmed,
	reconcileCommand,
	type UnconfirmedResult,
	type WriteOptions,
	type WriteResult,
	type WriteRun,
} from './send-write.ts';

type WriteTarget = {
	readonly project: Project | undefined;
	readonly title: SafeText;
};

export async function runWrite<Result>(
	options: WriteOptions,
	context: CommandContext,
	command: (run: WriteRun) => Promise<Result>,
): Promise<Result> {
	const {mayWrite = true, isAwaited = false} = options;
	const service = await context.openService(mayWrite);
	const readOnly = mayWrite ? readOnlySentence(service) : undefined;
	// Checked first, so that the user is not asked about a write that cannot be sent.
	if (readOnly) throw new CommandError(exitCodes.notGood, readOnly);

	const {clock, output, wordMeanings} = context;
	if (service.isWithoutJournal && mayWrite) output.note(withoutJournalText);

	const journal = await context.openJournal();
	const connections = createConnections();
	const initial = stateWithoutScreen(context.throttle().rpm);
	const store = createStore(patch(initial, 'preferences', {wordMeanings}), clock.now);
	let sentCount = 0;
	context.onRequest(fact => {
		store.learn(fact);
		if (fact.type === 'request-ended' && fact.record.method !== 'GET' && fact.record.outcome !== 'not-sent')
			sentCount++;
	});
	// The screens need not watch a deployment that this command waits for.
	const journalOf = () => (isAwaited ? {...journal, saveWatch: () => true, deleteWatch: () => true} : journal);
	// `landfall reconcile` depends on the journal.
	const journalSync = startJournalSync({store, connections, clock, journalOf}, output.note);
	const newId = () => crypto.randomUUID();
	const writes = createWrites({store, connections, clock, journalOf, newId}, {isForgottenByCaller: true});
	const connection = connections.add(service);
	store.change(state => connectTo(state, connection));
	const client = createRetryingClient(service.client, options, context);
	try {
		return await command({options, context, service, journal, store, writes, client, sentCount: () => sentCount});
	} catch (error) {
		if (error instanceof JournalError) throw new CommandError(exitCodes.usage, error.message);
		if (!mayWrite || sentCount > 0) throw error;
		if (isInterruption(error, context))
			throw new CommandError(context.signal.reason, plain`Interrupted. Nothing was sent.`);
		const failure = isInterrupted(context) ? undefined : failureOf(error);
		throw failure ? withNothingSent(failure) : error;
	} finally {
		writes.stop();
		journalSync.stop();
	}
}

/** A write must not guess: the projects that could not be read may hold another match. */
function throwDoubt(doubt: SafeText): never {
	throw new CommandError(exitCodes.unusable, plain`${doubt} Name it by its id.`);
}

/** Prints nothing if `write` resolves to undefined. Resolves with the exit code of a signal. */
export async function writeTo(
	run: WriteRun,
	argument: string,
	write: (project: Project) => Promise<WriteResult | undefined>,
): Promise<number> {
	const {project} = await findProject(run.client, argument, throwDoubt);
	const code = await writeOne(run, {project, title: projectTitle(project)}, write(project));
	return isInterrupted(run.context) ? run.context.signal.reason : code;
}

/** Adds “Nothing was sent” unless the message already says so, as some messages of the screens do. */
function withNothingSent(failure: CommandError): CommandError {
	const {exitCode, message, next, cause} = failure;
	if (/nothing (?:was|can be) sent/i.test(message)) return failure;
	// The message ends with a list of projects.
	const isList = message.includes('\n');
	const sentence = isList ? plain`Nothing was sent. ${message}` : plain`${addPeriod(message)} Nothing was sent.`;
	return new CommandError(exitCode, sentence, {next, ...(cause && {cause})});
}

export async function writeOne(
	run: WriteRun,
	target: WriteTarget,
	writing: Promise<WriteResult | undefined>,
): Promise<number> {
	const before = run.sentCount();
	try {
		const result = await writing;
		if (!result) return exitCodes.done;
		if (result.kind !== 'unconfirmed') {
			printResult(run, target, result);
			if (result.kind === 'done') await run.writes.forget(result.done.ref);
			return exitCodes.done;
		}

		const {intended, reason, candidates, requestId} = result;
		const details = {reason, candidates, intent: intended.id, command: reconcileCommand(run, intended.id) ?? null};
		printDocument(run, target, 'unknown', {...details, ...(requestId !== undefined && {request_id: requestId})});
		explainUnconfirmed(run, result);
		return exitCodes.unknownOutcome;
	} catch (error) {
		const expected = failureOf(error);
		if (!expected || isInterrupted(run.context)) throw error;
		const failure = run.sentCount() === before ? withNothingSent(expected) : expected;
		const {requestId} = failure.cause?.details ?? {};
		const details = {reason: failure.message, ...(requestId !== undefined && {request_id: requestId})};
		printDocument(run, target, 'refused', details);
		return explain(failure, run.context);
	}
}

export const canAsk = ({input, output}: CommandContext): boolean => input.isTTY === true && output.canAsk;

export async function confirm(
	context: CommandContext,
	kind: AskedWrite,
	{projectId, title}: Confirmation,
	isProtected: boolean,
): Promise<void> {
	const answer = answerFor(title, projectId);
	context.output.ask(plain`${questionText(kind, [title], isProtected)} ${typingText(answer)}:`);
	const lines = inputLines(context.input)[Symbol.asyncIterator]();
	const typed = await orInterrupted(context, lines.next()).catch(error => {
		// The cursor is still behind the question.
		context.output.complain(plain``);
		throw error;
	});
	if (!typed.done && isAnswer(typed.value, answer)) return;
	throw new CommandError(exitCodes.notGood, mismatchText);
}

function printResult(run: WriteRun, target: WriteTarget, result: Exclude<WriteResult, UnconfirmedResult>): void {
	const {output} = run.context;
	const {kind, sent} = result;
	const {record, line} = describe(target, result);
	const isOnlyAccepted = kind === 'done' && result.done.kind === 'deleting';
	const differences = kind === 'done' && 'differences' in result.done ? result.done.differences : undefined;
	const reason = isOnlyAccepted ? line : differences;
	const outcome = isOnlyAccepted ? 'accepted' : kind;
	printDocument(run, target, sent ? outcome : 'found', reason ? {reason} : {}, sent ?? record);
	if (output.isTable) {
		output.print(line);
		return;
	}

	if (!output.isJson) output.fields(Object.values(record));
	if (reason) output.note(plain`${target.title}: ${reason}`);
	if (kind === 'unchanged') output.note(plain`${line}.`);
}

function printDocument(
	{context: {output}}: WriteRun,
	{project}: WriteTarget,
	outcome: string,
	details: object,
	record: object = {},
): void {
	if (!output.isJson) return;
	const landfallFields = {outcome, ...(project && {project_id: project.id}), ...details};
	output.document({...record, _landfall: landfallFields});
}

function describe({project, title}: WriteTarget, result: Exclude<WriteResult, UnconfirmedResult>) {
	if (result.kind === 'unchanged') {
		const line = plain`${title} already has these values, so nothing was sent`;
		return {record: encodeProject(result.project), line};
	}

	const {done} = result;
	if (done.kind === 'deployed') {
		const {id, environmentId} = done.deployment;
		const environment = environmentId && plain`to ${environmentId.shown}`;
		const what = [versionOf(done.deployment), environment].filter(part => part).join(' ');
		const started = [what, id].filter(part => part).join(', ');
		return {record: encodeDeployment(done.deployment), line: safe(`${done.notice} · ${started}`, 500)};
	}

	const record = 'project' in done ? done.project : project;
	const id = done.kind === 'created' ? plain` · ${safe(done.project.id)}` : plain``;
	return {record: record ? encodeProject(record) : {}, line: plain`${done.notice}${id}`};
}
