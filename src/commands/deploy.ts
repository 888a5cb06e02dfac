import type {Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {plain, safe} from '../base/text.ts';
import {confirmationFor, emptyBody, fillDeploy, parseBody, unaskedText} from '../model/confirmation.ts';
import {isProtected} from '../model/connection.ts';
import {projectTitle} from '../model/project-title.ts';
import type {IntentRef, Write, WriteOf} from '../model/write-intent.ts';
import {CommandError, orInterrupted} from './command-error.ts';
import type {CommandContext} from './context.ts';
import type {deploying, Values} from './options.ts';
import type {Wanted} from './project-wait.ts';
import {sendWrite, type WriteOptions, type WriteResult, type WriteRun} from './send-write.ts';
import {waitForDeployments} from './wait.ts';
import {canAsk, confirm, runWrite, writeTo} from './write-command.ts';

type DeployOptions = WriteOptions &
	Values<typeof deploying> & {readonly project: string; readonly bodyFile: string | undefined};

export async function runDeploy(options: DeployOptions, context: CommandContext): Promise<number> {
	return runWrite(options, context, async run => {
		const request = await requestOf(options, run);
		const started: Wanted[] = [];
		const unprinted: IntentRef[] = [];
		const forgetPrinted = () => Promise.all(unprinted.splice(0).map(run.writes.forget));
		const exitCode = await writeTo(run, options.project, async project => {
			const outcome = await deployProject(run, project, request, options.isConfirmed);
			if (!options.isAwaited || outcome.kind !== 'done' || outcome.done.kind !== 'deployed') return outcome;
			const {deployment, differences} = outcome.done;
			const {id} = deployment;
			const startedHere = [{id, at: context.clock.now()}];
			started.push({projectId: project.id, project: projectTitle(project), id, startedHere, which: 'newest'});
			if (context.output.isTable) return outcome;
			if (differences) context.output.note(plain`${projectTitle(project)}: ${differences}`);
			// Following a deployment prints its start first.
			unprinted.push(outcome.done.ref);
			return undefined;
		});
		if (started.length === 0) return exitCode;
		const waiting = {...run, onPrinted: () => void forgetPrinted()};
		const verdict = await waitForDeployments(started, options, waiting, context);
		await forgetPrinted();
		return verdict;
	});
}

type DeployRequest = Pick<WriteOf<'deploy'>, 'body' | 'asked'>;

async function requestOf({as, bodyFile}: DeployOptions, {context, service}: WriteRun): Promise<DeployRequest> {
	if (as === undefined) {
		const body = bodyFile === undefined ? emptyBody : await orInterrupted(context, context.readText(bodyFile));
		if (parseBody(body)) return {body};
		throw new CommandError(exitCodes.usage, plain`The request body must be a JSON object.`);
	}

	const {deploys = [], environmentNames} = service;
	const deploy = deploys.find(({name}) => name === as);
	const names = deploys.map(({name}) => name).join(', ');
	const known = names === '' ? 'No profile with `deploys` is open' : `The profile has: ${names}`;
	const unknown = safe(`There is no deploy ${as}. ${known}`, 500);
	const request = deploy ? fillDeploy(deploy, {}, environmentNames) : {reason: unknown};
	if ('reason' in request) throw new CommandError(exitCodes.usage, plain`${request.reason}.`);
	return request;
}

export async function deployProject(
	run: WriteRun,
	project: Project,
	request: DeployRequest,
	isSure: boolean,
): Promise<WriteResult> {
	const {service, context} = run;
	const question = confirmationFor(project);
	const isGuarded = isProtected(service.guards, question);
	if (isGuarded && !isSure) {
		if (!canAsk(context)) throw new CommandError(exitCodes.usage, unaskedText('deploy'));
		await confirm(context, 'deploy', question, true);
	}

	const {body, asked} = request;
	const write: Write = {kind: 'deploy', projectId: project.id, body, known: undefined, asked};
	return sendWrite(run, write, question.title, {
		labels: question.labels,
		isProtectionConfirmed: isSure || isGuarded,
	});
}
