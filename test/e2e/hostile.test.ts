import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

test('names that hold escape sequences change nothing about the terminal', async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'hostile'], columns: 120, rows: 40});
	const titles: string[] = [];
	terminal.emulator.onTitleChange(title => titles.push(title));
	await terminal.see('1 of 90');
	for (let row = 0; row < 30; row++) {
		terminal.type('j\r');
		await terminal.see('esc back');
		await terminal.press('esc');
		await terminal.see('enter deployments');
	}

	expect(new Set(titles)).toEqual(new Set(['landfall']));
	expect(terminal.replies()).toBe('');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn().toSorted((a, b) => a - b)).toEqual([1004, 1049, 2004]);
});
