import {expect, test} from 'vitest';
import {boxIn, expectToFit} from '../kit/app/frames.ts';
import {app, openDemo, openList} from '../kit/app/open.ts';

async function open(key: string, size = {columns: 80, rows: 16}) {
	await openDemo({projects: 40, ...size}, '1 of 40');
	await app.clock.advance(30_000);
	await app.press(key);
	await app.clock.advance(1000);
}

const inside = () => boxIn(app.lines()).inside;
const bottomBorder = () => app.lines().find(line => line.includes('╰')) ?? '';

/** The first line below the head, without the mark at the right edge. */
const first = (headHeight = 0) => inside()[headHeight]?.replace(/ *[▲▼]$/, '');

test('a document scrolls with the keys of a list', async () => {
	await open('i', {columns: 80, rows: 12});
	const atTop = first(3);
	const second = inside()[4];
	await app.press('j');
	expect(first(3)).toBe(second);
	for (const [down, up] of [
		['pageDown', 'pageUp'],
		['ctrl+d', 'ctrl+u'],
		['G', 'g'],
		['end', 'home'],
	] as const) {
		await app.press('g', down);
		expect(first(3)).not.toBe(atTop);
		if (up === 'g' || up === 'home') expect(bottomBorder()).toMatch(/ \d+ to (\d+) of \1 /);
		await app.press(up);
		expect(first(3)).toBe(atTop);
	}
});

test('marks at the right edge show where a document continues', async () => {
	await open('?', {columns: 80, rows: 12});
	const marks = () => inside().map(line => /[▲▼]$/.exec(line)?.[0] ?? '');
	expect(marks()).toEqual(['', '', '', '', '', '', '▼']);
	await app.press('pageDown');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '▼']);
	await app.press('G');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '']);
});

test('typing a search in a document shows the first match, and n and N move between matches', async () => {
	await open('?');
	await app.press('/', ...'match');
	expect(bottomBorder()).toMatch(/╰─ filter: match +match 1 of 2 /);
	await app.see(/next match/);
	for (const [key, match] of [
		['enter', 1],
		['n', 2],
		['n', 1],
		['N', 2],
	] as const) {
		await app.press(key);
		expect(bottomBorder()).toContain(`filter: match  match ${match} of 2`);
	}

	await app.go('q', '1 of 40');
});

test('esc leaves a search in a document and returns to the previous position', async () => {
	await open('?', {columns: 80, rows: 12});
	await app.press('j', 'j');
	const before = first();
	await app.press('/', ...'press twice to quit');
	expect(first()).not.toBe(before);
	await app.press('esc');
	expect(first()).toBe(before);
	expect(bottomBorder()).not.toContain('/');
});

test.each([
	['?', {columns: 40, rows: 12}],
	['?', {columns: 20, rows: 6}],
	['i', {columns: 20, rows: 6}],
	['!', {columns: 20, rows: 6}],
] as const)('a document opened with %s can be searched on a screen of %o', async (key, size) => {
	await open(key, size);
	await app.press('/', 'e');
	expectToFit(app.lines(), size);
	expect(bottomBorder()).toContain(key === '?' ? 'filter: e' : 'search: e');
	await app.press('enter', 'n');
	expectToFit(app.lines(), size);
});

test('matches in a document are coloured, the current one in reverse', async () => {
	await openList({rows: 16});
	await app.go(['?', '/', ...'match', 'enter'], '1 of 2');
	const cellOf = (label: string) => {
		const row = app.lines().findIndex(line => line.includes(label));
		return app.cell(row, app.lines()[row]?.indexOf('match') ?? -1);
	};
	expect(cellOf('next match')?.isInverse()).toBeTruthy();
	expect(cellOf('next match')?.isFgDefault()).toBe(true);
	expect(cellOf('previous match')?.isInverse()).toBeFalsy();
	expect(cellOf('previous match')?.isFgPalette()).toBe(true);
});
