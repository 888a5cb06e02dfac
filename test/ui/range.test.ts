import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openList() {
	app = await openDemo();
	await app.see('1 of 12');
}

/** The lines of the list that are marked. */
const markedRows = () => app.screen().match(/^.{3}• \S+/gm) ?? [];

test('v marks a range that grows and shrinks with the cursor', async () => {
	await openList();
	await app.press('j', 'v', 'j', 'j', 'j');
	await app.see('4 marked, v ends the range');
	expect(markedRows()).toHaveLength(4);
	await app.press('k', 'k');
	await app.see('2 marked, v ends the range');
	await app.press('k', 'k');
	await app.see('1 of 12 · 2 marked');
});

test('a second v ends the range and keeps its marks', async () => {
	await openList();
	await app.press('v', 'G');
	await app.see('12 marked, v ends the range');
	await app.press('v', 'g');
	await app.see(/12 marked {3}/);
});

test('esc cancels a range and keeps the marks from before it', async () => {
	await openList();
	await app.press(' ', 'j', 'v', 'j', 'j');
	await app.see('4 marked');
	await app.press('esc');
	await app.see(/1 marked {3}/);
});

test('a range holds its first project by id when the list is sorted', async () => {
	await openList();
	await app.press('v', 's');
	await app.see('Sort by');
	await app.press('j', 'enter');
	await app.see('by name');
	await app.press('k');
	await app.see('2 marked');
	expect(markedRows().join()).toContain('waitlist-lumen');
});

test('marking one more project ends a range', async () => {
	await openList();
	await app.press('v', 'j', 'j', ' ');
	await app.see(/2 marked {3}/);
	await app.press('j', 'j');
	await app.see(/2 marked {3}/);
});

test('deploying acts on the projects of an open range', async () => {
	await openList();
	await app.press('v', 'j', 'j', 't');
	await app.see('Deploy these 3 projects?');
});
