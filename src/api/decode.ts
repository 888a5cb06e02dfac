/*
Decodes what the service sends. Only this file knows the wire's field names.

Decoding is lenient: a field that is missing or has the wrong type is undefined and recorded as flaws; only a record without an id is skipped. An envelope without its list is an error, because it must not pass for an empty list.
*/
import type {ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {ApiError, type ErrorCode} from './errors.ts';
import {
	type CommonTexts,
	commonTextIn,
	flawOf,
	idIn,
	instantIfAny,
	instantIn,
	integerIn,
	isNone,
	readingOf,
	textIfAny,
	textIn,
} from './fields.ts';
import {isJsonObject, type Json} from './parse-json.ts';
import type {Received} from './request.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from './types.ts';

type Decodable = Omit<Received, 'text'>;

const maxLengths = {name: 256, url: 2048, word: 64, id: 128};

export function decodeProjectPage(received: Decodable): ProjectPage {
	const {records, envelope, ...rest} = decodeList(received, 'projects', projectOf);
	return {projects: records, nextCursor: textIfAny(envelope, 'next_cursor')?.exact, ...rest};
}

/** Deployments of another project are skipped and counted: they must not appear under this one. */
export function decodeDeploymentList(received: Decodable, projectId: string): DeploymentList {
	const own = (record: unknown, common: CommonTexts) => {
		const deployment = deploymentOf(record, projectId, common);
		return deployment?.projectId === projectId ? deployment : undefined;
	};
	const {
		records,
		envelope: _,
		...rest
	} = decodeList(received, 'deployments', own, record =>
		deploymentOf(record, projectId) ? plain`belongs to another project` : flawOf(record),
	);
	return {deployments: records, ...rest};
}

/** Decodes the readable records of a list. `flaw` says why the first of the others is skipped. */
function decodeList<Read>(
	received: Decodable,
	name: 'projects' | 'deployments',
	read: (record: unknown, common: CommonTexts) => Read | undefined,
	flaw = flawOf,
) {
	const {json} = received;
	if (!isJsonObject(json)) throw unexpectedForm(received, plain`it is not a JSON object`);
	const list = json[name];
	if (!Array.isArray(list)) {
		const what = list === undefined ? plain`missing` : plain`not a list`;
		throw unexpectedForm(received, plain`“${safe(name)}” is ${what}`);
	}

	const common: CommonTexts = new Map();
	const all = list.map(record => read(record, common));
	const records = all.filter(record => record !== undefined);
	const unreadable = list.length - records.length;
	const envelope = readingOf(json);
	return {
		records,
		envelope,
		requestId: textIfAny(envelope, 'request_id', maxLengths.id),
		unreadable,
		...(unreadable > 0 && {flaw: flaw(list[all.indexOf(undefined)])}),
	};
}

/** Throws `malformed` if it is not a project, or not the requested one. */
export function decodeProject(received: Decodable, projectId?: string): Project {
	const project = projectOf(received.json);
	if (!project) throw unexpectedForm(received, plain`it is not a project with an id`);
	if (projectId !== undefined && project.id !== projectId) throw mismatch(received, 'project');
	return project;
}

/** Returns when a project was last changed, according to a record that may lack other fields. */
export const updatedAtIn = (record: object): ServiceTime | undefined =>
	instantIn(readingOf(record as Json), 'updated_at');

/** Throws `malformed` if it is not a deployment, belongs to another project, or is not the requested one. */
export function decodeDeployment(received: Decodable, projectId: string, deploymentId?: string): Deployment {
	const deployment = deploymentOf(received.json, projectId);
	if (!deployment) throw unexpectedForm(received, plain`it is not a deployment with an id`);
	const isRequested =
		deployment.projectId === projectId && (deploymentId === undefined || deployment.id === deploymentId);
	if (!isRequested) throw mismatch(received, 'deployment');
	return deployment;
}

/** The wire's names of the editable fields. The user sees them too. */
export const changeNames: Readonly<Record<keyof ProjectChanges, string>> = {
	name: 'name',
	slug: 'slug',
	url: 'url',
	uploadMode: 'upload_mode',
};

/** Encodes only the fields to change. */
export const encodeChanges = ({name, slug, url, uploadMode}: ProjectChanges): object => ({
	...(name !== undefined && {name}),
	...(slug !== undefined && {slug}),
	...(url !== undefined && {url}),
	...(uploadMode !== undefined && {upload_mode: uploadMode}),
});

const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** Encodes a project as the service would. */
export const encodeProject = (project: Project): object => ({
	id: project.id,
	name: project.name?.exact ?? null,
	slug: project.slug?.exact ?? null,
	url: project.url?.exact ?? null,
	upload_mode: project.uploadMode?.exact ?? null,
	status: project.status?.exact ?? null,
	latest_upload_version: project.latestUploadVersion ?? null,
	created_at: instant(project.createdAt),
	updated_at: instant(project.updatedAt),
	request_id: project.requestId?.exact ?? null,
});

/** Encodes a deployment as the service would. */
export const encodeDeployment = (deployment: Deployment): object => ({
	id: deployment.id,
	project_id: deployment.projectId,
	environment_id: deployment.environmentId?.exact ?? null,
	status: deployment.status?.exact ?? null,
	conclusion: deployment.conclusion?.exact ?? null,
	upload_version: deployment.uploadVersion ?? null,
	url: deployment.url?.exact ?? null,
	created_at: instant(deployment.createdAt),
	concluded_at: instant(deployment.concludedAt),
	request_id: deployment.requestId?.exact ?? null,
});

function projectOf(json: unknown, common?: CommonTexts): Project | undefined {
	if (!isJsonObject(json)) return undefined;
	const reading = readingOf(json, common);
	const id = idIn(reading, 'id');
	if (id === undefined) return undefined;

	return {
		id,
		name: textIn(reading, 'name', maxLengths.name),
		slug: textIn(reading, 'slug', maxLengths.name),
		url: textIn(reading, 'url', maxLengths.url),
		uploadMode: commonTextIn(reading, 'upload_mode', maxLengths.word),
		status: commonTextIn(reading, 'status', maxLengths.word),
		latestUploadVersion: integerIn(reading, 'latest_upload_version'),
		createdAt: instantIn(reading, 'created_at'),
		updatedAt: instantIn(reading, 'updated_at'),
		requestId: commonTextIn(reading, 'request_id', maxLengths.id),
		flaws: reading.flaws,
	};
}

/** A deployment without a project id belongs to the requested project. */
function deploymentOf(json: unknown, requestedProjectId: string, common?: CommonTexts): Deployment | undefined {
	if (!isJsonObject(json)) return undefined;
	const reading = readingOf(json, common);
	const id = idIn(reading, 'id');
	if (id === undefined) return undefined;
	const projectId = textIn(reading, 'project_id')?.exact || requestedProjectId;

	return {
		id,
		// One string for all records that have the same.
		projectId: projectId === requestedProjectId ? requestedProjectId : projectId,
		environmentId: commonTextIn(reading, 'environment_id', maxLengths.id),
		status: commonTextIn(reading, 'status', maxLengths.word),
		conclusion: isNone(reading, 'conclusion') ? undefined : commonTextIn(reading, 'conclusion', maxLengths.word),
		uploadVersion: integerIn(reading, 'upload_version'),
		url: textIn(reading, 'url', maxLengths.url),
		createdAt: instantIn(reading, 'created_at'),
		concludedAt: instantIfAny(reading, 'concluded_at'),
		requestId: commonTextIn(reading, 'request_id', maxLengths.id),
		flaws: reading.flaws,
	};
}

const unexpectedForm = (received: Decodable, why: SafeText) =>
	malformed('E_SHAPE', received, plain`The response does not have the expected form: ${why}.`);

const mismatch = (received: Decodable, what: 'project' | 'deployment') =>
	malformed(
		'E_MISMATCH',
		received,
		plain`The service sent a different ${safe(what)} than requested, so its response was ignored.`,
	);

const malformed = (code: ErrorCode, {status, requestId}: Decodable, sentence: SafeText) =>
	new ApiError(code, sentence, {phase: 'maybe-executed', status, requestId});
