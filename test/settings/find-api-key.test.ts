import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {findApiKey, type KeySources} from '../../src/settings/find-api-key.ts';
import type {SavedProfile} from '../../src/settings/settings.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const origin = 'https://api.example.com';
const keys = {stored: 'stored-key', file: 'file-key', input: 'input-key', environment: 'environment-key'};

const parse: KeySources['parse'] = text =>
	/^[\x21-\x7e]+$/.test(text.trim())
		? {ok: true, apiKey: text.trim()}
		: {ok: false, reason: 'That does not look like a key.'};

async function* endless() {
	for (;;) yield 'x'.repeat(10_000);
}

/** Creates key sources with nothing but a stored key for the profile acme, and a file with another key. */
function sources() {
	const directory = temporaryDirectory();
	const credentials = openCredentials(directory);
	const stored = JSON.stringify({acme: {origin, apiKey: keys.stored}});
	writeFileSync(join(directory, 'credentials.json'), stored, {mode: 0o600});
	const path = join(directory, 'key');
	writeFileSync(path, `${keys.file}\n`);
	const none = {environmentKey: undefined, apiKeyFile: undefined, input: undefined};
	const profiles = new Map<string, Pick<SavedProfile, 'baseUrl' | 'apiKeyCommand'>>([['acme', {baseUrl: origin}]]);
	const readOutput: KeySources['readOutput'] = () => Promise.reject(new Error('No command is run.'));
	const originOf = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '');
	const addresses = {origin, originOf};
	const own = {credentials, profiles, readOutput, profile: 'acme', isProfileFromOption: false, parse, ...addresses};
	return {path, directory, none: {...none, ...own} satisfies KeySources};
}

test('the given file or stdin takes precedence over LANDFALL_API_KEY, and that over the stored key', async () => {
	const {none, path} = sources();
	const environmentKey = keys.environment;
	const found = await Promise.all([
		findApiKey({...none, environmentKey, apiKeyFile: path, isProfileFromOption: true}),
		findApiKey({...none, environmentKey, input: Readable.from(['input', '-key\n'])}),
		findApiKey({...none, environmentKey}),
		findApiKey(none),
	]);
	expect(found).toEqual([
		{outcome: 'found', apiKey: keys.file, source: path, isKept: false},
		{outcome: 'found', apiKey: keys.input, source: 'standard input', isKept: false},
		{outcome: 'found', apiKey: keys.environment, source: 'LANDFALL_API_KEY', isKept: false},
		{outcome: 'found', apiKey: keys.stored, source: 'the profile acme', isKept: true},
	]);
});

describe('a profile that an option names', () => {
	const named = {environmentKey: keys.environment, isProfileFromOption: true};
	const failing: KeySources['readOutput'] = async () => ({outcome: 'failed', why: 'failed.'});
	const withCommand = (readOutput: KeySources['readOutput']) => ({
		readOutput,
		profiles: new Map([['acme', {baseUrl: origin, apiKeyCommand: ['op']}]]),
	});

	test.each<[key: string, given: Partial<KeySources>, apiKey: string]>([
		['its stored key', {}, keys.stored],
		['what its command prints', withCommand(async () => ({outcome: 'printed', line: 'printed-key'})), 'printed-key'],
		['that of the environment if it has none', {profile: 'other'}, keys.environment],
		['that of the environment if its own is for another address', {origin: 'https://x.example'}, keys.environment],
		[
			'that of the environment if its command is for another address',
			{...withCommand(failing), origin: 'https://x.example'},
			keys.environment,
		],
	])('has this key before LANDFALL_API_KEY: %s', async (_key, given, apiKey) => {
		expect(await findApiKey({...sources().none, ...named, ...given})).toMatchObject({outcome: 'found', apiKey});
	});

	test('has no other key if its own cannot be used', async () => {
		const {none, directory} = sources();
		const refused = {outcome: 'refused'};
		expect(await findApiKey({...none, ...named, ...withCommand(failing)})).toMatchObject(refused);
		writeFileSync(join(directory, 'credentials.json'), '{');
		expect(await findApiKey({...none, ...named})).toMatchObject(refused);
		expect(await findApiKey({...none, ...named, isProfileFromOption: false})).toMatchObject({outcome: 'found'});
	});
});

