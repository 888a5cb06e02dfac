import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createSystemClock} from '../../src/base/clock.ts';
import {createTeam} from '../kit/services/team.ts';

/** A service of some projects, each with deployments that never conclude, and older ones that succeeded. */
const [projectCount = 10, runningCount = 50] = process.argv.slice(2).map(Number);
const startedAt = Date.now();
const iso = (agoS: number) => new Date(startedAt - agoS * 1000).toISOString();
const projects = Array.from({length: projectCount}, (_, index) => `project-${index}`);
const team = createTeam({clock: createSystemClock(), projects});
for (const [index, project] of projects.entries()) {
	for (let number = 0; number < runningCount; number++) {
		team.deploy(project, {status: 'building', created_at: iso(5 + number * 20 + index)});
	}

	for (let number = 0; number < 12; number++) {
		const agoS = 4000 + number * 600;
		const concluded = {status: 'finished', conclusion: 'success', concluded_at: iso(agoS - 300 - number * 10)};
		team.deploy(project, {...concluded, created_at: iso(agoS)});
	}
}

const server = createServer(({url = ''}, response) => {
	// As the interface has it, each answer names itself in all its records.
	const requestId = `"request_id":"req_${team.requests.length}"`;
	const {status, headers, body} = team.handle({method: 'GET', target: url, headers: new Map(), body: ''});
	response.writeHead(status, headers).end(body.replaceAll(/"request_id":"[^"]*"/g, requestId));
});
server.listen(0, 'localhost', () => {
	console.log(`address  http://localhost:${(server.address() as AddressInfo).port}`);
});
