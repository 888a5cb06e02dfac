import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('i');
	await app.see('"id": "prj_00er9wy000c"');
}

test.each(sizes)('the raw record fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/As received: status 200/);
	expect(app.frame()).toContain('"name": "waitlist-lumen"');
});

test('the raw record scrolls on a small screen', async () => {
	await open({columns: 40, rows: 12});
	expect(app.frame()).not.toContain('updated_at');
	for (let line = 0; line < 12; line++) await app.press('j');
	await app.see('updated_at');
});

test('r refreshes the raw record', async () => {
	await open();
	const reads = () => app.requests.filter(request => request === 'GET /v1/projects/prj_00er9wy000c').length;
	const before = reads();
	await app.clock.advance(1000);
	await app.press('r');
	await app.clock.advance(1000);
	expect(reads()).toBe(before + 1);
});

test.each(['esc', 'i', 'q', 'enter'])('%s closes the raw record', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('As received');
	expect(app.state().interface.dialog).toBeUndefined();
});
