import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {runInBash, runProgram, startProgram} from '../kit/app/program.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveLocally} from '../kit/services/local-services.ts';
import {createTeam} from '../kit/services/team.ts';

/** A team on a local port, and the environment to reach it. */
async function openTeam() {
	const team = createTeam({clock: createSystemClock(), projects: ['docs', 'shop']});
	let waiting: {readonly until: number; readonly resolve: () => void} | undefined;
	const env = await serveLocally((request, response) => {
		const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
		const method = request.method as 'GET';
		const answer = team.handle({method, target: request.url ?? '', headers, body: ''});
		response.writeHead(answer.status, answer.headers).end(answer.body);
		if (waiting && team.requests.length >= waiting.until) waiting.resolve();
	});
	return {
		team,
		env,
		/** Resolves after so many more requests. */
		reads: (count: number) =>
			new Promise<void>(resolve => {
				waiting = {until: team.requests.length + count, resolve};
			}),
	};
}

describe('landfall wait on a service', () => {
	test('ends on SIGINT with 130, after it has said how to go on', async () => {
		const {team, env} = await openTeam();
		team.deploy('docs');
		const waiting = startProgram(['wait', 'docs', '--rpm', '600'], {env});
		await waiting.see(/seen/);
		waiting.kill('SIGINT');
		expect(await waiting.ended).toBe(130);
		expect(waiting.stderr()).toContain('landfall wait docs dep_0001 --base-url http://127.0.0.1:');
	});

	test('gives its verdict even after its output is closed', async () => {
		const {team, env, reads} = await openTeam();
		const id = team.deploy('docs', {status: 'building'});
		const ended = runInBash('landfall wait docs --rpm 600 | head -n 1; echo "$PIPESTATUS"', {env});
		await reads(3);
		team.change(id, {status: 'verifying'});
		await reads(1);
		team.conclude(id, 'failure');
		expect((await ended).trimEnd().split('\n')).toEqual([expect.stringContaining('\tseen\t'), '1']);
	});

	test('leaves nothing behind that a kill could spoil', async () => {
		const {team, env} = await openTeam();
		team.deploy('docs');
		const directory = temporaryDirectory();
		const home = temporaryDirectory();
		const waiting = startProgram(['wait', 'docs'], {env: {...env, NODE_COMPILE_CACHE: '', HOME: home}, directory});
		await waiting.see(/seen/);
		waiting.kill('SIGKILL');
		await waiting.ended;
		expect(readdirSync(directory).sort()).toEqual(['state']);
		// The cache is where the system keeps caches, wherever the settings are.
		expect(readdirSync(home, {recursive: true})).toContainEqual(expect.stringMatching(/cache.*landfall.*compiled$/i));
		const journal = openJournal({path: join(directory, 'state', 'journal.sqlite'), now: Date.now});
		const service = [...new Set(journal.recent(9).map(({connection}) => connection))];
		expect(service).toEqual([]);
		expect(journal.snapshot(`127.0.0.1 ${new URL(env.LANDFALL_BASE_URL).host}`).watches).toEqual([]);
		team.conclude('dep_0001', 'success');
		expect((await runProgram(['wait', 'docs'], {env, directory})).code).toBe(0);
	});
});

describe('landfall watch', () => {
	test('ends quietly when its output is closed', async () => {
		const {team, env, reads} = await openTeam();
		team.deploy('docs');
		const ended = runInBash('landfall watch docs --rpm 600 | head -n 1; echo "$PIPESTATUS"', {env});
		await reads(1);
		for (let count = 0; count < 3; count++) team.deploy('docs');
		expect((await ended).trimEnd().split('\n')).toEqual([expect.stringContaining('\tseen\t'), '0']);
	});

	test('runs until SIGTERM, and ends with 143', async () => {
		const {team, env} = await openTeam();
		team.deploy('docs');
		const watching = startProgram(['watch'], {env});
		await watching.see(/seen/);
		watching.kill('SIGTERM');
		expect(await watching.ended).toBe(143);
		expect(watching.stderr()).toBe('');
	});
});
