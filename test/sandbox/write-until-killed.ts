/*
Creates one project after another in a sandbox's file and prints the id of each after the response, until the process is killed.
*/
import {writeSync} from 'node:fs';
import {createSandbox} from '../../src/sandbox/sandbox.ts';

const sandbox = createSandbox({
	clock: {now: Date.now},
	apiKey: 'team-key',
	world: 'busy',
	file: process.argv[2],
});
const headers = new Map([
	['authorization', 'Bearer team-key'],
	['content-type', 'application/json'],
]);

for (;;) {
	const {body} = sandbox.handle({method: 'POST', target: '/v1/projects', headers, body: '{"name":"kept"}'});
	const {id} = JSON.parse(body);
	const {status} = sandbox.handle({method: 'POST', target: `/v1/projects/${id}/deployments`, headers, body: '{}'});
	writeSync(1, `${id} ${status}\n`);
}
