import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press(':');
	await app.type('theme');
	await app.press('enter');
	await app.see('─ Theme ─');
}

test.each(sizes)('the list of themes fits $columns×$rows, over the projects', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside} = boxIn(app.lines());
	expect(title).toBe('Theme');
	expect(inside[0]).toMatch(/^▌ terminal {7}your terminal/);
	expect(inside.join(' ')).toMatch(/high-contrast .*color-blind .*monochrome/);
});

test('the list starts at the current theme', async () => {
	await open();
	await app.press('down', 'down', 'enter', ':');
	await app.type('theme');
	await app.press('enter');
	expect(boxIn(await app.see('─ Theme ─').then(frame => frame.split('\n'))).inside[2]).toMatch(/^▌ color-blind .*•$/);
});

test.each(['esc', 'q'])('%s returns to the theme from before', async key => {
	await open();
	await app.press('down');
	expect(app.state().interface.theme).toBe('high-contrast');
	await app.press(key);
	expect(app.state().interface.theme).toBe('terminal');
	expect(app.frame()).not.toContain('─ Theme ─');
});
