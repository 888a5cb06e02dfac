import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

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

test('Y with one marked project says that it copies from that one', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press(' ', 'Y');
	await app.see('─ Copy from 1 marked project ─');
	await app.press('enter');
	expect(app.copied).toEqual(['prj_00er9wy000c']);
});

test('Y copies the ids of marked projects that are not loaded', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	app = await renderApp({clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press(' ');
	team.remove('api');
	await clock.advance(100);
	await app.press('r');
	await clock.advance(5000);
	await app.see('of 2 · 1 marked');
	await app.press('Y');
	await app.see('─ Copy from 1 marked project ─');
	await app.see(/JSON +–/);
	await app.press('enter');
	expect(app.copied).toEqual(['api']);
});

test('Y copies from marked projects although the filter hides all projects', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press(' ', '/');
	await app.type('no such project');
	await app.press('enter', 'Y', 'enter');
	expect(app.copied).toEqual(['prj_00er9wy000c']);
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
