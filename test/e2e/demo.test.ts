import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openList, openTerminal} from '../kit/app/terminal.ts';

test('a project is added, deployed with a notification when the deployment concludes, and deleted', async () => {
	const terminal = await openList({args: ['--seed', '9']});
	expect(terminal.isAlternate()).toBe(true);
	await terminal.go('a', 'New project');
	await terminal.go(['brand new', 'enter'], 'No deployments yet');
	await terminal.go('t', 'Deploy brand new?', 'y deploy');
	await terminal.go('y', 'Deploying brand new');
	await terminal.see(/brand new {2}v\d+ {2}\w+ {2}\d+/);
	expect(terminal.written()).toMatch(/\u0007\u001B\]9;landfall: brand new v\d+ \w+ · production · \d+s · demo\u0007/);
	expect(terminal.written()).toMatch(/\u001B\]777;notify;brand new v\d+ \w+;production · /);
	expect(terminal.written()).toMatch(/\u001B\]2;◐1 landfall\u0007/);
	await terminal.go('esc', 'of 13');
	await terminal.go('g', /▌.*brand new/);
	await terminal.go('D', 'Permanently delete brand new?', 'enter delete');
	await terminal.go(['brand new', 'enter'], 'Deleted brand new', 'of 12');
});

test('a demo opened from the welcome screen leaves no journal on the disk', async () => {
	const terminal = openTerminal();
	await terminal.see('Where are your projects?');
	await terminal.go(['j', 'enter'], '1 of 2');
	await terminal.go('t', 'y deploy');
	await terminal.go('y', 'Deploying');
	await terminal.go('3', 'deployed');
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
	expect(existsSync(join(terminal.directory, 'state', 'journal.sqlite'))).toBe(false);
});
