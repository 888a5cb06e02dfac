import {describe, expect, test} from 'vitest';
import {
	decodeDeployment,
	decodeDeploymentList,
	decodeProject,
	decodeProjectPage,
	encodeChanges,
} from '../../../src/api/decode/decode.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../../kit/fixtures/wire.ts';

const received = (json: unknown) => ({json, status: 200, requestId: undefined});
const project = (changes: object) => decodeProject(received({...projectOnTheWire, ...changes}));
const deployment = (changes: object) => decodeDeployment(received({...deploymentOnTheWire, ...changes}), 'prj_1');

test('a project is decoded as documented', () => {
	expect(project({})).toMatchObject({
		id: 'prj_1',
		name: {exact: 'docs', shown: 'docs'},
		slug: {exact: 'docs', shown: 'docs'},
		url: {exact: 'https://docs.example.com', shown: 'https://docs.example.com'},
		uploadMode: {exact: 'archive', shown: 'archive'},
		status: {exact: 'active', shown: 'active'},
		latestUploadVersion: 17,
		createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
		updatedAt: Date.UTC(2026, 5, 1, 12, 0, 0, 250),
		requestId: {exact: 'req_1', shown: 'req_1'},
		drift: [],
	});
});

test('a deployment is decoded as documented', () => {
	expect(deployment({})).toMatchObject({
		id: 'dep_1',
		projectId: 'prj_1',
		environmentId: {exact: 'env_1'},
		status: {exact: 'finished'},
		conclusion: {exact: 'success'},
		uploadVersion: 17,
		concludedAt: Date.UTC(2026, 5, 1, 12, 1),
		drift: [],
	});
});

test('the records of an answer share the texts that they have in common', () => {
	const same = {...deploymentOnTheWire, request_id: 'req_9', status: 'done', conclusion: 'done'};
	const {deployments} = decodeDeploymentList(
		received({deployments: [same, {...same, id: 'dep_2', environment_id: 'env_2'}]}),
		'prj_1',
	);
	const [first, second] = deployments;
	expect(second?.status).toBe(first?.status);
	expect(second?.conclusion).toBe(first?.conclusion);
	expect(second?.requestId).toBe(first?.requestId);
	expect(second?.environmentId?.exact).toBe('env_2');
	// Fields differ in the length at which their text is cut.
	expect(first?.conclusion).not.toBe(first?.status);
	const {projects} = decodeProjectPage(
		received({projects: [projectOnTheWire, {...projectOnTheWire, id: 'prj_2'}], next_cursor: null}),
	);
	expect(projects[1]?.uploadMode).toBe(projects[0]?.uploadMode);
});

test.each([
	['null', {conclusion: null, concluded_at: null}],
	['empty', {conclusion: '', concluded_at: ''}],
	['missing', {conclusion: undefined, concluded_at: undefined}],
])('a deployment whose conclusion is %s has no conclusion and no drift', {tags: ['fault-27']}, (_how, changes) => {
	expect(deployment(changes)).toMatchObject({conclusion: undefined, concludedAt: undefined, drift: []});
});

describe('an undocumented field value is undefined and recorded as drift', () => {
	type Field = [field: string, value: unknown, problem: string];
	const expectNoted = (...[field, value, problem]: Field) => {
		const {drift, ...rest} = project({[field]: value});
		expect(drift).toEqual([{field, problem}]);
		expect(Object.values(rest).filter(found => found === undefined)).toHaveLength(1);
	};

	test.each<Field>([
		['name', undefined, 'missing'],
		['name', null, 'missing'],
		['name', 7, 'unreadable'],
		['status', ['active'], 'unreadable'],
		['latest_upload_version', '17', 'unreadable'],
		['updated_at', 1_780_000_000, 'unreadable'],
		['updated_at', 'yesterday', 'unreadable'],
	])('%s: %j', {tags: ['fault-27']}, expectNoted);

	test.each<Field>([
		['latest_upload_version', 2 ** 53, 'unreadable'],
		['latest_upload_version', Number.POSITIVE_INFINITY, 'unreadable'],
		['latest_upload_version', 1.5, 'unreadable'],
	])('%s: %j', {tags: ['fault-30']}, expectNoted);
});

test('a name with control sequences is kept exactly and shown safely', () => {
	expect(project({name: 'a\x1b[2J'}).name).toMatchObject({exact: 'a\x1b[2J', shown: 'a\ufffd[2J'});
});

test.each([{next_cursor: null}, {next_cursor: ''}, {}])('a page with %j is the last one', end => {
	const page = decodeProjectPage(received({projects: [], request_id: 'req_1', ...end}));
	expect(page).toMatchObject({
		projects: [],
		nextCursor: undefined,
		requestId: {exact: 'req_1', shown: 'req_1'},
		unreadable: 0,
	});
});

test('a record without a usable id is skipped and counted', {tags: ['fault-28', 'fault-74']}, () => {
	const records = [
		projectOnTheWire,
		{...projectOnTheWire, id: ''},
		{...projectOnTheWire, id: 5},
		{name: 'docs'},
		null,
		[],
		'prj_2',
	];
	const page = decodeProjectPage(received({projects: records, next_cursor: 'c2'}));
	expect(page).toMatchObject({projects: [{id: 'prj_1'}], nextCursor: 'c2', unreadable: 6});
});

test('a deployment of another project is not shown under this one', {tags: ['fault-33']}, () => {
	const records = [deploymentOnTheWire, {...deploymentOnTheWire, project_id: 'prj_2'}];
	const list = decodeDeploymentList(received({deployments: records}), 'prj_1');
	expect(list).toMatchObject({deployments: [{id: 'dep_1'}], unreadable: 1});
});

test('a deployment without a project id belongs to the requested project', () => {
	expect(deployment({project_id: undefined})).toMatchObject({
		projectId: 'prj_1',
		drift: [{field: 'project_id', problem: 'missing'}],
	});
});

type NoPage = [name: string, json: unknown, sentence: RegExp];

const expectNoPage = (...[, json, sentence]: NoPage) =>
	expect(() => decodeProjectPage(received(json))).toThrow(
		expect.objectContaining({kind: 'malformed', message: expect.stringMatching(sentence)}),
	);

test.each<NoPage>([
	['an array', [], /not a JSON object/],
	['null', null, /not a JSON object/],
	['an object without the list', {data: []}, /“projects” is missing/],
	['a list that is an object', {projects: {}}, /“projects” is not a list/],
])('%s does not pass for an empty page of projects', {tags: ['fault-29']}, expectNoPage);

test.each<NoPage>([
	['a list that is inherited', JSON.parse('{"__proto__": {"projects": []}}'), /“projects” is missing/],
])('%s does not pass for an empty page of projects', {tags: ['fault-30']}, expectNoPage);

test('a response about another record is ignored', {tags: ['fault-33']}, () => {
	const another = expect.objectContaining({kind: 'malformed', message: expect.stringMatching(/different/)});
	expect(() => decodeProject(received(projectOnTheWire), 'prj_2')).toThrow(another);
	expect(() => decodeDeployment(received(deploymentOnTheWire), 'prj_2')).toThrow(another);
	expect(() => decodeDeployment(received(deploymentOnTheWire), 'prj_1', 'dep_2')).toThrow(another);
});

test('only changed fields are sent, by their wire names', () => {
	expect(encodeChanges({name: 'docs', uploadMode: 'archive'})).toStrictEqual({name: 'docs', upload_mode: 'archive'});
	expect(encodeChanges({})).toStrictEqual({});
	expect(encodeChanges({slug: ''})).toEqual({slug: ''});
});
