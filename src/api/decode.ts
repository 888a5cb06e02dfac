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
	isJsonObject,
	isNone,
	type Json,
	type Reading,
	readingOf,
	textIfAny,
	textIn,
} from './fields.ts';
import type {Received} from './request.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from './types.ts';

type Decodable = Omit<Received, 'text'>;

const maxLengths = {name: 256, url: 2048, word: 64, id: 128};

export function decodeProjectPage(received: Decodable): ProjectPage {
	const {envelope, records} = listOf(received, 'projects');
	const common: CommonTexts = new Map();
	const {readable, ...rest} = partition(records, record => projectOf(record, common), flawOf);
	const reading = readingOf(envelope);
	return {
		projects: readable,
		nextCursor: textIfAny(reading, 'next_cursor')?.exact,
		requestId: textIfAny(reading, 'request_id', maxLengths.id),
		...rest,
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

/** Deployments of another project are skipped and counted: they must not appear under this one. */
export function decodeDeploymentList(received: Decodable, projectId: string): DeploymentList {
	const {envelope, records} = listOf(received, 'deployments');
	const common: CommonTexts = new Map();
	const own = (record: unknown) => {
		const deployment = deploymentOf(record, projectId, common);
		return deployment?.projectId === projectId ? deployment : undefined;
	};
	const {readable, ...rest} = partition(records, own, record =>
		deploymentOf(record, projectId) ? plain`belongs to another project` : flawOf(record),
	);
	return {
		deployments: readable,
		requestId: textIfAny(readingOf(envelope), 'request_id', maxLengths.id),
		...rest,
	};
}

/** Returns the readable records, the number of unreadable ones, and what is wrong with the first of those. */
function partition<Read>(
	records: readonly unknown[],
	read: (record: unknown) => Read | undefined,
	flaw: (record: unknown) => SafeText,
): {readonly readable: readonly Read[]; readonly unreadable: number; readonly flaw?: SafeText} {
	const all = records.map(read);
	const readable = all.filter(record => record !== undefined);
	const unreadable = records.length - readable.length;
	return {readable, unreadable, ...(unreadable > 0 && {flaw: flaw(records[all.indexOf(undefined)])})};
}

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

	return {
		id,
		projectId: projectIdIn(reading, requestedProjectId),
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

/** Returns the requested id itself if the record has the same one, so that there is one string for all records. */
function projectIdIn(reading: Reading, requested: string): string {
	const id = textIn(reading, 'project_id')?.exact;
	return id === requested ? requested : id || requested;
}

function listOf(received: Decodable, name: 'projects' | 'deployments'): {envelope: Json; records: readonly unknown[]} {
	const {json: envelope} = received;
	if (!isJsonObject(envelope)) throw unexpectedForm(received, plain`it is not a JSON object`);
	const records = envelope[name];
	if (Array.isArray(records)) return {envelope, records};
	throw unexpectedForm(
		received,
		plain`“${safe(name)}” is ${records === undefined ? safe('missing') : safe('not a list')}`,
	);
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
