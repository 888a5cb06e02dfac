import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press(':');
	await app.see('─ Commands ─');
}

const inside = () => boxIn(app.lines()).inside;

test.each(sizes)('the command palette fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(inside()[0]).toMatch(/^:/);
	expect(inside()[2]).toMatch(/^▌ filter QUERY/);
	if (size.columns > 50) expect(boxIn(app.lines()).around).toContain('▌· waitlist-lumen');
});

test('typing narrows the commands of the palette and selects the best match', async () => {
	await open();
	await app.type('help');
	await app.see(': help');
	expect(inside()[2]).toMatch(/^▌ help +\?$/);
});

test('the command palette shows the keys of commands, and why some are blocked', async () => {
	await open();
	await app.type('next match');
	expect(inside()[2]).toMatch(/^▌ next match {3}Press \/ to search first +n$/);
});

test.each(sizes)('the palette at $columns×$rows aligns what commands with arguments do', async size => {
	await open(size);
	// Lines are trimmed: only the selected one begins with its mark.
	const starts = ['filter the projects', 'sort the projects', 'open a project'].map(text =>
		inside()
			.find(line => line.includes(text))
			?.indexOf(text),
	);
	expect(starts).toEqual([16, 14, 14]);
	expect(inside().find(line => line.includes('filter QUERY'))).toMatch(/ filter the projects$/);
});

test('the palette marks where its commands continue', async () => {
	await open();
	expect(inside().filter(line => /[▲▼]$/.test(line))).toEqual([expect.stringMatching(/▼$/)]);
	for (let step = 0; step < 20; step++) await app.press('down');
	expect(inside().filter(line => /[▲▼]$/.test(line))).toEqual([
		expect.stringMatching(/▲$/),
		expect.stringMatching(/▼$/),
	]);
});

test('the selected command of the palette stays visible', async () => {
	await open({columns: 40, rows: 12});
	await app.press('down', 'down', 'down', 'down', 'down', 'down', 'down');
	expect(inside().filter(line => line.startsWith('▌'))).toHaveLength(1);
	expect(inside()).not.toContainEqual(expect.stringMatching(/filter QUERY/));
});

test('enter runs the selected command of the palette', async () => {
	await open();
	await app.type('help');
	await app.press('enter');
	await app.see('─ Help ─');
});

test('tab completes the selected command of the palette', async () => {
	await open();
	await app.type('hel');
	await app.press('tab');
	await app.see(': help');
});

test('a command of the palette asks for its argument', async () => {
	await open();
	await app.type('sort');
	await app.press('enter');
	await app.type('name');
	await app.press('enter');
	expect(app.state().projects.view?.sort?.by).toBe('name');
});

test('the command palette says if no command matches', async () => {
	await open();
	await app.type('zzzz');
	await app.see('No command matches.');
});

test('esc closes the command palette', async () => {
	await open();
	await app.press('esc');
	expect(app.frame()).not.toContain('─ Commands ─');
});
