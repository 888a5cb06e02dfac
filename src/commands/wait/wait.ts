import {Aborted, ApiError, errorSentence} from '../../api/errors.ts';
import {type Clock, createAwakeTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {plain} from '../../text.ts';
import type {CommandContext, OptionsOf} from '../headless/context.ts';
import {CommandError} from '../headless/errors.ts';
import {eachProjectName, findProject} from '../headless/find-project.ts';
import {createRetryingClient, type RetryingClient} from '../headless/retrying-client.ts';
import {checkBudget} from './budget.ts';
import {type Begun, followDeployments} from './follow.ts';
import {newWait, type Wanted} from './project-wait.ts';
import {createReport} from './report.ts';
import {printResumption} from './resume.ts';
import {verdictUnread} from './verdict.ts';

type WaitOptions = OptionsOf<'wait'>;

/** Finds each of the named projects once. Survives outages and unusable answers, as waiting does. */
async function findWanted(
	options: WaitOptions,
	client: RetryingClient,
	context: CommandContext,
): Promise<readonly Wanted[]> {
	const {project, deployment, which} = options;
	const wanted = new Map<string, Wanted>();
	for await (const name of eachProjectName(project, context)) {
		const found = await findProject(client, name, context.output.note);
		wanted.set(found.id, {project: found, deploymentId: deployment, which});
	}

	if (wanted.size > 0) return [...wanted.values()];
	throw new CommandError(exitCodes.usage, plain`Standard input names no project.`);
}

const tickMs = 1000;

/** Calls `onLate` after a time in which the computer was awake. `usedMs` returns how much of it has passed. */
function startTimer(clock: Clock, limitMs = Number.POSITIVE_INFINITY, onLate: () => void) {
	const usedMs = createAwakeTime(clock);
	let stop = () => {};
	const tick = () => {
		const leftMs = limitMs - usedMs();
		if (leftMs > 0) stop = clock.after(Math.min(tickMs, leftMs), tick);
		else onLate();
	};

	tick();
	return {usedMs, stop: () => stop()};
}

/** Reports that waiting ended before the project had been found. */
function endedEarly(options: WaitOptions, context: CommandContext, {usedMs}: Begun): number {
	const {output, signal} = context;
	const {project: id, deployment, which, timeoutMs} = options;
	const wait = newWait({project: {id}, deploymentId: deployment, which});
	if (signal.aborted) {
		printResumption([wait], options, timeoutMs && Math.max(0, timeoutMs - usedMs), output);
		return signal.reason;
	}

	const verdict = {exitCode: exitCodes.stillRunning, name: plain`unknown`, reason: plain`not read before --timeout`};
	const {projectId, project} = wait;
	const judged = {projectId, project, deploymentId: deployment, deployment: undefined, readAt: undefined};
	createReport(context).verdict(verdict, judged);
	return verdict.exitCode;
}

/** Waits until deployments have concluded. Returns the exit code. */
export async function runWait(options: WaitOptions, context: CommandContext): Promise<number> {
	checkBudget(options);
	if (options.project === '-' && options.deployment !== undefined) {
		throw new CommandError(exitCodes.usage, plain`A deployment belongs to one project: name the project.`);
	}

	if (options.deployment === '') {
		throw new CommandError(exitCodes.usage, plain`The deployment is empty. Name one by its id, or leave it out.`);
	}

	const {clock, signal} = context;
	const startedAt = clock.now();
	const late = new AbortController();
	const timer = startTimer(clock, options.timeoutMs, () => late.abort());
	const begun = (): Begun => ({startedAt, usedMs: timer.usedMs()});
	try {
		const service = await context.openService();
		const limited = {...context, signal: AbortSignal.any([signal, late.signal])};
		const client = createRetryingClient(service.client, options, limited, error => error.isTransient);
		const wanted = await findWanted(options, client, limited);
		timer.stop();
		const journal = await context.openJournal();
		return await followDeployments(wanted, options, {service, journal, client, begun: begun()}, context);
	} catch (error) {
		// Exit code 1 means that a deployment failed, so a refused read needs another one.
		if (error instanceof ApiError) throw new CommandError(verdictUnread(error).exitCode, errorSentence(error));
		if (!(error instanceof Aborted)) throw error;
		return endedEarly(options, context, begun());
	} finally {
		timer.stop();
	}
}
