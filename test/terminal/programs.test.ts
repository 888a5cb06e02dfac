import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {expect, test} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {createEditor} from '../../src/terminal/editor.ts';
import {createPrograms, environmentFor, maxCommandMs} from '../../src/terminal/programs.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const {after} = createSystemClock();
test.each([
	['linux', {}, ['vi']],
	['linux', {EDITOR: '  nano  '}, ['nano']],
	['linux', {VISUAL: 'code --wait', EDITOR: 'nano'}, ['code', '--wait']],
	['darwin', {EDITOR: "'/Applications/An Editor.app/bin/edit' -w"}, ['/Applications/An Editor.app/bin/edit', '-w']],
	['win32', {EDITOR: '"C:\\Program Files\\Vim\\vim.exe" -n'}, ['C:\\Program Files\\Vim\\vim.exe', '-n']],
	['win32', {EDITOR: 'C:\\"Program Files"\\it\'s.exe'}, ['C:\\Program Files\\it', 's.exe']],
	['win32', {EDITOR: '"" --wait'}, ['', '--wait']],
	['win32', {}, ['notepad']],
])('on %s with %o, texts are edited with %j', (platform, environment, words) => {
	const directory = temporaryDirectory();
	const ran: string[] = [];
	const runInTerminal = (program: string, args: readonly string[]) => ran.push(program, ...args) * 0;
	createEditor({directory, environment, platform, now: () => 0, runInTerminal})('{}');
	expect(ran).toEqual([...words, join(directory, 'edit-0.json')]);
});

test.each([
	['linux', '/usr/bin:/bin', '/usr/bin:/bin'],
	['linux', ':/usr/bin::.:bin:../x:/bin:', '/usr/bin:/bin'],
	['darwin', '.:/opt/homebrew/bin', '/opt/homebrew/bin'],
	['linux', '', undefined],
	['linux', '.:', undefined],
	['win32', 'C:\\a;.;;b;C:c;\\\\server\\share', 'C:\\a;\\\\server\\share'],
])(
	'on %s, child processes get only the absolute entries of PATH %j',
	{tags: ['fault-100']},
	(platform, path, expected) => {
		const name = platform === 'win32' ? 'Path' : 'PATH';
		expect(environmentFor({[name]: path, HOME: '/h'}, platform)).toEqual({HOME: '/h', [name]: expected});
	},
);

test.skipIf(process.platform === 'win32')(
	'a program planted in the current directory is never run',
	{tags: ['fault-100']},
	async () => {
		const directory = temporaryDirectory();
		const planted = join(directory, 'planted-program');
		writeFileSync(planted, '#!/bin/sh\nexit 0\n');
		chmodSync(planted, 0o755);
		const relativeDirectory = relative(process.cwd(), directory);
		const onPath = createPrograms({environment: {PATH: directory}, after});
		expect(await onPath.run('planted-program', [])).toBe(true);
		expect(onPath.runInTerminal('planted-program', [])).toBe(0);
		for (const path of [relativeDirectory, `:${relativeDirectory}:/bin`]) {
			const {run, runInTerminal} = createPrograms({environment: {PATH: path}, after});
			expect(await run('planted-program', [])).toBe(false);
			expect(runInTerminal('planted-program', [])).toMatch(/ENOENT/);
		}
	},
);

test('a program receives its arguments unchanged, its input, and the facts in its environment', async () => {
	const path = join(temporaryDirectory(), 'out');
	const program = `require('fs').writeFileSync(process.argv[1], JSON.stringify([process.argv[2], process.env.FACT, process.env.SECRET, require('fs').readFileSync(0, 'utf8')]))`;
	const {run} = createPrograms({environment: {PATH: process.env.PATH}, after});
	expect(await run(process.execPath, ['-e', program, path, '$HOME; rm *'], {input: 'in', facts: {FACT: 'a "b"'}})).toBe(
		true,
	);
	expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['$HOME; rm *', 'a "b"', null, 'in']);
});

test.each([
	['the program does not exist', 'no-such-program-anywhere', []],
	['the program fails', process.execPath, ['-e', 'process.exit(3)']],
	['the name is empty', '', []],
	['an argument is invalid', process.execPath, ['a\u0000b']],
])('running a program fails if %s', async (_why, program, args) => {
	const {run} = createPrograms({environment: {}, after});
	expect(await run(program, args, {input: 'x'.repeat(1_000_000)})).toBe(false);
});

const clock = createTestClock();
const {readOutput: read} = createPrograms({
	environment: {PATH: '/usr/bin:/bin', SECRET: 'from the environment'},
	after: clock.after,
});

const script = (text: string): readonly string[] => ['/bin/sh', '-c', text];

test.each([
	['its first line that is not blank', String.raw`\nkey-1  \nuser: someone\n`, 'key-1'],
	['a line without its end', 'key-2', 'key-2'],
	['a line that ends as on Windows', String.raw`key-3\r\nrest`, 'key-3'],
])('the output of a command is %s', async (_what, output, line) => {
	expect(await read(script(`printf '${output}'`))).toEqual({outcome: 'printed', line});
});

test('a command gets its arguments as they are, without a shell', async () => {
	const command = [...script(`printf '%s|' "$@"`), 'sh', '$SECRET', '; echo no', '*'];
	expect(await read(command)).toEqual({outcome: 'printed', line: '$SECRET|; echo no|*|'});
});

test.each([
	['prints nothing', script('echo secret >&2'), 'printed nothing.'],
	['fails', script('echo secret; exit 3'), 'failed with exit code 3.'],
	['is killed', script('kill -TERM $$'), 'was ended by SIGTERM.'],
	['prints too much', script('yes secret | head -n 5000'), 'printed more than 16 KB.'],
	['does not exist', ['no-such-program-here'], 'was not found on PATH.'],
	['is not a program', [''], 'could not be started.'],
	['has a name that no program can have', ['a\0b'], 'could not be started.'],
] as const)('a command that %s is reported without its output', async (_what, command, why) => {
	expect(await read(command)).toEqual({outcome: 'failed', why});
});

/** Resolves once a process has ended. */
async function ended(pid: number) {
	for (;;) {
		try {
			process.kill(pid, 0);
		} catch {
			return;
		}

		await new Promise(resolve => setImmediate(resolve));
	}
}

test('a command that does not end is stopped after a minute, with what it has started', async () => {
	const directory = temporaryDirectory();
	const [script, started] = [join(directory, 'waits.sh'), join(directory, 'pid')];
	writeFileSync(script, `sleep 1000 & echo $! > ${started}.tmp; mv ${started}.tmp ${started}; wait`);
	const output = read(['/bin/sh', script]);
	while (!existsSync(started)) await new Promise(resolve => setImmediate(resolve));
	await clock.advance(maxCommandMs - 1);
	await clock.advance(1);
	expect(await output).toEqual({outcome: 'failed', why: 'did not finish within 60 seconds.'});
	await ended(Number(readFileSync(started, 'utf8')));
});
