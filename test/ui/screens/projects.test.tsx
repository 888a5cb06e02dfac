import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

test.each(sizes)('the project list fits $columns×$rows', async size => {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('success');
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/^▌✔ waitlist-lumen .*v43/m);
});

test('a row of the project list takes two lines on a narrow screen', async () => {
	app = await renderApp({columns: 40, rows: 12});
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('active  success');
	expect(app.lines().slice(1, 3)).toEqual([
		expect.stringMatching(/^▌✔ waitlist-lumen +v43$/),
		expect.stringMatching(/^▌ {2}active {2}success/),
	]);
});

test('a very wide screen shows the selected project beside the list', async () => {
	app = await renderApp({columns: 340, rows: 50});
	await app.see('1 of 12');
	await app.press('j');
	expect(await app.see('2 of 12')).toMatch(/│ product-tour-nordwind/);
});

test('j, k and G select rows of the project list', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('j', 'j', 'k');
	expect(await app.see('2 of 12')).toMatch(/^▌· product-tour-nordwind/m);
	await app.press('G');
	expect(await app.see('12 of 12')).toMatch(/^▌· campaign-winter-lumen/m);
});

test('enter opens the live view of the selected project', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('j', 'enter');
	await app.see(/^ product-tour-nordwind .*latest upload · active/m);
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployments');
});

test('space marks projects, and the footer counts them', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press(' ', 'j', ' ');
	await app.see('2 marked');
});

test('the footer reports a key that does nothing on the project list', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('X');
	expect(app.lines().at(-2)).toMatch(/X/);
});

test('the project list adapts to the size of the terminal', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	for (const {columns, rows} of sizes) {
		await app.resize(columns, rows);
		expectToFit(app.lines(), {columns, rows});
		expect(app.lines()).toHaveLength(rows);
	}
});
