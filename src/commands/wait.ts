import type {Client} from '../api/client.ts';
import {Aborted, ApiError, errorSentence, orError} from '../api/errors.ts';
import {nextAttemptAt, probePauseMs} from '../api/retry-delay.ts';
import {isProjectGone} from '../api/whole-list.ts';
import {everySecond, sleep, toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import {withListRead, withOneRead} from '../model/deployment-table.ts';
import type {CommandContext} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import {findNamedProjects} from './find-project.ts';
import {createObserver} from './observations.ts';
import {
	newWait,
	openIn,
	type ProjectWait,
	type Round,
	type Trouble,
	unknownVerdict,
	type Verdict,
	verdictUnread,
	type WaitItem,
	type Wanted,
	withRound,
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
	/** Which deployments, if none is named. */
	readonly which: Wanted['which'];
	readonly sinceMs: number;
};

export async function runWait(options: RunOptions, context: CommandContext): Promise<number> {
	const {project: id, deployment: deploymentId, which, sinceMs} = options;
	const {output, signal, clock} = context;
	const since = clock.wall() - sinceMs;
	const time = startTimeLimit(context, options.timeoutMs);
	try {
		// A program that prints the key, or the input, may keep it waiting.
		const service = await orInterrupted({signal: time.late}, context.openService());
		const limited = {...context, signal: AbortSignal.any([signal, time.late])};
		const client = createRetryingClient(service.client, options, limited, error => error.isTransient);
		const found = await findNamedProjects([id], {...limited, client});
		// Exit code 1 means that a deployment failed.
		const exitCode = found.exitCode === exitCodes.notGood ? exitCodes.keyRefused : found.exitCode;
		if (found.projects.length === 0) return exitCode;
		const journal = await context.openJournal();
		const wanted = found.projects.map(project => {
			const startedHere = journal.startedSince(service.name, project.id, since);
			return {project, deploymentId, which, sinceMs, startedHere};
		});
		const verdict = await waitForDeployments(wanted, options, {service, journal, client}, context, time);
		return signal.aborted ? verdict : ([exitCode, verdict].toSorted(worstLast).at(-1) ?? verdict);
	} catch (error) {
		// Exit code 1 means that a deployment failed, so a refused read needs another one.
		if (error instanceof ApiError) throw new CommandError(verdictUnread(error).exitCode, errorSentence(error));
		if (!(error instanceof Aborted)) throw error;
		// It ended before all projects were found.
		const unread = newWait({project: {id}, deploymentId, which, sinceMs, startedHere: []});
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

/** Starts the time that a command may wait. */
function startTimeLimit({clock, awakeMs}: CommandContext, timeoutMs = Number.POSITIVE_INFINITY) {
	const startedMs = awakeMs();
	const passedMs = () => awakeMs() - startedMs;
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

type WaitRun = {
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly client: RetryingClient;
};

/**
Waits until deployments have concluded. Resolves with the exit code of the verdict that counts most: a deployment failed; one is gone or could not be read; a word is unknown; one is still in progress at `--timeout`.

Survives outages until `--give-up-after` has passed without a successful read. The budget of the client also covers these reads. `time`: by default it begins now.
*/
export async function waitForDeployments(
	wanted: readonly Wanted[],
	options: WaitOptions,
	{service, journal, client}: WaitRun,
	context: CommandContext,
	time = startTimeLimit(context, options.timeoutMs),
): Promise<number> {
	const {clock, output, signal} = context;
	const report = createReport(context);
	const notes = createTroubleNotes(context, options.giveUpAfterMs);
	const observe = createObserver(journal, service, clock);
	const concluded = new AbortController();
	const over = AbortSignal.any([concluded.signal, signal, time.late]);
	const waits = new Map(wanted.map(each => [each.project.id, newWait(each)]));
	const openWaits = () => [...waits.values()].filter(wait => openIn(wait).length > 0);

	function set(wait: ProjectWait) {
		waits.set(wait.projectId, wait);
		if (openWaits().length === 0) concluded.abort();
	}

	const admittedReads: Pick<Client, 'readProject' | 'listProjects'> = {
		readProject: (...asked) => client.admit(over).then(() => service.client.readProject(...asked)),
		listProjects: (...asked) => client.admit(over).then(() => service.client.listProjects(...asked)),
	};

	async function read<Value>(send: () => Promise<Value>) {
		await client.admit(over);
		const request = {requestedAt: clock.now(), passedMs: time.passedMs()};
		const answer = await orError(send());
		return {answer, ...request, at: clock.now(), skewMs: context.skewMs() ?? 0};
	}

	/** Returns the trouble of a project with an error that keeps landfall from reading it, and when to try again. */
	function troubleWith(error: ApiError, projectId: string, began: Pick<Trouble, 'since' | 'sinceMs'>): Trouble {
		const at = clock.now();
		const {retryAt} = error.details;
		const nextAt = nextAttemptAt(at, probePauseMs(time.passedMs() - began.sinceMs, `${projectId} ${at}`), retryAt);
		if (retryAt !== undefined) client.rest(nextAt);
		return {...began, error, nextAt};
	}

	/** Reads the list of a project's deployments, and each awaited one that it lacks. */
	async function readRound(wait: ProjectWait): Promise<Round> {
		const {projectId} = wait;
		const {answer, passedMs, ...arrival} = await read(() => service.client.listDeployments(projectId, over));
		const [listError, list] = answer instanceof ApiError ? [answer, undefined] : [undefined, answer];
		let known = list ? withListRead(wait.known, list, arrival) : wait.known;
		const listed = new Set(list?.deployments.map(({id}) => id));
		const unlisted = openIn(wait).flatMap(({id}) => (id === undefined || listed.has(id) ? [] : id));
		const errors = new Map<string, ApiError>();
		const lacking = listError && isServiceDown(listError) ? [] : unlisted;
		for (const id of lacking) {
			const {answer: record, ...recordArrival} = await read(() => service.client.readDeployment(projectId, id, over));
			if (record instanceof ApiError) errors.set(id, record);
			else known = withOneRead(known, record, recordArrival);
		}

		const ofRecords = [...errors.values()].find(({kind}) => listError || kind !== 'missing');
		const error = lacking.length > 0 ? ofRecords : listError;
		const areAllMissing = listError?.kind === 'missing' && errors.size === lacking.length;
		const began = wait.trouble ?? {since: arrival.requestedAt, sinceMs: passedMs};
		return {
			known,
			list,
			errors,
			isProjectMissing: areAllMissing && (await orError(isProjectGone(admittedReads, projectId, over))) === true,
			trouble: error && troubleWith(error, projectId, began),
		};
	}

	/** Returns the wait after a round, and prints what it has revealed. */
	function afterRound(before: ProjectWait, round: Round): ProjectWait {
		const skewMs = context.skewMs();
		const serviceStart = skewMs === undefined ? undefined : toServiceTime(time.startedAt, skewMs);
		const moment = {beganAt: toServiceTime(time.startedAt, skewMs ?? 0), wall: clock.wall()};
		const {wordMeanings} = context;
		const after = withRound(before, round, {...options, ...moment, wordMeanings, serviceStart});
		const {project, known, awaited} = after;
		for (const change of observe(before.known, known, {at: clock.now(), skewMs: skewMs ?? 0}, project)) {
			if (awaited.some(({id}) => id === change.deployment.id)) report.change(change, project);
		}

		return after;
	}

	/** Reads a project until its deployments have concluded, or waiting is over. */
	async function follow(projectId: string): Promise<void> {
		while (!over.aborted) {
			const wait = waits.get(projectId);
			if (!wait || openIn(wait).length === 0) return;
			const dueAt = clock.elapsed() + everyMsAfter(time.passedMs());
			const round = await readRound(wait);
			// Time may have run out meanwhile.
			if (waits.get(projectId) !== wait || over.aborted) return;
			set(afterRound(wait, round));
			const {nextAt} = round.trouble ?? {};
			await sleep(clock, nextAt === undefined ? dueAt - clock.elapsed() : nextAt - clock.now(), over);
		}
	}

	/** Gives up on what was not read for too long, and says how far the others are. */
	function tick() {
		for (const wait of openWaits()) {
			const {trouble, project} = wait;
			if (!trouble || time.passedMs() - trouble.sinceMs < options.giveUpAfterMs) continue;
			const verdict = verdictUnread(trouble.error);
			set(withVerdict(wait, verdict));
			if (openWaits().length > 0) notes.gaveUp(project, verdict.reason);
		}

		const open = openWaits();
		const row = context.rowContext();
		notes.tick(open.flatMap(wait => wait.trouble ?? [])[0]);
		output.progress(progressLine(open, row), stillSentence(open, time.startedAt, row));
	}

	const stopTicking = everySecond(clock, tick);
	try {
		await Promise.all([...waits.keys()].map(follow));
	} catch (error) {
		if (!(error instanceof Aborted && over.aborted)) throw error;
	} finally {
		concluded.abort();
		stopTicking();
		time.stop();
		output.progress(undefined);
	}

	if (signal.aborted && openWaits().length > 0) {
		printResumption(openWaits(), options, time.leftMs(), output);
		return signal.reason;
	}

	const row = context.rowContext();
	const stillRunning = (wait: ProjectWait, item: WaitItem): Verdict => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, item, time.startedAt, row),
	});
	const verdicts = [...waits.values()]
		.flatMap(wait => wait.awaited.map(item => ({wait, item, verdict: item.verdict ?? stillRunning(wait, item)})))
		.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, wait, item} of verdicts) report.verdict(verdict, wait, item);
	return verdicts.at(-1)?.verdict.exitCode ?? exitCodes.done;
}
