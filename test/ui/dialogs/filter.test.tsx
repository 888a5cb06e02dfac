import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('/');
	await app.see(/^ \//m);
}

test.each(sizes)('the filter line fits $columns×$rows, below the list', async size => {
	await open(size);
	await app.type('lumen');
	expectToFit(app.lines(), size);
	expect(app.lines().at(-2)).toMatch(/^ \/ ?lumen/);
	expect(app.frame()).toContain('waitlist-lumen');
	expect(app.frame()).not.toContain('media-kit');
});

test('each letter of a filter narrows the list', async () => {
	await open();
	await app.type('eu');
	await app.see('onboarding-eu');
	expect(app.frame()).not.toContain('waitlist-lumen');
	await app.press('backspace', 'backspace');
	await app.see('waitlist-lumen');
});

test('enter applies a filter, and esc then clears it', async () => {
	await open();
	await app.type('lumen');
	await app.press('enter');
	expect(app.state().interface.dialog).toBeUndefined();
	await app.see('1 of 4');
	await app.press('esc');
	await app.see('of 12');
});

test('esc in the filter line clears the filter', async () => {
	await open();
	await app.type('eu');
	await app.press('esc');
	await app.see('of 12');
	expect(app.state().projects.view).toBeUndefined();
});

test('down in the filter line selects the next row', async () => {
	await open();
	await app.type('eu');
	await app.press('down');
	expect(app.frame()).toMatch(/^▌· onboarding-eu/m);
});
