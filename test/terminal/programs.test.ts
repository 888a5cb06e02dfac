import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {pasteable} from '../../src/base/text.ts';
import {filledArgv, variablesOf} from '../../src/model/custom-command.ts';
import {createPrograms, environmentFor, isFixedProgram, notFixedText} from '../../src/terminal/programs.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const {after} = createSystemClock();
test.each([
	['linux', '/usr/bin:/bin', '/usr/bin:/bin'],
	['linux', ':/usr/bin::.:bin:../x:/bin:', '/usr/bin:/bin'],
	['darwin', '.:/opt/homebrew/bin', '/opt/homebrew/bin'],
	['linux', '', undefined],
	['linux', '.:', undefined],
	['win32', 'C:\\a;.;;b;C:c;\\\\server\\share', 'C:\\a;\\\\server\\share'],
])('on %s, programs get only the absolute entries of PATH %j', {tags: ['fault-100']}, (platform, path, expected) => {
	const name = platform === 'win32' ? 'Path' : 'PATH';
	expect(environmentFor({[name]: path, HOME: '/h'}, platform)).toEqual({HOME: '/h', [name]: expected});
});

test.each([
	['linux', 'getkey', true],
	['linux', '/opt/getkey', true],
	['linux', 'a\\b', true],
	['linux', './getkey', false],
	['linux', '~/getkey', false],
	['win32', 'getkey.exe', true],
	['win32', 'C:\\tools\\getkey.exe', true],
	['win32', 'C:getkey.exe', false],
	['win32', 'tools\\getkey.exe', false],
	['win32', 'tools/getkey.exe', false],
])('on %s, %j is the same program in every directory: %s', {tags: ['fault-100']}, (platform, program, expected) => {
	expect(isFixedProgram(program, platform)).toBe(expected);
});

test('a program receives its arguments unchanged, its input, and the facts in its environment', async () => {
	const path = join(temporaryDirectory(), 'out');
	const program = `const fs = require('fs'); const {argv, env} = process;
		fs.writeFileSync(argv[1], JSON.stringify([argv[2], env.FACT, env.SECRET, fs.readFileSync(0, 'utf8')]))`;
	const {run} = createPrograms({environment: {PATH: process.env.PATH}, after});
	const facts = {FACT: 'a "b"'};
	expect(await run(process.execPath, ['-e', program, path, '$HOME; rm *'], {input: 'in', facts})).toBe(true);
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['$HOME; rm *', 'a "b"', null, 'in']);
	expect(await run(process.execPath, ['-e', 'process.exit(3)'], {input: 'x'.repeat(1_000_000)})).toBe(false);
});

const clock = createTestClock();
const {readOutput} = createPrograms({
	environment: {PATH: '/usr/bin:/bin', SECRET: 'from the environment'},
	after: clock.after,
});
const knownKey = 'known-key';
const read = (command: readonly string[]) => readOutput(command, text => text.replaceAll(knownKey, '[key]'));

const script = (text: string): readonly string[] => ['/bin/sh', '-c', text];

test.each([
	['its first line that is not blank', String.raw`\nkey-1  \nuser: someone\n`, 'key-1'],
	['a line without its end', 'key-2', 'key-2'],
	['a line that ends as on Windows', String.raw`key-3\r\nrest`, 'key-3'],
])('readOutput takes %s', async (_what, output, line) => {
	expect(await read(script(`printf '${output}'`))).toEqual({outcome: 'printed', line});
});

test.each([
	['prints nothing', script(':'), 'printed nothing.'],
	['prints nothing but a reason', script('echo locked >&2'), 'printed nothing: locked'],
	['fails with a reason', script('echo ahead >&2; echo "No key." >&2; exit 1'), 'failed with exit code 1: No key.'],
	['is killed', script(String.raw`printf 'one\033[31m\rlast\n\n' >&2; kill -TERM $$`), 'was ended by SIGTERM: last'],
	['fails', script('echo secret; exit 3'), 'failed with exit code 3.'],
	['prints too much', script('yes secret | head -n 5000'), 'printed more than 16 KB.'],
	['does not exist', ['no-such-program-here'], 'was not found on PATH.'],
	['is not a program', [''], 'could not be started.'],
	['has a name that no program can have', ['a\0b'], 'could not be started.'],
	['is in the current directory', ['./getkey'], `is ${notFixedText}, so it was not started.`],
] as const)('a command that %s is reported without its output', async (_what, command, why) => {
	expect(await read(command)).toEqual({outcome: 'failed', why});
});

test.each([
	['a key that is known', `no ${knownKey} here`, 'no [key] here'],
	['what the command printed', 'got lf-abc and more', 'got [key] and more'],
	['what the command printed, in base64', `Basic ${btoa('lf-abc')}`, 'Basic [key]'],
	['the beginning of what the command printed', 'got lf-a', 'got [key]'],
	['what looks like a key', '+ curl -H x:sk_live_0123456789 x.example', '+ curl -H x:[key] x.example'],
	['a line too long to tell', `${'x'.repeat(20_000)}lf-abc`, ''],
	['all but the beginning of a long line', 'so long '.repeat(100), `${'so long '.repeat(25).slice(0, 199)}…`],
])('the reason for a failed command omits %s', {tags: ['fault-70', 'fault-121']}, async (_what, said, shown) => {
	const command = [...script('echo lf-abc; echo "$1" >&2; exit 1'), 'sh', said];
	const why = `failed with exit code 1${shown === '' ? '.' : `: ${shown}`}`;
	expect(await read(command)).toEqual({outcome: 'failed', why});
});

