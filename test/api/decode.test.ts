import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	changeNames,
	decodeDeployment,
	decodeDeploymentList,
	decodeProject,
	decodeProjectPage,
	encodeChanges,
	encodeDeployment,
	encodeProject,
	updatedAtIn,
} from '../../src/api/decode.ts';
import {projectPath} from '../../src/api/endpoint.ts';
import {isConcluded} from '../../src/api/types.ts';
import {safe} from '../../src/base/text.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import {bareDeployment, bareProject} from '../present/records.ts';

const received = (json: unknown) => ({json, status: 201, requestId: safe('req_head')});
const project = (changes: object) => decodeProject(received({...projectOnTheWire, ...changes}));
const deployment = (changes: object) => decodeDeployment(received({...deploymentOnTheWire, ...changes}), 'prj_1');

const instants = (record: Readonly<Record<string, unknown>>) =>
	Object.fromEntries(
		Object.entries(record).map(([field, value]) => [
			field,
			field.endsWith('_at') ? new Date(String(value)).toISOString() : value,
		]),
	);

test('decodes a project as documented and encodes it as the service would', () => {
	const wire = {...projectOnTheWire, slug: 'the-docs'};
	const decoded = project(wire);
	expect(decoded).toMatchObject({
		id: 'prj_1',
		name: {exact: 'docs', shown: 'docs'},
		slug: {exact: 'the-docs'},
		url: {exact: 'https://docs.example.com'},
		uploadMode: {exact: 'archive'},
		status: {exact: 'active'},
		latestUploadVersion: 17,
		createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
		updatedAt: Date.UTC(2026, 5, 1, 12, 0, 0, 250),
		requestId: {exact: 'req_1'},
		flaws: [],
	});
	expect(encodeProject(decoded)).toEqual(instants(wire));
});

test('decodes a deployment as documented and encodes it as the service would', () => {
	expect(deployment({})).toMatchObject({
		id: 'dep_1',
		projectId: 'prj_1',
		environmentId: {exact: 'env_1'},
		status: {exact: 'finished'},
		conclusion: {exact: 'success'},
		uploadVersion: 17,
		url: {exact: 'https://v17.docs.example.com'},
		createdAt: Date.UTC(2026, 5, 1, 12),
		concludedAt: Date.UTC(2026, 5, 1, 12, 1),
		requestId: {exact: 'req_2'},
		flaws: [],
	});
	expect(encodeDeployment(deployment({}))).toEqual(instants(deploymentOnTheWire));
});

test('encodes missing values as null', () => {
	const nothing = (record: object) => Object.fromEntries(Object.keys(record).map(field => [field, null]));
	expect(encodeProject(bareProject)).toEqual({...nothing(projectOnTheWire), id: 'prj_1'});
	expect(encodeDeployment(bareDeployment)).toEqual({...nothing(deploymentOnTheWire), id: 'dep_1', project_id: 'prj_1'});
});

test.each([
	['null', {conclusion: null, concluded_at: null}],
	['empty', {conclusion: '', concluded_at: ''}],
	['missing', {conclusion: undefined, concluded_at: undefined}],
])('reads a conclusion that is %s as none, without flaws', {tags: ['fault-27']}, (_how, changes) => {
	expect(deployment(changes)).toMatchObject({conclusion: undefined, concludedAt: undefined, flaws: []});
});

