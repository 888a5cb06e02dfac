import {expect, test} from 'vitest';
import {type Client, createClient} from '../../src/api/client.ts';
import {Aborted} from '../../src/api/errors.ts';
import {createInProcessTransport, type Handle} from '../../src/api/in-process.ts';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {isProjectGone} from '../../src/api/whole-list.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

type Request = Parameters<Handle>[0];

function fittingBody({method, target}: Request): string {
	if (method === 'DELETE') return '';
	const isList = method === 'GET' && /(projects|deployments)(\?.*)?$/.test(target);
	const record = target.includes('deployments') ? deploymentOnTheWire : projectOnTheWire;
	return JSON.stringify(isList ? {projects: [record], deployments: [record], request_id: 'req_9'} : record);
}

type ClientOptions = Parameters<typeof createClient>[0];
type Answer = {readonly status?: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>>};

/** Without a body, the service answers each request with a fitting record or list. */
function open({status = 200, body, headers = {}, ...options}: Answer & Partial<ClientOptions> = {}) {
	const clock = createTestClock();
	const requests: Request[] = [];
	const records: LoggedRequest[] = [];
	const handle: Handle = request => {
		requests.push(request);
		return {status, headers, body: body ?? fittingBody(request)};
	};
	const client = createClient({
		transport: createInProcessTransport(handle),
		baseUrl: 'https://api.example.com/team',
		apiKey: secretKey,
		clock,
		onRequestEnd: record => records.push(record),
		...options,
	});
	return {client, requests, records, clock};
}

type Row = [request: string, send: (client: Client) => Promise<unknown>, body?: string];

const rawProject = {kind: 'project', projectId: 'prj_1'} as const;
const rawDeployment = {kind: 'deployment', projectId: 'prj_1', deploymentId: 'dep_1'} as const;
const rawDeployments = {kind: 'deployments', projectId: 'prj_1'} as const;
const rawPatch = {method: 'PATCH', path: '/v1/projects/prj_1?dry=1', body: {name: 'docs'}} as const;
const zipped = {uploadMode: 'zip'};
const page = {limit: 100, cursor: 'a b&c'};

const reads: readonly Row[] = [
	['GET /v1/projects', client => client.listProjects({}, never)],
	['GET /v1/projects?limit=100&cursor=a+b%26c', client => client.listProjects(page, never)],
	['GET /v1/projects/prj_1', client => client.readProject('prj_1', never)],
	['GET /v1/projects/prj_1/deployments?limit=100', client => client.listDeployments('prj_1', never)],
	['GET /v1/projects/prj_1/deployments/dep_1', client => client.readDeployment('prj_1', 'dep_1', never)],
	['GET /v1/projects/prj_1', client => client.readRaw(rawProject, never)],
	['GET /v1/projects/prj_1/deployments/dep_1', client => client.readRaw(rawDeployment, never)],
	['GET /v1/projects?limit=100', client => client.readRaw({kind: 'projects', cursor: undefined}, never)],
	['GET /v1/projects?limit=100&cursor=c', client => client.readRaw({kind: 'projects', cursor: 'c'}, never)],
	['GET /v1/projects/prj_1/deployments?limit=100', client => client.readRaw(rawDeployments, never)],
	['GET /v1/projects', client => client.sendRaw({method: 'GET', path: '/v1/projects'}, never)],
];
const writes: readonly Row[] = [
	['POST /v1/projects', client => client.createProject({name: 'döcs'}, never), '{"name":"döcs"}'],
	['PATCH /v1/projects/prj_1', client => client.updateProject('prj_1', zipped, never), '{"upload_mode":"zip"}'],
	['PATCH /v1/projects/prj_1', client => client.updateProject('prj_1', {}, never), '{}'],
	['DELETE /v1/projects/prj_1', client => client.deleteProject('prj_1', never)],
	['POST /v1/projects/prj_1/deployments', client => client.triggerDeployment('prj_1', {a: [1]}, never), '{"a":[1]}'],
	['PATCH /v1/projects/prj_1?dry=1', client => client.sendRaw(rawPatch, never), '{"name":"docs"}'],
];

