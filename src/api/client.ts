import type {Clock} from '../base/clock.ts';
import {plain} from '../base/text.ts';
import {decodeDeployment, decodeDeploymentList, decodeProject, decodeProjectPage, encodeChanges} from './decode.ts';
import {createReachabilityRecord} from './error-message.ts';
import {ApiError} from './errors.ts';
import {deploymentPath, deploymentsPath, projectPath, projectsPath} from './path.ts';
import {type RawAnswer, type RawSource, rawAnswer} from './raw-answer.ts';
import {type Call, type Endpoint, type Received, type RequestOptions, request} from './request.ts';
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
	const connection: Endpoint = {
		...rest,
		transport,
		userAgent,
		onRequestEnd: record => onRequestEnd(record, client),
		onRequestSent: sent => onRequestSent(sent, client),
		policy,
		reachability: createReachabilityRecord(),
	};
	const read = (path: string, signal: AbortSignal, options?: RequestOptions, query?: Call['query']) =>
		request(connection, {method: 'GET', path, query, options}, signal);

	const write = async (call: Call, signal: AbortSignal) => {
		if (!isReadOnly()) return request(connection, call, signal);
		const sentence = plain`This connection is read-only, so nothing was sent.`;
		throw new ApiError('E_REFUSED', sentence, {phase: 'not-sent'});
	};

	const client: Client = {
		listProjects: async (query, signal, options) => decodeProjectPage(await read(projectsPath, signal, options, query)),

		createProject: async ({name}, signal, options) =>
			decodeProject(await write({method: 'POST', path: projectsPath, body: {name}, options}, signal)),

		readProject: async (projectId, signal, options) =>
			decodeProject(await read(projectPath(projectId), signal, options), projectId),

		async updateProject(projectId, changes, signal, options) {
			const call: Call = {method: 'PATCH', path: projectPath(projectId), body: encodeChanges(changes), options};
			return decodeProject(await write(call, signal), projectId);
		},

		async deleteProject(projectId, signal, options) {
			await write({method: 'DELETE', path: projectPath(projectId), expects: 'nothing', options}, signal);
		},

		listDeployments: async (projectId, query, signal, options) =>
			decodeDeploymentList(await read(deploymentsPath(projectId), signal, options, query), projectId),

		async triggerDeployment(projectId, body, signal, options) {
			const call: Call = {method: 'POST', path: deploymentsPath(projectId), body, options};
			return decodeDeployment(await write(call, signal), projectId);
		},

		async readDeployment(projectId, deploymentId, signal, options) {
			const received = await read(deploymentPath(projectId, deploymentId), signal, options);
			return decodeDeployment(received, projectId, deploymentId);
		},

		sendRaw(call, signal, options) {
			const whole: Call = {...call, expects: 'anything', options};
			return call.method === 'GET' ? request(connection, whole, signal) : write(whole, signal);
		},

		async readRaw(source, signal, options) {
			if (source.of === 'projects') {
				const {cursor} = source;
				const query = cursor === undefined ? {limit} : {limit, cursor};
				return rawAnswer(await read(projectsPath, signal, options, query));
			}

			const {projectId} = source;
			if (source.of === 'deployments') {
				return rawAnswer(await read(deploymentsPath(projectId), signal, options, {limit}));
			}

			const {deploymentId} = source;
			const path = deploymentId === undefined ? projectPath(projectId) : deploymentPath(projectId, deploymentId);
			return rawAnswer(await read(path, signal, options));
		},
	};
	return client;
}

/** The service's maximum page size. */
const limit = 100;
