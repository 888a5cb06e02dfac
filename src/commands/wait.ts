import {Aborted, ApiError, errorSentence} from '../api/errors.ts';
import {plain} from '../base/text.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import type {CommandContext, OptionsOf} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import {findProjects} from './find-project.ts';
import {checkBudget, followDeployments, startWaitTime} from './follow.ts';
import {printResumption} from './progress.ts';
import {newWait} from './project-wait.ts';
import {createReport} from './report.ts';
import {createRetryingClient} from './retrying-client.ts';
import {neverRead, verdictUnread, worstLast} from './verdict.ts';

type WaitOptions = OptionsOf<'wait'>;

/** Waits until deployments have concluded. Returns the exit code. */
export async function runWait(options: WaitOptions, context: CommandContext): Promise<number> {
	checkBudget(options);
	const {project: id, deployment: deploymentId, which} = options;
	if (id === '-' && deploymentId !== undefined) {
		throw new CommandError(exitCodes.usage, plain`A deployment belongs to one project: name the project.`);
	}

	if (deploymentId === '') {
		throw new CommandError(exitCodes.usage, plain`The deployment is empty. Name one by its id, or leave it out.`);
	}

	const {clock, output, signal} = context;
	const time = startWaitTime(clock, options.timeoutMs);
	try {
		// A program that prints the key, or the input, may keep it waiting.
		const service = await orInterrupted({signal: time.late}, context.openService());
		const limited = {...context, signal: AbortSignal.any([signal, time.late])};
		const client = createRetryingClient(service.client, options, limited, error => error.isTransient);
		const found = await findProjects([id], client, limited);
		const {projects} = found;
		// Exit code 1 means that a deployment failed.
		const exitCode = found.exitCode === exitCodes.notGood ? exitCodes.keyRefused : found.exitCode;
		if (projects.length === 0) return exitCode;
		const wanted = projects.map(project => ({project, deploymentId, which}));
		const journal = await context.openJournal();
		const verdict = await followDeployments(wanted, options, {service, journal, client, time}, context);
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

		createReport(context).verdict(neverRead, unread, deploymentId);
		return neverRead.exitCode;
	} finally {
		time.stop();
	}
}