test('a file is read as Windows editors and shells write it', async () => {
	const {none, path} = sources();
	for (const bytes of ['\uFEFFfile-key\r\n', Buffer.from('\uFEFFfile-key\r\n', 'utf16le')]) {
		writeFileSync(path, bytes);
		expect(await findApiKey({...none, apiKeyFile: path})).toMatchObject({outcome: 'found', apiKey: keys.file});
	}
});

test('an unusable key source is rejected without quoting it', {
	tags: ['fault-71'],
}, async () => {
	const {none, path, directory} = sources();
	writeFileSync(path, 'two words');
	const refused = await Promise.all([
		findApiKey({...none, environmentKey: 'two words'}),
		findApiKey({...none, apiKeyFile: path}),
		findApiKey({...none, apiKeyFile: join(directory, 'missing')}),
		findApiKey({...none, apiKeyFile: '/dev/zero'}),
		findApiKey({...none, input: endless()}),
		findApiKey({...none, input: Readable.from([])}),
	]);
	// A truncated key would be sent as if it were complete.
	writeFileSync(path, 'x'.repeat(20_000));
	expect(await findApiKey({...none, apiKeyFile: path})).toEqual({
		outcome: 'refused',
		reason: `The key from ${path} was not used: it is larger than 16 KB.`,
	});
	expect(refused).toEqual(
		[
			'The key from LANDFALL_API_KEY was not used. That does not look like a key.',
			`The key from ${path} was not used. That does not look like a key.`,
			`The key was not used: ${join(directory, 'missing')} could not be read (ENOENT).`,
			'The key from /dev/zero was not used. That does not look like a key.',
			'The key from standard input was not used: it is larger than 16 KB.',
			'The key from standard input was not used. That does not look like a key.',
		].map(reason => ({outcome: 'refused', reason})),
	);
});

describe('the command of a profile', () => {
	const apiKeyCommand = ['op', 'read', 'op://team/key'];
	const withCommand = (readOutput: KeySources['readOutput'], baseUrl = `${origin}/team`) => ({
		...sources().none,
		profiles: new Map([['acme', {baseUrl, apiKeyCommand}]]),
		readOutput,
	});

	test('prints the key, which takes precedence over the stored one', async () => {
		const ran: Array<readonly string[]> = [];
		const found = await findApiKey(
			withCommand(async command => {
				ran.push(command);
				return {outcome: 'printed', line: 'command-key'};
			}),
		);
		expect(found).toEqual({outcome: 'found', apiKey: 'command-key', source: 'the command op', isKept: false});
		expect(ran).toEqual([apiKeyCommand]);
	});

	test('is not replaced by the stored key if it fails', async () => {
		expect(await findApiKey(withCommand(async () => ({outcome: 'failed', why: 'failed with exit code 1.'})))).toEqual({
			outcome: 'refused',
			reason: 'There is no key for acme: its command op failed with exit code 1.',
		});
	});

	test('is not run if the key comes from elsewhere', async () => {
		const sourcesWithCommand = withCommand(sources().none.readOutput);
		for (const given of [
			{environmentKey: keys.environment},
			{apiKeyFile: sources().path},
			{input: Readable.from(['key'])},
		]) {
			expect(await findApiKey({...sourcesWithCommand, ...given})).toMatchObject({outcome: 'found'});
		}
	});

	test('is not run for another address', async () => {
		const found = await findApiKey(withCommand(sources().none.readOutput, 'https://other.example'));
		expect(found).toMatchObject({outcome: 'refused', reason: expect.stringContaining('https://other.example')});
	});
});
