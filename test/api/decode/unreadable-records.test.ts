import {expect, test} from 'vitest';
import {decodeDeploymentList, decodeProjectPage, updatedAtIn} from '../../../src/api/decode/decode.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../../kit/fixtures/wire.ts';

const received = (json: unknown) => ({json, status: 200, requestId: undefined});

test('a list says why the first of its unreadable records is unreadable', () => {
	const projects = [projectOnTheWire, {name: 'docs'}, null];
	expect(decodeProjectPage(received({projects}))).toMatchObject({unreadable: 2, flaw: 'has no id'});
	const deployments = [deploymentOnTheWire, 'dep_2', {id: ''}];
	expect(decodeDeploymentList(received({deployments}), 'prj_1')).toMatchObject({
		unreadable: 2,
		flaw: 'is not an object',
	});
});

test('a deployment of another project is unreadable for that reason', () => {
	const deployments = [{...deploymentOnTheWire, project_id: 'prj_2'}];
	expect(decodeDeploymentList(received({deployments}), 'prj_1')).toMatchObject({
		deployments: [],
		unreadable: 1,
		flaw: 'belongs to another project',
	});
});

test('a list whose records are all readable names no flaw', () => {
	expect(decodeProjectPage(received({projects: [projectOnTheWire]}))).not.toHaveProperty('flaw');
	expect(decodeProjectPage(received({projects: []}))).not.toHaveProperty('flaw');
});

test('the time of the last change is read from a record that lacks everything else', () => {
	expect(updatedAtIn({updated_at: '2026-06-01T12:00:00Z'})).toBe(Date.UTC(2026, 5, 1, 12));
	expect(updatedAtIn({created_at: '2026-06-01T12:00:00Z'})).toBeUndefined();
});
