import type {Response} from '../response.ts';
import {readFields, readLimit, readUploadVersion, readWord} from '../validation.ts';
import {ordinalOfDeploymentId} from '../world/ids.ts';
import type {DeploymentRow, ProjectRow} from '../world/rows.ts';
import {deploymentRecord} from './records.ts';
import type {RequestContext} from './request-context.ts';

const maxRunning = 5;

export function answerDeployments(context: RequestContext, project: ProjectRow): Response {
	const {reply, deployments} = context;
	const limit = readLimit(context.query);
	if ('refusal' in limit) return reply.refusal(limit.refusal);
	const rows = deployments.list(project, limit.value);
	return reply.record(200, {
		deployments: rows.map(row => ({...recordOf(context, row), request_id: reply.requestId})),
	});
}

export function triggerDeployment(context: RequestContext, project: ProjectRow): Response {
	const {reply, deployments, request, world, now} = context;
	const fields = readFields(request);
	if ('refusal' in fields) return reply.refusal(fields.refusal);

	const {environments} = world.words(project.seq);
	const environment = fields.value.has('environment_id')
		? readWord('environment_id', environments)(fields.value)
		: {value: environments[0]};
	if ('refusal' in environment) return reply.refusal(environment.refusal);

	const version = fields.value.has('upload_version')
		? readUploadVersion(fields.value, project.lastVersion)
		: {value: undefined};
	if ('refusal' in version) return reply.refusal(version.refusal);

	if (project.status === 'archived') {
		return reply.refusal({status: 409, code: 'project_archived', message: 'An archived project is not deployed.'});
	}

	if (deployments.runningCount(project.seq) >= maxRunning) {
		const message = `Already ${maxRunning} deployments of this project are running.`;
		return reply.refusal({status: 409, code: 'too_many_deployments', message});
	}

	const options = {environmentId: environment.value, uploadVersion: version.value, at: now, isCaller: true};
	return reply.record(201, recordOf(context, deployments.trigger(project, options)));
}

export function answerDeployment(context: RequestContext, project: ProjectRow, deploymentId: string): Response {
	const ordinal = ordinalOfDeploymentId(context.seed, project.seq, deploymentId);
	const row = ordinal === undefined ? undefined : context.deployments.read(project, ordinal);
	if (row) return context.reply.record(200, recordOf(context, row));
	return context.reply.refusal({
		status: 404,
		code: 'deployment_not_found',
		message: 'This project has no such deployment.',
	});
}

const recordOf = ({seed, world, deployments, now}: RequestContext, row: DeploymentRow) =>
	deploymentRecord(seed, row, deployments.lifecycleOf(row), world.words(row.projectSeq), now);
