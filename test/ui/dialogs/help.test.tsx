import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('?');
	await app.see('─ Help ─');
}

test.each(sizes)('the help fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside} = boxIn(app.lines());
	expect(title).toBe('Help');
	expect(inside[0]).toBe('Projects');
	expect(inside[1]).toMatch(/^enter l → +deployments$/);
});

test('the edges of the list stay visible beside the help', async () => {
	await open();
	expect(boxIn(app.lines()).around).toMatch(/^▌·$/m);
});

test('the help shows the keys of the screen and those that work everywhere', async () => {
	await open({columns: 200, rows: 60});
	expect(boxIn(app.lines()).inside).toContain('Everywhere');
	expect(app.frame()).toMatch(/next match +Press \/ to search first/);
});

test('j and k scroll the help by one line', async () => {
	await open({columns: 40, rows: 12});
	const first = () => boxIn(app.lines()).inside[0]?.replace(/ *▲$/, '');
	const [, second, third] = boxIn(app.lines()).inside;
	await app.press('j', 'j');
	expect(first()).toBe(third);
	await app.press('k');
	expect(first()).toBe(second);
});

test.each(['esc', '?', 'q', 'enter'])('%s closes the help', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('─ Help ─');
	await app.see('1 of 12');
});
