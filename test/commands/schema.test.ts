import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {cliCommands, optionNamed} from '../../src/cli/command-table.ts';
import {configSchema, schema} from '../../src/commands/output-schemas.ts';
import {profileShape} from '../../src/settings/config-table.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {createLastingCommands} from '../kit/app/team-commands.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';

// Of formats, the schema names only that of times.
const ajv = new Ajv2020({validateFormats: false, allowUnionTypes: true, strictRequired: false});
ajv.addSchema(schema, 'landfall');

function problemIn(definition: string, document: unknown): string | undefined {
	const validate = ajv.getSchema(`landfall#/$defs/${definition}`);
	return validate?.(document) ? undefined : (ajv.errorsText(validate?.errors) ?? 'There is no such definition.');
}

/** Also expects that no other field of landfall would fit. */
function expectDescribed(definition: string, text: string) {
	const documents = text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]));
	for (const document of documents) {
		expect(problemIn(definition, document), JSON.stringify(document)).toBeUndefined();
		expect(ajv.validate('landfall', document)).toBe(true);
		const {_landfall: own} = document;
		const other = own ? {...document, _landfall: {...own, other: 1}} : {...document, other: 1};
		expect(problemIn(definition, other), JSON.stringify(other)).toBeDefined();
	}

	return documents;
}

const lasting = () => {
	const world = createLastingCommands();
	world.team.conclude(world.team.deploy('api', {id: 'd1', environment_id: 'production'}), 'success');
	return world;
};

type World = ReturnType<typeof lasting>;

test('the schema describes every command that has --json', () => {
	const named = cliCommands.filter(command => optionNamed(command, 'json')).map(({name}) => name);
	expect(Object.keys(schema.$defs)).toEqual(expect.arrayContaining(named));
	expect(problemIn('ls', {})).toBeDefined();
});

test.each<[line: string, outcome: string | undefined, prepare?: (world: World) => void]>([
	['ls --json', undefined],
	['ls --json --all', undefined],
	['ls deployments --json', undefined],
	['ls deployments api --json', undefined],
	['ls versions --json', undefined],
	['get api --json', undefined],
	['get api d1 --json', undefined],
	['create shop --json', 'done'],
	['create shop --json', 'refused', ({fail}) => fail({status: 422})],
	['edit api --name core --json', 'done'],
	['edit api --name api --json', 'unchanged'],
	['edit api --name core --json', 'found', ({team}) => team.fail('after')],
	['delete api --yes --json', 'done'],
	['deploy api --json', 'done'],
	['deploy api --json', 'unknown', ({team}) => team.fail('after')],
	['wait api --last --json', 'succeeded'],
	['wait api d9 --json', 'unknown'],
	['api GET /v1/projects --json', undefined],
	['api GET /v1/nothing --json', undefined],
])('the schema describes what landfall %s prints (%s)', async (line, outcome, prepare) => {
	const world = lasting();
	prepare?.(world);
	const {out} = await world.run(line);
	const documents = expectDescribed(line.split(' ')[0] ?? '', out);
	expect(documents.at(-1)?._landfall.outcome).toBe(outcome);
});

test('the schema describes the changes of deploy --wait and watch, and what reconcile finds', async () => {
	const {team, clock, run, start} = lasting();
	for (const hours of [1, 2, 3, 4, 5]) team.deployedBefore('web', 'success', hours * 3_600_000, {}, 10_000);
	const [watching, deploying] = [await start('watch --json'), await start('deploy web --wait --json')];
	await clock.advance(60_000);
	team.conclude(JSON.parse(deploying.out().split('\n')[0] ?? '').id, 'success');
	await deploying.end();
	await clock.advance(60_000);
	await watching.endBy(143);
	const events = (documents: ReturnType<typeof expectDescribed>) => documents.map(({_landfall: {event}}) => event);
	expect(events(expectDescribed('deploy', deploying.out()))).toEqual(expect.arrayContaining(['concluded', 'verdict']));
	expect(events(expectDescribed('watch', watching.out()))).toEqual(expect.arrayContaining(['stuck', 'concluded']));
	team.fail('after');
	await run('deploy web');
	const unknown = await run('reconcile --json');
	expect(expectDescribed('reconcile', unknown.out)[0]?._landfall.outcome).toBe('unknown');
	expectDescribed('failure', unknown.err.split('\n').at(-2) ?? '');
	const {out} = await run(['reconcile', JSON.parse(unknown.out)._landfall.intent, '--dismiss', '--json']);
	expect(expectDescribed('reconcile', out)[0]?._landfall.outcome).toBe('dismissed');
});

