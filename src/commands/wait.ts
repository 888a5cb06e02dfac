import {Aborted, ApiError, errorSentence} from '../api/errors.ts';
import {everySecond} from '../base/clock.ts';
import {minuteMs, secondMs} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import type {OpenedService} from '../model/connection.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {noDeployments} from '../model/deployment-table.ts';
import {projectTitle} from '../model/project-title.ts';
import {behindNotFound} from '../state/interests.ts';
import type {ReadOptions} from '../state/next-read.ts';
import {patch} from '../state/state.ts';
import {CommandError, orInterrupted, worstLast, worstOf} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {findNamedProjects} from './find-project.ts';
import {createFollowing} from './following.ts';
import {
	afterRead,
	interestsIn,
	lookBackMs,
	unknownVerdict,
	type Verdict,
	verdictUnread,
	type Wait,
	type Wanted,
} from './project-wait.ts';
import {
	createOutageNotes,
	createReport,
	printResumption,
	progressLine,
	stillSentence,
	stillText,
	type WaitOptions,
} from './report.ts';
import {createRetryingClient} from './retrying-client.ts';

function readIntervalMs(passedMs: number): number {
	if (passedMs < minuteMs) return 2 * secondMs;
	return passedMs < 10 * minuteMs ? 3 * secondMs : 5 * secondMs;
}

type RunOptions = WaitOptions & {
	readonly project: string;
	readonly deployment: string | undefined;
	readonly which: Wanted['which'];
};

export async function runWait(options: RunOptions, context: CommandContext): Promise<number> {
	const {project: id, deployment: deploymentId, which} = options;
	const {output, signal, clock} = context;
	const target = {id: deploymentId, which};
	const since = clock.wall() - lookBackMs;
	const time = startTimeLimit(context, options.timeoutMs);
	try {
		// The program that prints the key may never answer, and standard input may never end.
		const service = await orInterrupted({signal: time.late}, context.openService());
		const limited = {...context, signal: AbortSignal.any([signal, time.late])};
		const client = createRetryingClient(service.client, options, limited, ({isTransient}) => isTransient);
		const found = await findNamedProjects([id], {...limited, client});
		// Exit code 1 means that a deployment failed.
		const exitCode = found.exitCode === exitCodes.notGood ? exitCodes.keyRefused : found.exitCode;
		if (found.projects.length === 0) return exitCode;
		const journal = await context.openJournal();
		const wanted = found.projects.map(project => {
			// The journal uses the computer's clock, which may have been set back since.
			const aheadMs = clock.now() - clock.wall();
			const started = journal.startedSince(service.name, project.id, since);
			const startedHere = started.map(({at, ...deployment}) => ({...deployment, at: at + aheadMs}));
			return {...target, projectId: project.id, project: projectTitle(project), startedHere};
		});
		const verdict = await waitForDeployments(wanted, options, {service, journal}, context, time);
		return signal.aborted ? verdict : worstOf([exitCode, verdict]);
	} catch (error) {
		// A rejected read needs another exit code than 1, which means a failed deployment.
		if (error instanceof ApiError)
			throw new CommandError(verdictUnread(error).exitCode, errorSentence(error), {cause: error});
		if (!(error instanceof Aborted)) throw error;
		// The command ended before all projects were found.
		const unread = {...target, projectId: id, project: projectTitle({id}), startedHere: [], known: noDeployments};
		if (signal.aborted) {
			// The names from standard input cannot be read again.
			if (id !== '-') printResumption([unread], options, time.leftMs(), output);
			return signal.reason;
		}

		const verdict = unknownVerdict(exitCodes.stillRunning, plain`not read before --timeout`);
		createReport(context).verdict(verdict, unread);
		return verdict.exitCode;
	} finally {
		time.stop();
	}
}

function startTimeLimit({clock, awakeMs}: CommandContext, timeoutMs = Number.POSITIVE_INFINITY) {
	const startedMs = awakeMs();
	const passedMs = () => awakeMs() - startedMs;
	const leftMs = () => Math.max(0, timeoutMs - passedMs());
	const late = new AbortController();
	const stop = everySecond(clock, () => {
		if (leftMs() === 0) late.abort();
	});
	return {startedAt: clock.now(), passedMs, leftMs, late: late.signal, stop};
}

