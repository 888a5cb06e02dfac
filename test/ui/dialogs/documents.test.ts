import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo, openList} from '../../kit/app/open.ts';

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

test.each([['the raw record', 'i', 3]] as const)(
	'%s scrolls with the keys of a list',
	async (_what, key, headHeight) => {
		const shown = await open(key, {columns: 80, rows: 12});
		const atTop = first(shown, headHeight);
		const second = inside(shown)[headHeight + 1];
		await shown.press('j');
		expect(first(shown, headHeight)).toBe(second);
		await shown.press('k', 'pageDown');
		expect(first(shown, headHeight)).not.toBe(atTop);
		await shown.press('pageUp');
		expect(first(shown, headHeight)).toBe(atTop);
		await shown.press('ctrl+d');
		expect(first(shown, headHeight)).not.toBe(atTop);
		await shown.press('ctrl+u');
		expect(first(shown, headHeight)).toBe(atTop);
		for (const [toEnd, toTop] of [
			['G', 'g'],
			['end', 'home'],
		] as const) {
			await shown.press(toEnd);
			expect(bottomBorder(shown)).toMatch(/ \d+ to (\d+) of \1 /);
			await shown.press(toTop);
			expect(first(shown, headHeight)).toBe(atTop);
		}
	},
);

test('marks at the right edge show where a document continues', async () => {
	const shown = await open('?', {columns: 80, rows: 12});
	const marks = () => inside(shown).map(line => /[▲▼]$/.exec(line)?.[0] ?? '');
	expect(marks()).toEqual(['', '', '', '', '', '', '▼']);
	await shown.press('pageDown');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '▼']);
	await shown.press('G');
	expect(marks()).toEqual(['▲', '', '', '', '', '', '']);
});

test('a document that fits has no marks and shows no position', async () => {
	const shown = await open('i', {columns: 80, rows: 40});
	expect(bottomBorder(shown)).toMatch(/╰─+╯/);
	expect(shown.screen()).not.toMatch(/[▲▼]/);
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

test('the current match in the request log stays current when new requests arrive', async () => {
	const shown = await open('!');
	await shown.press('/');
	await shown.type('limit=');
	await shown.press('enter', 'n');
	const matched = /(\d+) of \d+/.exec(bottomBorder(shown))?.[1];
	const made = shown.session.store.get().polling.requests.made;
	await shown.clock.advance(60_000);
	expect(shown.session.store.get().polling.requests.made).toBeGreaterThan(made);
	expect(Number(/(\d+) of \d+/.exec(bottomBorder(shown))?.[1])).toBeGreaterThan(Number(matched));
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

async function openHelp(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('?');
	await app.see('─ Help ─');
}

test('the help cuts neither labels nor reasons on small screens', async () => {
	await openHelp({columns: 40, rows: 12});
	const [, ...rows] = boxIn(app.terminal.lines()).inside;
	expect(rows).toContainEqual(expect.stringMatching(/E +edit as JSON in \$EDITOR$/));
	expect(rows.join('\n')).not.toContain('…');
	await app.resize(80, 24);
	await app.see(/esc +stop loading \/ clear filter \/ clear marks +│/);
});

test('the help shows the keys of the screen and those that work everywhere', async () => {
	await openHelp({columns: 200, rows: 60});
	expect(boxIn(app.terminal.lines()).inside.map(line => line.trim())).toContain('Everywhere');
	expect(app.screen()).toMatch(/next match +Press \/ to search first/);
});

const selected = () => boxIn(app.terminal.lines()).inside.find(line => line.startsWith('▌'));

test('j and k move through the keys in the help, past headings', async () => {
	await openHelp({columns: 80, rows: 24});
	await app.press('j');
	expect(selected()).toMatch(/^▌ e +edit project/);
	await app.press('k', 'k');
	expect(selected()).toMatch(/^▌ enter l → +deployments/);
	await app.press('G');
	expect(selected()).toMatch(/ctrl\+c +press twice to quit/);
	await app.press('g');
	expect(boxIn(app.terminal.lines()).inside[0]?.trim()).toMatch(/^Projects/);
});

test('the help shows only the keys that match what is typed, below their headings', async () => {
	await openHelp();
	await app.press('/');
	await app.type('match');
	const lines = boxIn(app.terminal.lines())
		.inside.map(line => line.trim())
		.filter(line => line !== '');
	expect(lines[0]).toBe('Projects');
	expect(lines.slice(1).every(line => line.includes('match'))).toBe(true);
	expect(lines).toHaveLength(3);
	await app.see('match 1 of 2');
	await app.press('esc');
	await app.see(/enter l → +deployments/);
});

test('enter runs the selected key of the help', async () => {
	await openHelp();
	await app.press('/');
	await app.type('notifications');
	await app.press('enter', 'enter');
	await app.see('─ Notifications ─');
});

test('enter on a blocked key of the help says why it does nothing', async () => {
	await openHelp();
	await app.press('/');
	await app.type('next match');
	await app.press('enter', 'enter');
	await app.see('─ Help ─');
	expect(app.session.store.get().interface.notice).toMatchObject({text: 'Press / to search first'});
});

test('the selected key of the help stays selected when its search ends', async () => {
	await openHelp();
	await app.press('/');
	await app.type('notifications');
	await app.press('enter', 'esc');
	expect(selected()).toMatch(/W +notifications/);
	await app.press('esc');
	await app.see('1 of 12');
});

async function openRecord(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.press('i');
	await app.see('"id": "prj_00er9wy000c"');
}

test('r refreshes the raw record', async () => {
	await openRecord();
	const reads = () => app.requests().filter(request => request === 'GET /v1/projects/prj_00er9wy000c').length;
	const before = reads();
	await app.clock.advance(1000);
	await app.press('r');
	await app.clock.advance(1000);
	expect(reads()).toBe(before + 1);
});
