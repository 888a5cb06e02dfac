import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {addressNotes, createSavedProfiles} from '../../src/app/open-service.ts';
import {parseOptions} from '../../src/cli/options.ts';
import {openCredentials} from '../../src/settings/credentials.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const baseUrl = 'https://api.example.com';
const origin = baseUrl;

/** Returns the saved profiles acme and zoo, with a key for acme, and functions that read the files. */
function openProfiles({isReadOnly = false, settings = {}} = {}) {
	const directory = temporaryDirectory();
	const path = join(directory, 'config.json');
	const profiles = {
		acme: {baseUrl, protects: ['prod-*'], maxBulk: 3, accent: 'red'},
		zoo: {baseUrl, apiKeyCommand: ['op', 'read']},
	};
	writeFileSync(path, JSON.stringify({profiles, lastProfile: 'acme', ...settings}), {mode: 0o600});
	const credentials = openCredentials({directory, now: () => 0});
	credentials.save('acme', {origin, apiKey: 'key-of-acme'});
	const store = openSettings({directory, now: () => 0});
	return {
		profiles: createSavedProfiles(store, credentials, isReadOnly),
		settings: () => JSON.parse(readFileSync(path, 'utf8')),
		keys: () => JSON.parse(readFileSync(join(directory, 'credentials.json'), 'utf8')),
	};
}

test('a renamed profile keeps its place, its settings, its key and its rank as the last one', async () => {
	const {profiles, settings, keys} = openProfiles({settings: {theme: 'later'}});
	expect(await profiles.rename('acme', 'production')).toBeUndefined();
	expect(profiles.list().map(({name}) => name)).toEqual(['production', 'zoo']);
	expect(Object.keys(settings().profiles)).toEqual(['production', 'zoo']);
	expect(settings()).toMatchObject({lastProfile: 'production', theme: 'later', profiles: {production: {maxBulk: 3}}});
	expect(keys()).toEqual({production: {origin, apiKey: 'key-of-acme'}});
});

test('a removed profile leaves no settings and no key behind', async () => {
	const {profiles, settings, keys} = openProfiles();
	expect(await profiles.remove('acme')).toBeUndefined();
	expect(settings()).toEqual({profiles: {zoo: {baseUrl, apiKeyCommand: ['op', 'read']}}});
	expect(keys()).toEqual({});
});

test('a changed profile keeps its other settings', async () => {
	const {profiles, settings} = openProfiles();
	await profiles.change('acme', {isReadOnly: true});
	await profiles.change('acme', {protects: []});
	expect(settings().profiles.acme).toEqual({baseUrl, protects: [], maxBulk: 3, accent: 'red', isReadOnly: true});
});

test('the list says what is special about a profile', () => {
	const {profiles} = openProfiles();
	expect(profiles.list()).toMatchObject([
		{
			name: 'acme',
			host: 'api.example.com',
			protects: ['prod-*'],
			isReadOnly: false,
			keyProgram: undefined,
			accent: 'red',
		},
		{name: 'zoo', protects: [], keyProgram: 'op', accent: undefined},
	]);
	expect(openProfiles({isReadOnly: true}).profiles.list()).toMatchObject([{isReadOnly: true}, {isReadOnly: true}]);
});

test.each<[about: string, args: readonly string[], environment: NodeJS.ProcessEnv, note: string | undefined]>([
	['a profile without an address', ['--profile', 'acme'], {}, undefined],
	['a profile and its address', ['--profile', 'acme', '--base-url', `${baseUrl}/`], {}, undefined],
	['an address that is typed', ['--profile', 'acme', '--base-url', 'https://other.example'], {}, undefined],
	[
		'a profile that does not exist',
		['--profile', 'acmee', '--base-url', baseUrl],
		{},
		'There is no profile acmee: the address is used without the guards of any profile.',
	],
	[
		'a variable with another address',
		['--profile', 'acme'],
		{LANDFALL_BASE_URL: 'https://other.example'},
		'The address in LANDFALL_BASE_URL, other.example, is used instead of the one saved for acme.',
	],
	['a variable with the same address', ['--profile', 'acme'], {LANDFALL_BASE_URL: `${baseUrl}/`}, undefined],
])('with %s, a warning says what is used if it may not be what was meant', (_about, args, environment, note) => {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'config.json'), JSON.stringify({profiles: {acme: {baseUrl}}}), {mode: 0o600});
	const settings = openSettings({directory, now: () => 0});
	for (const command of [[], ['ls']]) {
		const parsed = parseOptions([...command, ...args], environment);
		if (!parsed.ok) throw new Error(parsed.sentence);
		expect(addressNotes(parsed.options, settings, environment)).toEqual(note === undefined ? [] : [note]);
	}
});