test.each<[what: string, changes: object, shown: object]>([
	['in another form', {concluded_at: '2026-06-01 12:01:00 UTC'}, {concludedText: {exact: '2026-06-01 12:01:00 UTC'}}],
	['with a second 60', {concluded_at: '2026-06-30T23:59:60Z'}, {concludedText: {exact: '2026-06-30T23:59:60Z'}}],
	['as a number', {concluded_at: 1_780_315_260}, {concludedText: {exact: '1780315260'}}],
	['as an object', {concluded_at: {at: 1}}, {concludedText: {exact: '{"at":1}'}}],
	['with an object for its conclusion', {conclusion: {is: 'ok'}}, {conclusion: {exact: '{"is":"ok"}'}}],
	['with a number for its conclusion', {conclusion: 0}, {conclusion: {exact: '0'}}],
	['with a blank for its conclusion', {conclusion: ' '}, {conclusion: {exact: ' '}}],
])('keeps the conclusion of a deployment that concluded %s', {tags: ['fault-285']}, (_, changes, shown) => {
	const decoded = deployment({conclusion: null, concluded_at: null, ...changes});
	expect(decoded).toMatchObject({concludedAt: undefined, ...shown});
	expect(isConcluded(decoded)).toBe(true);
	const {flaws: _flaws, ...values} = decoded;
	const {flaws: _none, ...again} = decodeDeployment(received(encodeDeployment(decoded)), 'prj_1');
	expect(again).toEqual(values);
});

test.each<[field: string, value: unknown, problem: string]>([
	['name', null, 'missing'],
	['name', 7, 'unreadable'],
	['url', ['active'], 'unreadable'],
	['latest_upload_version', '17', 'unreadable'],
	['latest_upload_version', 2 ** 53, 'unreadable'],
	['latest_upload_version', Number.POSITIVE_INFINITY, 'unreadable'],
	['latest_upload_version', 1.5, 'unreadable'],
	['updated_at', 1_780_000_000, 'unreadable'],
	['updated_at', 'yesterday', 'unreadable'],
])('reads a project whose %s is %j, with a flaw', {tags: ['fault-27', 'fault-30']}, (field, value, problem) => {
	const {flaws, ...rest} = project({[field]: value});
	expect(flaws).toEqual([{field, problem}]);
	expect(Object.values(rest).filter(found => found === undefined)).toHaveLength(1);
});

test.each([{next_cursor: null}, {next_cursor: ''}, {}])('takes a page with %j for the last one', end => {
	const page = decodeProjectPage(received({projects: [], request_id: 'req_1', ...end}));
	expect(page).toMatchObject({projects: [], nextCursor: undefined, unreadable: 0});
});

test('skips and counts records without a usable id', {tags: ['fault-28', 'fault-74']}, () => {
	const records = [projectOnTheWire, {...projectOnTheWire, id: ''}, {...projectOnTheWire, id: 5}];
	const page = decodeProjectPage(received({projects: records, next_cursor: 'c2'}));
	expect(page).toMatchObject({
		projects: [{id: 'prj_1'}],
		nextCursor: 'c2',
		unreadable: 2,
		flaw: 'has an id that is empty',
	});
	expect(decodeProjectPage(received({projects: [projectOnTheWire]}))).not.toHaveProperty('flaw');
});

test.each([
	[undefined, 'missing'],
	[7, 'unreadable'],
])('takes a deployment with the project id %j for one of the requested project', (projectId, problem) => {
	const flaws = [{field: 'project_id', problem}];
	expect(deployment({project_id: projectId})).toMatchObject({projectId: 'prj_1', flaws});
});

test('reads records that lack a field', () => {
	const {conclusion: _, concluded_at: __, ...required} = deploymentOnTheWire;
	for (const [record, decode] of [
		[projectOnTheWire, project],
		[required, deployment],
	] as const) {
		const fields = Object.keys(record).filter(field => field !== 'id');
		for (const field of fields) expect(decode({[field]: undefined}).flaws).toEqual([{field, problem: 'missing'}]);
	}
});

test.each(['conclusion', 'concluded_at'])('takes a deployment with an unreadable %s for concluded', field => {
	expect(deployment({[field]: 7}).flaws).toEqual([{field, problem: 'unreadable'}]);
	expect(isConcluded(deployment({[field]: 7}))).toBe(true);
});

