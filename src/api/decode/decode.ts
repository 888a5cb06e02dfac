/*
What the service sends, turned into records of ours. Its names for things are in this file and nowhere else.

A record is taken as it comes: a field that is missing or of another type stays undefined and is noted, and only a record without an id is left out. An envelope without its list is an error, because it must not pass for an empty one.
*/
import {plain, type SafeText, safe} from '../../text.ts';
import {ApiError, type ErrorCode} from '../errors.ts';
import type {Received} from '../transport/response-body.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from '../types.ts';
import {
	flawOf,
	idIn,
	instantIfAny,
	instantIn,
	integerIn,
	isJsonObject,
	type Json,
	readingOf,
	textIfAny,
	textIn,
} from './fields.ts';

/** What is decoded of an answer: its text is for whoever looks into it. */
type Decodable = Omit<Received, 'text'>;

const longest = {name: 256, url: 2048, word: 64, id: 128};

export function decodeProjectPage(received: Decodable): ProjectPage {
	const {envelope, records} = listOf(received, 'projects');
	const {readable, ...rest} = sifted(records, projectOf, flawOf);
	const reading = readingOf(envelope);
	return {
		projects: readable,
		nextCursor: textIfAny(reading, 'next_cursor')?.exact,
		requestId: textIfAny(reading, 'request_id', longest.id),
		...rest,
	};
}

/** Throws `malformed` if the project is not the one that was asked for. */
export function decodeProject(received: Decodable, projectId?: string): Project {
	const project = projectOf(received.json);
	if (!project)
		throw unusable(
			'E_SHAPE',
			received,
			plain`The answer does not have the expected form: it is no project with an id.`,
		);
	if (projectId !== undefined && project.id !== projectId)
		throw unusable('E_MISMATCH', received, aboutAnother('project'));
	return project;
}

/** Deployments of another project are left out and counted: shown here they would be a lie. */
export function decodeDeploymentList(received: Decodable, projectId: string): DeploymentList {
	const {envelope, records} = listOf(received, 'deployments');
	const own = (record: unknown) => {
		const deployment = deploymentOf(record, projectId);
		return deployment?.projectId === projectId ? deployment : undefined;
	};
	const {readable, ...rest} = sifted(records, own, record =>
		deploymentOf(record, projectId) ? plain`belongs to another project` : flawOf(record),
	);
	return {
		deployments: readable,
		requestId: textIfAny(readingOf(envelope), 'request_id', longest.id),
		...rest,
	};
}

/** The records that can be read, how many cannot, and what is wrong with the first of those. */
function sifted<Read>(
	records: readonly unknown[],
	read: (record: unknown) => Read | undefined,
	flaw: (record: unknown) => SafeText,
): {readonly readable: readonly Read[]; readonly unreadable: number; readonly flaw?: SafeText} {
	const all = records.map(read);
	const readable = all.filter(record => record !== undefined);
	const unreadable = records.length - readable.length;
	return {readable, unreadable, ...(unreadable > 0 && {flaw: flaw(records[all.indexOf(undefined)])})};
}

/** Throws `malformed` if the deployment belongs to another project, or is not the one that was asked for. */
export function decodeDeployment(received: Decodable, projectId: string, deploymentId?: string): Deployment {
	const deployment = deploymentOf(received.json, projectId);
	if (!deployment) {
		throw unusable(
			'E_SHAPE',
			received,
			plain`The answer does not have the expected form: it is no deployment with an id.`,
		);
	}

	const isAsked = deployment.projectId === projectId && (deploymentId === undefined || deployment.id === deploymentId);
	if (!isAsked) throw unusable('E_MISMATCH', received, aboutAnother('deployment'));
	return deployment;
}

/** What the wire calls the fields that can be asked to change. A person is shown these names too. */
export const changeNames: Readonly<Record<keyof ProjectChanges, string>> = {
	name: 'name',
	slug: 'slug',
	url: 'url',
	uploadMode: 'upload_mode',
};

/** Only the fields that are to be changed. */
export const encodeChanges = ({name, slug, url, uploadMode}: ProjectChanges): object => ({
	...(name !== undefined && {name}),
	...(slug !== undefined && {slug}),
	...(url !== undefined && {url}),
	...(uploadMode !== undefined && {upload_mode: uploadMode}),
});

const instant = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** A project as the service writes one. */
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

/** A deployment as the service writes one. */
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

function projectOf(json: unknown): Project | undefined {
	if (!isJsonObject(json)) return undefined;
	const reading = readingOf(json);
	const id = idIn(reading, 'id');
	if (id === undefined) return undefined;

	return {
		id,
		name: textIn(reading, 'name', longest.name),
		slug: textIn(reading, 'slug', longest.name),
		url: textIn(reading, 'url', longest.url),
		uploadMode: textIn(reading, 'upload_mode', longest.word),
		status: textIn(reading, 'status', longest.word),
		latestUploadVersion: integerIn(reading, 'latest_upload_version'),
		createdAt: instantIn(reading, 'created_at'),
		updatedAt: instantIn(reading, 'updated_at'),
		requestId: textIn(reading, 'request_id', longest.id),
		drift: reading.drift,
	};
}

/** A deployment that does not say whose it is belongs to the project that was asked about. */
function deploymentOf(json: unknown, askedProjectId: string): Deployment | undefined {
	if (!isJsonObject(json)) return undefined;
	const reading = readingOf(json);
	const id = idIn(reading, 'id');
	if (id === undefined) return undefined;

	return {
		id,
		projectId: textIn(reading, 'project_id')?.exact || askedProjectId,
		environmentId: textIn(reading, 'environment_id', longest.id),
		status: textIn(reading, 'status', longest.word),
		conclusion: textIfAny(reading, 'conclusion', longest.word),
		uploadVersion: integerIn(reading, 'upload_version'),
		url: textIn(reading, 'url', longest.url),
		createdAt: instantIn(reading, 'created_at'),
		concludedAt: instantIfAny(reading, 'concluded_at'),
		requestId: textIn(reading, 'request_id', longest.id),
		drift: reading.drift,
	};
}

function listOf(received: Decodable, name: 'projects' | 'deployments'): {envelope: Json; records: readonly unknown[]} {
	const {json: envelope} = received;
	if (!isJsonObject(envelope)) throw unusableList(received, plain`it is no JSON object`);
	const records = envelope[name];
	if (Array.isArray(records)) return {envelope, records};
	throw unusableList(received, plain`“${safe(name)}” is ${records === undefined ? safe('missing') : safe('no list')}`);
}

const unusableList = (received: Decodable, why: SafeText) =>
	unusable(
		'E_SHAPE',
		received,
		plain`The answer does not have the expected form: ${why}. What was read before is kept.`,
	);

const aboutAnother = (what: 'project' | 'deployment') =>
	plain`The service answered about another ${safe(what)} than was asked for, so its answer was left aside.`;

const unusable = (code: ErrorCode, {status, requestId}: Decodable, sentence: SafeText) =>
	new ApiError(code, sentence, {
		phase: 'maybe-executed',
		status,
		...(requestId !== undefined && {requestId}),
	});
