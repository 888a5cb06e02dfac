import type {Client} from '../api/client.ts';
import {Aborted, ApiError} from '../api/errors.ts';
import {backoffMs, nextAttemptAt} from '../api/retry-delay.ts';
import type {Deployment} from '../api/types.ts';
import {type Clock, createAwakeTime, everySecond, type LocalTime, sleep, toServiceTime} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import {listLimit} from '../model/deployment-table.ts';
import type {CommandContext} from './context.ts';
import {CommandError} from './errors.ts';
import {createObserver} from './observations.ts';
import {createNotes, type FollowOptions, printResumption, progressLine, stillSentence, stillText} from './progress.ts';
import {
	type Answers,
	isOver,
	newWait,
	openIn,
	type ProjectWait,
	type ReadResult,
	type Wanted,
	waitAfter,
	withVerdicts,
} from './project-wait.ts';
import {createReport, type Report} from './report.ts';
import type {RetryingClient} from './retrying-client.ts';
import {notAllowed, type Verdict, verdictUnread, worstLast} from './verdict.ts';

const [second, minute] = [1000, 60_000];

/** Returns how often the list of a project is read, by how long landfall has waited: most deployments conclude soon. */
function everyMsAfter(passedMs: number): number {
	if (passedMs < minute) return 2 * second;
	return passedMs < 10 * minute ? 3 * second : 5 * second;
}

/** Rejects a budget of zero: without background reads, no change would ever be noticed. */
export function checkBudget({requestsPerMinute}: {readonly requestsPerMinute: number}): void {
	if (requestsPerMinute > 0) return;
	throw new CommandError(
		exitCodes.usage,
		plain`With --rpm 0 landfall reads only on request, so it cannot follow deployments. Use --rpm 1 or more.`,
	);
}

/** Starts the time of a command that waits. The time that the computer sleeps does not count. */
export function startWaitTime(clock: Clock, timeoutMs = Number.POSITIVE_INFINITY) {
	const passedMs = createAwakeTime(clock);
	/** What is left of `--timeout`. Infinity without one. */
	const leftMs = () => Math.max(0, timeoutMs - passedMs());
	const late = new AbortController();
	const stop = everySecond(clock, () => {
		if (leftMs() === 0) late.abort();
	});
	return {
		/** When it began, by the local clock. */
		startedAt: clock.now(),
		passedMs,
		leftMs,
		/** Aborted at `--timeout`. */
		late: late.signal,
		stop,
	};
}

type WaitTime = ReturnType<typeof startWaitTime>;

/** What a command that waits runs with. */
export type Following = {
	readonly service: OpenedService;
	readonly journal: Journal;
	/** Its budget also covers the reads of the wait. */
	readonly client: RetryingClient;
	/** Default: the time begins now. */
	readonly time?: WaitTime;
};

/** Prints the verdicts, the one that counts most last. Returns its exit code. */
function conclude(waits: readonly ProjectWait[], report: Report): number {
	const all = waits.flatMap(wait =>
		wait.awaited.flatMap(id => {
			const verdict = wait.verdicts.get(id);
			return verdict ? [{verdict, wait, id}] : [];
		}),
	);
	const sorted = all.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, wait, id} of sorted) report.verdict(verdict, wait, id);
	return sorted.at(-1)?.verdict.exitCode ?? exitCodes.done;
}

/** Whether an error says something about the service as a whole, so that another read would fail as well. */
const isServiceDown = ({kind}: ApiError): boolean =>
	kind === 'network' || kind === 'timeout' || kind === 'busy' || kind === 'auth';

type RoundOptions = Pick<CommandContext, 'clock' | 'skewMs'> & {
	readonly client: Client;
	readonly signal: AbortSignal;
	/** Resolves when one more read may be sent. */
	readonly admit: () => Promise<void>;
};

/** Reads the list of a project's deployments, for which a read is admitted already, and each awaited one that it lacks. */
async function readRound(wait: ProjectWait, {client, clock, skewMs, signal, admit}: RoundOptions): Promise<Answers> {
	const {projectId} = wait;
	const read = async <Value>(send: () => Promise<Value>): Promise<ReadResult<Value>> => {
		const askedAt = clock.now();
		const arrival = () => ({askedAt, at: clock.now(), skewMs: skewMs() ?? 0});
		try {
			const value = await send();
			return {value, ...arrival()};
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return {error, ...arrival()};
		}
	};
	const readNext = async <Value>(send: () => Promise<Value>) => {
		await admit();
		return read(send);
	};

	const list = await read(() => client.listDeployments(projectId, {limit: listLimit}, signal));
	const records = new Map<string, ReadResult<Deployment>>();
	const answers = {list, records, isProjectMissing: false};
	if (list.error && isServiceDown(list.error)) return answers;
	const listed = new Set<string | undefined>(list.error ? [] : list.value.deployments.map(({id}) => id));
	for (const id of openIn(wait)) {
		if (id === undefined || listed.has(id)) continue;
		records.set(id, await readNext(() => client.readDeployment(projectId, id, signal)));
	}

	const isMissing = ({error}: ReadResult<unknown>) => error?.kind === 'missing';
	if (![list, ...records.values()].every(isMissing)) return answers;
	if (!isMissing(await readNext(() => client.readProject(projectId, signal)))) return answers;
	// A gateway may answer everything with 404. Then it proves nothing.
	const page = await readNext(() => client.listProjects({limit: 1}, signal));
	return {...answers, isProjectMissing: !page.error && page.value.projects.every(({id}) => id !== projectId)};
}

