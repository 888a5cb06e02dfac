import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';
import {settingsDirectory, temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {serveTeam} from '../kit/services/served-team.ts';

function filledTables(directory: string) {
	const journal = new DatabaseSync(join(directory, 'state', 'journal.sqlite'), {readOnly: true});
	const tables = journal.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
	const filled = tables.flatMap(({name}) => (journal.prepare(`SELECT * FROM "${name}"`).get() ? [name] : []));
	journal.close();
	return filled;
}

async function deploy({go, endWord}: OpenTerminal) {
	await go('t', 'y deploy');
	await go('y', 'Deploying');
	await endWord();
	await go('3', 'deployed');
}

test('a demo journals the use of a profile, even after the profile is removed', async () => {
	const {env} = await serveTeam(['api']);
	const {LANDFALL_BASE_URL: baseUrl, LANDFALL_API_KEY: apiKey} = env;
	const directory = settingsDirectory({profiles: {team: {baseUrl}}}, {team: {origin: baseUrl, apiKey}});
	const terminal = openTerminal({args: ['--demo'], directory});
	await terminal.see('1 of ');
	await terminal.go([',', 'enter'], '▌◇ api');
	await deploy(terminal);
	expect(filledTables(directory)).toContain('entries');
	await terminal.go([',', 'up', 'enter'], /^ (?:landfall {2})?demo /, '1 of ');
	await deploy(terminal);
	await terminal.go([',', 'D'], 'y remove');
	await terminal.go('y', 'team and its key are removed.');
	expect(filledTables(directory)).toContain('entries');
});

test('a demo opened from the welcome screen keeps only its place in the journal', async () => {
	const terminal = openTerminal();
	await terminal.see('Where are your projects?');
	await terminal.go(['j', 'enter'], '1 of 2', 'Press enter to open it');
	await deploy(terminal);
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
	expect(filledTables(terminal.directory)).toEqual(['places']);
});

test('the demo opens where the user left it, and each world anew', async () => {
	const first = await openList();
	await first.go(['/', 'quiz', 'enter'], /▌.*quiz/);
	await first.go('enter', 'OUTCOME');
	await first.press('ctrl+c', 'ctrl+c');
	await first.exited;
	const open = (world: string) => openTerminal({args: ['--demo', '--world', world], directory: first.directory});
	await open('quiet').see('1 match · among 12 projects');
	await open('odd').see('1 of 60');
});

test('a command copied from a demo opens the same data', async () => {
	const terminal = openTerminal({args: ['--demo', '--world', 'odd'], columns: 120});
	await terminal.see('1 of 60');
	const shown = await terminal.go('Y', '--world odd ');
	const [, id, data] = /landfall get (prj_\w+) (--demo .*?) *│/.exec(shown) ?? [];
	expect(data).toBe('--demo --world odd');
	const name = /▌\S (\S+)/.exec(shown)?.[1];
	const command = openTerminal({args: ['get', `${id}`, ...`${data}`.split(' ')]});
	await command.see(new RegExp(`name +${name}`));
});

test('the first demo names the next key in the smallest terminal, and its end how to connect', async () => {
	const directory = temporaryDirectory();
	const open = () => openTerminal({args: ['--demo'], directory, columns: 40, rows: 12});
	const first = open();
	const lines = (await first.see(/^ 1 of \d+\+? {3}Press enter to open it$/m)).split('\n');
	for (const line of lines.slice(2, 10)) expect(line).toMatch(/^[▌ ]\S \S/);
	await first.go('enter', 'VERSION');
	expect(first.screen()).not.toContain('Press enter');
	await first.press('ctrl+c', 'ctrl+c');
	await first.exited;
	expect(first.written()).toMatch(/That was the demo\. To connect to your own service, run: landfall\r\n$/);
	const second = open();
	expect(await second.see(/1 of \d/)).not.toContain('Press enter');
});

test.each([
	['2', 'Nothing is in progress and nothing is watched. Press 1 for the projects, and w to watch one.'],
	['3', 'No activity yet. Your changes and finished deployments appear here. Press 1 for the projects.'],
	['4', 'No projects yet. Press 1 and a to add one, then t to deploy it.'],
])('screen %s of an empty demo says which key is next', async (key, says) => {
	const terminal = openTerminal({args: ['--demo', '--world', 'empty'], columns: 40, rows: 12});
	await terminal.see('Press a to add one');
	await terminal.go(key, new RegExp(says.replaceAll(' ', '\\s+')));
});
