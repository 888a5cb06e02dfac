import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {type OpenTerminal, openList, openTerminal} from '../kit/app/terminal.ts';
import {settingsDirectory} from '../kit/fixtures/temporary-directory.ts';
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
	await terminal.go(['j', 'enter'], '1 of 2');
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
