import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {preloading, startProgram} from '../kit/app/program.ts';
import {startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';

const apiKey = 'a/secret+key-for-crashes';

test.skipIf(process.platform === 'win32').each([
	['ls', 'a file'],
	['ls', 'credentials.json'],
	['ls', 'a program'],
	['wait docs', 'credentials.json'],
	['ls --json', 'a file'],
])('the crash file of landfall %s does not have the key from %s in it', async (line, source) => {
	// It never answers.
	const {baseUrl, seen, until} = await startFaulty(() => undefined);
	const directory = temporaryDirectory();
	const write = (name: string, content: unknown) => writePrivate(join(directory, name), content);
	const keyFile = join(directory, 'key.txt');
	write('key.txt', apiKey);
	const isProgram = source === 'a program';
	const apiKeyCommand = ['/bin/cat', keyFile];
	write('config.json', {profiles: {acme: {baseUrl, ...(isProgram && {apiKeyCommand})}}});
	if (source === 'credentials.json') write('credentials.json', {acme: {origin: baseUrl, apiKey}});
	const keyOptions = source === 'a file' ? ['--base-url', baseUrl, '--api-key-file', keyFile] : ['--profile', 'acme'];
	const command = startProgram([...line.split(' '), ...keyOptions], {
		directory,
		env: preloading(`process.on('SIGUSR2', () => {
			const cause = new Error('${btoa(apiKey)} ${encodeURIComponent(apiKey)}');
			throw new Error('no row for ${apiKey} in ${JSON.stringify({authorization: `Bearer ${apiKey}`})}', {cause});
		})`),
	});
	await until({requests: 1});
	expect(seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
	command.kill('SIGUSR2');
	expect(await command.ended).toBe(70);
	expect(command.stdout()).toBe('');
	expect(command.stderr()).toContain('landfall hit a bug');
	if (line.endsWith('--json')) expect(JSON.parse(command.stderr())).toMatchObject({code: 'E_BUG', exit_code: 70});
	const state = join(directory, 'state');
	const [file = ''] = readdirSync(state).filter(name => name.startsWith('crash-'));
	const written = readFileSync(join(state, file), 'utf8');
	expect(written).toContain('no row for [key] in ');
	for (const form of [apiKey, encodeURIComponent(apiKey), btoa(apiKey)]) {
		expect(written + command.stderr()).not.toContain(form);
	}
});
