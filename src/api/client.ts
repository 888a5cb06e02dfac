import type {Clock} from '../clock.ts';
import {plain} from '../text.ts';
import {decodeDeployment, decodeDeploymentList, decodeProject, decodeProjectPage, encodeChanges} from './decode.ts';
import {createEvidenceRecord} from './error-message.ts';
import {ApiError, type Subject} from './errors.ts';
import {deploymentPath, deploymentsPath, projectPath, projectsPath} from './path.ts';
import {type RawAnswer, type RawSource, rawAnswer} from './raw-answer.ts';
import {type Call, type Connection, type Received, type RequestOptions, request} from './request.ts';
import type {Policy} from './retry.ts';
import {createRedactingTransport, type LoggedRequest, type SentRequest, type Transport} from './transport.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from './types.ts';

/** `body` is sent as JSON. */
export type RawCall = Pick<Call, 'method' | 'path' | 'body'>;

/** The eight endpoints of the interface, plus `sendRaw` and `readRaw`. Each method throws `ApiError`, or `Aborted` once its signal is aborted. */
export type Client = {
	readonly listProjects: (
		query: {readonly limit?: number; readonly cursor?: string},
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<ProjectPage>;
	readonly createProject: (
		fields: {readonly name: string},
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<Project>;
	readonly readProject: (projectId: string, signal: AbortSignal, options?: RequestOptions) => Promise<Project>;
	/** Sends exactly the given fields. */
	readonly updateProject: (
		projectId: string,
		changes: ProjectChanges,
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<Project>;
	readonly deleteProject: (projectId: string, signal: AbortSignal, options?: RequestOptions) => Promise<void>;
	readonly listDeployments: (
		projectId: string,
		query: {readonly limit?: number},
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<DeploymentList>;
	/** Sends `body` unchanged; the interface documents `{}`. */
	readonly triggerDeployment: (
		projectId: string,
		body: object,
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<Deployment>;
	readonly readDeployment: (
		projectId: string,
		deploymentId: string,
		signal: AbortSignal,
		options?: RequestOptions,
	) => Promise<Deployment>;
	/** Sends any request and returns any successful answer. `path` is from `parseRawPath`. */
	readonly sendRaw: (call: RawCall, signal: AbortSignal, options?: RequestOptions) => Promise<Received>;
	/** Reads a record or a list without decoding it. */
	readonly readRaw: (source: RawSource, signal: AbortSignal, options?: RequestOptions) => Promise<RawAnswer>;
};

/** Receives every finished request of a client, whatever its outcome. */
export type OnRequestEnd = (record: LoggedRequest, client: Client) => void;

/** Receives every request of a client as it is sent, unless it is a trial. */
export type OnRequestSent = (sent: SentRequest, client: Client) => void;

export type ClientOptions = {
	readonly transport: Transport;
	/** From `parseBaseUrl`: everything before `/v1`. */
	readonly baseUrl: string;
	/** From `parseApiKey`. */
	readonly apiKey: string;
	readonly clock: Clock;
	readonly userAgent?: string;
	/** Whether to reject every write before anything is sent. */
	readonly isReadOnly?: () => boolean;
	readonly onRequestEnd?: OnRequestEnd;
	readonly onRequestSent?: OnRequestSent;
	/** Without one, requests are neither limited nor retried. */
	readonly policy?: Policy;
};

export function createClient({
	isReadOnly = () => false,
	userAgent = 'landfall',
	onRequestEnd = () => {},
	onRequestSent = () => {},
	policy,
	...rest
}: ClientOptions): Client {
	const transport = createRedactingTransport(rest.transport, rest.apiKey);
	const connection: Connection = {
		...rest,
		transport,
		userAgent,
		onRequestEnd: record => onRequestEnd(record, client),
		onRequestSent: sent => onRequestSent(sent, client),
		policy,
		evidence: createEvidenceRecord(),
	};
	const read = (call: Omit<Call, 'method'>, signal: AbortSignal) =>
		request(connection, {...call, method: 'GET'}, signal);

	const write = async (call: Call, signal: AbortSignal) => {
		if (!isReadOnly()) return request(connection, call, signal);
		throw new ApiError('E_REFUSED', plain`This connection is read-only, so nothing was sent.`, {
			phase: 'not-sent',
		});
	};

	const client: Client = {
		async listProjects(query, signal, options) {
			return decodeProjectPage(await read({path: projectsPath, subject: 'projects', query, options}, signal));
		},

		async createProject({name}, signal, options) {
			const call: Call = {method: 'POST', path: projectsPath, subject: 'projects', body: {name}, options};
			return decodeProject(await write(call, signal));
		},

		async readProject(projectId, signal, options) {
			const received = await read({path: projectPath(projectId), subject: 'project', options}, signal);
			return decodeProject(received, projectId);
		},

		async updateProject(projectId, changes, signal, options) {
			const path = projectPath(projectId);
			const call: Call = {method: 'PATCH', path, subject: 'project', body: encodeChanges(changes), options};
			return decodeProject(await write(call, signal), projectId);
		},

		async deleteProject(projectId, signal, options) {
			const path = projectPath(projectId);
			await write({method: 'DELETE', path, subject: 'project', expects: 'nothing', options}, signal);
		},

		async listDeployments(projectId, query, signal, options) {
			const received = await read({path: deploymentsPath(projectId), subject: 'deployments', query, options}, signal);
			return decodeDeploymentList(received, projectId);
		},

		async triggerDeployment(projectId, body, signal, options) {
			const path = deploymentsPath(projectId);
			const call: Call = {method: 'POST', path, subject: 'deployments', body, options};
			return decodeDeployment(await write(call, signal), projectId);
		},

		async readDeployment(projectId, deploymentId, signal, options) {
			const path = deploymentPath(projectId, deploymentId);
			const received = await read({path, subject: 'deployment', options}, signal);
			return decodeDeployment(received, projectId, deploymentId);
		},

		sendRaw(call, signal, options) {
			const whole: Call = {...call, subject: subjectOf(call.path), expects: 'anything', options};
			return call.method === 'GET' ? read(whole, signal) : write(whole, signal);
		},

		async readRaw(source, signal, options) {
			return rawAnswer(await read({...callOf(source), options}, signal));
		},
	};
	return client;
}

/** The service's maximum page size. */
const limit = 100;

/** Returns what a path is about. */
function subjectOf(path: string): Subject {
	const parts = /^\/v1\/projects(\/[^/?]+)?(\/deployments)?(\/[^/?]+)?(?:\?|$)/.exec(path);
	if (!parts) return 'path';
	const [, project, deployments, deployment] = parts;
	if (deployment) return deployments ? 'deployment' : 'path';
	if (deployments) return 'deployments';
	return project ? 'project' : 'projects';
}

function callOf(source: RawSource): Omit<Call, 'method'> {
	if (source.of === 'projects') {
		const {cursor} = source;
		return {path: projectsPath, subject: 'projects', query: cursor === undefined ? {limit} : {limit, cursor}};
	}

	const {projectId} = source;
	if (source.of === 'deployments') return {path: deploymentsPath(projectId), subject: 'deployments', query: {limit}};
	return source.deploymentId === undefined
		? {path: projectPath(projectId), subject: 'project'}
		: {path: deploymentPath(projectId, source.deploymentId), subject: 'deployment'};
}
