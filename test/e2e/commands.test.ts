import {existsSync} from 'node:fs';
import {open, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {runInBash, runProgram, startProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {hostileNames} from '../kit/faults/hostile-texts.ts';
import {makePipe, settingsDirectory, temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {serveSandbox} from '../kit/services/local-services.ts';
import {serveHostileTeam} from '../kit/services/served-team.ts';

test
	.skipIf(!existsSync('/dev/full'))
	.each(['ls --demo', 'create --demo docs', 'watch --demo --world busy --rpm 600', 'help ls', 'keys'])(
	'a full disk makes landfall %s fail',
	async line => {
		const printed = await runInBash(`landfall ${line} 2>&1 > /dev/full; echo $?`);
		expect(printed).toContain('The output could not be written (ENOSPC).\n1\n');
	},
);

test.each(['ls', 'deploy docs'])('a signal ends landfall %s while another program looks for the key', async line => {
	const directory = temporaryDirectory();
	const asked = join(directory, 'asked');
	const apiKeyCommand = ['sh', '-c', `touch "${asked}"; exec sleep 20`];
	const profiles = {slow: {baseUrl: 'http://127.0.0.1:9', apiKeyCommand}};
	writePrivate(join(directory, 'config.json'), {profiles});
	const waiting = startProgram([...line.split(' '), '--profile', 'slow'], {directory});
	await expect.poll(() => existsSync(asked)).toBe(true);
	waiting.kill('SIGTERM');
	expect(await waiting.ended).toBe(143);
});

test.each<[args: readonly string[], code: number, stdout: RegExp, stderr: string]>([
	[['help', 'wait'], 0, /^landfall wait PROJECT/, ''],
	[['ls', '--json', '--help'], 0, /^landfall ls\|list /, ''],
	[['--profile', 'wait', '--help'], 0, /^landfall: browse/, ''],
	[['-Vh'], 0, /^landfall: browse/, ''],
	[['--help=yes'], 0, /^landfall: browse/, ''],
	[['--version=yes'], 0, /^\d+\.\d+\.\d+\n$/, ''],
	[['help', '--json'], 0, /^landfall: browse/, ''],
	[['help', 'wayt'], 2, /^$/, 'There is no command wayt. Did you mean wait? Try landfall --help.\n'],
	[['deplo', '--help'], 2, /^$/, 'There is no command deplo. Did you mean deploy? Try landfall --help.\n'],
	[['help', '\u001b[31m'], 2, /^$/, 'There is no command of that name. Try landfall --help.\n'],
])('%j prints the right help, or why there is none, and ends with %i', async (args, code, stdout, stderr) => {
	expect(await runProgram(args)).toEqual({code, stdout: expect.stringMatching(stdout), stderr});
});

test.each<readonly [line: string, reason: string, rest?: string]>([
	['landfall edit --demo --world quiet quiz-eu --json body', 'body is not UTF-8 text', ' Nothing was sent.'],
	[
		'landfall edit --demo --world quiet quiz-eu --json - < body',
		'Standard input is not UTF-8 text',
		' Nothing was sent.',
	],
	...[
		"landfall create --demo --name $'caf\\xe9'",
		"landfall ls --demo --filter $'caf\\xe9'",
		"landfall --demo $'caf\\xe9'",
		"LANDFALL_BASE_URL=$'http://127.0.0.1:9/caf\\xe9' landfall ls",
		"LANDFALL_PROFILE=$'caf\\xe9' landfall ls",
	].map(line => [line, 'An argument or variable is not UTF-8 text'] as const),
])('%s is an error, and nothing altered is sent', {tags: ['fault-142']}, async (line, reason, rest = '') => {
	const body = String.raw`printf '{"name": "caf\xe9"}' > body`;
	const printed = await runInBash(`cd "$HOME"; ${body}; ${line} 2>&1; echo $?`);
	expect(printed).toBe(`${reason}, so it was not used.${rest}\n2\n`);
});

test('on a terminal, ls fills the width, and --ascii and --no-color apply', async () => {
	const args = ['ls', '--demo', '--world', 'quiet', '--ascii', '--no-color', '--tz', 'UTC'];
	const terminal = openTerminal({args, columns: 60, rows: 40, env: {COLORTERM: 'truecolor'}});
	const {code} = await terminal.exited;
	const rows = (await terminal.see('PROJECT')).split('\n');
	expect(rows.find(row => row.includes('PROJECT'))).toMatch(/PROJECT .*STATUS/);
	// A line that is too wide would continue in a row of its own.
	expect(rows.filter(row => row.trim() !== '')).toHaveLength(1 + 12);
	expect(terminal.written()).not.toMatch(/\u001B\[(?:3|4|9|10)\d/);
	expect(code).toBe(0);
});

test('columns stay aligned when the terminal measures a name differently', {tags: ['fault-60']}, async () => {
	const {env} = await serveHostileTeam();
	const terminal = openTerminal({args: ['ls'], env, rows: 40});
	await terminal.exited;
	const rows = (await terminal.see('PROJECT')).split('\n');
	const from = rows.findIndex(row => row.startsWith('PROJECT')) + 1;
	const to = from + hostileNames.length;
	const end = rows[from - 1]?.length ?? 0;
	const {active} = terminal.emulator.buffer;
	for (let row = from; row < to; row++)
		expect(active.getLine(active.viewportY + row)?.translateToString(false, end - 10, end)).toMatch(
			/^ +(?:\S+ ago|just now)$/,
		);
});

test('a signal makes a long landfall ls print what it has read, and no rpm of a profile limits it', {
	tags: ['fault-111'],
}, async () => {
	const {sandbox, address, env} = await serveSandbox({projects: 300, seed: 1});
	const directory = settingsDirectory({profiles: {acme: {baseUrl: address, rpm: 1}}});
	const args = ['ls', '--json', '--filter', 'outcome:failed', '--profile', 'acme'];
	const program = startProgram(args, {env, directory});
	await expect.poll(() => sandbox.requests.length).toBeGreaterThan(10);
	program.kill('SIGINT');
	expect(await program.ended).toBe(130);
	expect(JSON.parse(program.stdout())).toMatchObject({_landfall: {is_complete: false}});
	expect(program.stderr()).toContain('Interrupted before everything was read, so projects may be missing.');
	expect(sandbox.requests.length).toBeLessThan(303);
});

test('the demo has no request budget', async () => {
	const {code, stderr} = await runProgram(['ls', '--demo', '--filter', 'outcome:failed']);
	expect(code).toBe(0);
	expect(stderr).not.toContain('requests');
});

function createPipe(): string {
	const path = join(temporaryDirectory(), 'pipe');
	makePipe(path);
	return path;
}

describe('a command that reads a named pipe', () => {
	test.each([
		['a body', 'edit quiz-eu --demo --world quiet --json'],
		['a key', 'ls --base-url http://127.0.0.1:9 --api-key-file'],
	])('for %s ends when a signal asks for it, although nothing is written into the pipe', async (_what, line) => {
		const pipe = createPipe();
		const command = startProgram([...line.split(' '), pipe]);
		// Resolves once the command has opened the pipe, too.
		const writer = await open(pipe, 'w');
		onTestFinished(() => {
			command.kill('SIGKILL');
			return writer.close();
		});
		command.kill('SIGTERM');
		expect(await command.ended).toBe(143);
	});

	test('gets everything written into it, in any number of parts', async () => {
		const pipe = createPipe();
		const command = startProgram(['edit', 'quiz-eu', '--demo', '--world', 'quiet', '--json', pipe]);
		await writeFile(pipe, `{"name":${' '.repeat(200_000)}"${'x'.repeat(50)}"}`);
		expect(await command.ended).toBe(0);
		expect(command.stdout()).toContain(`\t${'x'.repeat(50)}\t`);
	});
});
