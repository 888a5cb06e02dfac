import {encodeDeployment} from '../../api/decode/decode.ts';
import type {Deployment, Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {versionText} from '../../present/column.ts';
import {projectTitle} from '../../project-title.ts';
import {triggeredEvent} from '../../store/effects/write-events.ts';
import {isProtected} from '../../store/model/guards.ts';
import {confirmationFor} from '../../store/model/writes/confirmation.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {canAsk, confirm} from './confirm.ts';
import type {WriteOutcome} from './outcome.ts';
import type {Description} from './report-outcome.ts';
import {sendWrite} from './send-write.ts';
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
	const lost = session.writes
		.unsettled()
		.find(({isHeld, intended: {write}}) => !isHeld && write.kind === 'deploy' && write.projectId === project.id);
	if (lost) {
		const reason = plain`Its last deployment is unconfirmed, so nothing was sent now. Once you know what became of it, reconcile it with --dismiss.`;
		return {kind: 'unknown', intended: lost.intended, reason, candidates: []};
	}

	const refusal = await findRefusal(run, project, request);
	if (refusal) return refusal;
	return sendWrite(run, {
		projectId: project.id,
		title: projectTitle(project),
		send: (write, requestOptions) => session.writes.trigger(write, request.body, requestOptions),
		toEvent: triggeredEvent,
		toValue() {
			throw new Error('A lost deployment is never confirmed.');
		},
	});
}
