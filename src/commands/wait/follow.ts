import {Aborted} from '../../api/errors.ts';
import {backoffMs, nextAttemptAt} from '../../api/retry-delay.ts';
import {createAwakeTime, type LocalTime, sleep} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import type {Journal} from '../../journal/journal.ts';
import type {Service} from '../../store/model/login.ts';
import {plain} from '../../text.ts';
import type {CommandContext} from '../headless/context.ts';
import type {RetryingClient} from '../headless/retrying-client.ts';
import {createNotes} from './notes.ts';
import {changesIn, createObservationLog, type Observed, observe} from './observations.ts';
import {type Moment, progressLine, stillSentence, stillText} from './progress.ts';
import {
	endedWith,
	isOver,
	newWait,
	type ProjectWait,
	readDeployment,
	readRound,
	serviceStartOf,
	type Wanted,
	waitAfter,
} from './project-wait.ts';
import {createReport, type Judged, type Report} from './report.ts';
import {type FollowOptions, printResumption} from './resume.ts';
import {type Verdict, verdictUnread, worstLast} from './verdict.ts';

const [second, minute] = [1000, 60_000];

/** How often the list of a project is read, by how long landfall has waited: most deployments conclude soon. */
const paces = [
	{untilMs: minute, everyMs: 2 * second},
	{untilMs: 10 * minute, everyMs: 3 * second},
	{untilMs: Number.POSITIVE_INFINITY, everyMs: 5 * second},
];

const everyMsAfter = (passedMs: number): number => paces.find(({untilMs}) => passedMs < untilMs)?.everyMs ?? 0;

/** How many projects are read at the same time. */
const concurrency = 4;

const tickMs = second;

/** When landfall began to wait, by the local clock, and how much of `--timeout` it has used since. */
export type Begun = {readonly startedAt: LocalTime; readonly usedMs: number};

/** What a command that waits runs with. */
export type Following = {
	readonly service: Service;
	readonly journal: Journal;
	/** Its budget also covers the reads of the wait. */
	readonly client: RetryingClient;
	readonly begun?: Begun;
};

const notAllowed: Verdict = {
	exitCode: exitCodes.usage,
	name: plain`unknown`,
	reason: plain`nothing was read for too long: another landfall window on this service was started with --rpm 0`,
};

/** Prints the verdicts, the one that counts most last. Returns its exit code. */
function conclude(waits: readonly ProjectWait[], report: Report): number {
	const all = waits.flatMap(wait => {
		const {projectId, project, ids = [], verdict, verdicts} = wait;
		const judged = (deploymentId: string | undefined): Judged => {
			const row = readDeployment(wait, deploymentId);
			return {projectId, project, deploymentId, deployment: row?.deployment, readAt: row?.seenAt};
		};
		const onDeployments = ids.flatMap(id => {
			const own = verdicts.get(id);
			return own ? [{verdict: own, judged: judged(id)}] : [];
		});
		return verdict ? [{verdict, judged: judged(undefined)}] : onDeployments;
	});
	const sorted = all.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, judged} of sorted) report.verdict(verdict, judged);
	return sorted.at(-1)?.verdict.exitCode ?? exitCodes.done;
}

/** Ends whatever is still awaited at `--timeout`. */
const timedOut = (wait: ProjectWait, moment: Moment): ProjectWait =>
	endedWith(wait, id => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, id, moment),
	}));