/** Divides the budget with the windows on the service. `admit` resolves when one more read may be sent, one after the other; `stoppedMs` returns how long landfall had waited when a window stopped all reads. */
async function joinBudget(
	{requestsPerMinute}: FollowOptions,
	{client, time, over}: Pick<Following, 'client'> & {readonly time: WaitTime; readonly over: AbortSignal},
	{clock, shareBudget}: CommandContext,
) {
	let perMinute = requestsPerMinute;
	let stoppedMs: number | undefined;
	let quietUntil = 0;
	let turn = Promise.resolve();
	await shareBudget({
		weight: 'away',
		requestsPerMinute,
		onBudget(own) {
			if (own === perMinute) return;
			perMinute = own;
			stoppedMs = own > 0 ? undefined : time.passedMs();
		},
	});

	async function admitNext() {
		await client.admit(over, perMinute || requestsPerMinute);
		while ((perMinute === 0 || clock.now() < quietUntil) && !over.aborted) await sleep(clock, second, over);
	}

	return {
		stoppedMs: () => stoppedMs,
		/** The service asked for a pause, which is meant for all reads. */
		pause(until: LocalTime) {
			quietUntil = Math.max(quietUntil, until);
		},
		admit() {
			turn = turn.then(admitNext);
			return turn;
		},
	};
}

/**
Waits until deployments have concluded. Resolves with the exit code of the verdict that counts most: a deployment failed; one is gone or could not be read; a word is unknown; one is still in progress at `--timeout`.

Survives outages until `--give-up-after` has passed without a successful read.
*/
export async function followDeployments(
	wanted: readonly Wanted[],
	options: FollowOptions,
	{service, journal, client, ...following}: Following,
	context: CommandContext,
): Promise<number> {
	const {clock, output, wordMeanings, signal} = context;
	const {time = startWaitTime(clock, options.timeoutMs)} = following;
	const report = createReport(context);
	const notes = createNotes(context, options.giveUpAfterMs);
	const observe = createObserver(journal, service);
	const concluded = new AbortController();
	const over = AbortSignal.any([concluded.signal, signal, time.late]);
	const waits = new Map(wanted.map(each => [each.project.id, newWait(each)]));
	const open = () => [...waits.values()].filter(wait => !isOver(wait));
	const {admit, pause, stoppedMs} = await joinBudget(options, {client, time, over}, context);

	function set(wait: ProjectWait) {
		waits.set(wait.projectId, wait);
		if (open().length === 0) concluded.abort();
	}

	/** Returns the wait after a round that began at `passedMs`, and prints what it has revealed. */
	function afterRound(before: ProjectWait, answers: Answers, passedMs: number): ProjectWait {
		const skewMs = context.skewMs();
		const serviceStart = skewMs === undefined ? undefined : toServiceTime(time.startedAt, skewMs);
		const after = waitAfter(before, answers, {serviceStart, words: options, wordMeanings, passedMs});
		const {projectId, project, trouble} = after;
		const at = clock.now();
		for (const change of observe(before.known, after.known, {at, skewMs: skewMs ?? 0}, project)) {
			if (!after.awaited.includes(change.deployment.id)) continue;
			report.change(change, project);
			notes.printed();
		}

		if (!trouble) return after;
		const {retryAt} = trouble.error.details;
		const nextAt = nextAttemptAt(at, backoffMs(time.passedMs() - trouble.sinceMs, `${projectId} ${at}`), retryAt);
		if (retryAt !== undefined) pause(nextAt);
		return {...after, trouble: {...trouble, nextAt}};
	}

	/** Reads a project until its deployments have concluded, or waiting is over. */
	async function follow(projectId: string): Promise<void> {
		const current = () => {
			const wait = waits.get(projectId);
			return wait && !isOver(wait) && !over.aborted ? wait : undefined;
		};
		while (current()) {
			const dueAt = clock.elapsed() + everyMsAfter(time.passedMs());
			await admit();
			const before = current();
			if (!before) return;
			const passedMs = time.passedMs();
			const answers = await readRound(before, {...context, client: service.client, signal: over, admit});
			// Time may have run out meanwhile.
			if (!current()) return;
			const after = afterRound(before, answers, passedMs);
			set(after);
			const {nextAt} = after.trouble ?? {};
			await sleep(clock, nextAt === undefined ? dueAt - clock.elapsed() : nextAt - clock.now(), over);
		}
	}

	/** Returns the verdict if nothing was read for too long. */
	function verdictAt({trouble}: ProjectWait): Verdict | undefined {
		const isTooLong = (sinceMs: number) => time.passedMs() - sinceMs >= options.giveUpAfterMs;
		if (trouble && isTooLong(trouble.sinceMs)) return verdictUnread(trouble.error);
		const stopped = stoppedMs();
		return stopped !== undefined && isTooLong(stopped) ? notAllowed : undefined;
	}

	function tick() {
		for (const wait of open()) {
			const verdict = verdictAt(wait);
			if (!verdict) continue;
			set(withVerdicts(wait, () => verdict));
			if (open().length > 0) notes.gaveUp(wait.project, verdict.reason);
		}

		const row = context.rowContext();
		const trouble = open().flatMap(wait => wait.trouble ?? [])[0];
		if (output.showsProgress) output.progress(progressLine(open(), row));
		else notes.tick(trouble, () => stillSentence(open(), time.startedAt, row));
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

	if (signal.aborted && open().length > 0) {
		printResumption(open(), options, time.leftMs(), output);
		return signal.reason;
	}

	const row = context.rowContext();
	const stillRunning = (wait: ProjectWait) => (id: string | undefined) => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, id, time.startedAt, row),
	});
	return conclude(
		[...waits.values()].map(wait => withVerdicts(wait, stillRunning(wait))),
		report,
	);
}