test('limits the length of displayed texts, not of cursors', () => {
	const long = 'x'.repeat(5000);
	const {name, url, uploadMode} = project({name: long, url: long, upload_mode: long});
	const {environmentId} = deployment({environment_id: long});
	expect([name, url, uploadMode, environmentId].map(text => text?.shown.length)).toEqual([256, 2048, 64, 128]);
	expect(decodeProjectPage(received({projects: [], next_cursor: long})).nextCursor).toBe(long);
});

test('reads negative integers, zero without a sign, and environments that are numbers', () => {
	expect([-0, -7].map(version => project({latest_upload_version: version}).latestUploadVersion)).toEqual([0, -7]);
	expect([1, 2].map(id => deployment({environment_id: id}).environmentId?.exact)).toEqual(['1', '2']);
});

const decoders = {
	page: (json: unknown) => decodeProjectPage(received(json)),
	project: (json: unknown) => decodeProject(received(json)),
	deployment: (json: unknown) => decodeDeployment(received(json), 'prj_1'),
};

test.each<[name: string, of: keyof typeof decoders, json: unknown, what: string]>([
	['an array', 'page', [], 'it is not a JSON object'],
	['null', 'page', null, 'it is not a JSON object'],
	['an object without the list', 'page', {data: []}, '“projects” is missing'],
	['a list that is an object', 'page', {projects: {}}, '“projects” is not a list'],
	['a cursor that is a number', 'page', {projects: [], next_cursor: 7}, '“next_cursor” is not a text'],
	['a list that is inherited', 'page', JSON.parse('{"__proto__": {"projects": []}}'), '“projects” is missing'],
	['a record without an id', 'project', {name: 'docs'}, 'it is not a project with a usable id'],
	['a list', 'project', [], 'it is not a project with a usable id'],
	['a record with an empty id', 'deployment', {id: ''}, 'it is not a deployment with a usable id'],
	['a record with the id ..', 'project', {id: '..'}, 'it is not a project with a usable id'],
])('rejects %s as a %s', {tags: ['fault-29', 'fault-30']}, (_name, of, json, what) => {
	expect(() => decoders[of](json)).toThrow(
		expect.objectContaining({
			kind: 'malformed',
			message: `The answer does not have the expected form: ${what}.`,
			details: {phase: 'maybe-executed', status: 201, requestId: 'req_head'},
		}),
	);
});

test('sends only changed fields, by their wire names', () => {
	const sent = {name: 'n', slug: '', url: 'u', upload_mode: 'm'};
	expect(encodeChanges({name: 'n', slug: '', url: 'u', uploadMode: 'm'})).toStrictEqual(sent);
	expect(encodeChanges({})).toStrictEqual({});
	expect(Object.values(changeNames)).toEqual(['name', 'slug', 'url', 'upload_mode']);
});

test.each([
	[null, 'is not an object'],
	[[], 'is not an object'],
	['prj_2', 'is not an object'],
	[{name: 'docs'}, 'has no id'],
	[{id: null}, 'has no id'],
	[{id: ''}, 'has an id that is empty'],
	[{id: '.'}, 'has an id that cannot be used in an address'],
	[{id: '..'}, 'has an id that cannot be used in an address'],
	[{id: '\ud83d'}, 'has an id that cannot be used in an address'],
	[{id: 'x'.repeat(513)}, 'has an id that is too long'],
	[{id: 12}, 'has an id that is not a text'],
	[{id: ['a']}, 'has an id that is not a text'],
])('says that the record %j %s', {tags: ['fault-89']}, (json, flaw) => {
	expect(decodeProjectPage(received({projects: [json]}))).toMatchObject({unreadable: 1, flaw});
	expect(decodeDeploymentList(received({deployments: [json]}), 'prj_1')).toMatchObject({unreadable: 1, flaw});
});

