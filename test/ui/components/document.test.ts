import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

type Size = {readonly columns?: number; readonly rows?: number};

async function open(key: string, size: Size = {columns: 80, rows: 16}): Promise<OpenApp> {
	const rendered = await openDemo({projects: 40, ...size});
	app = rendered;
	await rendered.see('1 of 40');
	await rendered.clock.advance(30_000);
	await rendered.press(key);
	await rendered.clock.advance(1000);
	return rendered;
}

const inside = (rendered: OpenApp) => boxIn(rendered.terminal.lines()).inside;
const bottomBorder = (rendered: OpenApp) => rendered.terminal.lines().find(line => line.includes('╰')) ?? '';

/** The first line below the head, without the mark at the right edge. */
const first = (rendered: OpenApp, headHeight = 0) => inside(rendered)[headHeight]?.replace(/ *[▲▼]$/, '');

test('a document scrolls with the keys of a list', async () => {
	const shown = await open('i', {columns: 80, rows: 12});
	const atTop = first(shown, 3);
	const second = inside(shown)[4];
	await shown.press('j');
	expect(first(shown, 3)).toBe(second);
	for (const [down, up] of [
		['pageDown', 'pageUp'],
		['ctrl+d', 'ctrl+u'],
		['G', 'g'],
		['end', 'home'],
	] as const) {
		await shown.press('g', down);
		expect(first(shown, 3)).not.toBe(atTop);
		if (up === 'g' || up === 'home') expect(bottomBorder(shown)).toMatch(/ \d+ to (\d+) of \1 /);
		await shown.press(up);
		expect(first(shown, 3)).toBe(atTop);
	}
});

test('marks at the right edge show where a document continues', async () => {
	const shown = await open('?', {columns: 80, rows: 12});
	const marks = () => inside(shown).map(line => /[▲▼]$/.exec(line)?.[0] ?? '');
	expect(marks()).toEqual(['', '', '', '', '', '', '▼']);
	await shown.press('pageDown');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '▼']);
	await shown.press('G');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '']);
});

test('typing a search in a document shows the first match, and n and N move between matches', async () => {
	const shown = await open('?');
	await shown.press('/');
	await shown.type('match');
	expect(bottomBorder(shown)).toMatch(/╰─ \/match +match 1 of 2 /);
	await shown.see(/next match/);
	await shown.press('enter');
	expect(bottomBorder(shown)).toMatch(/╰─ \/match {2}match 1 of 2 /);
	await shown.press('n');
	expect(bottomBorder(shown)).toMatch(/\/match {2}match 2 of 2/);
	await shown.press('n');
	expect(bottomBorder(shown)).toMatch(/\/match {2}match 1 of 2/);
	await shown.press('N');
	expect(bottomBorder(shown)).toMatch(/\/match {2}match 2 of 2/);
	await shown.press('q');
	await shown.see('1 of 40');
});

test('esc leaves a search in a document and returns to the previous position', async () => {
	const shown = await open('?', {columns: 80, rows: 12});
	await shown.press('j', 'j');
	const before = first(shown);
	await shown.press('/');
	await shown.type('press twice to quit');
	expect(first(shown)).not.toBe(before);
	await shown.press('esc');
	expect(first(shown)).toBe(before);
	expect(bottomBorder(shown)).not.toContain('/');
});

test.each([
	['?', {columns: 40, rows: 12}],
	['?', {columns: 20, rows: 6}],
	['i', {columns: 20, rows: 6}],
	['!', {columns: 20, rows: 6}],
] as const)('a document opened with %s can be searched on a screen of %o', async (key, size) => {
	const shown = await open(key, size);
	await shown.press('/');
	await shown.type('e');
	expectToFit(shown.terminal.lines(), size);
	expect(bottomBorder(shown)).toContain('/e');
	await shown.press('enter', 'n');
	expectToFit(shown.terminal.lines(), size);
});

test('matches in a document are coloured, the current one in reverse', async () => {
	const shown = await openDemo({rows: 16});
	app = shown;
	await shown.see('1 of 12');
	await shown.press('?');
	await shown.see('─ Help ─');
	await shown.press('/');
	await shown.type('match');
	await shown.press('enter');
	await shown.see('1 of 2');
	const {active} = shown.terminal.emulator.buffer;
	const cellsOf = (label: string) => {
		const row = shown.terminal.lines().findIndex(line => line.includes(label));
		const column = shown.terminal.lines()[row]?.indexOf('match') ?? -1;
		return active.getLine(row)?.getCell(column);
	};
	expect(cellsOf('next match')?.isInverse()).toBeTruthy();
	expect(cellsOf('next match')?.isFgDefault()).toBe(true);
	expect(cellsOf('previous match')?.isInverse()).toBeFalsy();
	expect(cellsOf('previous match')?.isFgPalette()).toBe(true);
});
