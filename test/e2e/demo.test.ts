import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {openList, openTerminal} from '../kit/app/terminal.ts';

test('a project is added, deployed with a notification when the deployment concludes, and deleted', async () => {
	const terminal = await openList({args: ['--seed', '9'], env: {TERM_PROGRAM: 'WezTerm'}});
	expect(terminal.isAlternate()).toBe(true);
	await terminal.go('a', 'New project');
	await terminal.go(['brand new', 'enter'], 'No deployments yet');
	await terminal.go('t', 'Deploy brand new?', 'y deploy');
	await terminal.go('y', 'Deploying brand new');
	await terminal.see(/brand new {2}v\d+ {2}\w+ {2}\d+/);
	await expect
		.poll(() => terminal.written())
		.toMatch(/\u001B\]9;landfall: brand new v\d+ \w+ · production · \d+s · demo\u0007/);
	expect(terminal.written()).toMatch(/\u001B\]2;◐1 landfall\u0007/);
	await terminal.go('esc', 'of 13');
	await terminal.go('g', /▌.*brand new/);
	await terminal.go('D', 'Permanently delete brand new?', 'enter delete');
	await terminal.go(['brand new', 'enter'], 'Deleted brand new', 'of 12');
});

test('of a demo opened from the welcome screen, the journal keeps the place and nothing else', async () => {
	const terminal = openTerminal();
	await terminal.see('Where are your projects?');
	await terminal.go(['j', 'enter'], '1 of 2');
	await terminal.go('t', 'y deploy');
	await terminal.go('y', 'Deploying');
	await terminal.endWord();
	await terminal.go('3', 'deployed');
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
	const journal = new DatabaseSync(join(terminal.directory, 'state', 'journal.sqlite'), {readOnly: true});
	const tables = journal.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
	const filled = tables.filter(({name}) => journal.prepare(`SELECT * FROM "${name}"`).get());
	journal.close();
	expect(filled).toEqual([{name: 'places'}]);
});

test('the demo opens where the user left it, and each world anew', async () => {
	const first = await openList();
	await first.go(['/', 'quiz', 'enter'], /▌.*quiz/);
	await first.go('enter', 'OUTCOME');
	await first.press('ctrl+c', 'ctrl+c');
	await first.exited;
	const open = (world: string) => openTerminal({args: ['--demo', '--world', world], directory: first.directory});
	await open('quiet').see('1 of 12 match');
	await open('odd').see('1 of 60');
});

test('a command that is copied from a demo opens the same data', async () => {
	const terminal = openTerminal({args: ['--demo', '--world', 'odd', '--seed', '3'], columns: 120});
	await terminal.see('1 of 60');
	const shown = await terminal.go('Y', '--seed 3 ');
	const [, id, data] = /landfall get (prj_\w+) (--demo .*?) *│/.exec(shown) ?? [];
	expect(data).toBe('--demo --world odd --seed 3');
	const name = /▌\S (\S+)/.exec(shown)?.[1];
	const command = openTerminal({args: ['get', `${id}`, ...`${data}`.split(' ')]});
	await command.see(new RegExp(`name +${name}`));
});
