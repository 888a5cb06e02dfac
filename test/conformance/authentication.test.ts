import {expect, test} from 'vitest';
import {createProject, openService, pathOf, recordsOf} from './service.ts';

const service = await openService();

test('projects are not listed without a key (endpoint 1)', async () => {
	expect((await service.call('GET', '/v1/projects', {apiKey: null})).ok).toBe(false);
});

test('a project and its deployments are not shown without a key (endpoints 3, 6, 8)', async ({skip}) => {
	const [project] = recordsOf(await service.succeed('GET', '/v1/projects?limit=1'), 'projects');
	if (!project) return skip('There is no project to read.');

	const path = pathOf(project);
	const [deployment] = recordsOf(await service.succeed('GET', `${path}/deployments?limit=1`), 'deployments');
	const paths = [
		path,
		`${path}/deployments`,
		...(deployment ? [`${path}/deployments/${encodeURIComponent(String(deployment.id))}`] : []),
	];
	for (const target of paths) expect((await service.call('GET', target, {apiKey: null})).ok, target).toBe(false);
});

test.skipIf(!service.mayWrite)('nothing is created or changed without a key (endpoints 2, 4, 5, 7)', async () => {
	const project = await createProject(service);
	const path = pathOf(project);
	const writes = [
		['POST', '/v1/projects', {name: 'landfall conformance'}],
		['PATCH', path, {}],
		['POST', `${path}/deployments`, {}],
		['DELETE', path, undefined],
	] as const;
	for (const [method, target, body] of writes) {
		const response = await service.call(method, target, {apiKey: null, ...(body && {body})});
		expect(response.ok, `${method} ${target}`).toBe(false);
	}

	expect(await service.succeed('GET', path)).toMatchObject({id: project.id});
});
