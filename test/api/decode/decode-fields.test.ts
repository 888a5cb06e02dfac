import {describe, expect, test} from 'vitest';
import {
	changeNames,
	decodeDeployment,
	decodeDeploymentList,
	decodeProject,
	decodeProjectPage,
	encodeChanges,
	encodeDeployment,
	encodeProject,
} from '../../../src/api/decode/decode.ts';
import {flawOf} from '../../../src/api/decode/fields.ts';
import {safe} from '../../../src/text.ts';
import {failureOf} from '../../kit/fixtures/http-client.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../../kit/fixtures/wire.ts';
import {bareDeployment, bareProject} from '../../present/records.ts';

const received = (json: unknown) => ({json, status: 201, requestId: safe('req_head')});
const project = (changes: object) => decodeProject(received({...projectOnTheWire, ...changes}));
const deployment = (changes: object) => decodeDeployment(received({...deploymentOnTheWire, ...changes}), 'prj_1');

describe('every field is decoded from its wire field', () => {
	const texts = ['name', 'slug', 'url', 'upload_mode', 'status', 'request_id'];

	test.each(texts.map((field, index) => [field, index] as const))('a project: %s', (field, index) => {
		const {name, slug, url, uploadMode, status, requestId, drift} = project({[field]: 'another'});
		const found = [name, slug, url, uploadMode, status, requestId].map(text => text?.exact === 'another');
		expect(found).toEqual(texts.map((_, at) => at === index));
		expect(drift).toEqual([]);
	});

	test.each(['name', 'slug', 'url', 'upload_mode', 'status', 'latest_upload_version', 'created_at', 'updated_at'])(
		'a project without %s',
		field => {
			expect(project({[field]: undefined}).drift).toEqual([{field, problem: 'missing'}]);
		},
	);

	test.each(['project_id', 'environment_id', 'status', 'upload_version', 'url', 'created_at', 'request_id'])(
		'a deployment without %s',
		field => {
			expect(deployment({[field]: undefined}).drift).toEqual([{field, problem: 'missing'}]);
		},
	);

	test.each(['conclusion', 'concluded_at'])('a deployment whose %s is unreadable', field => {
		expect(deployment({[field]: 7}).drift).toEqual([{field, problem: 'unreadable'}]);
	});

	test('several drifting fields are recorded in order', () => {
		expect(project({name: null, status: 3, created_at: '2026-01-01'}).drift).toEqual([
			{field: 'name', problem: 'missing'},
			{field: 'status', problem: 'unreadable'},
			{field: 'created_at', problem: 'zone assumed'},
		]);
	});
});

describe('the displayed text is limited in length', () => {
	const long = 'x'.repeat(5000);
	const lengths = (record: object) =>
		Object.fromEntries(
			Object.entries(record).flatMap(([field, value]) =>
				value && typeof value === 'object' && 'shown' in value ? [[field, value.shown.length]] : [],
			),
		);

	test('of a project', () => {
		const all = project({name: long, slug: long, url: long, upload_mode: long, status: long, request_id: long});
		expect(lengths(all)).toEqual({name: 256, slug: 256, url: 2048, uploadMode: 64, status: 64, requestId: 128});
	});

	test('of a deployment', () => {
		const all = deployment({environment_id: long, status: long, conclusion: long, url: long, request_id: long});
		expect(lengths(all)).toEqual({environmentId: 128, status: 64, conclusion: 64, url: 2048, requestId: 128});
	});

	test('of a list', () => {
		const envelope = {projects: [], deployments: [], next_cursor: long, request_id: long};
		const page = decodeProjectPage(received(envelope));
		expect(lengths(page)).toEqual({requestId: 128});
		expect(page.nextCursor).toBe(long);
		expect(lengths(decodeDeploymentList(received(envelope), 'prj_1'))).toEqual({requestId: 128});
	});
});

test('only integers are accepted, and zero has no sign', () => {
	expect(project({latest_upload_version: -0}).latestUploadVersion).toBe(0);
	expect(project({latest_upload_version: -7}).latestUploadVersion).toBe(-7);
});

test('a time may be surrounded by spaces', () => {
	expect(project({updated_at: ' 2026-06-01T12:00:00Z\n'})).toMatchObject({
		updatedAt: Date.UTC(2026, 5, 1, 12),
		drift: [],
	});
});

test('a list’s request id comes from its envelope, and a missing one is not drift', () => {
	const list = (envelope: object) => decodeDeploymentList(received({deployments: [], ...envelope}), 'prj_1');
	expect(list({request_id: 'req_1'}).requestId?.exact).toBe('req_1');
	expect(list({}).requestId).toBeUndefined();
	expect(list({request_id: null})).toEqual({deployments: [], requestId: undefined, unreadable: 0});
});

