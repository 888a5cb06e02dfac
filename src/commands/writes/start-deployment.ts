import {encodeDeployment} from '../../api/decode/decode.ts';
import type {Deployment, Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {versionText} from '../../present/column.ts';
import {projectTitle} from '../../project-title.ts';
import {isProtected} from '../../store/model/guards.ts';
import {confirmationFor} from '../../store/model/writes/confirmation.ts';
import type {DoneEvent} from '../../store/reducers/writes/outcomes.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {canAsk, confirm} from './confirm.ts';
import type {Description, WriteOutcome} from './outcome.ts';
import {sendWrite, unconfirmedDeploy} from './send-write.ts';
import type {WriteSession} from './write-session.ts';

/** Describes a deployment that was just started. */
export function describeDeployment(title: SafeText, deployment: Deployment): Description {
	const version = versionText(deployment.uploadVersion);
	const environment = deployment.environmentId?.shown;
	const what = [version, environment && plain`to ${environment}`].filter(part => part).join(' ');
	const line = safe(`${title} was deployed: ${[what, deployment.id].filter(part => part).join(', ')}`, 500);
	return {record: encodeDeployment(deployment), line};
}

export const undeployableText = (title: SafeText): SafeText =>
	plain`${title} is protected by the settings of this profile`;

type DeploymentRequest = {readonly body: string; readonly isSure: boolean; readonly isOneOfMany: boolean};

/** Returns why a protected project is not deployed. Undefined if it is not protected, or once the user has confirmed. */
async function findRefusal(
	{guards, context}: WriteSession,
	project: Project,
	{isSure, isOneOfMany}: DeploymentRequest,
): Promise<WriteOutcome<never> | undefined> {
	if (!isProtected(guards, confirmationFor(project))) return undefined;
	const title = projectTitle(project);
	const reason = undeployableText(title);
	if (isOneOfMany) {
		return {kind: 'refused', exitCode: exitCodes.notGood, reason: plain`${reason}: deploy it separately.`};
	}

	if (isSure) return undefined;
	if (!canAsk(context)) {
		return {
			kind: 'refused',
			exitCode: exitCodes.usage,
			reason: plain`${reason}. Deploy it with landfall deploy and --yes.`,
		};
	}

	await confirm(context, project, plain`${reason}.`);
	return undefined;
}

/** Starts a deployment unless something forbids it. If the answer is lost, the outcome has the deployments that the write may have started. */
export async function startDeployment(
	run: WriteSession,
	project: Project,
	request: DeploymentRequest,
): Promise<WriteOutcome<Deployment>> {
	const {session} = run;
	const {id: projectId} = project;
	const last = session.writes.findUnconfirmedDeploy(projectId);
	if (last) return unconfirmedDeploy(last.by.intended);
	const refusal = await findRefusal(run, project, request);
	if (refusal) return refusal;
	return sendWrite(run, {
		write: {kind: 'deploy', projectId, body: request.body, known: undefined},
		title: projectTitle(project),
		toValue: deploymentOf,
	});
}

/** Returns the deployment that was started. */
function deploymentOf(event: DoneEvent): Deployment {
	if ('deployment' in event) return event.deployment;
	throw new Error(`There is no deployment in ${event.type}.`);
}
