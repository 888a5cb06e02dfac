import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {onceOpen, preloading, startProgram} from '../kit/app/program.ts';
import {expectRestored, openInShell} from '../kit/app/shell.ts';
import type {OpenTerminal} from '../kit/app/terminal.ts';
import {startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';

let terminal: OpenTerminal;

const secret = 'a-secret-key';

/** Expects a restored terminal if there is a screen, one sentence and a crash file, without the API key. */
async function expectCrashReport(bug: string, directory: string, lastKey?: string) {
	const shown = await terminal.see('exited with 70');
	expect(shown).not.toContain('    at ');
	if (lastKey) await expectRestored(terminal);
	const [file = ''] = readdirSync(directory).filter(name => name.startsWith('crash-'));
	const path = join(directory, file);
	expect(shown.replaceAll('\n', '')).toContain(`landfall hit a bug and has stopped. Details are in ${path}`);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	const written = readFileSync(path, 'utf8');
	expect(written).toContain(bug);
	if (lastKey) expect(written).toMatch(new RegExp(`\nlast key: ${lastKey} · last fact: [a-z-]+\n`));
	expect(written).not.toContain(secret);
	expect(terminal.screen()).not.toContain(secret);
}

const bug = (where: string) => `throw new Error('a bug in a ${where}, with ${secret}')`;

/** Puts the bug where the Ink component of the first screen gets its heading. */
const inComponent = `import {registerHooks} from 'node:module';
registerHooks({
	load(url, context, next) {
		const loaded = next(url, context);
		const heading = "\${(() => {${bug('component')}})()}";
		return {...loaded, source: loaded.source && String(loaded.source).replace('Where are your projects?', () => heading)};
	},
})`;

test.each([
	['timer', ['--demo'], onceOpen(bug('timer')), 'none'],
	['promise', ['--demo'], onceOpen(`(async () => {${bug('promise')}})()`), 'none'],
	['component', [], inComponent, 'none'],
	['start', ['--demo'], `Object.defineProperty(process, 'report', {get() {${bug('start')}}})`, undefined],
])(
	'after a bug in a %s the terminal is restored, one sentence reports it, and only the owner can read the crash file',
	{tags: ['fault-64']},
	async (where, args, code, lastKey) => {
		terminal = openInShell(args, {env: {LANDFALL_API_KEY: secret, ...preloading(code)}});
		await expectCrashReport(`a bug in a ${where}`, join(terminal.directory, 'state'), lastKey);
	},
);

test('the terminal is restored after code calls process.exit', {tags: ['fault-64']}, async () => {
	terminal = openInShell(['--demo'], {env: preloading(onceOpen('process.exit(3)'))});
	await terminal.see('exited with 3');
	await expectRestored(terminal);
});

const apiKey = 'a/secret+key-for-crashes';

test.each([
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
