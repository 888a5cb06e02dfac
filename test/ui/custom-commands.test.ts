import {expect, test} from 'vitest';
import {openDemo, openOnTeam} from '../kit/app/open.ts';

const logs = {key: 'X', name: 'logs', argv: ['logs', '--of={name}', '--', '{project_id}'], on: 'project', run: 'popup'};

const openWith = (
	...customCommands: ReadonlyArray<Partial<Record<keyof typeof logs | 'confirm' | 'writes', unknown>>>
) =>
	openDemo({customCommands: customCommands.map(command => ({...logs, ...command})), columns: 120}, /X (?:logs|ticket)/);

test('a popup shows what a program prints and how it ends', {tags: ['fault-164']}, async () => {
	const {app} = await openOnTeam(['api', '-rf "docs"; $(x)'], {customCommands: [logs]});
	await app.go('X', 'logs: api is running', 'esc stop');
	expect(app.followed[0]).toMatchObject({
		argv: ['logs', '--of=api', '--', 'api'],
		variables: {LANDFALL_PROJECT: 'api', LANDFALL_PROJECT_ID: 'api', LANDFALL_VERSION: ''},
	});
	const known = Object.values(app.followed[0]?.variables ?? {}).filter(text => text !== '');
	expect(known).toEqual(['built-in service', 'api', 'api', 'api', 'https://docs.example.com', 'req_1']);
	app.followed[0]?.print('one\ttwo\n\u001B[31mred\u001B[2J\u0007\na-key-for-tests');
	await app.wait(100, /one {5}two/, /│ red\uFFFD +│/, /│ \[key\] +│/);
	app.followed[0]?.end('failed with exit code 3');
	await app.see('logs: api failed with exit code 3', 'esc close');
	await app.go(['esc', 'j'], '2 of 2');
	await app.go('X', 'is running');
	expect(app.followed[1]?.argv).toEqual(['logs', '--of=-rf "docs"; $(x)', '--', '-rf "docs"; $(x)']);
});

test('a popup follows the newest output unless it is scrolled up', async () => {
	const app = await openWith({});
	await app.go('X', 'is running');
	const print = (from: number) =>
		app.followed[0]?.print([...Array(30).keys()].map(at => `line ${from + at}.\n`).join(''));
	print(1);
	await app.wait(100, /line 30\./);
	await app.go('up', '13 to 29 of 30');
	print(31);
	await app.wait(100, /of 60/);
	expect(app.screen()).toContain('line 29.');
	expect(app.screen()).not.toContain('line 30.');
	await app.go('end', /line 60\./);
	print(61);
	await app.wait(100, /line 90\./);
	app.followed[0]?.end('ended');
	await app.go('home', /line 1\./, 'logs: ');
});

test.each(['esc', 'ctrl+c'])('%s ends the program of a popup and keeps its output', async key => {
	const app = await openWith({});
	await app.go('X', 'is running');
	app.followed[0]?.print('half a line');
	await app.go(key, 'half a line', 'was stopped', 'esc close');
	expect(app.followed[0]?.stops).toEqual(['was stopped']);
	await app.go('esc', 'X logs');
});

test('a program that prints more than a megabyte is stopped', async () => {
	const app = await openWith({});
	await app.go('X', 'is running');
	app.followed[0]?.print('x\n'.repeat(500_001));
	await app.see('was stopped: it printed more than 1 MB');
});

test('a command in the background reports its end, and a held key starts one', async () => {
	const app = await openWith({run: 'background'});
	await app.go(['X', 'X'], /logs: .+ is running/);
	expect(app.followed).toHaveLength(1);
	app.followed[0]?.end('failed with exit code 1');
	await app.see(/logs: .+ failed with exit code 1/);
});

test('a command that asks runs what its question shows', async () => {
	const app = await openWith({confirm: true, argv: ['ticket', 'about the-{name}'], name: 'ticket'});
	await app.go('X', 'Run ticket: ', 'about ');
	await app.go('y', 'Too soon');
	await app.reply('esc', 'X ticket');
	expect(app.followed).toEqual([]);
	await app.answer('X', 'y', 'is running');
	expect(app.followed[0]?.argv).toEqual(['ticket', expect.stringMatching(/^about the-\S+/)]);
});

test('read-only forbids writing commands, and marks forbid all', async () => {
	const write = {...logs, key: 'V', name: 'purge', writes: true};
	const app = await openDemo({customCommands: [logs, write], isReadOnly: true, columns: 120}, 'X logs');
	expect(app.screen()).not.toContain('purge');
	await app.go('V', 'This connection is read-only');
	await app.go([' ', 'X'], 'It acts on one project: clear the marks first');
	await app.go(['esc', 'X'], 'is running');
	expect(app.followed).toHaveLength(1);
});

test('a command is in the palette, the help and on its screens', async () => {
	const app = await openWith({}, {key: 'V', name: 'diff', on: 'deployment', argv: ['diff', '--', '{version}']});
	expect(app.screen()).not.toContain('V diff');
	await app.press('?', '/');
	await app.type('logs');
	await app.see(/X +logs/);
	await app.go(['esc', 'esc', ':'], 'Commands');
	await app.type('diff');
	await app.see(/diff +Only on /);
	await app.go(['ctrl+u', ...'logs'], /▌ logs +X +│\n[^\n]+ logs {3}The service has no logs/);
	await app.go(['esc', 'enter'], 'V diff');
	await app.go('V', /diff: .+ v\d+ is running/);
	expect(app.followed[0]?.variables.LANDFALL_DEPLOYMENT_ID).toMatch(/^dep_/);
});

test.each([
	[{key: 'e'}, 'e is already “edit project” on Projects'],
	[{argv: ['sh', '-c', '{name}']}, '{name} would run as code there: use the environment variable LANDFALL_PROJECT'],
])('an unusable command is named with its line (%j)', {tags: ['fault-165']}, async (flaw, reason) => {
	const app = await openDemo({customCommands: [{...logs, key: 'V', ...flaw}, logs], columns: 140}, 'X logs');
	await app.see(`config.json, line 2: logs: ${reason}`);
});

test('a field that is too long for a program forbids only the commands with it', {tags: ['fault-195']}, async () => {
	const slug = {...logs, key: 'V', argv: ['logs', '{slug}']};
	const {app} = await openOnTeam(['api'], {
		customCommands: [logs, slug],
		prepare: team => team.changeProject('api', {slug: 'x'.repeat(200_000)}),
	});
	await app.go('V', '{slug} is too long for a program');
	await app.go('X', 'logs: api is running');
	expect(app.followed.map(({variables}) => variables.LANDFALL_SLUG)).toEqual(['']);
});
