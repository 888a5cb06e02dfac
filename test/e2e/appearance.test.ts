import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

/** Visits a few screens. */
async function visitScreens() {
	await terminal.see('1 of 12');
	await terminal.press('e');
	await terminal.see('Edit project');
	// Waits in between: an escape and a letter in one chunk are read as alt and that letter.
	await terminal.press('esc');
	await terminal.see('1 of 12');
	await terminal.press('?');
	await terminal.see('reverse order');
	await terminal.press('esc');
	await terminal.see('1 of 12');
	await terminal.press('enter');
	await terminal.see('esc back');
}

test.each([
	['NO_COLOR', {NO_COLOR: '1'}],
	['a terminal without colours', {TERM: 'dumb'}],
])('with %s the screens have no colours', {tags: ['fault-69']}, async (_why, env) => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet'], env});
	await visitScreens();
	expect(terminal.written().match(/\u001B\[3\d(?:;\d+)*m/g) ?? []).toEqual([]);
});

test('with --ascii all symbols are ASCII', async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet', '--ascii'], columns: 120});
	await visitScreens();
	expect([...new Set(terminal.written().match(/[^\p{ASCII}]/gu))]).toEqual([]);
});

test('the screens also appear with CI set in the environment', {
	tags: ['fault-69'],
}, async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet'], env: {CI: 'true'}});
	await terminal.see('1 of 12');
	await terminal.press('j');
	await terminal.see('2 of 12');
});

test('--tz shows dates in another time zone', async () => {
	terminal = openTerminal({args: ['--demo', '--tz', 'asia/tokyo'], env: {TZ: 'America/New_York'}});
	await terminal.see('1 of');
	await terminal.press('z');
	await terminal.see('Dates in UTC+9');
});
