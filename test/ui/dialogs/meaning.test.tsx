import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('success');
	await app.press('m');
	await app.see('─ What does “success” mean? ─');
}

test.each(sizes)('the menu that classifies a status fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside, around} = boxIn(app.lines());
	expect(title).toBe('What does “success” mean?');
	expect(inside.slice(0, 3)).toEqual(['▌ ✔ succeeded', '✖ failed', '⊘ stopped']);
	expect(around).toContain('▌✔ waitlist-lumen');
});

test('a status is shown with the meaning that the user chose', async () => {
	await open();
	await app.press('down', 'enter');
	expect(await app.see(/▌✖ waitlist-lumen .* success /)).not.toContain('What does');
});

test('the menu marks the chosen meaning of a status', async () => {
	await open();
	await app.press('down', 'enter', 'm');
	await app.see('▌ ✖ failed •');
});

test.each(['esc', 'm', 'q'])('%s closes the menu that classifies a status', async key => {
	await open();
	await app.press('down', key);
	expect(app.frame()).not.toContain('What does');
	expect(app.state().interface.pins.size).toBe(0);
});
