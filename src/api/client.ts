import type {Clock} from '../clock.ts';
import {plain} from '../text.ts';
import type {CallRecord} from './call-record.ts';
import {decodeDeployment, decodeDeploymentList, decodeProject, decodeProjectPage, encodeChanges} from './decode.ts';
import {ApiError} from './errors.ts';
import {deploymentPath, deploymentsPath, projectPath, projectsPath} from './path.ts';
import {type RawRecord, rawRecord} from './raw.ts';
import {type Call, type Connection, request, withoutKey} from './request.ts';
import type {Transport} from './transport.ts';
import type {Deployment, DeploymentList, Project, ProjectChanges, ProjectPage} from './types.ts';

/** The eight calls of the interface, and the two that read one record as they send it. Each throws `ApiError`, or `Aborted` once its signal was aborted. */
export type Client = {
	readonly listProjects: (
		query: {readonly limit?: number; readonly cursor?: string},
		signal: AbortSignal,
	) => Promise<ProjectPage>;
	readonly createProject: (fields: {readonly name: string}, signal: AbortSignal) => Promise<Project>;
	readonly readProject: (projectId: string, signal: AbortSignal) => Promise<Project>;
	/** Sends exactly the given fields. */
	readonly updateProject: (projectId: string, changes: ProjectChanges, signal: AbortSignal) => Promise<Project>;
	readonly deleteProject: (projectId: string, signal: AbortSignal) => Promise<void>;
	readonly listDeployments: (
		projectId: string,
		query: {readonly limit?: number},
		signal: AbortSignal,
	) => Promise<DeploymentList>;
	/** Sends `body` as it is; the interface shows `{}`. */
	readonly triggerDeployment: (
		projectId: string,
		body: Readonly<Record<string, unknown>>,
		signal: AbortSignal,
	) => Promise<Deployment>;
	readonly readDeployment: (projectId: string, deploymentId: string, signal: AbortSignal) => Promise<Deployment>;
	/** The record of a project, or of one of its deployments, as it is sent. */
	readonly readRaw: (projectId: string, deploymentId: string | undefined, signal: AbortSignal) => Promise<RawRecord>;
};

export type ClientOptions = {
	readonly transport: Transport;
	/** As `parseBaseUrl` gives it: everything before `/v1`. */
	readonly baseUrl: string;
	/** As `parseApiKey` gives it. */
	readonly apiKey: string;
	readonly clock: Clock;
	readonly userAgent?: string;
	/** Refuses every call that could change something, before anything is sent. */
	readonly isReadOnly?: boolean;
	/** Hears of every call once it has ended, whatever came of it. */
	readonly onCall?: (record: CallRecord) => void;
};

export function createClient({
	isReadOnly = false,
	userAgent = 'landfall',
	onCall = () => {},
	...rest
}: ClientOptions): Client {
	const connection: Connection = {...rest, userAgent, onCall};
	const read = (call: Omit<Call, 'method'>, signal: AbortSignal) =>
		request(connection, {...call, method: 'GET'}, signal);

	const write = async (call: Call, signal: AbortSignal) => {
		if (!isReadOnly) return request(connection, call, signal);
		throw new ApiError('refused', plain`landfall was started to read only, so nothing was sent.`, {phase: 'not-sent'});
	};

	return {
		async listProjects(query, signal) {
			return decodeProjectPage(await read({path: projectsPath, subject: 'projects', query}, signal));
		},

		async createProject({name}, signal) {
			const call: Call = {method: 'POST', path: projectsPath, subject: 'projects', body: {name}};
			return decodeProject(await write(call, signal));
		},

		async readProject(projectId, signal) {
			const received = await read({path: projectPath(projectId), subject: 'project'}, signal);
			return decodeProject(received, projectId);
		},

		async updateProject(projectId, changes, signal) {
			const path = projectPath(projectId);
			const call: Call = {method: 'PATCH', path, subject: 'project', body: encodeChanges(changes)};
			return decodeProject(await write(call, signal), projectId);
		},

		async deleteProject(projectId, signal) {
			const path = projectPath(projectId);
			await write({method: 'DELETE', path, subject: 'project', brings: 'nothing'}, signal);
		},

		async listDeployments(projectId, query, signal) {
			const received = await read({path: deploymentsPath(projectId), subject: 'deployments', query}, signal);
			return decodeDeploymentList(received, projectId);
		},

		async triggerDeployment(projectId, body, signal) {
			const path = deploymentsPath(projectId);
			const call: Call = {method: 'POST', path, subject: 'deployments', body};
			return decodeDeployment(await write(call, signal), projectId);
		},

		async readDeployment(projectId, deploymentId, signal) {
			const path = deploymentPath(projectId, deploymentId);
			const received = await read({path, subject: 'deployment'}, signal);
			return decodeDeployment(received, projectId, deploymentId);
		},

		async readRaw(projectId, deploymentId, signal) {
			const call =
				deploymentId === undefined
					? ({path: projectPath(projectId), subject: 'project'} as const)
					: ({path: deploymentPath(projectId, deploymentId), subject: 'deployment'} as const);
			return rawRecord(await read(call, signal), text => withoutKey(text, rest.apiKey));
		},
	};
}
