import {expect, test} from 'vitest';
import {age} from '../../src/present/format.ts';
import {type CommandOptions, linesOf, runCommandLine} from '../kit/app/command.ts';
import {openOnTeam} from '../kit/app/open.ts';
import {createTeamCommands} from '../kit/app/team-commands.ts';
import {hour, minute} from '../kit/fixtures/moment.ts';
import type {Team} from '../kit/services/team.ts';

const projects = ['api', 'busy', 'docs', 'shop', 'web'];

const to = (environment_id: string | null, upload_version: number | null) => ({environment_id, upload_version});

/** Each has v44 as its latest upload. */
function deployAll(team: Team) {
	for (const id of projects) team.changeProject(id, {latest_upload_version: 44});
	const {deployedBefore} = team;
	deployedBefore('docs', 'success', 5 * minute, to('production', 44));
	deployedBefore('docs', 'failure', 4 * minute, to('production', 45));
	deployedBefore('docs', 'failure', 9 * hour, to('preview', 43));
	deployedBefore('shop', 'success', 3 * hour, to('preview', 45));
	deployedBefore('shop', 'success', 2 * hour, to('production', 42));
	deployedBefore('shop', 'success', hour, to(null, null));
	deployedBefore('web', 'success', 4 * hour, to('production', 41));
	deployedBefore('web', 'failure', 2 * hour, to('production', 43));
	deployedBefore('web', 'failure', hour, to('production', 43));
	team.deploy('web', to('production', 44));
	deployedBefore('busy', 'success', 200 * hour, to('production', 40));
	for (let at = 1; at <= 99; at++) deployedBefore('busy', 'failure', at * hour, to('production', 44));
	deployedBefore('busy', 'success', 1.5 * hour, to('preview', 44));
}

function createWorld(options: Parameters<typeof createTeamCommands>[0] = {}) {
	const world = createTeamCommands({projects, ...options});
	deployAll(world.team);
	return world;
}

type Row = {
	readonly project_id: string;
	readonly environment_id: string | null;
	readonly live_version: number | null;
	readonly behind: number | null;
	readonly since: string | null;
	readonly failures_since: number;
};

test('lists what screen 4 shows, cell by cell', async () => {
	const {app, team, clock} = await openOnTeam(projects, {columns: 200, prepare: deployAll});
	await app.clock.advance(20_000);
	await app.go('4', /preview +production +no environment/);
	const shown = app.lines();
	const head = shown.find(line => line.includes('UPLOAD')) ?? '';
	const titles = [...head.matchAll(/preview|production|no environment/g)];
	expect(titles.map(([title]) => title)).toEqual(['preview', 'production', 'no environment']);
	const {out} = await runCommandLine('ls versions --json', {handle: team.handle, clock});
	const rows: readonly Row[] = JSON.parse(out).versions;
	let cells = 0;
	for (const project of projects) {
		const line = shown.find(text => text.includes(` ${project} `)) ?? '';
		for (const [at, {0: title, index}] of titles.entries()) {
			const cell = line
				.slice(index, titles[at + 1]?.index)
				.replace(/[▸ ]+$/, '')
				.trim();
			const [, live, behind = '0', since, failed, times = '1'] =
				/^▸?(v\d+|v\?|[–?])(?: −?(\d+)(?: behind v\d+)?| \?)?(?: (\d+\w ago))?(?: +◌v44)?(?: +✖(v\d+)(?: ×(\d+))?)?$/.exec(
					cell,
				) ?? [];
			const row = rows.find(each => each.project_id === project && (each.environment_id ?? 'no environment') === title);
			const isLive = live?.startsWith('v');
			const place = `${project} ${title}: ${cell}`;
			if (!row) {
				expect(cell, place).toMatch(/^▸?[–?]$/);
				continue;
			}

			cells++;
			expect(row.live_version === null ? 'v?' : `v${row.live_version}`, place).toBe(isLive ? live : 'v?');
			expect(row.behind, place).toBe(!isLive || live === 'v?' ? null : Number(behind));
			expect(row.since && age(Date.parse(row.since), clock.now()), place).toBe(since ?? null);
			expect(row.failures_since, place).toBe(failed ? Number(times) : 0);
		}
	}

	expect([cells, rows.length]).toEqual([8, 8]);
});

