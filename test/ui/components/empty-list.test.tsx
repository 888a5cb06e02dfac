import {afterEach, expect, test} from 'vitest';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const spinner = /^ {2}[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Reading projects/m;

async function open(
	latencyMs: number,
	isAscii = false,
	size: {readonly columns?: number; readonly rows?: number} = {},
) {
	app = await renderApp({latencyMs, isAscii, ...size});
	await app.see('Reading projects');
}

test('a spinner appears after 200 ms of waiting for the first page, until its rows arrive', async () => {
	await open(1000);
	await app.clock.advance(150);
	expect(app.frame()).not.toMatch(spinner);
	await app.clock.advance(100);
	await app.see(spinner);
	await app.clock.advance(1000);
	expect(await app.see('1 of 12')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
});

test('the spinner is ASCII in ASCII mode', async () => {
	await open(1000, true);
	await app.clock.advance(250);
	await app.see(/^ {2}[-\\|/] Reading projects/m);
});

test('the spinner stands apart from a text that has no room on one line', async () => {
	await open(1000, false, {columns: 40, rows: 12});
	await app.press('2');
	await app.clock.advance(250);
	await app.see(/^ {2}[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Looking for deployments in\s+progress/m);
});

test('the spinner does not cover a dialog', async () => {
	await open(1000);
	await app.press('?');
	await app.clock.advance(500);
	expect(await app.see('─ Help ─')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
});
