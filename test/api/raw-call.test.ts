import {expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import type {RequestRecord} from '../../src/api/request-record.ts';
import type {WireRequest} from '../../src/api/transport/transport.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {failureOf, never, secretKey} from '../kit/fixtures/http-client.ts';

/** Opens a client of a service that sends the same answer to every request. */
function open(status: number, body: string, isReadOnly = false) {
	const requests: WireRequest[] = [];
	const records: RequestRecord[] = [];
	const client = createClient({
		async transport(request) {
			requests.push(request);
			return {outcome: 'answered', status, headers: new Map(), body, isComplete: true};
		},
		baseUrl: 'https://api.example.com',
		apiKey: secretKey,
		clock: createTestClock(),
		isReadOnly: () => isReadOnly,
		onRequestEnd: record => records.push(record),
	});
	return {client, requests, records};
}

test.each(['', 'hello', '{"id": 1}'])('a raw call accepts any successful body, such as %j', async body => {
	const {client} = open(200, body);
	expect(await client.sendRaw({method: 'GET', path: '/v1/projects'}, never)).toMatchObject({text: body, status: 200});
});

test('a raw call sends its method, path and body unchanged', async () => {
	const {client, requests} = open(200, '{}');
	await client.sendRaw({method: 'PATCH', path: '/v1/projects/prj_1?dry=1', body: {name: 'docs'}}, never);
	expect(requests).toMatchObject([
		{method: 'PATCH', url: {href: 'https://api.example.com/v1/projects/prj_1?dry=1'}, body: '{"name":"docs"}'},
	]);
});

test('the query of a raw call is not recorded, because it may contain anything', async () => {
	const {client, records} = open(200, '{}');
	await client.sendRaw({method: 'GET', path: '/v1/projects?token=secret\nsecret'}, never);
	await client.sendRaw({method: 'GET', path: '/v1/projects'}, never);
	expect(records.map(({path}) => path)).toEqual(['/v1/projects?…', '/v1/projects']);
});

test('a read-only connection allows raw reads only', async () => {
	const {client, requests} = open(200, '{}', true);
	expect(await failureOf(client.sendRaw({method: 'POST', path: '/v1/projects'}, never))).toMatchObject({
		kind: 'refused',
	});
	expect(requests).toEqual([]);
	await client.sendRaw({method: 'GET', path: '/v1/projects'}, never);
	expect(requests).toHaveLength(1);
});

const noProjects = 'There are no projects at this address.';
const noDeployments = 'deployments not available';
const nothing = 'The service has nothing at this path.';

test.each([
	['/v1/projects', noProjects],
	['/v1/projects?limit=1', noProjects],
	['/v1/projects/prj_1', 'The project was not found'],
	['/v1/projects/prj_1?x=/deployments', 'The project was not found'],
	['/v1/projects/prj_1/deployments', noDeployments],
	['/v1/projects/prj_1/deployments?limit=1', noDeployments],
	['/v1/projects/prj_1/deployments/dep_1', 'The deployment was not found'],
	['/v1/projects/prj_1/deployments/dep_1/logs', nothing],
	['/v1/projects/prj_1/members', nothing],
	['/v1/projects-archive', nothing],
	['/v1/teams', nothing],
	['/v2/v1/projects', nothing],
])('a 404 for the path %s says what is missing', async (path, message) => {
	expect((await failureOf(open(404, '').client.sendRaw({method: 'GET', path}, never))).message).toContain(message);
});
