import {Aborted, ApiError, errorSentence} from '../../api/errors.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {plain} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import type {CommandContext, OptionsOf} from '../headless/context.ts';
import {findProject} from '../headless/find-project.ts';
import {eachProjectName} from '../headless/input-lines.ts';
import {createReader, type Reader} from '../headless/reader.ts';
import {checkBudget, followDeployments, startWaitTime} from './follow.ts';
import {printResumption} from './progress.ts';
import {newWait, type Wanted} from './project-wait.ts';
import {createReport} from './report.ts';
import {neverRead, verdictUnread} from './verdict.ts';

type WaitOptions = OptionsOf<'wait'>;

/** Finds each of the named projects once. Survives outages and unusable answers, as waiting does. */
async function findWanted(options: WaitOptions, read: Reader, context: CommandContext): Promise<readonly Wanted[]> {
	const {project, deployment, which} = options;
	const wanted = new Map<string, Wanted>();
	for await (const name of eachProjectName(project, context)) {
		const found = await findProject(read, name, context.output.note);
		wanted.set(found.id, {project: found, deploymentId: deployment, which});
	}

	if (wanted.size > 0) return [...wanted.values()];
	throw new CommandError(exitCodes.usage, plain`Standard input names no project.`);
}

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
		const service = await context.openService();
		const limited = {...context, signal: AbortSignal.any([signal, time.late])};
		const read = createReader(service.client, options, limited, error => error.isTransient);
		const wanted = await findWanted(options, read, limited);
		const journal = await context.openJournal();
		return await followDeployments(wanted, options, {service, journal, read, time}, context);
	} catch (error) {
		// Exit code 1 means that a deployment failed, so a refused read needs another one.
		if (error instanceof ApiError) throw new CommandError(verdictUnread(error).exitCode, errorSentence(error));
		if (!(error instanceof Aborted)) throw error;
		// It ended before all projects were found.
		const unread = newWait({project: {id}, deploymentId, which});
		if (signal.aborted) {
			printResumption([unread], options, time.leftMs(), output);
			return signal.reason;
		}

		createReport(context).verdict(neverRead, unread, deploymentId);
		return neverRead.exitCode;
	} finally {
		time.stop();
	}
}
