import {chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {leaksOf, leakyFiles, leakyKey} from '../kit/app/leaks.ts';
import {runProgram, startProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory, writePrivate} from '../kit/fixtures/temporary-directory.ts';
import {createEchoingService} from '../kit/services/echoing-service.ts';
import {serveTeam} from '../kit/services/served-team.ts';

async function openTeam() {
	const served = await serveTeam(['api', 'web']);
	const {env} = served;
	const directory = temporaryDirectory();
	return {
		...served,
		directory,
		start: (...args: readonly string[]) => startProgram(args, {env, directory}),
		run: (args: readonly string[], more: Parameters<typeof runProgram>[1] = {}) =>
			runProgram(args, {env, directory, ...more}),
	};
}

/** The arguments of the command that a message tells to run. */
const commandIn = (said: string): readonly string[] => /landfall (reconcile .*)/.exec(said)?.[1]?.split(' ') ?? [];

test('landfall reconcile finds the outcome of a write after kill -9', {tags: ['fault-46']}, async () => {
	const {start, run, team, written, muteWrites} = await openTeam();
	muteWrites();
	const killed = start('create', 'shop');
	await written(1);
	killed.kill('SIGKILL');
	expect(await killed.ended).toBe(128);
	const found = await run(['reconcile']);
	expect(found.code).toBe(0);
	expect(found.stdout).toContain('Added shop');
	expect(team.writes()).toHaveLength(1);
});

test('of several landfalls that start at once, one deploys', async () => {
	const {start, team, muteWrites} = await openTeam();
	muteWrites();
	const all = Array.from({length: 4}, () => start('deploy', 'api'));
	const codes: number[] = [];
	await new Promise<void>(resolve => {
		for (const {ended} of all) void ended.then(code => codes.push(code) === 3 && resolve());
	});
	for (const each of all) each.kill('SIGKILL');
	expect(codes).toEqual([7, 7, 7]);
	expect(team.writes()).toHaveLength(1);
});

test('a signal during a write ends landfall with its code and the command to reconcile', async () => {
	const {start, run, written, muteWrites} = await openTeam();
	muteWrites();
	const command = start('delete', 'api', '--yes');
	await written(1);
	command.kill('SIGTERM');
	expect(await command.ended).toBe(143);
	expect(command.stderr()).toContain('Interrupted. landfall does not know whether api was deleted.');
	const found = await run(commandIn(command.stderr()));
	expect([found.code, found.stdout.split('\t')[1]]).toEqual([0, 'done']);
});

test('ctrl+c ends a question on a terminal', async () => {
	const {directory, env, team} = await openTeam();
	const terminal = openTerminal({args: ['delete', 'api'], env, directory});
	await terminal.see('Type api to confirm:');
	terminal.type('\u0003');
	expect((await terminal.exited).code).toBe(130);
	expect(team.writes()).toEqual([]);
});

test.each([[true], [false]])('no write prints or keeps the key (rejected: %s)', async isRejectingWrites => {
	const {state, behave} = createEchoingService(leakyKey);
	state.isRejectingWrites = isRejectingWrites;
	const {env} = await startFaulty(behave);
	const directory = temporaryDirectory();
	const expectNoLeak = async (line: string) => {
		const args = [...line.split(' '), '--wait-for-outcome', '1s', '--give-up-after', '1s'];
		const {stdout, stderr} = await runProgram(args, {env, directory});
		expect(leaksOf(leakyKey, stdout + stderr)).toEqual([]);
		expect(stdout + stderr).not.toBe('');
	};
	const writes = ['create shop', 'edit prj-0 --name x', 'delete prj-0 --yes', 'deploy prj-0 --json'];
	for (const line of writes) await expectNoLeak(line);
	const others = ['reconcile --json', 'api GET projects', 'api GET projects --json', 'api POST projects --json'];
	await Promise.all(others.map(expectNoLeak));
	expect(leakyFiles(leakyKey, directory)).toEqual([]);
});

test('a full disk blocks a change, a missing journal does not', {tags: ['fault-126']}, async () => {
	const {run, team, directory, env} = await openTeam();
	expect((await run(['deploy', 'web'])).code).toBe(0);
	// A limit for the size of files has the same effect as a full disk.
	const limited = (...args: readonly string[]) => run(args, {by: 'ulimit -f 0; exec "$@"'});
	const {code, stderr} = await limited('deploy', 'api');
	expect([code, team.bodies.length]).toEqual([2, 1]);
	expect(stderr).toMatch(
		/^Nothing can be sent, because it cannot be recorded first; .* See whether its disk has room/m,
	);
	expect(readdirSync(join(directory, 'state')).filter(name => name.includes('corrupt'))).toEqual([]);
	expect((await run(['reconcile'])).stderr).toBe('No unconfirmed changes.\n');
	expect((await limited('deploy', 'api', '--without-journal')).code).toBe(0);
	const profiles = {team: {baseUrl: env.LANDFALL_BASE_URL, isWithoutJournal: true}};
	writePrivate(join(directory, 'config.json'), {profiles});
	expect(await limited('deploy', 'api', '--profile', 'team')).toMatchObject({
		code: 0,
		stderr: expect.stringContaining('Without a journal, landfall cannot check later'),
	});
	expect(team.bodies).toHaveLength(3);
});

test('compiled code is kept only in a folder of landfall', {tags: ['fault-128']}, async () => {
	const {directory, env, run} = await openTeam();
	const cache = join(directory, 'cache');
	const own = {...env, NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: cache};
	const listWith = (umask: string) => run(['ls'], {env: own, by: `umask ${umask}; exec "$@"`});
	const compiled = join(cache, 'landfall', 'compiled');
	await listWith('000');
	const modes = [cache, join(cache, 'landfall'), compiled].map(path => (statSync(path).mode & 0o777).toString(8));
	expect([modes, readdirSync(compiled).length]).toEqual([['755', '700', '700'], 1]);
	rmSync(compiled, {recursive: true});
	const elsewhere = temporaryDirectory();
	symlinkSync(elsewhere, compiled);
	await listWith('022');
	expect(readdirSync(elsewhere)).toEqual([]);
	rmSync(compiled);
	mkdirSync(compiled);
	chmodSync(compiled, 0o777);
	await listWith('022');
	expect(readdirSync(compiled)).toEqual([]);
});
