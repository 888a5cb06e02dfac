import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {runInBash} from '../kit/app/program.ts';
import {openTerminal, program, programEnv} from '../kit/app/terminal.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import {serveSandbox} from '../kit/services/local-services.ts';
import {serveTeam} from '../kit/services/served-team.ts';

const openTeam = () => serveTeam(['docs', 'shop']);

describe('landfall wait on a service', () => {
	test('goes on under nohup after its terminal was closed', {tags: ['fault-148']}, async () => {
		const {team, env, reads} = await openTeam();
		const id = team.deploy('docs', {status: 'building'});
		const code = join(temporaryDirectory(), 'code');
		const by = `nohup sh -c '"$@"; echo $? >"$CODE"' sh "$@" & wait`;
		const terminal = openTerminal({args: ['wait', 'docs', '--rpm', '600'], by, env: {...env, CODE: code}});
		await reads(3);
		terminal.hangUp();
		await terminal.exited;
		await reads(2);
		team.conclude(id, 'failure');
		await expect.poll(() => existsSync(code) && readFileSync(code, 'utf8')).toBe('1\n');
	});

	test.each([
		['standard input', '>/dev/null 2>&1'],
		['standard output', '</dev/null 2>/dev/null'],
		['standard error', '</dev/null >/dev/null'],
	])('ends on SIGHUP with 129 if only its %s is a terminal', {tags: ['fault-148']}, async (_stream, streams) => {
		const {team, env, reads} = await openTeam();
		team.deploy('docs');
		const terminal = openTerminal({args: ['wait', 'docs', '--rpm', '600'], by: `exec "$@" ${streams}`, env});
		await reads(1);
		terminal.kill('SIGHUP');
		expect((await terminal.exited).code).toBe(129);
	});

	test('gives its verdict even after its output is closed', {tags: ['fault-137']}, async () => {
		const {team, env, reads} = await openTeam();
		const id = team.deploy('docs', {status: 'building'});
		const ended = runInBash('landfall wait docs --rpm 600 | head -n 1; echo "$PIPESTATUS"', {env});
		await reads(3);
		team.change(id, {status: 'verifying'});
		await reads(1);
		team.conclude(id, 'failure');
		expect((await ended).trimEnd().split('\n')).toEqual([expect.stringContaining('\tseen\t'), '1']);
	});
});

test('a project is deleted although nobody reads the output', {tags: ['fault-137']}, async () => {
	// Slow, so that the reader is gone before anything was sent.
	const {env, sandbox} = await serveSandbox({latencyMs: 300});
	await runInBash('landfall delete "$(landfall ls --limit 1 | cut -f 1)" --yes | true', {env});
	expect(sandbox.requests.filter(request => request.startsWith('DELETE'))).toHaveLength(1);
});

test('landfall watch ends when its output is closed', {tags: ['fault-137']}, async () => {
	let reads = 0;
	const unconcluded = {conclusion: null, concluded_at: null, created_at: new Date().toISOString()};
	const {env} = await startFaulty(({target}) =>
		reply(
			200,
			target.includes('/deployments')
				? {deployments: [{...deploymentOnTheWire, ...unconcluded, status: `step ${reads++}`}]}
				: projectOnTheWire,
		),
	);
	const line = `{ landfall watch prj_1 --rpm 600 --quiet | head -n 1 > /dev/null; } 2>&1; echo "\${PIPESTATUS[0]}"`;
	expect(await runInBash(line, {env})).toBe('0\n');
});

const signals = ['SIGTERM', 'SIGINT'] as const;

test.each(signals)('%s ends a command whose reader has stopped reading', {tags: ['fault-137']}, async signal => {
	const {env} = await startFaulty(() => reply(200, 'x'.repeat(7_000_000)));
	const child = spawn(process.execPath, [program, 'api', 'GET', 'projects'], {
		env: programEnv(temporaryDirectory(), env),
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	await new Promise(resolve => child.stdout.once('readable', resolve));
	const exit = new Promise(resolve => child.once('exit', resolve));
	child.kill(signal);
	expect(await exit).toBe(signal === 'SIGINT' ? 130 : 143);
});