/**
Waits until deployments have concluded. Resolves with the exit code of the verdict that counts most: a deployment failed; one is gone or could not be read; a word is unknown; one is still in progress at `--timeout`.

Survives outages until `--give-up-after` has passed without a successful read. Neither this nor `--timeout` counts the time that the computer sleeps.
*/
export async function followDeployments(
	wanted: readonly Wanted[],
	options: FollowOptions,
	{service, journal, client, begun}: Following,
	context: CommandContext,
): Promise<number> {
	const {clock, output, pins, signal} = context;
	const {startedAt, usedMs} = begun ?? {startedAt: clock.now(), usedMs: 0};
	const report = createReport(context);
	const notes = createNotes(context, options.giveUpAfterMs);
	const saveObserved = createObservationLog(journal, service);
	const awakeMs = createAwakeTime(clock);
	const over = new AbortController();
	const {timeoutMs, giveUpAfterMs} = options;
	const leftAt = (passedMs: number) => timeoutMs && Math.max(0, timeoutMs - usedMs - passedMs);

	const waits = new Map(wanted.map(each => [each.project.id, newWait(each)]));
	const open = () => [...waits.values()].filter(wait => !isOver(wait));
	/** The next reads, and when they are due, by `clock.elapsed()`. */
	const queue = [...waits.keys()].map(projectId => ({projectId, dueAt: clock.elapsed()}));
	/** How many requests a minute this wait may make. None if a window has stopped all reads; then since when. */
	let perMinute = options.requestsPerMinute;
	let stoppedSince: number | undefined;

	function tell(wait: ProjectWait, observed: Observed) {
		saveObserved(observed, wait.project);
		for (const change of changesIn(observed)) {
			if (!wait.ids?.includes(change.deployment.id)) continue;
			report.change(change, wait.project);
			notes.printed();
		}
	}

	/** Returns when to read the project again. */
	function paused(
		wait: ProjectWait,
		startedMs: number,
		passedMs: number,
	): {readonly wait: ProjectWait; readonly dueAt: number} {
		const {trouble} = wait;
		const shareMs = options.isDemo ? 0 : (open().length * minute) / Math.max(1, perMinute);
		const dueAt = startedMs + Math.max(everyMsAfter(passedMs), shareMs);
		if (!trouble) return {wait, dueAt};
		const now = clock.now();
		const backoff = backoffMs(passedMs - trouble.sinceMs, `${wait.projectId} ${now}`);
		const nextAt = nextAttemptAt(now, Math.max(backoff, dueAt - clock.elapsed()), trouble.error.details.retryAt);
		return {wait: {...wait, trouble: {...trouble, nextAt}}, dueAt: clock.elapsed() + nextAt - now};
	}

	async function readNext({projectId, dueAt}: (typeof queue)[number]) {
		await sleep(clock, dueAt - clock.elapsed(), over.signal);
		while (perMinute === 0 && !over.signal.aborted) await sleep(clock, tickMs, over.signal);
		const before = waits.get(projectId);
		if (!before || isOver(before) || over.signal.aborted) return;
		const startedMs = clock.elapsed();
		const passedMs = awakeMs();
		const answers = await readRound(before, {
			client: service.client,
			clock,
			signal: over.signal,
			admit: () => client.admit(over.signal),
			skewMs: () => context.skewMs() ?? 0,
		});
		// Time may have run out meanwhile.
		if (isOver(waits.get(projectId) ?? before)) return;
		const serviceStart = serviceStartOf(startedAt, context.skewMs());
		const after = waitAfter(before, answers, {serviceStart, words: options, pins, passedMs});
		const next = paused(after, startedMs, awakeMs());
		waits.set(projectId, next.wait);
		tell(after, observe(before.known, after.known, {at: clock.now(), skewMs: context.skewMs() ?? 0}));
		if (!isOver(after)) queue.push({projectId, dueAt: next.dueAt});
	}

	function takeNext() {
		const next = queue.toSorted((a, b) => a.dueAt - b.dueAt)[0];
		if (next) queue.splice(queue.indexOf(next), 1);
		return next;
	}

	async function readInTurn(onRead: () => void) {
		for (let next = takeNext(); next && !over.signal.aborted; next = takeNext()) {
			await readNext(next).catch(error => {
				if (!(error instanceof Aborted && over.signal.aborted)) throw error;
			});
			onRead();
		}
	}

	/** Returns the verdict if nothing was read for too long. */
	function verdictAt(wait: ProjectWait, passedMs: number): Verdict | undefined {
		const {trouble} = wait;
		if (trouble && passedMs - trouble.sinceMs >= giveUpAfterMs) return verdictUnread(trouble.error);
		return stoppedSince !== undefined && passedMs - stoppedSince >= giveUpAfterMs ? notAllowed : undefined;
	}

	function tick(passedMs: number) {
		const moment = {context: context.rowContext(), startedAt};
		for (const wait of open()) {
			const verdict = verdictAt(wait, passedMs);
			if (leftAt(passedMs) === 0) waits.set(wait.projectId, timedOut(wait, moment));
			else if (verdict)
				waits.set(
					wait.projectId,
					endedWith(wait, () => verdict),
				);
		}

		const trouble = open().flatMap(wait => wait.trouble ?? [])[0];
		if (output.showsProgress) output.progress(progressLine(open(), moment));
		else notes.tick(trouble, () => stillSentence(open(), moment));
	}

	await context.shareBudget({
		weight: 'away',
		requestsPerMinute: options.requestsPerMinute,
		onBudget(own) {
			perMinute = own;
			stoppedSince = own > 0 ? undefined : (stoppedSince ?? awakeMs());
		},
	});
	return new Promise((resolve, reject) => {
		let cancelTick = () => {};
		const stop = () => {
			over.abort();
			cancelTick();
			signal.removeEventListener('abort', interrupt);
			output.progress(undefined);
		};
		const endIfOver = () => {
			if (over.signal.aborted || open().length > 0) return;
			stop();
			resolve(conclude([...waits.values()], report));
		};
		const interrupt = () => {
			printResumption(open(), options, leftAt(awakeMs()), output);
			stop();
			resolve(signal.reason);
		};
		const tickOn = () => {
			const passedMs = awakeMs();
			tick(passedMs);
			endIfOver();
			if (!over.signal.aborted) cancelTick = clock.after(Math.min(tickMs, leftAt(passedMs) ?? tickMs), tickOn);
		};

		signal.addEventListener('abort', interrupt, {once: true});
		if (signal.aborted) return interrupt();
		tickOn();
		const turns = Array.from({length: concurrency}, () => readInTurn(endIfOver));
		Promise.all(turns).catch(error => {
			stop();
			reject(error);
		});
	});
}
