import type {Handle} from '../../src/api/in-process.ts';
import type {createService, Run} from './service.ts';

/** Deployments that are not queued begin with the second. */
const statuses = ['queued', 'uploading', 'deploying', 'finished'];

export const changesShown = ({changes}: Run, status = ''): number =>
	statuses.indexOf(status) + 1 - (statuses.length - changes.length);

const timeOf = (ms: number): string => new Date(ms).toISOString();

export function createHandle(service: ReturnType<typeof createService>, epochMs: number, now: () => number): Handle {
	const projects = new Map(service.projects.map(project => [project.id, project]));
	const deploymentOnTheWire = (run: Run, seconds: number) => {
		const {id, createdAt, concludedAt, uploadVersion} = service.facts(run, seconds);
		const changes = run.changes.filter(at => at <= seconds).length;
		return {
			id,
			project_id: run.project.id,
			environment_id: 'production',
			status: statuses[changes - 1 + statuses.length - run.changes.length],
			conclusion: concludedAt === undefined ? null : 'success',
			upload_version: uploadVersion,
			url: 'https://www.example.com',
			created_at: timeOf(createdAt ?? epochMs),
			concluded_at: concludedAt === undefined ? null : timeOf(concludedAt),
			request_id: 'req_1',
		};
	};
	const projectOnTheWire = ({
		id,
		updatedAt = epochMs,
		latestUploadVersion,
	}: ReturnType<typeof service.page>[number]) => ({
		id,
		name: `project ${id}`,
		slug: id,
		url: 'https://www.example.com',
		upload_mode: 'archive',
		status: 'active',
		latest_upload_version: latestUploadVersion,
		created_at: timeOf(epochMs - 1e11),
		updated_at: timeOf(updatedAt),
		request_id: 'req_1',
	});
	const respond = (status: number, body: object) => ({
		status,
		headers: {'content-type': 'application/json', date: new Date(now()).toUTCString()},
		body: JSON.stringify({...body, request_id: 'req_1'}),
	});

	return ({method, target}) => {
		const seconds = (now() - epochMs) / 1000;
		service.advance(seconds);
		const {pathname, searchParams} = new URL(target, 'http://service.invalid');
		const [, , , projectId, collection, deploymentId] = pathname.split('/');
		if (projectId === undefined) {
			const page = Number(searchParams.get('cursor') ?? 0);
			const next_cursor = page + 1 < service.pageCount ? String(page + 1) : null;
			return respond(200, {projects: service.page(page).map(projectOnTheWire), next_cursor});
		}

		const project = projects.get(projectId);
		const missing = respond(404, {error: {code: 'not_found', message: 'There is no such record.'}});
		if (!project) return missing;
		if (collection === undefined) {
			const index = service.projects.indexOf(project);
			const listed = service.page(Math.floor(index / 100))[index % 100];
			return listed ? respond(200, projectOnTheWire(listed)) : missing;
		}

		if (method === 'POST') return respond(201, deploymentOnTheWire(service.start(project, seconds), seconds));
		const begun = project.runs.filter(({changes: [at = 0]}) => at <= seconds);
		if (deploymentId === undefined)
			return respond(200, {deployments: begun.slice(0, 100).map(run => deploymentOnTheWire(run, seconds))});
		const run = begun.find(({id}) => id === deploymentId);
		return run ? respond(200, deploymentOnTheWire(run, seconds)) : missing;
	};
}