test.each([
	['its messages', '>/dev/null'],
	['all of its output', ''],
])('a command ends without waiting for a daemon that holds %s', {tags: ['fault-270']}, async (_what, redirected) => {
	const {readOutput, follow} = createPrograms({environment: {PATH: '/usr/bin:/bin'}, after});
	const directory = temporaryDirectory();
	const started = join(directory, 'pid');
	const starting = script(`sleep 1000 ${redirected} & echo $! >> ${started}; echo the-key`);
	onTestFinished(() => {
		for (const pid of readFileSync(started, 'utf8').trim().split('\n')) process.kill(Number(pid));
	});
	expect(await readOutput(starting, text => text)).toEqual({outcome: 'printed', line: 'the-key'});
	const printed: string[] = [];
	const {ended} = follow(starting, {variables: {}, onOutput: text => printed.push(text)});
	expect(await ended).toEqual({how: 'ended', isGood: true});
	expect(printed.join('')).toBe('the-key\n');
});

const isRunning = (pid: number) => {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
};

test('a command that does not end is stopped after a minute, with what it has started', async () => {
	const directory = temporaryDirectory();
	const [script, started] = [join(directory, 'waits.sh'), join(directory, 'pid')];
	writeFileSync(script, `sleep 1000 & echo $! > ${started}.tmp; mv ${started}.tmp ${started}; wait`);
	const output = read(['/bin/sh', script]);
	while (!existsSync(started)) await new Promise(resolve => setImmediate(resolve));
	await clock.advance(59_999);
	await clock.advance(1);
	expect(await output).toEqual({outcome: 'failed', why: 'did not finish within 1m.'});
	await expect.poll(() => isRunning(Number(readFileSync(started, 'utf8')))).toBe(false);
});

test('a custom command gets arguments and facts unchanged; output and end arrive', {tags: ['fault-164']}, async () => {
	const {follow} = createPrograms({environment: {PATH: process.env.PATH}, after});
	const script = 'console.log(JSON.stringify([process.argv[1], process.env.LANDFALL_PROJECT])); process.exit(3)';
	const hostile = '$(touch x); "a" \n -rf';
	const outputs: string[] = [];
	const {ended} = follow([process.execPath, '-e', script, '--', hostile], {
		variables: {LANDFALL_PROJECT: hostile},
		onOutput: text => outputs.push(text),
	});
	expect(await ended).toEqual({how: 'failed with exit code 3', isGood: false});
	expect(outputs.join('')).toBe(`${JSON.stringify([hostile, hostile])}\n`);
});

test('a program starts whatever the service sends in the fields of its record', {tags: ['fault-195']}, async () => {
	const {follow} = createPrograms({environment: {PATH: process.env.PATH}, after});
	const long = pasteable('日'.repeat(8192));
	const values = {slug: pasteable('x'.repeat(200_000)), name: long, url: long, request_id: long};
	const filled = filledArgv([process.execPath, '-e', '', '--', '{name}', '{url}', '{request_id}'], values);
	const argv = 'argv' in filled ? filled.argv : [];
	const {ended} = follow(argv, {variables: variablesOf(values), onOutput: undefined});
	expect(await ended).toEqual({how: 'ended', isGood: true});
});

test.each([
	['planted', 'was not found on PATH'],
	['./planted', `is ${notFixedText}, so it was not started`],
])('a program in the current directory does not run: %s %s', {tags: ['fault-100']}, async (program, how) => {
	const directory = temporaryDirectory();
	writeFileSync(join(directory, 'planted'), '#!/bin/sh\n', {mode: 0o755});
	expect(await createPrograms({environment: {PATH: directory}, after}).run('planted', [])).toBe(true);
	const environment = {PATH: `:${relative(process.cwd(), directory)}:/bin`};
	const {run, follow, runInTerminal} = createPrograms({environment, after});
	expect(await run(program, [])).toBe(false);
	expect(await follow([program], {variables: {}, onOutput: undefined}).ended).toEqual({how, isGood: false});
	expect(await runInTerminal([program], {variables: {}, keyboard: 0}).ended).toEqual({how, isGood: false});
});

test.each<[variables: Readonly<Record<string, string>>, expected: string]>([
	[{}, ''],
	[{LANDFALL_PROFILE: 'window'}, 'window'],
])('a program gets the profile of the window, not of the shell: %j', async (variables, profile) => {
	const path = join(temporaryDirectory(), 'out');
	const environment = {PATH: process.env.PATH, LANDFALL_BASE_URL: 'https://shell.example', LANDFALL_PROFILE: 'shell'};
	const {run, follow, runInTerminal} = createPrograms({environment, after});
	const script = `require('fs').appendFileSync(process.argv[1], [process.env.LANDFALL_PROFILE, process.env.LANDFALL_BASE_URL] + ' ')`;
	const args = ['-e', script, path];
	await run(process.execPath, args, {facts: variables});
	await follow([process.execPath, ...args], {variables, onOutput: undefined}).ended;
	await runInTerminal([process.execPath, ...args], {variables, keyboard: 0}).ended;
	expect(readFileSync(path, 'utf8')).toBe(`${profile}, `.repeat(3));
});
