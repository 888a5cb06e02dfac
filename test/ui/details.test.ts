import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** The text in reverse, which is the field that has the focus. */
function focusedText(): string {
	const {active} = app.terminal.emulator.buffer;
	const {rows, cols} = app.terminal.emulator;
	return Array.from({length: rows}, (_, row) =>
		Array.from({length: cols}, (_unused, column) => active.getLine(row)?.getCell(column))
			.filter(cell => cell?.isInverse())
			.map(cell => cell?.getChars() || ' ')
			.join(''),
	)
		.join('')
		.trim();
}

const copied = () => app.ran.at(-1)?.input;

async function openDeployments(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openDemo({columns: 100, rows: 30, environment: {DISPLAY: ':0'}, ...size});
	await app.see('1 of 12');
	await app.press('enter');
	await app.see(/1 of \d+/);
}

test('tab goes to the details below the deployments, where y copies a field', async () => {
	await openDeployments();
	await app.press('tab');
	await app.see('tab back to the list');
	expect(focusedText()).toMatch(/^status +completed$/);
	await app.press('j');
	expect(focusedText()).toMatch(/^url +https/);
	await app.press('y');
	await app.see('Copied url');
	expect(copied()).toMatch(/^https:\/\/waitlist-lumen/);
});

test.each(['tab', 'esc'])('%s returns from the details to the list, and the cursor is where it was', async key => {
	await openDeployments();
	await app.press('j', 'tab', 'j', 'j', key);
	expect(focusedText()).toBe('');
	await app.press('j');
	await app.see(/3 of \d+/);
});

test('details that do not fit scroll with the focus', async () => {
	await openDeployments({rows: 22});
	await app.press('tab', 'G');
	const last = focusedText();
	expect(last).toMatch(/^request id/);
	await app.press('g');
	expect(focusedText()).toMatch(/^status/);
});

test('marks show where details that do not fit continue', async () => {
	await openDeployments({rows: 22});
	await app.see(/^ +id +dep_0eduac500z +▼$/m);
	await app.press('tab', 'G');
	await app.see(/request id/);
	await app.see(/▲$/m);
	expect(app.screen()).not.toContain('▼');
});

test('tab goes to the details beside the projects', async () => {
	app = await openDemo({columns: 120, environment: {DISPLAY: ':0'}});
	await app.see('1 of 12');
	await app.press('tab');
	await app.see('Press p to show details first');
	await app.press('p', 'tab');
	expect(focusedText()).toMatch(/^slug/);
	await app.press('G', 'y');
	await app.see(/Copied \w+/);
	await app.press('esc', 'j');
	await app.see('2 of 12');
});

test('the list has the focus again when the screen has no room for details', async () => {
	await openDeployments();
	await app.press('tab');
	await app.resize(40, 12);
	await app.press('j');
	await app.see(/2 of \d+/);
});
