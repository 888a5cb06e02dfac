import {Aborted, ApiError, errorSentence} from '../api/errors.ts';
import {backoffMs, nextAttemptAt} from '../api/retry-delay.ts';
import {type Deployment, listLimit} from '../api/types.ts';
import {type Clock, createAwakeTime, everySecond, sleep, toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import type {CommandContext} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import {findNamedProjects} from './find-project.ts';
import {createObserver} from './observations.ts';
import {
	type Answers,
	newWait,
	openIn,
	type ProjectWait,
	type ReadResult,
	unknownVerdict,
	verdictUnread,
	type WaitItem,
	type Wanted,
	withAnswers,
	withVerdict,
	worstLast,
} from './project-wait.ts';
import {
	createReport,
	createTroubleNotes,
	printResumption,
	progressLine,
	stillSentence,
	stillText,
	type WaitOptions,
} from './report.ts';
import {createRetryingClient, type RetryingClient} from './retrying-client.ts';

const [second, minute] = [1000, 60_000];

/** Returns how often the list of a project is read, by how long landfall has waited: most deployments conclude soon. */
function everyMsAfter(passedMs: number): number {
	if (passedMs < minute) return 2 * second;
	return passedMs < 10 * minute ? 3 * second : 5 * second;
}

type RunOptions = WaitOptions & {
	readonly project: string;
	readonly deployment: string | undefined;
	/** Which deployments, if none is named: the newest, the next one that starts, or all that are in progress. */
	readonly which: Wanted['which'];
};

export async function runWait(options: RunOptions, context: CommandContext): Promise<number> {
	const {project: id, deployment: deploymentId, which} = options;
	const {clock, output, signal} = context;
	const time = startWaitTime(clock, options.timeoutMs);
	try {
		// A program that prints the key, or the input, may keep it waiting.
		const service = await orInterrupted({signal: time.late}, context.openService());
		const limited = {...context, signal: AbortSignal.any([signal, time.late])};
		const client = createRetryingClient(service.client, options, limited, error => error.isTransient);
		const found = await findNamedProjects([id], {...limited, client});
		// Exit code 1 means that a deployment failed.
		const exitCode = found.exitCode === exitCodes.notGood ? exitCodes.keyRefused : found.exitCode;
		if (found.projects.length === 0) return exitCode;
		const wanted = found.projects.map(project => ({project, deploymentId, which}));
		const journal = await context.openJournal();
		const verdict = await waitForDeployments(wanted, options, {service, journal, client, time}, context);
		return signal.aborted ? verdict : ([exitCode, verdict].toSorted(worstLast).at(-1) ?? verdict);
	} catch (error) {
		// Exit code 1 means that a deployment failed, so a refused read needs another one.
		if (error instanceof ApiError) throw new CommandError(verdictUnread(error).exitCode, errorSentence(error));
		if (!(error instanceof Aborted)) throw error;
		// It ended before all projects were found.
		const unread = newWait({project: {id}, deploymentId, which});
		if (signal.aborted) {
			// What was read from standard input is gone.
			if (id !== '-') printResumption([unread], options, time.leftMs(), output);
			return signal.reason;
		}

		const verdict = unknownVerdict(exitCodes.stillRunning, plain`not read before --timeout`);
		for (const each of unread.awaited) createReport(context).verdict(verdict, unread, each);
		return verdict.exitCode;
	} finally {
		time.stop();
	}
}

/** Starts the time of a command that waits. The time that the computer sleeps does not count. */
function startWaitTime(clock: Clock, timeoutMs = Number.POSITIVE_INFINITY) {
	const passedMs = createAwakeTime(clock);
	/** What is left of `--timeout`. Infinity without one. */
	const leftMs = () => Math.max(0, timeoutMs - passedMs());
	const late = new AbortController();
	const stop = everySecond(clock, () => {
		if (leftMs() === 0) late.abort();
	});
	return {startedAt: clock.now(), passedMs, leftMs, late: late.signal, stop};
}

/** Whether an error says something about the service as a whole, so that another read would fail as well. */
const isServiceDown = ({kind}: ApiError): boolean =>
	kind === 'network' || kind === 'timeout' || kind === 'busy' || kind === 'auth';

const isMissing = ({error}: ReadResult<unknown>): boolean => error?.kind === 'missing';

type WaitRun = {
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly client: RetryingClient;
	/** Default: the time begins now. */
	readonly time?: ReturnType<typeof startWaitTime>;
};

/**
Waits until deployments have concluded. Resolves with the exit code of the verdict that counts most: a deployment failed; one is gone or could not be read; a word is unknown; one is still in progress at `--timeout`.

Survives outages until `--give-up-after` has passed without a successful read. The budget of the client also covers these reads.
*/
export async function waitForDeployments(
	wanted: readonly Wanted[],
	options: WaitOptions,
	{service, journal, client, ...given}: WaitRun,
	context: CommandContext,
): Promise<number> {
	const {clock, output, wordMeanings, signal} = context;
	const {time = startWaitTime(clock, options.timeoutMs)} = given;
	const report = createReport(context);
	const notes = createTroubleNotes(context, options.giveUpAfterMs);
	const observe = createObserver(journal, service, clock);
	const concluded = new AbortController();
	const over = AbortSignal.any([concluded.signal, signal, time.late]);
	const waits = wanted.map(newWait);
	const open = () => waits.filter(wait => openIn(wait).length > 0);
	/** The service asked for a pause, which is meant for all reads. */
	let quietUntil = 0;
	/** Reads are admitted one after the other. */
	let turn = Promise.resolve();

	function set(index: number, wait: ProjectWait) {
		waits[index] = wait;
		if (open().length === 0) concluded.abort();
	}

	async function admitNext() {
		await client.admitLasting(over);
		while (clock.now() < quietUntil && !over.aborted) await sleep(clock, quietUntil - clock.now(), over);
	}

	async function read<Value>(send: () => Promise<Value>): Promise<ReadResult<Value>> {
		turn = turn.then(admitNext);
		await turn;
		const request = {requestedAt: clock.now(), passedMs: time.passedMs()};
		const arrival = () => ({...request, at: clock.now(), skewMs: context.skewMs() ?? 0});
		try {
			const value = await send();
			return {value, ...arrival()};
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return {error, ...arrival()};
		}
	}

	/** Reads the list of a project's deployments, and each awaited one that it lacks. */
	async function readRound(wait: ProjectWait): Promise<Answers> {
		const {projectId} = wait;
		const list = await read(() => service.client.listDeployments(projectId, {limit: listLimit}, over));
		const records = new Map<string, ReadResult<Deployment>>();
		const answers = {list, records, isProjectMissing: false};
		if (list.error && isServiceDown(list.error)) return answers;
		const listed = new Set(list.error ? [] : list.value.deployments.map(({id}) => id));
		for (const each of openIn(wait)) {
			if (each.kind === 'choice' || listed.has(each.id)) continue;
			records.set(each.id, await read(() => service.client.readDeployment(projectId, each.id, over)));
		}

		if (![list, ...records.values()].every(isMissing)) return answers;
		if (!isMissing(await read(() => service.client.readProject(projectId, over)))) return answers;
		// A gateway may answer everything with 404. Then it proves nothing.
		const page = await read(() => service.client.listProjects({limit: 1}, over));
		return {...answers, isProjectMissing: !page.error && page.value.projects.every(({id}) => id !== projectId)};
	}

	/** Returns the wait after a round, and prints what it has revealed. */
	function afterRound(before: ProjectWait, answers: Answers): ProjectWait {
		const skewMs = context.skewMs();
		const serviceStart = skewMs === undefined ? undefined : toServiceTime(time.startedAt, skewMs);
		const after = withAnswers(before, answers, {serviceStart, words: options, wordMeanings});
		const {projectId, project, trouble} = after;
		const at = clock.now();
		for (const change of observe(before.known, after.known, {at, skewMs: skewMs ?? 0}, project)) {
			if (!after.awaited.some(each => each.kind === 'deployment' && each.id === change.deployment.id)) continue;
			report.change(change, project);
		}

		if (!trouble) return after;
		const {retryAt} = trouble.error.details;
		const nextAt = nextAttemptAt(at, backoffMs(time.passedMs() - trouble.sinceMs, `${projectId} ${at}`), retryAt);
		if (retryAt !== undefined) quietUntil = Math.max(quietUntil, nextAt);
		return {...after, trouble: {...trouble, nextAt}};
	}

	/** Reads a project until its deployments have concluded, or waiting is over. */
	async function readUntilOver(index: number): Promise<void> {
		const current = () => {
			const wait = waits[index];
			return wait && openIn(wait).length > 0 && !over.aborted ? wait : undefined;
		};
		for (let before = current(); before; before = current()) {
			const dueAt = clock.elapsed() + everyMsAfter(time.passedMs());
			const answers = await readRound(before);
			// Time may have run out meanwhile.
			if (!current()) return;
			const after = afterRound(before, answers);
			set(index, after);
			const {nextAt} = after.trouble ?? {};
			await sleep(clock, nextAt === undefined ? dueAt - clock.elapsed() : nextAt - clock.now(), over);
		}
	}

	/** Gives up on what was not read for too long, and says how far the others are. */
	function tick() {
		for (const [index, wait] of waits.entries()) {
			const {trouble, project} = wait;
			if (openIn(wait).length === 0 || !trouble) continue;
			if (time.passedMs() - trouble.sinceMs < options.giveUpAfterMs) continue;
			const verdict = verdictUnread(trouble.error);
			set(index, withVerdict(wait, verdict));
			if (open().length > 0) notes.gaveUp(project, verdict.reason);
		}

		const row = context.rowContext();
		notes.tick(open().flatMap(wait => wait.trouble ?? [])[0]);
		output.progress(progressLine(open(), row), stillSentence(open(), time.startedAt, row));
	}

	const stopTicking = everySecond(clock, tick);
	try {
		await Promise.all(waits.map((_wait, index) => readUntilOver(index)));
	} catch (error) {
		if (!(error instanceof Aborted && over.aborted)) throw error;
	} finally {
		concluded.abort();
		stopTicking();
		time.stop();
		output.progress(undefined);
	}

	if (signal.aborted && open().length > 0) {
		printResumption(open(), options, time.leftMs(), output);
		return signal.reason;
	}

	const row = context.rowContext();
	const stillRunning = (wait: ProjectWait, each: WaitItem) => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, each, time.startedAt, row),
	});
	const verdicts = waits
		.flatMap(wait => wait.awaited.map(each => ({wait, each, verdict: each.verdict ?? stillRunning(wait, each)})))
		.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, wait, each} of verdicts) report.verdict(verdict, wait, each);
	return verdicts.at(-1)?.verdict.exitCode ?? exitCodes.done;
}
