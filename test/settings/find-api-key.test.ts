import {spawn} from 'node:child_process';
import {chmodSync, chownSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {expect, test} from 'vitest';
import {openCredentials} from '../../src/settings/credentials.ts';
import {findApiKey, type KeySources} from '../../src/settings/find-api-key.ts';
import {makePipe, temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const origin = 'https://api.example.com';

const sources = {
	stored: 'the profile acme',
	file: '/key',
	input: 'standard input',
	environment: 'LANDFALL_API_KEY',
	printed: 'the command op',
};

async function* endless() {
	for (;;) yield 'x'.repeat(10_000);
}

const print = async () => ({outcome: 'printed', line: 'printed-key'}) as const;
const fail = async () => ({outcome: 'failed', why: 'failed with exit code 1.'}) as const;
const notRun: KeySources['readOutput'] = () => Promise.reject(new Error('No command is run.'));

function storedOnly(): KeySources & {readonly directory: string} {
	const directory = temporaryDirectory();
	const stored = JSON.stringify({acme: {origin, apiKey: 'stored-key'}});
	writeFileSync(join(directory, 'credentials.json'), stored, {mode: 0o600});
	return {
		directory,
		environmentKey: undefined,
		apiKeyFile: undefined,
		input: undefined,
		credentials: openCredentials(directory),
		profiles: new Map([['acme', {baseUrl: origin}]]),
		readOutput: notRun,
		profile: 'acme',
		isProfileFromOption: false,
		origin,
	};
}

const withCommand = (readOutput: KeySources['readOutput'], baseUrl = `${origin}/team`) => ({
	readOutput,
	profiles: new Map([['acme', {baseUrl, apiKeyCommand: ['op', 'read']}]]),
});
const file = (content: string | Uint8Array) => {
	const apiKeyFile = join(temporaryDirectory(), 'key');
	writeFileSync(apiKeyFile, content, {mode: 0o600});
	return {apiKeyFile};
};
const spoilt = (spoil: (path: string) => void) => {
	const given = file('file-key');
	spoil(given.apiKeyFile);
	return given;
};
/** A named pipe with any mode, into which another process writes a key. */
const pipe = () => {
	const apiKeyFile = join(temporaryDirectory(), 'key');
	makePipe(apiKeyFile);
	chmodSync(apiKeyFile, 0o666);
	spawn('sh', ['-c', 'echo file-key > "$0"', apiKeyFile]);
	return {apiKeyFile};
};
const input = () => ({input: Readable.from(['input', '-key\n'])});
const environment = {environmentKey: 'environment-key'};
const named = {...environment, isProfileFromOption: true};
const elsewhere = {origin: 'https://x.example'};

const toOther = {...named, ...elsewhere};

test.each<[which: string, given: () => Partial<KeySources>, from: keyof typeof sources]>([
	['the given file before all others', () => ({...named, ...file('file-key\n')}), 'file'],
	['a file as Windows editors write it', () => file('\uFEFFfile-key\r\n'), 'file'],
	['a file as PowerShell writes it', () => file(Buffer.from('\uFEFFfile-key\r\n', 'utf16le')), 'file'],
	['a pipe, whatever its mode', pipe, 'file'],
	['standard input before all others', () => ({...named, ...input()}), 'input'],
	['LANDFALL_API_KEY before the stored one', () => environment, 'environment'],
	['the stored one', () => ({}), 'stored'],
	['what the command prints before the stored one', () => withCommand(print), 'printed'],
	['that of the environment, and runs no command', () => ({...withCommand(notRun), ...environment}), 'environment'],
	['that of a file, and runs no command', () => ({...withCommand(notRun), ...file('file-key')}), 'file'],
	['standard input, and runs no command', () => ({...withCommand(notRun), ...input()}), 'input'],
	['the stored one of a named profile', () => named, 'stored'],
	['what the command of a named profile prints', () => ({...named, ...withCommand(print)}), 'printed'],
	['that of the environment if a named profile has none', () => ({...named, profile: 'other'}), 'environment'],
	['that of the environment if the stored one is for another address', () => toOther, 'environment'],
	['the same for a command', () => ({...toOther, ...withCommand(notRun)}), 'environment'],
])('uses %s', {tags: ['fault-181']}, async (_which, given, from) => {
	const found = await findApiKey({...storedOnly(), ...given()});
	const source = expect.stringContaining(sources[from]);
	expect(found).toEqual({outcome: 'found', apiKey: `${from}-key`, source, isKept: from === 'stored'});
});

const noKey = ' was not used. That does not look like an API key: it contains a space or a line break.';
const tooLarge = ' was not used: it is larger than 16 KB.';

type Unusable = readonly [which: string, given: () => Partial<KeySources>, reason: string];

test.each<Unusable>([
	['of LANDFALL_API_KEY', () => ({environmentKey: 'two words'}), `LANDFALL_API_KEY${noKey}`],
	['in a file', () => file('two words'), `/key${noKey}`],
	['in a file that is missing', () => ({apiKeyFile: '/nowhere/key'}), '/nowhere/key could not be read (ENOENT).'],
	['in what is no file', () => ({apiKeyFile: '/dev/zero'}), '/dev/zero is neither a file nor a pipe.'],
	['in a folder', () => ({apiKeyFile: '/'}), '/ is neither a file nor a pipe.'],
	...[0o640, 0o604, 0o602].map((mode): Unusable => {
		const why = "/key can be read by others. Run: chmod 600 '";
		return [`in a file with the mode ${mode.toString(8)}`, () => spoilt(path => chmodSync(path, mode)), why];
	}),
	// Only root may change the owner of a file.
	...(process.getuid?.() === 0
		? [
				[
					'in a file of another user',
					() => spoilt(path => chownSync(path, 12_345, 12_345)),
					'/key belongs to another user. If that should be you, run: sudo chown',
				] as const,
			]
		: []),
	// A truncated key would be sent as if it were complete.
	['in a file that is too large', () => file('x'.repeat(20_000)), `/key${tooLarge}`],
	['on an endless standard input', () => ({input: endless()}), `standard input${tooLarge}`],
	[
		'on an empty standard input',
		() => ({input: Readable.from([])}),
		'standard input was not used. The API key is empty.',
	],
	['of a command that fails', () => withCommand(fail), 'for acme: its command op failed with exit code 1.'],
	['of a command that fails, of a named profile', () => ({...named, ...withCommand(fail)}), 'its command op failed'],
	['of a command for another address', () => withCommand(notRun, 'https://x.example'), 'example, so it was not run'],
])('neither quotes nor replaces an unusable key %s', {tags: ['fault-71', 'fault-181']}, async (_, given, reason) => {
	const found = await findApiKey({...storedOnly(), ...given()});
	expect(found).toMatchObject({outcome: 'unusable', reason: expect.stringContaining(reason)});
	expect(JSON.stringify(found)).not.toMatch(/two words|xxx/);
});

test('uses no other key for a named profile whose stored key cannot be read', async () => {
	const {directory, ...stored} = storedOnly();
	writeFileSync(join(directory, 'credentials.json'), '{');
	expect(await findApiKey({...stored, ...named})).toMatchObject({outcome: 'unusable'});
	expect(await findApiKey({...stored, ...environment})).toMatchObject({outcome: 'found'});
});
