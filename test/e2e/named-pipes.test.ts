import {execFileSync} from 'node:child_process';
import {open, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {startProgram} from '../kit/app/program.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

function createPipe(): string {
	const path = join(temporaryDirectory(), 'pipe');
	execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
	return path;
}

describe.skipIf(process.platform === 'win32')('a command that reads a named pipe', () => {
	test.each([
		['a body', 'edit quiz-eu --demo --world quiet --json'],
		['a key', 'ls --base-url http://127.0.0.1:9 --api-key-file'],
	])('for %s ends when a signal asks for it, although nothing is written into the pipe', async (_what, line) => {
		const pipe = createPipe();
		const command = startProgram([...line.split(' '), pipe]);
		// Resolves once the command has opened it, too.
		const writer = await open(pipe, 'w');
		onTestFinished(() => {
			command.kill('SIGKILL');
			return writer.close();
		});
		command.kill('SIGTERM');
		expect(await command.ended).toBe(143);
	});

	test('gets all that is written into it, in however many parts', async () => {
		const pipe = createPipe();
		const command = startProgram(['edit', 'quiz-eu', '--demo', '--world', 'quiet', '--json', pipe]);
		await writeFile(pipe, `{"name":${' '.repeat(200_000)}"${'x'.repeat(50)}"}`);
		expect(await command.ended).toBe(0);
		expect(command.stdout()).toContain(`\t${'x'.repeat(50)}\t`);
	});
});
