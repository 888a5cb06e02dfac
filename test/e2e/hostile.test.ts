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

/** Whether a line has characters that terminals measure differently. */
const hasAmbiguousWidth = (line: string): boolean => /\p{Emoji_Presentation}|\p{Mc}|\u200D/u.test(line);

/** The column in which the version of a line ends, or -1. */
function endOfVersion(line: number): number {
	const cells = terminal.emulator.buffer.active.getLine(line);
	let shown = '';
	for (let column = 0; column < terminal.emulator.cols; column++) {
		shown += cells?.getCell(column)?.getChars() || ' ';
		if (/ v\d+ $/.test(shown)) return column;
	}

	return -1;
}

test('whatever a project is called, the columns stay aligned and no line wraps', {
	tags: ['fault-61'],
}, async () => {
	terminal = openTerminal({args: ['--demo', '--world', 'hostile']});
	await terminal.see('1 of 90');
	for (let page = 0; page < 4; page++) {
		// A message of two lines shortens a page by one row.
		const places = Array.from({length: page + 1}, (_, shorter) => page * 20 + 1 - shorter);
		const lines = (await terminal.see(new RegExp(`^ (?:${places.join('|')}) of 90`, 'm'))).split('\n');
		expect(lines[0]).toContain('landfall  demo');
		expect(lines.at(-1)).toContain('enter deployments');
		const ends = new Set<number>();
		for (let line = 2; line < 21; line++) {
			expect(terminal.emulator.buffer.active.getLine(line)?.isWrapped).toBe(false);
			if (!hasAmbiguousWidth(lines[line] ?? '')) ends.add(endOfVersion(line));
		}

		expect(ends.size, terminal.screen()).toBe(1);
		await terminal.press('pageDown');
	}
});
