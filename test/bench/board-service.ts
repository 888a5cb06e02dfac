import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';

/** A service of some projects, each with deployments that never conclude, and older ones that succeeded. */
const [projectCount = 10, runningCount = 50] = process.argv.slice(2).map(Number);
const startedAt = Date.now();
const iso = (agoS: number) => new Date(startedAt - agoS * 1000).toISOString();

const idAt = (project: number) => `prj_${project}`;
const projects = Array.from({length: projectCount}, (_, project) => ({
	...projectOnTheWire,
	id: idAt(project),
	name: `project-${project}`,
}));

/** The deployments of a project, newest first. */
function deploymentsOf(project: number) {
	const of = (number: number, fields: object) => ({
		...deploymentOnTheWire,
		id: `dep_${project}_${number}`,
		project_id: idAt(project),
		...fields,
	});
	const running = Array.from({length: runningCount}, (_, number) =>
		of(number, {status: 'building', conclusion: null, concluded_at: null, created_at: iso(5 + number * 20 + project)}),
	);
	const concluded = Array.from({length: 12}, (_, number) => {
		const agoS = 4000 + number * 600;
		return of(runningCount + number, {created_at: iso(agoS), concluded_at: iso(agoS - 300 - number * 10)});
	});
	return [...running, ...concluded];
}

const byProject = new Map(projects.map(({id}, project) => [id, deploymentsOf(project)]));

let answerCount = 0;

const server = createServer(({url = ''}, response) => {
	const {pathname, searchParams} = new URL(url, 'http://localhost');
	const [, , , projectId = '', kind, deploymentId] = pathname.split('/');
	// As the interface has it, each answer names itself in all its records.
	const requestId = `req_${++answerCount}`;
	const deployments = (byProject.get(projectId) ?? []).map(each => ({...each, request_id: requestId}));
	const record = () => {
		if (projectId === '') return {projects, next_cursor: null};
		if (kind === undefined) return projects.find(({id}) => id === projectId);
		if (deploymentId !== undefined) return deployments.find(({id}) => id === deploymentId);
		return {deployments: deployments.slice(0, Number(searchParams.get('limit') ?? 50))};
	};
	response.writeHead(200, {'content-type': 'application/json', date: new Date().toUTCString()});
	response.end(JSON.stringify({...record(), request_id: requestId}));
});
server.listen(0, 'localhost', () => {
	console.log(`address  http://localhost:${(server.address() as AddressInfo).port}`);
});
