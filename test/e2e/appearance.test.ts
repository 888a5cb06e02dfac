import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

/** Goes through a few screens. */
async function lookAround() {
	await terminal.see('1 of 12');
	await terminal.press('e');
	await terminal.see('Edit project');
	// One after the other, also where the machine is busy: an escape and a letter in one piece are alt and that letter.
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
	['a terminal that knows no colours', {TERM: 'dumb'}],
])('with %s nothing is coloured', {tags: ['fault-69']}, async (_why, env) => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet'], env});
	await lookAround();
	expect(terminal.written().match(/\u001B\[3\d(?:;\d+)*m/g) ?? []).toEqual([]);
});

test('with --ascii no sign of ours is beyond ASCII', async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet', '--ascii'], columns: 120});
	await lookAround();
	expect([...new Set(terminal.written().match(/[^\p{ASCII}]/gu))]).toEqual([]);
});

test('a machine that builds, with CI in its environment, shows the screens all the same', {
	tags: ['fault-69'],
}, async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'quiet'], env: {CI: 'true'}});
	await terminal.see('1 of 12');
	await terminal.press('j');
	await terminal.see('2 of 12');
});
