import {expect, test} from 'vitest';
import {type Client, createClient} from '../../src/api/client.ts';
import type {RequestRecord} from '../../src/api/request-record.ts';
import {createInProcessTransport, type Handle} from '../../src/api/transport/in-process.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

type Request = Parameters<Handle>[0];

/** Opens a client of a service that sends a fitting record for every request. */
function open({isReadOnly = false, baseUrl = 'https://api.example.com/team', headers = {}} = {}) {
	const clock = createTestClock();
	const requests: Request[] = [];
	const records: RequestRecord[] = [];
	const handle: Handle = request => {
		requests.push(request);
		if (request.method === 'DELETE') return {status: 204, headers, body: ''};
		const isList = request.method === 'GET' && /(projects|deployments)(\?.*)?$/.test(request.target);
		const record = request.target.includes('deployments') ? deploymentOnTheWire : projectOnTheWire;
		const body = isList ? {projects: [record], deployments: [record], request_id: 'req_9'} : record;
		return {status: 200, headers, body: JSON.stringify(body)};
	};
	const transport = createInProcessTransport(handle, {clock});
	const onRequestEnd = (record: RequestRecord) => records.push(record);
	return {
		client: createClient({transport, baseUrl, apiKey: secretKey, clock, isReadOnly: () => isReadOnly, onRequestEnd}),
		requests,
		records,
		clock,
	};
}

type Row = [name: string, send: (client: Client) => Promise<unknown>, method: string, target: string, body: string];

const reads: readonly Row[] = [
	['lists projects', client => client.listProjects({}, never), 'GET', '/v1/projects', ''],
	[
		'requests a page',
		client => client.listProjects({limit: 100, cursor: 'a b&c'}, never),
		'GET',
		'/v1/projects?limit=100&cursor=a+b%26c',
		'',
	],
	['reads a project', client => client.readProject('prj_1', never), 'GET', '/v1/projects/prj_1', ''],
	[
		'lists deployments',
		client => client.listDeployments('prj_1', {limit: 5}, never),
		'GET',
		'/v1/projects/prj_1/deployments?limit=5',
		'',
	],
	[
		'reads a deployment',
		client => client.readDeployment('prj_1', 'dep_1', never),
		'GET',
		'/v1/projects/prj_1/deployments/dep_1',
		'',
	],
	[
		'reads the raw record of a project',
		client => client.readRaw({of: 'record', projectId: 'prj_1', deploymentId: undefined}, never),
		'GET',
		'/v1/projects/prj_1',
		'',
	],
	[
		'reads the raw record of a deployment',
		client => client.readRaw({of: 'record', projectId: 'prj_1', deploymentId: 'dep_1'}, never),
		'GET',
		'/v1/projects/prj_1/deployments/dep_1',
		'',
	],
	[
		'reads the first raw page of projects',
		client => client.readRaw({of: 'projects', cursor: undefined}, never),
		'GET',
		'/v1/projects?limit=100',
		'',
	],
	[
		'reads a raw page of projects',
		client => client.readRaw({of: 'projects', cursor: 'c'}, never),
		'GET',
		'/v1/projects?limit=100&cursor=c',
		'',
	],
	[
		'reads a raw list of deployments',
		client => client.readRaw({of: 'deployments', projectId: 'prj_1'}, never),
		'GET',
		'/v1/projects/prj_1/deployments?limit=100',
		'',
	],
];
const writes: readonly Row[] = [
	[
		'creates a project',
		client => client.createProject({name: 'döcs'}, never),
		'POST',
		'/v1/projects',
		'{"name":"döcs"}',
	],
	[
		'updates a project',
		client => client.updateProject('prj_1', {uploadMode: 'zip'}, never),
		'PATCH',
		'/v1/projects/prj_1',
		'{"upload_mode":"zip"}',
	],
	[
		'updates a project without changes',
		client => client.updateProject('prj_1', {}, never),
		'PATCH',
		'/v1/projects/prj_1',
		'{}',
	],
	['deletes a project', client => client.deleteProject('prj_1', never), 'DELETE', '/v1/projects/prj_1', ''],
	[
		'triggers a deployment',
		client => client.triggerDeployment('prj_1', {a: [1]}, never),
		'POST',
		'/v1/projects/prj_1/deployments',
		'{"a":[1]}',
	],
];

test.each([...reads, ...writes])(
	'a client that %s sends exactly one request, with the key',
	async (_name, send, method, target, body) => {
		const {client, requests} = open();
		await send(client);
		expect(requests).toMatchObject([{method, target: `/team${target}`, body}]);
		expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${secretKey}`);
		expect(requests[0]?.headers.get('accept')).toBe('application/json');
		expect(requests[0]?.headers.get('content-type')).toBe(body === '' ? undefined : 'application/json');
	},
);

test.each(writes)('a read-only client never %s', async (_name, send) => {
	const {client, requests} = open({isReadOnly: true});
	expect(await failureOf(send(client))).toMatchObject({kind: 'refused', details: {phase: 'not-sent'}});
	expect(requests).toEqual([]);
});

test.each(reads)('a read-only client still %s', async (_name, send) => {
	const {client, requests} = open({isReadOnly: true});
	await send(client);
	expect(requests).toHaveLength(1);
});

test('an id that would change the path is not sent', {tags: ['fault-74']}, async () => {
	const {client, requests, records} = open();
	expect(await failureOf(client.deleteProject('..', never))).toMatchObject({kind: 'refused'});
	expect([requests, records]).toEqual([[], []]);
});

test('every finished request is recorded, without its key and cursor', {tags: ['fault-70']}, async () => {
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
		{...common, method: 'DELETE', path: '/v1/projects/prj_1', status: 204, bytes: 0},
		{...common, method: 'GET', path: '/v1/projects/prj_2', requestId: 'req_1'},
		{method: 'GET', path: '/v1/projects/prj_1', outcome: 'aborted', bytes: 0},
	]);
	expect(JSON.stringify(records)).not.toMatch(/secret/i);
});