test('prints a line of fields for each environment, a table on a terminal, and what is cut off', async () => {
	const {run, start, team, clock} = createWorld();
	const {code, out, err} = await run('ls versions');
	expect(code).toBe(0);
	expect(err).toBe(
		'2 live versions could not be found out: the service sends no version, or too few of the deployments.\n',
	);
	const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
	expect(linesOf(out).map(line => line.split('\t'))).toEqual([
		['busy', 'preview', '44', '0', ago(1.5 * hour), '0', 'busy'],
		['busy', 'production', '', '', '', '99', 'busy'],
		['docs', 'preview', '', '', '', '1', 'docs'],
		['docs', 'production', '44', '0', ago(5 * minute), '1', 'docs'],
		['shop', '', '', '', ago(hour), '0', 'shop'],
		['shop', 'preview', '45', '0', ago(3 * hour), '0', 'shop'],
		['shop', 'production', '42', '3', ago(2 * hour), '0', 'shop'],
		['web', 'production', '41', '3', ago(4 * hour), '2', 'web'],
	]);
	expect(team.requests).toHaveLength(1 + projects.length);
	const table = linesOf((await run('ls versions', {isTerminal: true, columns: 80})).out);
	expect(table[0]).toMatch(/^PROJECT +ENVIRONMENT +LIVE +BEHIND +SINCE +FAILED *$/);
	expect(table[2]).toMatch(/^busy +production +\? +\? +– +99 *$/);
	expect(table[3]).toMatch(/^docs +preview +– +– +– +1 *$/);
	expect(table[8]).toMatch(/^web +production +v41 +3 +4h ago +2 *$/);
	const first = await run('ls versions --limit 3 --json');
	expect(first.err).toContain('5 more versions: raise --limit.');
	expect(JSON.parse(first.out)).toMatchObject({versions: [{}, {}, {}], _landfall: {is_complete: false}});
	expect((await run('ls versions --quiet')).err).toBe('');
	expect((await run('ls versions docs --limit 1')).err).toBe('1 more version: raise --limit.\n');
	const interrupted = await start('ls versions');
	expect(await interrupted.endBy(130)).toBe(130);
	expect(interrupted.err()).toContain('so versions may be missing');
});

test('lists one project, those of the input, and what a filter selects', async () => {
	const {run} = createWorld();
	const rowsOf = async (line: string, options?: CommandOptions) => {
		const {out, err} = await run(line, options);
		return [...linesOf(out).map(row => row.split('\t').slice(0, 2).join(' ')), err];
	};
	expect(await rowsOf('ls versions web')).toEqual(['web production', '']);
	expect(await rowsOf('ls versions - --filter env:prod', {input: 'web\ndocs\n'})).toEqual([
		'web production',
		'docs production',
		'',
	]);
	expect(await rowsOf('ls versions api')).toEqual(['api has no deployments.\n']);
	// As on screen 4, a condition about live versions selects projects.
	expect(await rowsOf('ls versions --filter behind:prod>2 --limit 9')).toEqual([
		'shop ',
		'shop preview',
		'shop production',
		'web production',
		expect.stringMatching(
			/^1 live version could not be found out.*\nThe service lists .* so there may be older ones\.\n$/s,
		),
	]);
	const narrow = ['ls', 'versions', '--filter', 'behind:prod>2 env:prod !name:busy'];
	expect(linesOf((await run(narrow)).out)).toHaveLength(2);
	const none = await run(['ls', 'versions', '--filter', 'live:prod=99 !name:busy']);
	expect([none.code, none.out, none.err]).toEqual([0, '', 'No versions match.\n']);
	const unknown = await run(['ls', 'versions', '--filter', 'behind:prdo>2']);
	expect(unknown).toMatchObject({code: 2, err: expect.stringContaining('no environment contains “prdo”')});
	await expect(run('ls versions --sort name')).rejects.toThrow('--sort, --all and --cursor only work');
});

