import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('s');
	await app.see('─ Sort by ─');
}

test.each(sizes)('the sort menu fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside, around} = boxIn(app.lines());
	expect(title).toBe('Sort by');
	expect(inside.slice(0, 2)).toEqual(["▌ the service's order •", 'name']);
	expect(around).toContain('▌· waitlist-lumen');
});

test('enter sorts the list by the selected field', async () => {
	await open();
	await app.press('down', 'enter');
	await app.see('▌· waitlist-lumen');
	expect(app.frame()).not.toContain('Sort by');
	expect(app.lines()[2]).toContain('advent-calendar-eu');
	expect(app.state().projects.view?.sort?.by).toBe('name');
});

test('the sort menu marks and selects the current order', async () => {
	await open();
	await app.press('down', 'down', 'enter', 's');
	expect(boxIn(await app.see('─ Sort by ─').then(frame => frame.split('\n'))).inside).toContain('▌ updated •');
});

test('the sort menu scrolls on a small screen', async () => {
	await open({columns: 40, rows: 12});
	expect(boxIn(app.lines()).inside).not.toContain('url');
	for (let step = 0; step < 9; step++) await app.press('down');
	expect(boxIn(app.lines()).inside).toContainEqual(expect.stringMatching(/^▌ url +▼$/));
});

test.each(['esc', 's', 'q'])('%s closes the sort menu and keeps the order', async key => {
	await open();
	await app.press('down', key);
	expect(app.frame()).not.toContain('─ Sort by ─');
	expect(app.state().projects.view).toBeUndefined();
});