test.each([...reads, ...writes])('sends %s once, with the key', async (request, send, body = '') => {
	const {client, requests} = open();
	await send(client);
	const [method, path] = request.split(' ');
	expect(requests).toMatchObject([{method, target: `/team${path}`, body}]);
	expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${secretKey}`);
	expect(requests[0]?.headers.get('accept')).toBe('application/json');
	expect(requests[0]?.headers.get('cache-control')).toBe('no-cache');
	expect(requests[0]?.headers.get('content-type')).toBe(body === '' ? undefined : 'application/json');
});

const otherProject = {project_id: 'prj_2'};

test.each<[name: string, send: Row[1], record: object]>([
	['project than the one read', client => client.readProject('prj_1', never), {...projectOnTheWire, id: 'prj_2'}],
	[
		'project than the one edited',
		client => client.updateProject('prj_1', {}, never),
		{...projectOnTheWire, id: 'prj_2'},
	],
	['deployment than the one triggered', client => client.triggerDeployment('prj_1', {}, never), otherProject],
	['deployment than one of the project', client => client.readDeployment('prj_1', 'dep_1', never), otherProject],
	['deployment than the one read', client => client.readDeployment('prj_1', 'dep_1', never), {id: 'dep_2'}],
])('rejects a response about another %s', {tags: ['fault-33']}, async (name, send, other) => {
	const body = JSON.stringify({...deploymentOnTheWire, project_id: 'prj_1', ...other});
	const error = await failureOf(send(open({body}).client));
	expect(error).toMatchObject({
		kind: 'malformed',
		message: expect.stringContaining(`a different ${name.split(' ')[0]} than`),
	});
});

test('logs every finished request without its key and cursor', {tags: ['fault-70']}, async () => {
	const {client, records, requests, clock} = open({headers: {Date: 'Mon, 01 Jun 2026 12:00:05 GMT'}});
	await client.listProjects({limit: 10, cursor: 'secret-cursor'}, never);
	await client.deleteProject('prj_1', never);
	await failureOf(client.readProject('prj_2', never));
	const flight = new AbortController();
	const aborted = client.readProject('prj_1', flight.signal).catch(() => {});
	while (requests.length < 4) await new Promise(resolve => setImmediate(resolve));
	flight.abort();
	await aborted;
	await client.readProject('prj_1', AbortSignal.abort()).catch(() => {});

	const common = {status: 200, outcome: 'answered', startedAt: clock.now(), tookMs: 0, serverDate: clock.now() + 5000};
	expect(records).toMatchObject([
		{...common, method: 'GET', path: '/v1/projects?limit=10&cursor=…', requestId: 'req_9'},
		{...common, method: 'DELETE', path: '/v1/projects/prj_1', bytes: 0, flaws: []},
		{...common, method: 'GET', path: '/v1/projects/prj_2', requestId: 'req_1'},
		{method: 'GET', path: '/v1/projects/prj_1', outcome: 'aborted', bytes: 0},
	]);
	expect(JSON.stringify(records)).not.toMatch(/secret/i);
});

test('does not log the query of a raw call, which may contain anything', async () => {
	const {client, records} = open({body: 'pong'});
	await client.sendRaw({method: 'GET', path: '/v1/projects?token=secret\nsecret'}, never);
	await client.sendRaw({method: 'GET', path: '/v1/projects'}, never);
	expect(records.map(({path}) => path)).toEqual(['/v1/projects?…', '/v1/projects']);
});

const others = Array.from({length: 50}, (_, index) => [{...projectOnTheWire, id: `other_${index}`}]);
const sought = {...projectOnTheWire, id: 'sought'};
const failed = {message: 'The service is having trouble (500).'};

test.each<[what: string, status: number, pages: ReadonlyArray<readonly object[]>, isGone: unknown]>([
	['lacks it, and so does the list', 404, others.slice(0, 39), true],
	['lacks it, but not the list', 404, [[], [projectOnTheWire, sought], []], false],
	['lacks it, and some of the list is unreadable', 404, [[{}], []], undefined],
	['lacks it, and the list is very long', 404, others, undefined],
	['has it', 200, [], false],
	['fails', 500, [], failed],
])('when the service %s, a project is gone: %j', async (_what, status, pages, isGone) => {
	let count = 0;
	const transport = createInProcessTransport(({target}) => {
		if (target.endsWith('/sought')) return {status, headers: {}, body: status === 500 ? '' : JSON.stringify(sought)};
		const page = {projects: pages[count], next_cursor: ++count < pages.length ? `${count}` : null};
		return {status: 200, headers: {}, body: JSON.stringify(page)};
	});
	const {client} = open({transport});
	expect(await isProjectGone(client, 'sought', never).catch(error => ({message: error.message}))).toEqual(isGone);
	await expect(isProjectGone(client, 'sought', AbortSignal.abort())).rejects.toBeInstanceOf(Aborted);
});
