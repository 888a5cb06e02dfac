import type {Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, type SafeText} from '../base/text.ts';
import {confirmationFor, emptyBody, parseBody} from '../model/confirmation.ts';
import {isProtected} from '../model/connection.ts';
import {projectTitle} from '../model/project-title.ts';
import type {CommandContext} from './context.ts';
import {CommandError, orInterrupted} from './errors.ts';
import type {JudgingOptions, Wanted} from './project-wait.ts';
import {waitForDeployments} from './wait.ts';
import {
	canAsk,
	confirm,
	isMany,
	sendWrite,
	type WriteOptions,
	type WriteResult,
	type WriteRun,
	withWriteRun,
	writeToEach,
} from './write.ts';

type DeployOptions = WriteOptions &
	JudgingOptions & {
		readonly project: string;
		readonly bodyFile: string | undefined;
		readonly isConfirmed: boolean;
		/** Whether to wait until the deployment has concluded. */
		readonly isAwaited: boolean;
	};

/** Deploys projects. Returns the exit code. */
export async function runDeploy(options: DeployOptions, context: CommandContext): Promise<number> {
	return withWriteRun(options, context, async run => {
		const body = await bodyOf(options, context);
		const isOneOfMany = isMany(options.project);
		const started: Wanted[] = [];
		const exitCode = await writeToEach(run, options.project, async project => {
			const outcome = await deployProject(run, project, {body, isSure: options.isConfirmed, isOneOfMany});
			if (!options.isAwaited || outcome.kind !== 'done' || outcome.done.kind !== 'deployed') return outcome;
			started.push({project, deploymentId: outcome.done.deployment.id, which: 'newest'});
			// Following a deployment prints its start first.
			return context.output.isTable ? outcome : undefined;
		});
		if (started.length === 0) return exitCode;
		const verdict = await waitForDeployments(started, options, run, context);
		return context.signal.aborted ? verdict : decidingCode(exitCode, verdict);
	});
}

/** Combines both exit codes: a write with an unknown outcome outranks a failed deployment, which outranks a failed write. */
function decidingCode(ofWrites: number, ofDeployments: number): number {
	if (ofWrites === exitCodes.done) return ofDeployments;
	const isWorse = ofDeployments === exitCodes.notGood && ofWrites !== exitCodes.unknownOutcome;
	return isWorse ? ofDeployments : ofWrites;
}

/** Returns the JSON to send. */
async function bodyOf({bodyFile}: Pick<DeployOptions, 'bodyFile'>, context: CommandContext): Promise<string> {
	const body = bodyFile === undefined ? emptyBody : await orInterrupted(context, context.readText(bodyFile));
	if (parseBody(body)) return body;
	throw new CommandError(exitCodes.usage, plain`The request body must be a JSON object. Nothing was sent.`);
}

export const undeployableText = (title: SafeText): SafeText =>
	plain`${title} is protected by the settings of this profile`;

/** Deploys a project. A protected one must be deployed by itself, and only once the user is sure or confirms it. */
export async function deployProject(
	run: WriteRun,
	project: Project,
	{body, isSure, isOneOfMany}: {readonly body: string; readonly isSure: boolean; readonly isOneOfMany: boolean},
): Promise<WriteResult> {
	const {guards, context} = run;
	const title = projectTitle(project);
	if (isProtected(guards, confirmationFor(project))) {
		const reason = undeployableText(title);
		if (isOneOfMany) throw new CommandError(exitCodes.notGood, plain`${reason}: deploy it separately.`);
		if (!isSure && !canAsk(context)) {
			throw new CommandError(exitCodes.usage, plain`${reason}. Deploy it with landfall deploy and --yes.`);
		}

		if (!isSure) await confirm(context, project, plain`${reason}.`);
	}

	return sendWrite(run, {kind: 'deploy', projectId: project.id, body, known: undefined}, title);
}
