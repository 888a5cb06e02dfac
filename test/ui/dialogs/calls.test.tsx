import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.clock.advance(3000);
	await app.press('!');
	await app.see('─ Request log ─');
}

test.each(sizes)('the request log fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside, around} = boxIn(app.lines());
	expect(title).toBe('Request log');
	expect(inside[0]).toMatch(/^\d+, newest first$/);
	expect(inside.join('\n')).toMatch(/GET .*200/);
	if (size.columns > 50) expect(around).toContain('▌✔');
});

test('the request log is as wide as the screen allows', async () => {
	await open({columns: 200, rows: 50});
	expect(boxIn(app.lines()).width).toBe(196);
});

test('the request log scrolls', async () => {
	await open({columns: 40, rows: 12});
	await app.press('j', 'j');
	expect(app.frame()).toMatch(/ 3 to 5 of \d+ /);
	await app.press('k');
	expect(app.frame()).toMatch(/ 2 to 4 of \d+ /);
});

test('y copies the request log', async () => {
	await open();
	await app.press('y');
	expect(app.copied.length).toBeGreaterThan(8);
	expect(app.copied.join('\n')).toContain('/v1/projects');
});

test.each(['esc', '!', 'q', 'enter'])('%s closes the request log', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('Request log');
});
