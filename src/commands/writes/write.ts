import {objectAsSent} from '../../api/decode/as-sent.ts';
import {encodeDeployment, encodeProject} from '../../api/decode/decode.ts';
import type {Json} from '../../api/decode/fields.ts';
import {Aborted, ApiError, errorSentence, unknownOutcomeText, withRequestId} from '../../api/errors.ts';
import type {RequestOptions} from '../../api/request.ts';
import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {HeadlessOptions} from '../../command-line/headless-options.ts';
import {wholeDuration} from '../../duration.ts';
import type {Journal} from '../../journal/journal.ts';
import {versionText} from '../../present/column.ts';
import {confirmationOf, isConfirmed, projectTitle} from '../../project-title.ts';
import {shellWord} from '../../shell-word.ts';
import {createClients} from '../../store/effects/clients.ts';
import {startJournalSync} from '../../store/effects/journal-sync.ts';
import {createMutate, type Outcome, type Writes} from '../../store/effects/mutate.ts';
import {differencesText} from '../../store/effects/write-requests.ts';
import {defaultGuards, type Guards} from '../../store/model/guards.ts';
import type {Service} from '../../store/model/login.ts';
import {absentText} from '../../store/model/writes/reconcile.ts';
import {projectIdOf, type Write, type WriteIntent, writeText} from '../../store/model/writes/write-intent.ts';
import type {DoneEvent} from '../../store/reducers/writes/outcomes.ts';
import {initialState} from '../../store/state/state.ts';
import {createStore, type Store} from '../../store/store.ts';
import {plain, type SafeText, safe, withPeriod} from '../../text.ts';
import {type CommandContext, serviceWords} from '../headless/context.ts';
import {CommandError, exitCodeFor, isInterrupted, onInterrupt, orInterrupted} from '../headless/errors.ts';
import {eachProjectName, findProject, linesOf, rejectDoubt} from '../headless/find-project.ts';
import {createRetryingClient, type RetryingClient} from '../headless/retrying-client.ts';

/** How long a command that is asked to end waits for the answer to a write. */
const graceMs = 1000;

/** The options of a command that writes. */
type WriteOptions = Extract<HeadlessOptions, {readonly waitForOutcomeMs: number}>;

/** What a command that writes runs with. */
export type WriteRun = {
	readonly options: WriteOptions;
	readonly context: CommandContext;
	readonly service: Service;
	readonly journal: Journal;
	/** What `writes` reports, and the writes whose outcome is unknown. */
	readonly store: Store;
	readonly writes: Writes;
	readonly client: RetryingClient;
	readonly guards: Guards;
	/** Receives every answer to a write before it is judged. */
	readonly onAnswer?: RequestOptions['onAnswer'];
};

/** What became of a write. One that changed nothing ends with an `ApiError` or a `CommandError` instead. */
export type WriteOutcome =
	| DoneOutcome
	/** Everything was already as wanted, so nothing was sent. */
	| {readonly kind: 'unchanged'; readonly project: Project; readonly sent: Json}
	| UnknownOutcome;

type DoneOutcome = {
	readonly kind: 'done';
	readonly event: DoneEvent;
	/** The answer as the service sent it. Undefined if the answer was lost and the service shows that the write was executed. */
	readonly sent: Json | undefined;
};