test.each([
	['ls versions --fail-on behind', 1],
	// What --limit leaves out counts, too.
	['ls versions --fail-on behind --limit 1', 1],
	['ls versions web --fail-on behind --json', 1],
	['ls versions docs --fail-on behind', 0],
	['ls versions api --fail-on behind', 0],
	['ls versions --filter name:web --fail-on behind', 1],
	['ls versions web --filter env:preview --fail-on behind', 0],
])('%s ends with %i', async (line, code) => {
	expect((await createWorld().run(line)).code).toBe(code);
});

const isOfWeb = (path: string) => (path.endsWith('/web/deployments') ? 403 : undefined);

test.each([
	['its deployments cannot be read', 'ls versions --fail-on behind', 'could not be read', isOfWeb],
	[
		'an older version may be live',
		'ls versions busy --fail-on behind',
		'1 live version could not be found out',
		undefined,
	],
	[
		'older deployments may have gone to the environment of the filter',
		'ls versions busy --filter env:preview --fail-on behind',
		'so there may be older ones',
		undefined,
	],
	[
		'the service sends no version',
		'ls versions none --fail-on behind',
		'1 live version could not be found out',
		undefined,
	],
])('--fail-on behind exits with 6 if %s', {tags: ['fault-211', 'fault-266']}, async (_what, line, said, readFault) => {
	const {team, run} = createTeamCommands({
		projects: ['busy', 'none', 'web'],
		teamOptions: readFault ? {readFault} : {},
	});
	for (const id of ['busy', 'none', 'web']) team.changeProject(id, {latest_upload_version: 12});
	if (!readFault) team.deployedBefore('busy', 'success', 200 * minute, to('preview', 11));
	if (readFault) team.deployedBefore('busy', 'success', minute, to('production', 12));
	else for (let at = 1; at <= 100; at++) team.deployedBefore('busy', 'failure', at * minute, to('production', 12));
	team.deployedBefore('none', 'success', minute, to('production', readFault ? 12 : null));
	expect(await run(line)).toMatchObject({code: 6, err: expect.stringContaining(said)});
});

test('--fail-on behind exits with 10 if an unclassified word decides', {tags: ['fault-210', 'fault-265']}, async () => {
	const {team, run} = createTeamCommands({projects: ['docs']});
	team.deployedBefore('docs', 'success', hour, to('production', 12));
	team.deployedBefore('docs', 'landed', minute, to('production', 11));
	const said = '1 deployment with unknown words may be live: landed. Classify them with m on the screen.';
	const {code, err} = await run('ls versions --fail-on behind');
	expect([code, err]).toEqual([10, expect.stringContaining(said)]);
	const {out} = await run('ls versions --json');
	expect(JSON.parse(out)).toMatchObject({versions: [{live_version: 12}], _landfall: {is_complete: false}});
	for (const filter of ['behind:prod>0', '!behind:prod>0', 'live:prod=12 v=12']) {
		const found = await run(['ls', '--json', '--filter', filter]);
		expect(JSON.parse(found.out)).toMatchObject({projects: [], _landfall: {is_complete: false}});
		expect(found.err).toContain('1 deployment with unknown words may match, too: landed.');
	}

	const wordMeanings = new Map([['landed', 'good' as const]]);
	expect((await run('ls versions --fail-on behind', {wordMeanings})).code).toBe(1);
});

test('a filter of live versions says what may match, until it is read', {tags: ['fault-264']}, async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(projects, {columns: 120, prepare: deployAll, latencyMs: () => latencyMs});
	latencyMs = 400;
	await app.go(
		['/', ...'behind:prod>2', 'enter'],
		/Deployments of \d projects? (?:is|are) not read yet|checked \d of 5/,
	);
	await app.wait(20_000, '1 more may match', /shop /, /web /);
	expect(app.screen()).not.toMatch(/docs |api /);
	await app.go('2', 'filter: behind:prod>2');
});
