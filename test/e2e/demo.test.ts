import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

test('a project is added, deployed with a notification when the deployment concludes, and deleted', async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet', '--seed', '2']});
	await terminal.see('1 of 12');
	expect(terminal.isAlternate()).toBe(true);
	await terminal.press('a');
	await terminal.see('New project');
	terminal.type('brand new');
	await terminal.press('enter');
	await terminal.see('No deployments yet');
	await terminal.press('t');
	await terminal.see('Deploy brand new?');
	await terminal.see('y deploy');
	await terminal.press('y');
	await terminal.see('Deploying brand new');
	await terminal.see(/brand new {2}v\d+ {2}\w+ {2}\d+/, 90_000);
	expect(terminal.written()).toMatch(/\u0007\u001B\]9;landfall: brand new v\d+ \w+ · production · \d+s · demo\u0007/);
	expect(terminal.written()).toMatch(/\u001B\]777;notify;brand new v\d+ \w+;production · /);
	expect(terminal.written()).toMatch(/\u001B\]2;◐1 landfall\u0007/);
	await terminal.press('esc');
	await terminal.see('of 13');
	await terminal.press('g');
	await terminal.see(/▌.*brand new/);
	await terminal.press('D');
	await terminal.see('Permanently delete brand new?');
	await terminal.see('enter delete');
	terminal.type('brand new');
	await terminal.press('enter');
	await terminal.see('Deleted brand new');
	await terminal.see('of 12');
}, 120_000);

test('a demo opened from the welcome screen leaves no journal on the disk', async () => {
	terminal = openTerminal();
	await terminal.see('Where are your projects?');
	await terminal.press('j', 'enter');
	await terminal.see('1 of 2');
	await terminal.press('t');
	await terminal.see('y deploy');
	await terminal.press('y');
	await terminal.see('Deploying');
	await terminal.press('3');
	await terminal.see('deployed');
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toMatchObject({code: 0});
	expect(existsSync(join(terminal.directory, 'state', 'journal.sqlite'))).toBe(false);
});