/** The answer was lost, and the service does not show what became of the write. */
type UnknownOutcome = {
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

/** What a write is about. */
type Subject = {
	/** Undefined for a project that does not exist yet. */
	readonly project: Project | undefined;
	readonly title: SafeText;
	/** Whether it is one of several, so that every line names it. */
	readonly isOneOfMany: boolean;
};

/** Opens the service and runs a command that writes. Throws `CommandError` if writes are not allowed. */
export async function withWriteRun<Result>(
	options: WriteOptions,
	context: CommandContext,
	command: (run: WriteRun) => Promise<Result>,
): Promise<Result> {
	let store: Store | undefined;
	const service = await context.openService({
		onRequestEnd: record => store?.dispatch({type: 'request-ended', record}),
		onRequestSent() {},
		quietUntil: () => store?.get().polling.throttle.quietUntil ?? 0,
	});
	const isReadOnly = service.isReadOnly && options.command !== 'reconcile';
	if (isReadOnly && !(options.command === 'api' && options.method === 'GET')) {
		throw new CommandError(exitCodes.notGood, plain`This connection is read-only, so nothing was sent.`);
	}

	const {clock, newId, output, pins} = context;
	const journal = await context.openJournal();
	const connections = createClients();
	const connection = connections.add(service);
	const initial = initialState({columns: 80, rows: 24}, [], options.requestsPerMinute);
	store = createStore({...initial, connection, interface: {...initial.interface, pins}});
	// A deployment that this command waits for is not watched on the screens as well.
	const isFollowed = options.command === 'deploy' && options.isFollowed;
	const journalOf = () => (isFollowed ? {...journal, saveWatch() {}, deleteWatch() {}} : journal);
	store.subscribe(event => {
		// For example that the journal cannot be used, which `landfall reconcile` depends on.
		if (event.type === 'noticed' && event.tone === 'bad') output.note(event.text);
	});
	const journalSync = startJournalSync({store, clock, journalOf});
	const writes = createMutate({store, connections, clock, journalOf, newId});
	try {
		const client = createRetryingClient(service.client, options, context);
		const guards = service.guards ?? defaultGuards;
		return await command({options, context, service, journal, store, writes, client, guards});
	} finally {
		writes.stop();
		journalSync.stop();
	}
}

/** Whether an argument stands for the projects named on standard input. */
export const isMany = (argument: string): boolean => argument === '-';

/** Finds all projects that an argument stands for, each once. Throws `CommandError` if one of them is missing or ambiguous, or if there are more than the profile allows at once. */
async function findTargets({context, client, guards}: WriteRun, argument: string): Promise<readonly Project[]> {
	const names = new Set<string>();
	for await (const name of eachProjectName(argument, context)) names.add(name);
	const targets = new Map<string, Project>();
	client.expect(names.size, true);
	for (const name of names) {
		if (names.size > 1) client.progress(plain`Found ${targets.size} of ${names.size} projects`);
		const project = await findProject(client, name, rejectDoubt);
		targets.set(project.id, project);
		// Several names may stand for one project.
		if (targets.size > guards.maxBulk && isMany(argument)) {
			throw new CommandError(
				exitCodes.notGood,
				plain`More projects are named than the ${guards.maxBulk} that are allowed at once. Nothing was sent.`,
			);
		}
	}

	client.progress(undefined);
	if (targets.size === 0) context.output.note(plain`No projects were named, so nothing was sent.`);
	return [...targets.values()];
}

/** Combines the exit codes of several writes: an unknown outcome outranks the first failure. */
export function worstOf(codes: readonly number[]): number {
	if (codes.includes(exitCodes.unknownOutcome)) return exitCodes.unknownOutcome;
	return codes.find(code => code !== exitCodes.done) ?? exitCodes.done;
}

/** Writes to each project that an argument stands for, one after the other, and prints the outcomes; a failure does not stop the others. Nothing is printed where `write` resolves with undefined. Resolves with the worst exit code, or with that of the signal that ended the command. */
export async function writeToEach(
	run: WriteRun,
	argument: string,
	write: (project: Project) => Promise<WriteOutcome | undefined>,
): Promise<number> {
	const {output, signal} = run.context;
	const targets = await findTargets(run, argument);
	const codes: number[] = [];
	for (const [index, project] of targets.entries()) {
		await run.writes.ready();
		// A stream reports that it is closed only after a write to it, so this gives it the time to.
		if (index > 0) await new Promise(resolve => setImmediate(resolve));
		if (signal.aborted) {
			output.note(plain`Stopped: ${targets.length - index} of ${targets.length} projects were left unchanged.`);
			break;
		}

		const subject = {project, title: projectTitle(project), isOneOfMany: isMany(argument)};
		codes.push(await writeOne(run, subject, write(project)));
	}

	return signal.aborted && signal.reason !== exitCodes.done ? signal.reason : worstOf(codes);
}

/** Waits for one write and prints what became of it. Resolves with the exit code. */
export async function writeOne(
	run: WriteRun,
	subject: Subject,
	writing: Promise<WriteOutcome | undefined>,
): Promise<number> {
	try {
		const outcome = await writing;
		if (outcome) report(run, subject, outcome);
		return outcome?.kind === 'unknown' ? exitCodes.unknownOutcome : exitCodes.done;
	} catch (error) {
		const isRefusal = error instanceof ApiError || error instanceof CommandError;
		if (!isRefusal || isInterrupted(run.context)) throw error;
		return reportRefusal(run, subject, error);
	}
}

/** Whether the user can be asked. */
export const canAsk = ({input, output}: CommandContext): boolean => input.isTTY === true && output.canAsk;

/** Returns the next line that the user types. Empty at the end of the input. */
async function nextLine(input: CommandContext['input']): Promise<string> {
	for await (const line of linesOf(input)) return line;
	return '';
}

/** Asks the user to type the name of a project, as the screens do. `what`: what then happens to it. Throws `CommandError` unless the user does. */
export async function confirm(context: CommandContext, project: Project, what: SafeText): Promise<void> {
	const confirmation = confirmationOf(projectTitle(project), project.id);
	context.output.ask(plain`${what} Type ${confirmation} to confirm:`);
	const typed = await orInterrupted(context, nextLine(context.input)).catch(error => {
		// The cursor is still behind the question.
		context.output.complain(plain``);
		throw error;
	});
	if (isConfirmed(typed, confirmation)) return;
	throw new CommandError(exitCodes.notGood, plain`That does not match, so nothing was sent.`);
}

/**
Sends a write once, and finds out what became of it. `body`: of a request of kind `other`. Throws an `ApiError` if nothing has changed.

It is sent again only if it certainly had no effect: the service could not be reached or was too busy. Retries end after `--give-up-after`.
*/
export async function sendWrite(run: WriteRun, write: Write, title: string, body?: object): Promise<WriteOutcome> {
	const {writes, client, context, options} = run;
	const {signal, output} = context;
	const ref = writes.newWrite(projectIdOf(write), title);
	let answerBody = '';
	const sending = writes.mutate({
		ref,
		write,
		body,
		onAnswer(answer) {
			if (answer.outcome === 'answered') answerBody = answer.body;
			run.onAnswer?.(answer);
		},
		retry: attempt =>
			client.write(async count => {
				if (signal.aborted) throw new Aborted('The write was not sent.');
				output.progress(plain`Waiting for the service…`);
				return attempt(count);
			}),
	});
	const outcome = await orGivenUp(run, ref.id, sending);
	switch (outcome.kind) {
		case 'done':
			return {kind: 'done', event: outcome.event, sent: objectAsSent(answerBody) ?? {}};
		case 'refused':
			throw outcome.error;
		case 'blocked': {
			const reason = plain`Its last deployment is unconfirmed, so nothing was sent now. Once you know what became of it, reconcile it with --dismiss.`;
			return {kind: 'unknown', intended: outcome.by.intended, reason, candidates: []};
		}

		case 'unconfirmed': {
			const {intended, reason, requestId} = outcome;
			if (options.waitForOutcomeMs > 0) {
				const limit = wholeDuration(options.waitForOutcomeMs);
				output.note(plain`${withPeriod(reason)} Looking for its outcome for up to ${limit}.`);
			}

			const found = await findOutcome(run, intended);
			return found.kind === 'unknown' ? {...found, requestId} : found;
		}
	}
}

/** Ends the command because of a signal, although the outcome of a write is unknown. */
const interruptedError = (run: WriteRun, intended: WriteIntent): CommandError =>
	new CommandError(
		run.context.signal.reason,
		plain`Interrupted. We don't know whether ${writeText(intended)}. ${lookAgainText(run, intended.id, plain`To find out`)}`,
	);

/** Returns the outcome of sending a write. Throws `CommandError` a moment after a signal if there is none: the write itself cannot be stopped. */
async function orGivenUp(run: WriteRun, id: string, sending: Promise<Outcome>): Promise<Outcome> {
	const {writes, context} = run;
	const {promise: givenUp, reject} = Promise.withResolvers<never>();
	let cancelGrace = () => {};
	const stopListening = onInterrupt(context, () => {
		cancelGrace = context.clock.after(graceMs, () => {
			const unsettled = writes.unsettled().find(({intended}) => intended.id === id);
			// Without an intent, it has not been sent.
			if (unsettled) reject(interruptedError(run, unsettled.intended));
			else reject(new CommandError(context.signal.reason, plain`Interrupted. Nothing was changed.`));
		});
	});
	try {
		return await Promise.race([sending, givenUp]);
	} finally {
		stopListening();
		cancelGrace();
	}
}

/** Waits until the session finds out what became of a lost write, at most for `--wait-for-outcome`. */
export async function findOutcome(run: WriteRun, intended: WriteIntent): Promise<DoneOutcome | UnknownOutcome> {
	const {store, context, options} = run;
	const {clock, output} = context;
	const {promise: ended, resolve: end} = Promise.withResolvers<DoneOutcome | UnknownOutcome | undefined>();
	const unknown = (reason: SafeText, candidates: readonly SafeText[] = []) =>
		({kind: 'unknown', intended, reason, candidates}) as const;
	const unsubscribe = store.subscribe(event => {
		if ('remark' in event && event.write.id === intended.id) end({kind: 'done', event, sent: undefined});
		else if (event.type === 'write-found' && event.id === intended.id) {
			const {finding} = event;
			if (finding.kind === 'unclear') end(unknown(plain`${finding.text}.`, finding.candidates));
			// It may still take effect, and a script that repeats it must know that.
			if (finding.kind === 'absent') end({...unknown(plain`${absentText(intended, clock.now())}.`), isAbsent: true});
		} else if (event.type === 'write-checked' && event.id === intended.id) {
			const when = wholeDuration(Math.max(0, event.nextAt - clock.now()));
			output.progress(plain`Looking for the outcome: check ${event.checks + 1} in ${when}…`);
		}
	});
	const cancelTimeout = clock.after(options.waitForOutcomeMs, () => end(undefined));
	const stopListening = onInterrupt(context, () => end(undefined));
	const found = await ended;
	unsubscribe();
	cancelTimeout();
	stopListening();
	output.progress(undefined);
	if (found) return found;
	if (isInterrupted(context)) throw interruptedError(run, intended);
	const lost = store.get().writes.unconfirmed.get(intended.id);
	return unknown(
		lost?.problem ?? lost?.reason ?? plain`Its response was lost, and the service does not show it so far.`,
	);
}

/** Returns the command that looks again for the outcome of a write. Undefined if the journal could not be used, so that no other landfall knows the write. */
function reconcileCommand({options, journal}: WriteRun, intentId: string): SafeText | undefined {
	journal.recover();
	if (journal.isFailing()) return undefined;
	return safe(['landfall', 'reconcile', intentId, ...serviceWords(options)].map(shellWord).join(' '), 1000);
}

/** Says how to look again for the outcome of a write. */
export function lookAgainText(run: WriteRun, intentId: string, purpose = plain`To look again`): SafeText {
	const command = reconcileCommand(run, intentId);
	return command === undefined
		? plain`The journal cannot be used, so no landfall can look again.`
		: plain`${purpose}: ${command}`;
}

/** Prints the outcome of a write: a line on a terminal, JSON with `--json`, otherwise the fields of the record. */
function report(run: WriteRun, subject: Subject, outcome: WriteOutcome): void {
	const {output} = run.context;
	if (outcome.kind === 'unknown') {
		const {intended, reason, candidates, requestId} = outcome;
		const command = reconcileCommand(run, intended.id) ?? null;
		const request = requestId === undefined ? {} : {request_id: requestId};
		printDocument(run, subject, 'unknown', {reason, candidates, intent: intended.id, command, ...request});
		complainUnknown(run, outcome);
		return;
	}

	const {record, line, remark} = describe(subject, outcome);
	const {kind, sent} = outcome;
	printDocument(run, subject, sent ? kind : 'found', remark ? {reason: remark} : {}, sent ?? record);
	if (output.isTable) output.print(remark ? plain`${line} · ${remark}` : line);
	else {
		if (!output.isJson) output.fields(Object.values(record));
		if (remark) output.note(plain`${subject.title}: ${remark}`);
		if (kind === 'unchanged') output.note(plain`${line}.`);
	}
}

/** Prints why nothing has changed: landfall or the service refused it, or the service could not be reached. Returns the exit code. */
function reportRefusal(run: WriteRun, subject: Subject, error: ApiError | CommandError): number {
	const isApiError = error instanceof ApiError;
	const reason = isApiError ? errorSentence(error) : error.message;
	const requestId = isApiError ? error.details.requestId : undefined;
	printDocument(run, subject, 'refused', {reason, ...(requestId !== undefined && {request_id: requestId})});
	run.context.output.complain(subject.isOneOfMany ? plain`${subject.title}: ${reason}` : reason);
	return isApiError ? exitCodeFor(error) : error.exitCode;
}

/** With `--json`, prints the record as the service sent it, and what landfall knows besides. */
function printDocument(
	{context: {output}}: WriteRun,
	{project, isOneOfMany}: Subject,
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
export function complainUnknown(run: WriteRun, {intended, reason, candidates, requestId}: UnknownOutcome): void {
	// The sentence about the unknown outcome would repeat the one before it.
	const unrepeated = withRequestId(safe(reason.replace(unknownOutcomeText, ''), 600), requestId);
	const {output} = run.context;
	output.complain(plain`We don't know whether ${writeText(intended)}. ${unrepeated}`);
	for (const candidate of candidates) output.complain(plain`  ${candidate}`);
	output.complain(lookAgainText(run, intended.id));
}

/** Returns the result of a write as the fields of its record and as the line on a terminal, and in `remark` what differs from what was sent. */
function describe({project, title}: Subject, outcome: Exclude<WriteOutcome, UnknownOutcome>) {
	if (outcome.kind === 'unchanged') {
		const line = plain`${title} already has these values, so nothing was sent`;
		return {record: encodeProject(outcome.project), line, remark: undefined};
	}

	const {event} = outcome;
	switch (event.type) {
		case 'project-created': {
			const line = plain`${projectTitle(event.project)} was added: ${safe(event.project.id)}`;
			return {record: encodeProject(event.project), line, remark: differencesText(event.project, {name: event.name})};
		}

		case 'project-saved': {
			const line = plain`${projectTitle(event.project)} was changed`;
			return {record: encodeProject(event.project), line, remark: differencesText(event.project, event.sent)};
		}

		case 'deployment-triggered': {
			const {id, uploadVersion, environmentId} = event.deployment;
			const environment = environmentId && plain`to ${environmentId.shown}`;
			const what = [versionText(uploadVersion), environment].filter(part => part).join(' ');
			const line = safe(`${title} was deployed: ${[what, id].filter(part => part).join(', ')}`, 500);
			return {record: encodeDeployment(event.deployment), line, remark: undefined};
		}

		case 'project-deleted':
		case 'request-executed':
			return {record: project ? encodeProject(project) : {}, line: event.remark, remark: undefined};
	}
}
