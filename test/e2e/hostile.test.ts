import {afterEach, expect, test} from 'vitest';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';

let terminal: OpenTerminal;
afterEach(() => terminal.close());

/** Every control sequence that landfall writes: modes, title, colours, cursor movement and erasing. */
const ownSequences =
	/\u001B(?:\[\?(?:7|25|1004|1049|2004|2026|2031)[hl]|\]11;\?\u001B\\|\[2[23];0t|\]2;(?:[✖◐]\d+ )*landfall\u0007|\[[\d;]*[HmKGr]|M)/g;

test('escape sequences in names have no effect on the terminal', {tags: ['fault-60']}, async () => {
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

	expect(titles.length).toBeGreaterThan(0);
	for (const title of titles) expect(title).toMatch(/^(?:[✖◐]\d+ )*landfall$/);
	expect(terminal.replies()).toBe('');
	expect(terminal.isAlternate()).toBe(true);
	expect(terminal.modesOn().toSorted((a, b) => a - b)).toEqual([1004, 1049, 2004, 2031]);
	expect(
		terminal
			.written()
			.replaceAll(ownSequences, '')
			.match(/[^\P{Cc}\r\n]/gu) ?? [],
	).toEqual([]);
});
