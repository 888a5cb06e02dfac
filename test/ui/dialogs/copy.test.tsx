import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('Y');
	await app.see('─ Copy from this project ─');
}

test.each(sizes)('the copy menu fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {inside, around} = boxIn(app.lines());
	expect(inside).toEqual([
		'▌ id       prj_00er9wy000c',
		expect.stringMatching(/^url {6}https:\/\/waitlist-lumen/),
		expect.stringMatching(/^curl {5}curl -H/),
		expect.stringMatching(/^JSON {5}\{"id":"prj_00er9wy000c"/),
		expect.stringMatching(/^command {2}landfall get prj_00er9wy/),
	]);
	expect(around).toContain('▌· waitlist-lumen');
});

test('enter copies the selected item of the copy menu', async () => {
	await open();
	await app.press('down', 'enter');
	expect(app.copied).toEqual(['https://waitlist-lumen.pages.example']);
	expect(app.frame()).not.toContain('Copy from');
});

test('the API key is never copied', async () => {
	await open();
	await app.press('down', 'down', 'enter');
	expect(app.copied.join('\n')).toContain('$LANDFALL_API_KEY');
	expect(app.copied.join('\n')).not.toContain(app.apiKey);
});

test('Y with marked projects copies a line for each', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press(' ', ' ', 'Y');
	await app.see('─ Copy from 2 marked projects ─');
	await app.press('enter');
	expect(app.copied).toHaveLength(2);
});

test('Y on a deployment copies from the deployment', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('1 of 35');
	await app.press('Y');
	await app.see('─ Copy from this deployment ─');
});

test.each(['esc', 'Y', 'q'])('%s closes the copy menu', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('Copy from');
	expect(app.copied).toEqual([]);
});