test('lists only ids whose address leads to the record', {tags: ['fault-28', 'fault-74']}, () => {
	fc.assert(
		fc.property(fc.oneof(anyText(), fc.constantFrom('.', '..', '%2e%2e'), fc.string({unit: 'binary'})), id => {
			const {projects, unreadable} = decodeProjectPage(received({projects: [{id}]}));
			expect(projects.length + unreadable).toBe(1);
			for (const listed of projects)
				expect(new URL(projectPath(listed.id), 'https://x').pathname).toBe(projectPath(id));
		}),
	);
});

test('skips a deployment of another project', {tags: ['fault-33']}, () => {
	const deployments = [{...deploymentOnTheWire, project_id: 'prj_2'}];
	const list = decodeDeploymentList(received({deployments}), 'prj_1');
	expect(list).toMatchObject({deployments: [], unreadable: 1, flaw: 'belongs to another project'});
});

test('reads the time of the last change from a record with nothing else', () => {
	expect(updatedAtIn({updated_at: '2026-06-01T12:00:00Z'})).toBe(Date.UTC(2026, 5, 1, 12));
	expect(updatedAtIn({created_at: '2026-06-01T12:00:00Z'})).toBeUndefined();
});

test.each<[text: string, written: string]>([
	['2026-06-01T12:00:00Z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01t12:00:00z', '2026-06-01T12:00:00.000Z'],
	['2026-06-01 12:00:00Z', '2026-06-01T12:00:00.000Z'],
	[' 2026-06-01T12:00Z\n', '2026-06-01T12:00:00.000Z'],
	['2026-06-01T12:00:00.5Z', '2026-06-01T12:00:00.500Z'],
	['2026-06-01T12:00:00.05 +12', '2026-06-01T00:00:00.050Z'],
	['2026-06-01T12:00-02:30', '2026-06-01T14:30:00.000Z'],
	['2026-06-01T12:00:00,123456789Z', '2026-06-01T12:00:00.123Z'],
	['2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z'],
	['2026-06-01T12:00:00-0530', '2026-06-01T17:30:00.000Z'],
	['2026-06-01T12:00:00+23:59', '2026-05-31T12:01:00.000Z'],
	['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
	['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
	['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
])('reads the date %j as %s', (text, written) => {
	expect(project({created_at: text})).toMatchObject({createdAt: Date.parse(written), flaws: []});
});

test.each(['2026-06-01T00:00:00', '2026-06-01'])('assumes UTC for the date %s, and reports that', text => {
	const flaws = [{field: 'created_at', problem: 'zone assumed'}];
	expect(project({created_at: text})).toMatchObject({createdAt: Date.UTC(2026, 5, 1), flaws});
});

test.each([
	...['', 'yesterday', '1780000000', '2026', '2026-06', '01.06.2026', '2026-6-1', 'Mon Jun 1 2026'],
	...['2026-02-30T00:00:00Z', '2025-02-29', '1900-02-29', '2026-04-31', '2026-06-00', '2026-13-01', '2026-00-10'],
	...['2026-06-01T24:00:00Z', '2026-06-01T25:00:00Z', '2026-06-01T12:00:60Z', '2026-06-01T12:60:00Z'],
	...['2026-06-01T12:00:00+24:00', '2026-06-01T12:00:00+02:60'],
	...['2026-06-01T12:00:00Z and more', '+012026-06-01T12:00:00Z', '1234-06-07T02026-06-01'],
])('rejects the date %j', {tags: ['fault-32']}, text => {
	const flaws = [{field: 'created_at', problem: 'unreadable'}];
	expect(project({created_at: text})).toMatchObject({createdAt: undefined, flaws});
});

test('reads any date that it writes', () => {
	const withinFourDigits = {
		min: new Date('0000-01-01T00:00:00Z'),
		max: new Date('9999-12-31T23:59:59Z'),
		noInvalidDate: true,
	};
	fc.assert(
		fc.property(fc.date(withinFourDigits), date => updatedAtIn({updated_at: date.toISOString()}) === date.getTime()),
	);
});
