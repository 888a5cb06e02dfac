import {expect, test} from 'vitest';
import {flawsOfDeployment, flawsOfProject} from './records.ts';
import {type Json, openService, pathOf, recordsOf} from './service.ts';

const service = await openService();
const listProjects = (query: string) => service.succeed('GET', `/v1/projects${query}`);

test('a project list has projects, next_cursor and request_id', async () => {
	const envelope = await listProjects('');
	expect(recordsOf(envelope, 'projects').flatMap(flawsOfProject)).toEqual([]);
	expect(envelope).toMatchObject({request_id: expect.any(String)});
	expect(typeof (envelope.next_cursor ?? '')).toBe('string');
});

test.each([
	['', 50],
	['?limit=1', 1],
	['?limit=2', 2],
	['?limit=100', 100],
	['?limit=101', 100],
])('a project list %j has at most %i projects, unless it is rejected', async (query, max) => {
	const response = await service.call('GET', `/v1/projects${query}`);
	if (max < 100 || query.endsWith('100')) expect(response.ok).toBe(true);
	const count = response.ok ? recordsOf((await response.json()) as Json, 'projects').length : 0;
	expect(count).toBeLessThanOrEqual(max);
});

test('small pages list every project that a large page lists', async () => {
	const expected = recordsOf(await listProjects('?limit=10'), 'projects').map(({id}) => id);
	const reached: unknown[] = [];
	let query = '?limit=4';
	for (let pages = 0; pages < 30 && !expected.every(id => reached.includes(id)); pages++) {
		const page = await listProjects(query);
		reached.push(...recordsOf(page, 'projects').map(({id}) => id));
		if (typeof page.next_cursor !== 'string' || page.next_cursor === '') break;
		query = `?limit=4&cursor=${encodeURIComponent(page.next_cursor)}`;
	}
	expect(reached).toEqual(expect.arrayContaining(expected));
});

test('a project and its deployments can be read by the project id', async ({skip}) => {
	const [listed] = recordsOf(await listProjects('?limit=1'), 'projects');
	if (!listed) return skip('There is no project to read.');

	const project = await service.succeed('GET', pathOf(listed));
	expect(project.id).toBe(listed.id);
	expect(flawsOfProject(project)).toEqual([]);

	const envelope = await service.succeed('GET', `${pathOf(listed)}/deployments`);
	const deployments = recordsOf(envelope, 'deployments');
	expect(envelope).toMatchObject({request_id: expect.any(String)});
	expect(envelope).not.toHaveProperty('next_cursor');
	expect(deployments.length).toBeLessThanOrEqual(50);
	expect(deployments.flatMap(flawsOfDeployment)).toEqual([]);
	expect(deployments.filter(({project_id}) => project_id !== project.id)).toEqual([]);
});

test.for([1, 100, 101])(
	'a deployment list with a limit of %i has at most as many deployments, and never more than 100',
	async (limit, {skip}) => {
		const [project] = recordsOf(await listProjects('?limit=1'), 'projects');
		if (!project) return skip('There is no project to read.');

		const response = await service.call('GET', `${pathOf(project)}/deployments?limit=${limit}`);
		if (limit <= 100) expect(response.ok).toBe(true);
		const count = response.ok ? recordsOf((await response.json()) as Json, 'deployments').length : 0;
		expect(count).toBeLessThanOrEqual(Math.min(limit, 100));
	},
);

test('a deployment can be read by its id', async ({skip}) => {
	for (const project of recordsOf(await listProjects('?limit=10'), 'projects')) {
		const path = `${pathOf(project)}/deployments`;
		const [listed] = recordsOf(await service.succeed('GET', `${path}?limit=1`), 'deployments');
		if (!listed) continue;

		const deployment = await service.succeed('GET', `${path}/${encodeURIComponent(String(listed.id))}`);
		expect(deployment).toMatchObject({id: listed.id, project_id: project.id});
		expect(flawsOfDeployment(deployment)).toEqual([]);
		return;
	}
	skip('None of the first projects has a deployment.');
});
