import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('D');
	await app.see(/Delete waitlist-lumen|delete waitlist-lumen/);
	await app.readQuestion();
}

const writes = () => app.requests.filter(request => !request.startsWith('GET'));

test.each(sizes)('the confirmation of a deletion fits $columns×$rows, and the list stays visible', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toContain('▌✔ waitlist-lumen');
	expect(app.frame()).toContain('Type waitlist-lumen to confirm.');
});

test('typing the name of a project deletes it', async () => {
	await open();
	await app.type('waitlist-lumen');
	await app.press('enter');
	await app.see('Deleted waitlist-lumen');
	await app.see('1 of 11');
	expect(writes()).toEqual(['DELETE /v1/projects/prj_00er9wy000c']);
});

test('a wrong name deletes nothing and shows what to type', async () => {
	await open();
	await app.type('waitlist');
	await app.press('enter');
	await app.see('That does not match.');
	expect(writes()).toEqual([]);
});

test('the name that confirms a deletion can be corrected', async () => {
	await open();
	await app.type('waitlist-lumex');
	await app.press('backspace');
	await app.type('n');
	await app.press('enter');
	await app.see('Deleted waitlist-lumen');
});

test('esc closes the confirmation of a deletion and deletes nothing', async () => {
	await open();
	await app.type('waitlist-lumen');
	await app.press('esc');
	expect(app.state().interface.dialog).toBeUndefined();
	expect(writes()).toEqual([]);
});
