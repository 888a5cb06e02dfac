import {expect, test} from 'vitest';
import {open} from './ask.ts';

const world = {world: 'busy', projects: 40} as const;
const pathOf = (isArchived: boolean) => {
	const found = open(world)
		.projects()
		.find(({status}) => (status === 'archived') === isArchived);
	return `/v1/projects/${found?.id}`;
};
const project = pathOf(false);

test.each([
	['GET', '/v1/projects?limit=0', undefined, 400, 'invalid_limit'],
	['GET', '/v1/projects?limit=101', undefined, 400, 'invalid_limit'],
	['GET', '/v1/projects?limit=-1', undefined, 400, 'invalid_limit'],
	['GET', `${project}/deployments?limit=101`, undefined, 400, 'invalid_limit'],
	['GET', '/v1/projects?cursor=nonsense', undefined, 400, 'invalid_cursor'],
	['GET', '/v1/projects/prj_0000000zzzz', undefined, 404, 'project_not_found'],
	['PATCH', '/v1/projects/prj_nothing', {}, 404, 'project_not_found'],
	['GET', `${project}/deployments/dep_0000000001`, undefined, 404, 'deployment_not_found'],
	['GET', '/v1/project', undefined, 404, 'path_not_found'],
	['PUT', '/v1/projects', {}, 405, 'method_not_allowed'],
	['POST', project, {}, 405, 'method_not_allowed'],
	['PATCH', `${project}/deployments`, {}, 405, 'method_not_allowed'],
	['constructor', project, {}, 405, 'method_not_allowed'],
	['POST', '/v1/projects', {}, 422, 'invalid_name'],
	['POST', '/v1/projects', {name: '  '}, 422, 'invalid_name'],
	['POST', '/v1/projects', {name: 'x'.repeat(101)}, 422, 'invalid_name'],
	['POST', '/v1/projects', [], 422, 'invalid_body'],
	['POST', '/v1/projects', null, 422, 'invalid_body'],
	['POST', '/v1/projects', undefined, 400, 'invalid_json'],
	['PATCH', project, {name: null}, 422, 'invalid_name'],
	['PATCH', project, {slug: 'two words'}, 422, 'invalid_slug'],
	['PATCH', project, {url: 'ftp://example.org'}, 422, 'invalid_url'],
	['PATCH', project, {upload_mode: 'pigeon'}, 422, 'invalid_upload_mode'],
	['POST', `${pathOf(true)}/deployments`, {}, 409, 'project_archived'],
	['POST', `${project}/deployments`, {environment_id: 'moon'}, 422, 'invalid_environment_id'],
	['POST', `${project}/deployments`, {upload_version: 100_000}, 422, 'invalid_upload_version'],
	['POST', `${project}/deployments`, {upload_version: 1.5}, 422, 'invalid_upload_version'],
])('%s %s %j gets %i %s', (method, target, body, status, code) => {
	const response = open(world).ask(method, target, body);
	expect(response).toMatchObject({
		status,
		body: {error: {code, message: expect.stringMatching(/\.$/)}, request_id: expect.any(String)},
	});
});

test('a rejected change changes nothing, not even the fields before the invalid one', () => {
	const {ask} = open(world);
	const before = ask('GET', project).body;
	expect(ask('PATCH', project, {name: 'other', slug: '!'}).status).toBe(422);
	expect(ask('GET', project).body).toEqual({...before, request_id: expect.any(String)});
});
