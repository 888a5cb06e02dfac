import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {emptyBody, parseBody} from '../store/model/writes/confirmation.ts';
import {plain} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {orInterrupted} from './headless/interruption.ts';
import {checkBudget} from './wait/budget.ts';
import type {Wanted} from './wait/project-wait.ts';
import {reportOutcome} from './writes/outcome.ts';
import {describeDeployment, startDeployment} from './writes/start-deployment.ts';
import {findTargets, isMany, writeToEach} from './writes/targets.ts';
import {withWriteSession} from './writes/write-session.ts';

type DeployOptions = OptionsOf<'deploy'>;

/** Deploys projects. Returns the exit code. */
export async function runDeploy(options: DeployOptions, context: CommandContext): Promise<number> {
	if (options.isFollowed) checkBudget(options);
	return withWriteSession(options, context, async run => {
		const body = await bodyOf(options, context);
		const projects = await findTargets(run, options.project);
		const isOneOfMany = isMany(options.project);
		const started: Wanted[] = [];
		const exitCode = await writeToEach(run, projects, async project => {
			const title = projectTitle(project);
			const outcome = await startDeployment(run, project, {body, isSure: options.isConfirmed, isOneOfMany});
			const subject = {projectId: project.id, title, isOneOfMany};
			const isFollowed = options.isFollowed && outcome.kind === 'done';
			if (isFollowed) started.push({project, deploymentId: outcome.value.id, which: 'newest'});
			// Following a deployment prints its start first.
			if (isFollowed && !context.output.isTable) return exitCodes.done;
			return reportOutcome(run, subject, outcome, deployment => describeDeployment(title, deployment));
		});
		if (started.length === 0) return exitCode;
		const {followDeployments} = await import('./wait/follow.ts');
		const journal = await context.openJournal();
		const {connection} = run.session.store.get();
		if (!connection) throw new Error('The session has no service.');
		const service = {...connection, client: run.client};
		const verdict = await followDeployments(started, options, {service, journal, read: run.read}, context);
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