test.each<[line: string, failure: object, prepare?: (world: World) => void]>([
	['get nowhere --json', {code: 'E_NOT_FOUND', exit_code: 4, request_id: null, retryable: false, next: 'landfall ls'}],
	['ls --json --sort colour', {code: 'E_USAGE', exit_code: 2, next: 'landfall help ls'}],
	[
		'ls --json --give-up-after 0',
		{code: 'E_RATE', exit_code: 8, request_id: 'req_1', retryable: true, next: null},
		({fail}) => fail({status: 429, headers: {'x-request-id': 'req_1'}}),
	],
	[
		'ls --json --profile staging',
		{code: 'E_AUTH', exit_code: 3, retryable: false, next: 'landfall doctor --profile staging'},
		({fail}) => fail({status: 401}),
	],
	...['wait api --json', 'watch --json'].map((line): [string, object, (world: World) => void] => [
		line,
		{code: 'E_AUTH', exit_code: 3, request_id: 'req_2', next: 'landfall doctor'},
		({fail}) => fail({status: 401, headers: {'x-request-id': 'req_2'}}),
	]),
	['ls --json', {code: 'E_CONNECT', exit_code: 5, retryable: true}, ({fail}) => fail('ECONNREFUSED')],
	['edit api --name x --json --read-only', {code: 'E_NOT_GOOD', exit_code: 1, retryable: false, next: null}],
	['create shop --json', {code: 'E_INVALID', exit_code: 1}, ({fail}) => fail({status: 422})],
	[
		'deploy api --json',
		{code: 'E_UNKNOWN_OUTCOME', exit_code: 7, retryable: false, next: expect.stringMatching(/^landfall reconcile \S+/)},
		({team}) => team.fail('after'),
	],
	['api DELETE /v1/projects/nope --json', {code: 'E_NOT_FOUND', exit_code: 4}],
])('landfall %s explains its failure in one JSON object: %j', {tags: ['fault-166']}, async (line, failure, prepare) => {
	const world = lasting();
	prepare?.(world);
	const {code, err} = await world.run(`${line} --quiet`);
	const [document, ...others] = expectDescribed('failure', err);
	expect([others, document.exit_code]).toEqual([[], code]);
	expect(document).toMatchObject({message: expect.stringMatching(/\.$/), ...failure});
});

test('each failure of several projects is an object of its own', {tags: ['fault-166']}, async () => {
	const {run} = lasting();
	for (const line of ['get - --json', 'ls deployments - --json']) {
		const {code, out, err} = await run(line, {input: 'nope\napi\ngone\n'});
		const failures = expectDescribed('failure', err);
		expect(code).toBe(exitCodes.notFound);
		const named = ['nope', 'gone'].map(name => ({message: expect.stringContaining(name)}));
		expect(failures).toMatchObject(named);
		expect(out.split('\n')).toHaveLength(2);
	}
});

const isConfig = new Ajv2020({allErrors: true, allowUnionTypes: true, strictRequired: false}).compile(configSchema);

test('the schema of config.json describes the settings in the documents', () => {
	const pages = readFileSync('docs/settings.md', 'utf8') + readFileSync('README.md', 'utf8');
	const blocks = [...pages.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
	expect(blocks).toHaveLength(2);
	for (const block of blocks) expect(isConfig(block), ajv.errorsText(isConfig.errors)).toBe(true);
});

/** Some are valid somewhere in the settings, some nowhere. */
const anyValue = fc.oneof(
	fc.constantFrom<unknown>(true, false, 0, 1, 1.5, 30, 101, 601, -1, '', 'mine', 'board', 'red', 'monochrome', null),
	fc.constantFrom<unknown>([], ['a'], [1], {}, {a: 'b'}, {a: 1}, {'//': 1}, {v: '$VERSION'}),
);
const fieldsWith = (names: readonly string[]) =>
	fc.dictionary(fc.constantFrom(...names, 'other', '//', '$schema', '__proto__'), anyValue, {maxKeys: 2});
const {rules} = configSchema.properties;
const address = {baseUrl: 'https://api.example.com'};
const anyProfile = fieldsWith(Object.keys(profileShape.properties)).map(fields => ({...fields, ...address}));
const anyConfig = fc.record({
	profiles: fc.dictionary(fc.constantFrom('a', '//b'), anyProfile, {maxKeys: 1}),
	rules: fieldsWith(Object.keys(rules.properties)),
	rest: fieldsWith(Object.keys(configSchema.properties)),
});

test('settings that fit the schema are accepted; what has no place in it is reported', {tags: ['fault-201']}, () => {
	const directory = temporaryDirectory();
	let [fitting, unknown] = [0, 0];
	fc.assert(
		fc.property(anyConfig, ({rest, ...sections}) => {
			const config = {...rest, ...sections};
			writePrivate(join(directory, 'config.json'), JSON.stringify(config));
			const {problem, notices} = openSettings(directory);
			const isFitting = isConfig(config);
			const hasUnknown = isConfig.errors?.some(({keyword}) => keyword === 'additionalProperties') ?? false;
			fitting += Number(isFitting);
			unknown += Number(hasUnknown);
			if (isFitting) expect([problem, notices]).toEqual([undefined, []]);
			if (hasUnknown) expect(problem).toMatch(/There is no setting|is not understood/);
		}),
		{numRuns: 1000},
	);
	expect([fitting > 50, unknown > 50]).toEqual([true, true]);
});