test('invalid records in a deployment list are skipped and counted', () => {
	const deployments = [deploymentOnTheWire, null, 'dep_2', [], {...deploymentOnTheWire, id: ''}, {}];
	expect(decodeDeploymentList(received({deployments}), 'prj_1')).toMatchObject({
		deployments: [{id: 'dep_1'}],
		unreadable: 5,
	});
});

describe('the error for a malformed response contains the reason and the request id', () => {
	const notExpected = 'The response does not have the expected form:';
	const another = (what: string) => `The service sent a different ${what} than requested, so its response was ignored.`;

	test.each<[name: string, decode: () => unknown, sentence: string]>([
		['a string', () => decodeProjectPage(received('x')), `${notExpected} it is not a JSON object.`],
		['an object without projects', () => decodeProjectPage(received({})), `${notExpected} “projects” is missing.`],
		[
			'deployments that are null',
			() => decodeDeploymentList(received({deployments: null}), 'prj_1'),
			`${notExpected} “deployments” is not a list.`,
		],
		[
			'a project without an id',
			() => decodeProject(received({name: 'docs'})),
			`${notExpected} it is not a project with an id.`,
		],
		[
			'an array instead of a project',
			() => decodeProject(received([])),
			`${notExpected} it is not a project with an id.`,
		],
		[
			'a deployment with an empty id',
			() => decodeDeployment(received({id: ''}), 'prj_1'),
			`${notExpected} it is not a deployment with an id.`,
		],
		['another project', () => decodeProject(received(projectOnTheWire), 'prj_2'), another('project')],
		[
			'a deployment of another project',
			() => decodeDeployment(received(deploymentOnTheWire), 'prj_2', 'dep_1'),
			another('deployment'),
		],
		[
			'another deployment',
			() => decodeDeployment(received(deploymentOnTheWire), 'prj_1', 'dep_2'),
			another('deployment'),
		],
	])('%s', (_name, decode, message) => {
		const details = {phase: 'maybe-executed', status: 201, requestId: 'req_head'};
		expect(decode).toThrow(expect.objectContaining({kind: 'malformed', message, details}));
	});

	test('unless the response had no request id', async () => {
		const nameless = async () => decodeProject({json: [], status: 200, requestId: undefined});
		expect((await failureOf(nameless())).details).toStrictEqual({phase: 'maybe-executed', status: 200});
	});
});

test('the requested project and deployment are accepted', () => {
	expect(decodeProject(received(projectOnTheWire), 'prj_1').id).toBe('prj_1');
	expect(decodeDeployment(received(deploymentOnTheWire), 'prj_1', 'dep_1').id).toBe('dep_1');
});

describe('records are encoded as the service would send them', () => {
	const inMilliseconds = (time: string) => new Date(time).toISOString();

	test('a project', () => {
		expect(encodeProject(project({}))).toEqual({
			...projectOnTheWire,
			created_at: inMilliseconds(projectOnTheWire.created_at),
		});
	});

	test('a deployment', () => {
		expect(encodeDeployment(deployment({}))).toEqual({
			...deploymentOnTheWire,
			created_at: inMilliseconds(deploymentOnTheWire.created_at),
			concluded_at: inMilliseconds(deploymentOnTheWire.concluded_at),
		});
	});

	test('with null for unknown fields', () => {
		const nothing = (record: object) => Object.fromEntries(Object.keys(record).map(field => [field, null]));
		expect(encodeProject(bareProject)).toEqual({...nothing(projectOnTheWire), id: 'prj_1'});
		expect(encodeDeployment(bareDeployment)).toEqual({
			...nothing(deploymentOnTheWire),
			id: 'dep_1',
			project_id: 'prj_1',
		});
	});

	test('and changes by their wire names', () => {
		expect(encodeChanges({name: 'n', slug: 's', url: 'u', uploadMode: 'm'})).toEqual({
			name: 'n',
			slug: 's',
			url: 'u',
			upload_mode: 'm',
		});
		expect(Object.values(changeNames)).toEqual(['name', 'slug', 'url', 'upload_mode']);
	});
});

test.each([
	[null, 'is not an object'],
	[[], 'is not an object'],
	['prj_1', 'is not an object'],
	[{name: 'docs'}, 'has no id'],
	[{id: null}, 'has no id'],
	[{id: ''}, 'has an empty id'],
	[{id: ['a']}, 'has an id that is a list'],
	[{id: {a: 1}}, 'has an id that is an object'],
	[{id: 12}, 'has a numeric id'],
	[{id: 0}, 'has a numeric id'],
	[{id: false}, 'has an id that is true or false'],
])('a record such as %j %s', (json, flaw) => {
	expect(flawOf(json)).toBe(flaw);
});
