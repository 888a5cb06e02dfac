import {chmodSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {openHome} from '../../src/app/open-service.ts';
import {createSystemClock} from '../../src/base/clock.ts';
import {screenOptions, screensIn, valuesOf} from '../../src/commands/options.ts';
import {fillDeploy} from '../../src/model/confirmation.ts';
import type {LoginResult, ServiceOpener} from '../../src/model/connection.ts';
import {type OpenApp, open} from '../kit/app/open.ts';
import {profileService} from '../kit/app/session.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';
import {createTeam} from '../kit/services/team.ts';

const baseUrl = 'https://api.example.com';
const ownProfiles = {
	prod: {baseUrl, isReadOnly: true, protects: ['prod-*'], maxBulk: 3, accent: 'red'},
	open: {baseUrl},
};

const noOptions = screensIn(valuesOf(screenOptions, new Map()), {});

type Chosen = {readonly theme?: 'color-blind'; readonly rpm?: number};

afterEach(() => vi.unstubAllEnvs());

function openAccess({
	environmentKey,
	profiles = ownProfiles,
	isReadOnly = false,
	chosen = {},
	text,
	credentials = {prod: {origin: baseUrl, apiKey: 'a-kept-key'}},
	...settings
}: {
	/** Replaces the settings of the other options. */
	readonly text?: string;
	readonly environmentKey?: string;
	readonly credentials?: object;
	readonly profiles?: object;
	readonly isReadOnly?: boolean;
	readonly chosen?: Chosen;
	readonly lastProfile?: string;
	readonly theme?: string;
} = {}) {
	const directory = temporaryDirectory();
	const clock = createSystemClock();
	const keys: string[] = [];
	const path = join(directory, 'config.json');
	writeFileSync(path, text ?? JSON.stringify({profiles, ...settings}), {mode: 0o600});
	const credentialsPath = join(directory, 'credentials.json');
	writeFileSync(credentialsPath, JSON.stringify(credentials), {mode: 0o600});
	vi.stubEnv('LANDFALL_CONFIG_DIR', directory);
	const home = openHome(
		{...noOptions, ...chosen, isReadOnly},
		{clock, environmentKey, isRemembered: true, onKey: key => keys.push(key)},
	);
	const access = home.createOpener({onRequestEnd() {}, onRequestSent() {}, notBefore: () => 0});
	return {
		access,
		keys,
		path,
		saveTheme: home.settings.saveTheme,
		write: (content: string) => writeFileSync(path, content),
		remove: () => rmSync(path),
		settings: () => JSON.parse(readFileSync(path, 'utf8')),
		credentials: () => readFileSync(credentialsPath, 'utf8'),
	};
}

const serviceOf = (entry: LoginResult | 'no key') => {
	if (entry === 'no key' || 'problem' in entry) throw new Error('The service was not opened.');
	return entry.service;
};

const login = {baseUrl, apiKey: 'another-key', profile: 'prod', isKept: true};
const address = {baseUrl, profile: 'prod', apiKeyFile: undefined, input: undefined};
const guards = {protects: ['prod-*'], maxBulk: 3};

test('the guards of a profile apply however its address is opened', async () => {
	const {access} = openAccess();
	for (const entry of [
		await access.enterProfile('prod'),
		access.enterLogin(login),
		await access.enterAddress(address),
	]) {
		expect(serviceOf(entry)).toMatchObject({isReadOnly: true, guards, profile: 'prod', accent: 'red'});
	}

	expect(serviceOf(access.enterLogin({...login, profile: 'new'}))).toMatchObject({isReadOnly: true, guards});
	const elsewhere = {...login, baseUrl: `${baseUrl}/elsewhere`, profile: 'new'};
	expect(serviceOf(access.enterLogin(elsewhere))).toMatchObject({isReadOnly: false, guards: {protects: []}});
});

test.each([
	['the address of a profile', 'http://127.0.0.1:5800', undefined],
	['another spelling of it', 'http://localhost:5800/', undefined],
	['another profile', 'http://[::1]:5800', 'mild'],
])('%s gets the strictest guards of all its profiles', {tags: ['fault-174']}, async (_what, url, profile) => {
	const {access} = openAccess({
		environmentKey: 'from-outside',
		profiles: {
			strict: {baseUrl: 'http://127.0.0.1:5800', isReadOnly: true, protects: ['a'], maxBulk: 9},
			mild: {baseUrl: 'http://localhost:5800', protects: ['b'], maxBulk: 3},
			other: {baseUrl: 'http://localhost:5801', protects: ['c'], maxBulk: 1},
		},
	});
	expect(serviceOf(await access.enterAddress({...address, baseUrl: url, profile}))).toMatchObject({
		isReadOnly: true,
		guards: {protects: ['a', 'b'], maxBulk: 3},
	});
});

test('a renamed profile keeps its guards at another address', async () => {
	const {access} = openAccess({environmentKey: 'from-outside', profiles: {prod: {baseUrl, protects: ['a']}}});
	const elsewhere = {...address, baseUrl: 'https://other.example.com'};
	const service = serviceOf(await access.enterAddress(elsewhere));
	expect(await access.profiles.rename('prod', 'live')).toBeUndefined();
	expect(service.readGuards?.('live')).toMatchObject({guards: {protects: ['a']}});
});

test('stricter guards in config.json count at once, and looser ones from the next start', {
	tags: ['fault-174', 'fault-201'],
}, async () => {
	const {access, write, remove} = openAccess({profiles: {prod: {baseUrl, protects: ['a']}}});
	const service = serviceOf(await access.enterProfile('prod'));
	const now = () => service.readGuards?.(service.profile);
	expect(now()).toMatchObject({isReadOnly: false, guards: {protects: ['a']}});
	write(JSON.stringify({profiles: {prod: {baseUrl, protects: ['b'], isReadOnly: true}}}));
	expect(now()).toMatchObject({isReadOnly: true, guards: {protects: ['a', 'b']}});
	write(JSON.stringify({profiles: {another: {baseUrl, protects: ['c']}}}));
	expect(now()).toMatchObject({isReadOnly: false, guards: {protects: ['a', 'c']}});
	const misplaced = {filters: {isReadOnly: true}};
	for (const fields of [{isReadonly: true}, {protects: ['^d']}, misplaced, {baseUrl: 'htps://api.example.com'}]) {
		write(JSON.stringify({profiles: {prod: {baseUrl, ...fields}}}));
		expect(now()).toMatchObject({isReadOnly: true, readOnlyReason: expect.stringContaining('Correct profiles.prod')});
	}

	write('{"profiles": {');
	expect(now()).toMatchObject({isReadOnly: true, readOnlyReason: expect.stringContaining('cannot be understood')});
	remove();
	expect(now()).toMatchObject({isReadOnly: true, readOnlyReason: expect.stringContaining('is missing by now')});
});

describe('profiles that were changed elsewhere since they were read', {tags: ['fault-174']}, () => {
	const changed = {
		prod: {baseUrl, isReadOnly: true},
		new: {baseUrl: 'https://other.example.com', isReadOnly: true},
	};

	test.each<[what: string, change: (access: ServiceOpener) => Promise<unknown>]>([
		['get no other guards', ({profiles}) => profiles.setReadOnly('prod', true)],
		['are not replaced by a rename', ({profiles}) => profiles.rename('prod', 'new')],
		['are not replaced by a login', ({keep}) => keep({...login, profile: 'new'})],
	])('%s', async (_what, change) => {
		const {access, write, settings, credentials} = openAccess({profiles: {prod: {baseUrl, protects: ['a']}}});
		const keys = credentials();
		write(JSON.stringify({profiles: changed}));
		expect(await change(access)).toMatch(/changed elsewhere|already/);
		expect([settings().profiles, credentials()]).toEqual([changed, keys]);
	});

	test('a login does not take the name of a profile for another address', () => {
		const {access} = openAccess();
		expect(access.enterLogin({...login, baseUrl: 'https://other.example.com'})).toEqual({
			problem: {sentence: `The profile prod is for ${baseUrl}. Choose another name.`, field: 'profile'},
		});
	});
});

test('a service knows whether it is at the address of its profile', async () => {
	const isAtOtherAddress = async (given: object) => {
		const {access} = openAccess({environmentKey: 'from-outside'});
		return serviceOf(await access.enterAddress({...address, ...given})).isAtOtherAddress;
	};
	expect(await isAtOtherAddress({})).toBe(false);
	expect(await isAtOtherAddress({baseUrl: `${baseUrl}/`})).toBe(false);
	expect(await isAtOtherAddress({baseUrl: 'https://other.example', profile: 'open'})).toBe(true);
	expect(await isAtOtherAddress({baseUrl: 'https://other.example', profile: undefined})).toBe(false);
});

test('a profile names environments, filters and deploys', async () => {
	const environments = {env_8f2: 'production'};
	const deploys = [{name: 'again', body: {v: '$VERSION'}}];
	const filters = {mine: 'is:watched'};
	const {access, settings} = openAccess({profiles: {prod: {...ownProfiles.prod, environments, filters, deploys}}});
	const {environmentNames, ...service} = serviceOf(await access.enterProfile('prod'));
	expect(service).toMatchObject({deploys, filters: new Map(Object.entries(filters))});
	expect(environmentNames?.get('env_8f2')).toMatchObject({exact: 'env_8f2', shown: 'production'});
	await access.keep(login);
	expect(settings().profiles.prod).toMatchObject({environments});
});

test('opening the last profile again writes no file, and sends numbers as written', {tags: ['fault-184']}, async () => {
	const deploys = '[{"name":"again","body":{"id":12345678901234567890,"share":1.0,"v":"$VERSION"}}]';
	const text = `{"lastProfile": "prod", "profiles": {"prod": {"baseUrl": "${baseUrl}", "deploys": ${deploys}}}}`;
	const {access, path} = openAccess({text});
	chmodSync(path, 0o640);
	const {ino, mode, mtimeMs} = statSync(path);
	const [again] = serviceOf(await access.enterProfile('prod')).deploys ?? [];
	const filled = again && fillDeploy(again, {version: 7}, undefined);
	expect(filled).toMatchObject({body: '{"id":12345678901234567890,"share":1.0,"v":7}'});
	expect([statSync(path), readFileSync(path, 'utf8')]).toMatchObject([{ino, mode, mtimeMs}, text]);
});

test('a service reports whether its key is saved for the next start', async () => {
	const withSavedKey = openAccess().access;
	const withEnvironmentKey = () => openAccess({environmentKey: 'from-outside'}).access;
	expect(serviceOf(await withSavedKey.enterProfile('prod')).isKeyKept).toBe(true);
	expect(serviceOf(await withSavedKey.enterAddress(address)).isKeyKept).toBe(true);
	expect(serviceOf(await withEnvironmentKey().enterProfile('prod')).isKeyKept).toBe(false);
	expect(serviceOf(await withEnvironmentKey().enterAddress({...address, profile: undefined})).isKeyKept).toBe(false);
	expect(serviceOf(withSavedKey.enterLogin({...login, isKept: false})).isKeyKept).toBe(false);
});

describe('a profile with a command for its key', () => {
	const profiles = {team: {baseUrl, apiKeyCommand: ['op', 'read'], isReadOnly: true}};

	test('keeps the command when another key is typed for its address', async () => {
		const {access, settings, credentials} = openAccess({profiles});
		expect(await access.keep({...login, profile: 'team'})).toBe(
			'team is saved. Its next key comes from its command again.',
		);
		expect(settings().profiles).toEqual(profiles);
		expect(credentials()).not.toContain(login.apiKey);
	});

	test('loses the command when it is saved with another address', async () => {
		const {access, settings} = openAccess({profiles});
		await access.keep({...login, profile: 'team', baseUrl: 'https://other.example.com'});
		expect(settings().profiles).toEqual({team: {baseUrl: 'https://other.example.com', isReadOnly: true}});
	});
});

describe('LANDFALL_API_KEY', () => {
	const stagingUrl = 'https://staging.example.com/a';
	const profiles = {
		staging: {baseUrl: stagingUrl, apiKeyCommand: ['op']},
		prod: {baseUrl},
		again: {baseUrl: stagingUrl},
		beside: {baseUrl: 'https://staging.example.com/b'},
	};
	const environmentKey = 'key-of-staging';
	const atStaging = {...address, baseUrl: stagingUrl};

	test('goes only to the profile and the address that were opened first', async () => {
		const {access, keys} = openAccess({environmentKey, profiles});
		await access.enterProfile('staging');
		await access.enterProfile('prod');
		for (const name of ['again', 'beside'])
			expect(await access.enterProfile(name)).toMatchObject({problem: {field: 'apiKey'}});
		expect(await access.enterAddress({...atStaging, profile: undefined})).toBe('no key');
		await access.enterProfile('staging');
		await access.enterAddress({...atStaging, baseUrl: `${stagingUrl}/`, profile: 'staging'});
		expect(keys).toEqual([environmentKey, 'a-kept-key', environmentKey, environmentKey]);
	});

	test('of an address without a profile goes to no profile with that address', async () => {
		const {access, keys} = openAccess({environmentKey, profiles});
		await access.enterAddress({...atStaging, profile: undefined});
		expect(await access.enterProfile('again')).toMatchObject({problem: {field: 'apiKey'}});
		expect(keys).toEqual([environmentKey]);
	});

	test.each<[what: string, enter: (access: ServiceOpener) => unknown]>([
		['the demo', access => access.enterDemo()],
		['a login', access => access.enterLogin(login)],
		['a profile that is not saved', access => access.enterProfile('nowhere')],
		['an address that cannot be used', access => access.enterAddress({...address, baseUrl: 'ftp://x'})],
	])('goes nowhere after %s was opened first', async (_what, enter) => {
		const {access, keys} = openAccess({environmentKey, profiles});
		await enter(access);
		expect(await access.enterProfile('again')).toMatchObject({problem: {field: 'apiKey'}});
		await access.enterProfile('prod');
		expect(keys).not.toContain(environmentKey);
		expect(keys.at(-1)).toBe('a-kept-key');
	});

	test('follows its profile to a new name, and goes to no other that takes the old one', async () => {
		const {access, keys} = openAccess({
			environmentKey,
			profiles: {one: {baseUrl: stagingUrl}, two: {baseUrl: stagingUrl}},
		});
		await access.enterProfile('one');
		expect(await access.profiles.rename('one', 'old')).toBeUndefined();
		expect(await access.profiles.rename('two', 'one')).toBeUndefined();
		expect(await access.enterProfile('one')).toMatchObject({problem: {field: 'apiKey'}});
		await access.enterProfile('old');
		expect(keys).toEqual([environmentKey, environmentKey]);
	});

	test('does not follow the user to another team on the same host', async () => {
		const teams: Readonly<Record<string, string>> = {'Bearer key-of-a': 'alpha', 'Bearer key-of-b': 'beta'};
		const service = await startFaulty(({headers}) => {
			const name = teams[headers.authorization ?? ''];
			return name ? reply(200, {projects: [{...projectOnTheWire, id: `prj_${name}`, name}]}) : reply(401, {});
		});
		const clock = createTestClock();
		const {access} = openAccess({
			environmentKey: 'key-of-a',
			profiles: Object.fromEntries(['a', 'b', 'c'].map(name => [name, {baseUrl: service.baseUrl}])),
			credentials: {b: {origin: service.baseUrl, apiKey: 'key-of-b'}},
		});
		const app = await open({clock, profiles: access.profiles.list(), access});
		await run(app, 'profile a', 'alpha');
		const count = service.seen.length;
		await run(app, 'profile b', 'beta');
		await app.go('R', 'beta');
		const keys = service.seen.slice(count).map(({headers}) => headers.authorization);
		expect(new Set(keys)).toEqual(new Set(['Bearer key-of-b']));
		await run(app, 'profile c', 'No key is saved for c.', 'team API key');
		await app.press('esc');
		await run(app, 'profile a', 'alpha');
	});
});

describe('the saved profiles', () => {
	const zoo = {baseUrl, apiKeyCommand: ['op', 'read']};
	const profiles = {prod: ownProfiles.prod, zoo};
	const keyOfProd = {origin: baseUrl, apiKey: 'a-kept-key'};

	const spellings = [baseUrl, 'api.example.com:443'];

	test.each(spellings)(
		'a renamed profile at %s keeps its order, settings and key',
		{tags: ['fault-163']},
		async address => {
			const prod = {...ownProfiles.prod, baseUrl: address};
			const given = {profiles: {prod, zoo}, lastProfile: 'prod', theme: 'later'};
			const {access, settings, credentials} = openAccess(given);
			expect(await access.profiles.rename('prod', 'production')).toBeUndefined();
			expect(access.profiles.list().map(({name}) => name)).toEqual(['production', 'zoo']);
			expect(settings()).toEqual({...given, lastProfile: 'production', profiles: {production: prod, zoo}});
			expect(Object.keys(settings().profiles)).toEqual(['production', 'zoo']);
			expect(JSON.parse(credentials())).toEqual({production: keyOfProd});
		},
	);

	test('a removed profile leaves no settings and no key behind', async () => {
		const {access, settings, credentials} = openAccess({profiles, lastProfile: 'prod'});
		expect(await access.profiles.remove('prod')).toBeUndefined();
		expect(settings()).toEqual({profiles: {zoo}});
		expect(JSON.parse(credentials())).toEqual({});
	});

	test('the list says what is special about a profile', () => {
		const special = {host: 'api.example.com', protects: ['prod-*'], isReadOnly: true, accent: 'red'};
		expect(openAccess({profiles}).access.profiles.list()).toMatchObject([
			{name: 'prod', keyProgram: undefined, ...special},
			{name: 'zoo', keyProgram: 'op', isReadOnly: false},
		]);
		const {access} = openAccess({profiles, isReadOnly: true});
		expect(access.profiles.list()).toMatchObject([{isReadOnly: true}, {isReadOnly: true}]);
	});
});

test('with unusable settings, every service but the demo is read-only', {tags: ['fault-117']}, async () => {
	const start = () => openAccess({environmentKey: 'from-outside', text: '{"profiles": {},}'}).access;
	const access = start();
	const readOnlyReason = expect.stringMatching(/^The settings were not used: .*config\.json cannot be understood in/);
	for (const entry of [
		await start().enterAddress(address),
		await start().enterAddress({...address, profile: undefined}),
		access.enterLogin(login),
	]) {
		const service = serviceOf(entry);
		expect(service).toMatchObject({isReadOnly: true, readOnlyReason});
		await access.profiles.setReadOnly('prod', false);
		expect(service.readGuards?.(service.profile)).toMatchObject({isReadOnly: true, readOnlyReason});
	}

	expect(await access.enterProfile('prod')).toEqual({problem: {sentence: readOnlyReason, field: undefined}});
	expect(await access.enterDemo()).toMatchObject({isReadOnly: false});
});

const run = (app: OpenApp, command: string, ...texts: ReadonlyArray<string | RegExp>) =>
	app.go([':', ...command, 'enter'], ...texts);

/** Opens the screens on acme, which has its own rpm and first screen. `settings` reads the saved ones. */
async function openAcme({isReadOnly = false, ...chosen}: Chosen & {readonly isReadOnly?: boolean} = {}) {
	const clock = createTestClock();
	const {handle} = createTeam({clock, projects: ['api', 'web']});
	const {rpm = 60} = chosen;
	const profiles = {acme: {baseUrl, rpm: 6, startScreen: 'board'}, zoo: {baseUrl}};
	const {access, settings, saveTheme} = openAccess({profiles, chosen, isReadOnly});
	const app = await open({
		clock,
		rpm: rpm,
		preferences: {saveTheme},
		profiles: access.profiles.list(),
		access(hooks) {
			return {...access, enterProfile: async name => profileService({clock, hooks, name, handle})};
		},
	});
	await run(app, 'profile acme', 'checked');
	return {app, settings};
}

test('each profile has its own rpm and first screen, and all share a theme', async () => {
	const {app, settings: saved} = await openAcme();
	await app.go('!', /at most 6\b/);
	await app.press('esc');
	await run(app, 'theme', /▌ terminal/);
	await app.press('j', 'j', 'enter');
	await run(app, 'profile zoo', '1 of 2');
	await app.go('!', 'at most 60');
	await app.press('esc');
	await run(app, 'theme', /▌ color-blind/);
	expect(saved()).toMatchObject({theme: 'color-blind', profiles: {acme: {rpm: 6}, zoo: {baseUrl}}});
});

test('the command line overrides a profile', async () => {
	const {app} = await openAcme({rpm: 30, isReadOnly: true});
	await app.go('!', 'at most 30');
	await app.go(['esc', ',', 'o'], 'landfall was started read-only.');
});
