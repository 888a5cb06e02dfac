import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openList() {
	app = await openDemo({columns: 100});
	await app.see('1 of 12');
}

test('- goes back and forth between two places', async () => {
	await openList();
	await app.press('2');
	await app.see('a round takes');
	await app.press('3');
	await app.see('No activity yet');
	await app.press('-');
	await app.see('a round takes');
	await app.press('-');
	await app.see('No activity yet');
});

test('- returns to the deployment that was selected when its project was left', async () => {
	await openList();
	await app.press('enter');
	await app.see(/1 of \d+/);
	await app.press('j', 'j');
	await app.see(/3 of \d+/);
	const before = app.selectedLine();
	await app.press('1', 'j', '-');
	await app.see(/3 of \d+/);
	expect(app.selectedLine()).toBe(before);
	await app.press('esc');
	await app.see('2 of 12');
});

/** Renames the selected project. */
async function rename(suffix: string) {
	await app.press('e');
	await app.type(suffix);
	await app.press('enter');
	await app.clock.advance(1000);
	await app.see('Saved');
}

test('- returns to the selected entry although a new one arrived above it', async () => {
	await openList();
	await rename('-x');
	await rename('-y');
	await app.press('3');
	await app.see('1 of 2');
	await app.press('j');
	expect(app.selectedLine()).toContain('lumen-x ');
	await app.press('1');
	await rename('-z');
	await app.press('-');
	await app.see('3 of 3');
	expect(app.selectedLine()).toContain('lumen-x ');
});

test('a form is not a place that - returns to', async () => {
	await openList();
	await app.press('2');
	await app.see('a round takes');
	await app.press('1', 'a');
	await app.see('New project');
	await app.press('esc', '-');
	await app.see('a round takes');
});

test('- does not return to a project that was deleted', async () => {
	await openList();
	await app.press('enter');
	await app.see(/1 of \d+/);
	await app.press('D');
	await app.see('Type waitlist-lumen');
	await app.readQuestion();
	await app.type('waitlist-lumen');
	await app.press('enter');
	await app.see('of 11');
	await app.press('-');
	await app.see('No previous place');
});

test('- says when there is no previous place', async () => {
	await openList();
	await app.press('-');
	await app.see('No previous place');
});
