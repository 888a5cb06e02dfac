import {expect, test} from 'vitest';
import {type Client, createClient} from '../../src/api/client.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

/** Returns a client of a service that always sends this response. */
function clientOf(status: number, json: unknown, isReadOnly?: boolean): Client {
	const body = json === undefined ? '' : JSON.stringify(json);
	return createClient({
		transport: async () => ({outcome: 'answered', status, headers: new Map(), body, isComplete: true}),
		baseUrl: 'https://api.example.com',
		apiKey: secretKey,
		clock: createTestClock(),
		...(isReadOnly !== undefined && {isReadOnly: () => isReadOnly}),
	});
}

const requests = {
	listProjects: client => client.listProjects({}, never),
	createProject: client => client.createProject({name: 'docs'}, never),
	readProject: client => client.readProject('prj_1', never),
	updateProject: client => client.updateProject('prj_1', {name: 'docs'}, never),
	deleteProject: client => client.deleteProject('prj_1', never),
	listDeployments: client => client.listDeployments('prj_1', {}, never),
	triggerDeployment: client => client.triggerDeployment('prj_1', {}, never),
	readDeployment: client => client.readDeployment('prj_1', 'dep_1', never),
	readRaw: client => client.readRaw({of: 'record', projectId: 'prj_1', deploymentId: undefined}, never),
	readRawProjects: client => client.readRaw({of: 'projects', cursor: undefined}, never),
	readRawDeployments: client => client.readRaw({of: 'deployments', projectId: 'prj_1'}, never),
	readRawDeployment: client => client.readRaw({of: 'record', projectId: 'prj_1', deploymentId: 'dep_1'}, never),
} satisfies Record<string, (client: Client) => Promise<unknown>>;

type Name = keyof typeof requests;

test.each<[name: Name, missing: RegExp]>([
	['listProjects', /^There are no projects at this address/],
	['createProject', /^There are no projects at this address/],
	['readProject', /^The project was not found/],
	['updateProject', /^The project was not found/],
	['deleteProject', /^The project was not found/],
	['listDeployments', /^deployments not available \(404\)/],
	['triggerDeployment', /^deployments not available \(404\)/],
	['readDeployment', /^The deployment was not found/],
	['readRaw', /^The project was not found/],
	['readRawProjects', /^There are no projects at this address/],
	['readRawDeployments', /^deployments not available/],
	['readRawDeployment', /^The deployment was not found/],
])('a 404 for %s names what is missing', async (name, missing) => {
	const error = await failureOf(requests[name](clientOf(404, undefined)));
	expect(error).toMatchObject({kind: 'missing', message: expect.stringMatching(missing)});
});

test.each<[name: Name, record: object]>([
	['readProject', projectOnTheWire],
	['updateProject', projectOnTheWire],
	['triggerDeployment', deploymentOnTheWire],
	['readDeployment', deploymentOnTheWire],
])('%s rejects a response about another record', async (name, record) => {
	await requests[name](clientOf(200, record));
	const other = {...record, ...('project_id' in record ? {project_id: 'prj_2'} : {id: 'prj_2'})};
	const error = await failureOf(requests[name](clientOf(200, other)));
	expect(error).toMatchObject({kind: 'malformed', message: expect.stringMatching(/sent a different/)});
});

test('a deployment list contains only deployments of its project', async () => {
	const deployments = [deploymentOnTheWire, {...deploymentOnTheWire, project_id: 'prj_2'}];
	const list = await clientOf(200, {deployments}).listDeployments('prj_1', {}, never);
	expect(list).toMatchObject({deployments: [{id: 'dep_1'}], unreadable: 1});
});

test.each<[name: Name]>([['createProject'], ['updateProject'], ['deleteProject'], ['triggerDeployment']])(
	'%s reports read-only mode without sending a request',
	async name => {
		const error = await failureOf(requests[name](clientOf(204, undefined, true)));
		expect(error.message).toBe('This connection is read-only, so nothing was sent.');
		expect(error.details).toEqual({phase: 'not-sent'});
	},
);

test('a client may write by default', async () => {
	await requests.deleteProject(clientOf(204, undefined));
	expect(await requests.createProject(clientOf(201, projectOnTheWire))).toMatchObject({id: 'prj_1'});
});

test('only a deletion accepts an empty response', async () => {
	expect(await requests.deleteProject(clientOf(200, undefined))).toBeUndefined();
	expect(await failureOf(requests.updateProject(clientOf(200, undefined)))).toMatchObject({kind: 'malformed'});
});

test('a raw record is shown as it was sent, except for the key', async () => {
	const raw = await clientOf(203, {id: 'prj_1', note: secretKey}).readRaw(
		{of: 'record', projectId: 'prj_1', deploymentId: undefined},
		never,
	);
	expect(raw).toEqual({
		lines: ['{', '  "id": "prj_1",', '  "note": "[key]"', '}'],
		status: 203,
		requestId: undefined,
	});
});
