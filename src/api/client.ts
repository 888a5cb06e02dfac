import {createAnswerAgeTransport} from './answer-age.ts';
import {decodeDeployment, decodeDeploymentList, decodeProject, decodeProjectPage, encodeChanges} from './decode.ts';
import {deploymentPath, deploymentsPath, projectPath, projectsPath} from './endpoint.ts';
import {type EnvironmentNames, nameEnvironment} from './environment-names.ts';
import {rawAnswer} from './raw-answer.ts';
import {type Call, type Endpoint, type RequestOptions, request} from './request.ts';
import {createRedactingTransport, type LoggedRequest, type SentRequest} from './transport.ts';
import {type Deployment, listLimit, type ProjectChanges, type Resource} from './types.ts';

export type Client = ReturnType<typeof createClient>;

export type OnRequestEnd = (record: LoggedRequest, client: Client) => void;

export type OnRequestSent = (sent: SentRequest, client: Client) => void;

export type RawCall = Pick<Call, 'method' | 'path' | 'body'>;

/** Every method throws `ApiError`, or `Aborted` once its signal is aborted. */
export function createClient({
	environmentNames,
	onRequestEnd = () => {},
	onRequestSent = () => {},
	...rest
}: Omit<Endpoint, 'onRequestEnd' | 'onRequestSent'> & {
	readonly environmentNames?: EnvironmentNames | undefined;
	readonly onRequestEnd?: OnRequestEnd;
	readonly onRequestSent?: OnRequestSent;
}) {
	const endpoint: Endpoint = {
		...rest,
		transport: createAnswerAgeTransport(createRedactingTransport(rest.transport, rest.apiKey), rest.clock),
		onRequestEnd: record => onRequestEnd(record, client),
		onRequestSent: sent => onRequestSent(sent, client),
	};
	const named = (deployment: Deployment) => nameEnvironment(deployment, environmentNames);
	const read = (path: string, signal: AbortSignal, options?: RequestOptions, query?: Call['query']) =>
		request(endpoint, {method: 'GET', path, query, options}, signal);

	const client = {
		listProjects: async (query: NonNullable<Call['query']>, signal: AbortSignal, options?: RequestOptions) =>
			decodeProjectPage(await read(projectsPath, signal, options, query)),

		createProject: async (fields: {readonly name: string}, signal: AbortSignal, options?: RequestOptions) =>
			decodeProject(await request(endpoint, {method: 'POST', path: projectsPath, body: fields, options}, signal)),

		readProject: async (projectId: string, signal: AbortSignal, options?: RequestOptions) =>
			decodeProject(await read(projectPath(projectId), signal, options), projectId),

		async updateProject(projectId: string, changes: ProjectChanges, signal: AbortSignal, options?: RequestOptions) {
			const call: Call = {method: 'PATCH', path: projectPath(projectId), body: encodeChanges(changes), options};
			return decodeProject(await request(endpoint, call, signal), projectId);
		},

		async deleteProject(projectId: string, signal: AbortSignal, options?: RequestOptions): Promise<void> {
			await request(endpoint, {method: 'DELETE', path: projectPath(projectId), expects: 'nothing', options}, signal);
		},

		async listDeployments(projectId: string, signal: AbortSignal, options?: RequestOptions) {
			const received = await read(deploymentsPath(projectId), signal, options, {limit: listLimit});
			const list = decodeDeploymentList(received, projectId);
			return {...list, deployments: list.deployments.map(named)};
		},

		async triggerDeployment(projectId: string, body: object, signal: AbortSignal, options?: RequestOptions) {
			const call: Call = {method: 'POST', path: deploymentsPath(projectId), body, options};
			return named(decodeDeployment(await request(endpoint, call, signal), projectId));
		},

		async readDeployment(projectId: string, deploymentId: string, signal: AbortSignal, options?: RequestOptions) {
			const received = await read(deploymentPath(projectId, deploymentId), signal, options);
			return named(decodeDeployment(received, projectId, deploymentId));
		},

		sendRaw(call: RawCall, signal: AbortSignal, options?: RequestOptions) {
			return request(endpoint, {...call, expects: 'anything', options}, signal);
		},

		async readRaw(resource: Resource, signal: AbortSignal, options?: RequestOptions) {
			const {path, query} = pathOf(resource);
			return rawAnswer(await read(path, signal, options, query));
		},
	};
	return client;
}

export const uncached = (client: Client): Pick<Client, 'listProjects' | 'readProject' | 'listDeployments'> => ({
	listProjects: (query, signal, options) => client.listProjects(query, signal, {...options, isUncached: true}),
	readProject: (id, signal, options) => client.readProject(id, signal, {...options, isUncached: true}),
	listDeployments: (id, signal, options) => client.listDeployments(id, signal, {...options, isUncached: true}),
});

function pathOf(resource: Resource): Pick<Call, 'path' | 'query'> {
	switch (resource.kind) {
		case 'projects':
			return {path: projectsPath, query: {limit: listLimit, cursor: resource.cursor}};
		case 'project':
			return {path: projectPath(resource.projectId)};
		case 'deployments':
			return {path: deploymentsPath(resource.projectId), query: {limit: listLimit}};
		case 'deployment':
			return {path: deploymentPath(resource.projectId, resource.deploymentId)};
	}
}
