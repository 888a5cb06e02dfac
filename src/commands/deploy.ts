import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {emptyBody, parseBody} from '../store/model/writes/confirmation.ts';
import {plain} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {reportOutcome} from './writes/report-outcome.ts';
import {describeDeployment, startDeployment} from './writes/start-deployment.ts';
import {findTargets, isMany, writeToEach} from './writes/targets.ts';
import {withWriteSession} from './writes/write-session.ts';

type DeployOptions = OptionsOf<'deploy'>;

/** Deploys projects. Returns the exit code. */
export async function runDeploy(options: DeployOptions, context: CommandContext): Promise<number> {
	if (options.isFollowed) throw new CommandError(exitCodes.usage, plain`--wait is not part of this version.`);
	return withWriteSession(options, context, async run => {
		const body = await bodyOf(options, context);
		const projects = await findTargets(run, options.project);
		const isOneOfMany = isMany(options.project);
		return writeToEach(run, projects, async project => {
			const title = projectTitle(project);
			const outcome = await startDeployment(run, project, {body, isSure: options.isConfirmed, isOneOfMany});
			const subject = {projectId: project.id, title, isOneOfMany};
			return reportOutcome(run, subject, outcome, deployment => describeDeployment(title, deployment));
		});
	});
}

/** Returns the JSON to send. */
async function bodyOf({bodyFile}: Pick<DeployOptions, 'bodyFile'>, {readText}: CommandContext): Promise<string> {
	const body = bodyFile === undefined ? emptyBody : await readText(bodyFile);
	if (parseBody(body)) return body;
	throw new CommandError(exitCodes.usage, plain`The request body must be a JSON object. Nothing was sent.`);
}