type WaitRun = {
	readonly service: OpenedService;
	readonly journal: Journal;
	readonly onPrinted?: () => void;
};

/** Survives outages shorter than `--give-up-after`. Resolves with the worst exit code. `time` begins now by default. */
export async function waitForDeployments(
	wanted: readonly Wanted[],
	options: WaitOptions,
	{service, journal, onPrinted = () => {}}: WaitRun,
	context: CommandContext,
	time = startTimeLimit(context, options.timeoutMs),
): Promise<number> {
	const {output, signal, wordMeanings} = context;
	const {store, follow, printChanges} = createFollowing({service, journal, projects: wanted}, context);
	const report = createReport(context);
	const notes = createOutageNotes(context, options.giveUpAfterMs);
	const concluded = new AbortController();
	let waits: readonly Wait[] = wanted.map(each => ({...each, known: noDeployments}));
	const undecidedWaits = () => waits.filter(({verdict}) => !verdict);

	function change(next: (wait: Wait) => readonly Wait[] | Wait) {
		waits = waits.flatMap(wait => (wait.verdict ? wait : next(wait)));
		if (undecidedWaits().length === 0) concluded.abort();
	}

	function orGiveUp(wait: Wait): Wait {
		const {outage} = wait;
		const isLate = outage && time.passedMs() - outage.sinceMs >= options.giveUpAfterMs;
		return isLate ? {...wait, verdict: verdictUnread(outage.error)} : wait;
	}

	function tick() {
		const before = undecidedWaits().map(orGiveUp);
		change(orGiveUp);
		const undecided = undecidedWaits();
		const [first, ...others] = undecided;
		if (!first) return;
		for (const {project, verdict} of before) if (verdict) notes.gaveUp(project, verdict.reason);
		const row = context.rowContext();
		notes.tick(undecided.flatMap(({outage}) => outage ?? [])[0]);
		const {length} = others;
		output.progress(progressLine(first, length, row), stillSentence(first, length, time.startedAt, row));
	}

	const reads: ReadOptions = {
		discovers: false,
		waiting: 'command',
		interestsOf(state, {now}) {
			const ageMs = readIntervalMs(time.passedMs());
			return [...behindNotFound(state), ...undecidedWaits().flatMap(wait => interestsIn(wait, state, ageMs, now))];
		},
	};
	const accepted = wanted.flatMap(({projectId, startedHere}) =>
		startedHere.map(({id, at}) => [deploymentKey(projectId, id), at] as const),
	);
	store.change(state => patch(state, 'writes', {accepted: new Map(accepted)}));
	store.subscribe((_before, state, fact) => {
		if (!fact || !('request' in fact)) return;
		const moment = {startedAt: time.startedAt, passedMs: time.passedMs()};
		change(wait => afterRead(wait, fact, state, {...options, ...moment, wordMeanings}));
	});
	printChanges(({projectId, id}) => waits.some(wait => wait.projectId === projectId && wait.id === id));
	store.subscribe((_before, _state, fact) => {
		if (fact?.type === 'deployments-read') onPrinted();
	});
	await follow(reads, tick, AbortSignal.any([concluded.signal, signal, time.late]));
	time.stop();
	if (signal.aborted && undecidedWaits().length > 0) {
		printResumption(undecidedWaits(), options, time.leftMs(), output);
		return signal.reason;
	}

	const row = context.rowContext();
	const stillRunning = (wait: Wait): Verdict => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, time.startedAt, row),
	});
	const verdicts = waits
		.map(wait => ({wait, verdict: wait.verdict ?? stillRunning(wait)}))
		.toSorted((a, b) => worstLast(a.verdict.exitCode, b.verdict.exitCode));
	for (const {verdict, wait} of verdicts) report.verdict(verdict, wait);
	return verdicts.at(-1)?.verdict.exitCode ?? exitCodes.done;
}
