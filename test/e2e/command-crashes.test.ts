import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {startProgram} from '../kit/app/program.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const apiKey = 'a/secret+key-for-crashes';

/** A service that never answers. Resolves with the key of its first request. */
async function openSilentService() {
	const asked = Promise.withResolvers<string>();
	const server = createServer(({headers}) => asked.resolve(headers.authorization ?? '')).listen(0, '127.0.0.1');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	await new Promise(resolve => server.once('listening', resolve));
	return {baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: asked.promise};
}

test.skipIf(process.platform === 'win32').each([
	['ls', 'a file'],
	['ls', 'credentials.json'],
	['ls', 'a program'],
	['wait docs', 'credentials.json'],
])('the crash file of landfall %s does not have the key from %s in it', async (line, source) => {
	const {baseUrl, asked} = await openSilentService();
	const directory = temporaryDirectory();
	const write = (name: string, content: unknown) =>
		writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content), {
			mode: 0o600,
		});
	const keyFile = join(directory, 'key.txt');
	write('key.txt', apiKey);
	const isProgram = source === 'a program';
	const apiKeyCommand = ['/bin/cat', keyFile];
	write('config.json', {profiles: {acme: {baseUrl, ...(isProgram && {apiKeyCommand})}}});
	if (source === 'credentials.json') write('credentials.json', {acme: {origin: baseUrl, apiKey}});
	const keyOptions = source === 'a file' ? ['--base-url', baseUrl, '--api-key-file', keyFile] : ['--profile', 'acme'];
	const command = startProgram([...line.split(' '), ...keyOptions], {
		directory,
		env: {
			NODE_OPTIONS: `--import "${join(import.meta.dirname, 'fixtures/bug-with-key.mjs')}"`,
			BUG_KEY_FILE: keyFile,
		},
	});
	expect(await asked).toBe(`Bearer ${apiKey}`);
	command.kill('SIGUSR2');
	expect(await command.ended).toBe(70);
	const state = join(directory, 'state');
	const [file = ''] = readdirSync(state).filter(name => name.startsWith('crash-'));
	const written = readFileSync(join(state, file), 'utf8');
	expect(written).toContain('no row for [key] in ');
	for (const form of [apiKey, encodeURIComponent(apiKey), Buffer.from(apiKey).toString('base64')]) {
		expect(written + command.stderr()).not.toContain(form);
	}
});
