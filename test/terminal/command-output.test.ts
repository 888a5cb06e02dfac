import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPrograms, maxCommandMs} from '../../src/terminal/programs.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const {execPath} = process;
const clock = createTestClock();
const {readOutput: read} = createPrograms({
	environment: {PATH: '/usr/bin:/bin', SECRET: 'from the environment'},
	after: clock.after,
});

/** Returns a command that runs a script in Node. */
const script = (text: string): readonly string[] => [execPath, '-e', text];

test.each([
	['its first line that is not blank', '\nkey-1  \nuser: someone\n', 'key-1'],
	['a line without its end', 'key-2', 'key-2'],
	['a line that ends as on Windows', 'key-3\r\nrest', 'key-3'],
])('the output of a command is %s', async (_what, output, line) => {
	expect(await read(script(`process.stdout.write(${JSON.stringify(output)})`))).toEqual({outcome: 'printed', line});
});

test('a command gets its arguments as they are, without a shell', async () => {
	const command = [...script('console.log(process.argv.slice(1).join("|"))'), '$SECRET', '; echo no', '*'];
	expect(await read(command)).toEqual({outcome: 'printed', line: '$SECRET|; echo no|*'});
});

test.each([
	['prints nothing', script('console.error("secret")'), 'printed nothing.'],
	['fails', script('console.log("secret"); process.exitCode = 3'), 'failed with exit code 3.'],
	['is killed', script('process.kill(process.pid, "SIGTERM")'), 'was ended by SIGTERM.'],
	['prints too much', script('console.log("secret".repeat(5000))'), 'printed more than 16 KB.'],
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
