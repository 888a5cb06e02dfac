import {expect, test} from 'vitest';
import {runProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {serveSandbox} from '../kit/services/local-services.ts';

const inDeletedDirectory = 'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"';

test('screens and commands work in a deleted directory', {tags: ['fault-273']}, async () => {
	expect(await runProgram(['keys'], {by: inDeletedDirectory})).toMatchObject({code: 0, stderr: ''});
	const terminal = openTerminal({by: inDeletedDirectory, args: ['--demo', '--world', 'quiet']});
	await terminal.see('1 of 12');
	await terminal.go('?', 'Help');
	await terminal.go('esc', 'enter deployments');
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

const withoutSqlite = {NODE_OPTIONS: '--no-experimental-sqlite'};

test('without SQLite in Node.js, writes are not sent, and everything else works', {tags: ['fault-274']}, async () => {
	const {env, sandbox} = await serveSandbox();
	const run = (...args: readonly string[]) => runProgram(args, {env: {...env, ...withoutSqlite}});
	const before = JSON.stringify(await sandbox.ask('GET', '/v1/projects'));
	const written = await run('create', 'new-project');
	expect(written).toMatchObject({code: 2, stdout: ''});
	expect(written.stderr).toContain('this Node.js runs without SQLite. Start it without --no-experimental-sqlite.');
	expect(JSON.stringify(await sandbox.ask('GET', '/v1/projects')).length).toBe(before.length);
	expect(await run('ls', '--limit', '1')).toMatchObject({code: 0});
	const terminal = openTerminal({args: ['--demo', '--world', 'quiet'], env: withoutSqlite});
	await terminal.see('1 of 12');
	await terminal.see('this Node.js runs without SQLite');
	await terminal.press('q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
});

test.each([
	['--permission', '--allow-fs-read=*'],
	['--permission --allow-fs-read=*', '--allow-fs-write=*'],
])('under %s of Node.js, landfall names the missing option', {tags: ['fault-275']}, async (options, missing) => {
	for (const args of [['--version'], ['help'], ['complete', 'bash', 'landfall '], ['ls', '--demo'], []]) {
		const {code, stderr} = await runProgram(args, {env: {NODE_OPTIONS: options}});
		expect({args, code, stderr}).toEqual({
			args,
			code: 2,
			stderr: `Under --permission, landfall needs ${missing}.\n`,
		});
	}
});
