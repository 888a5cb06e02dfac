import {describe, expect, test} from 'vitest';
import {flawsOfDeployment, flawsOfProject} from './records.ts';
import {createProject, openService, pathOf, recordsOf} from './service.ts';

const service = await openService();

describe.skipIf(!service.mayWrite)('a writable service', () => {
	test('creates a project from a name, which can then be read', async () => {
		const project = await createProject(service);
		expect(flawsOfProject(project)).toEqual([]);

		const read = await service.succeed('GET', pathOf(project));
		expect(read).toMatchObject({id: project.id, name: project.name});
	});

	test('accepts an empty object as a change and returns the project', async () => {
		const project = await createProject(service);
		const changed = await service.succeed('PATCH', pathOf(project), {});
		expect(flawsOfProject(changed)).toEqual([]);
		expect(changed).toMatchObject({id: project.id});
	});

	test('accepts an empty object as a trigger and returns a deployment that can be read and is listed', async () => {
		const project = await createProject(service);
		const path = `${pathOf(project)}/deployments`;
		const deployment = await service.succeed('POST', path, {});
		expect(flawsOfDeployment(deployment)).toEqual([]);
		expect(deployment).toMatchObject({project_id: project.id});

		const read = await service.succeed('GET', `${path}/${encodeURIComponent(String(deployment.id))}`);
		expect(read).toMatchObject({id: deployment.id, project_id: project.id});
		const listed = recordsOf(await service.succeed('GET', path), 'deployments');
		expect(listed.map(({id}) => id)).toContain(deployment.id);
	});

	test('deletes a project and returns an empty body', async () => {
		const project = await createProject(service);
		const response = await service.call('DELETE', pathOf(project));
		expect(response.ok).toBe(true);
		expect(await response.text()).toBe('');
	});
});
