import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('1 of 35');
	await app.press('enter');
	await app.see(/conclusion +success/);
}

test.each(sizes)('the details of a deployment fit $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/environment +production/);
	expect(app.frame()).toMatch(/upload version +v43/);
});

test('the details of a deployment scroll on a small screen', async () => {
	await open({columns: 40, rows: 12});
	expect(app.frame()).not.toContain('request id');
	for (let step = 0; step < 9; step++) await app.press('j');
	await app.see('request id');
});

test('the details of a deployment scroll by pages and to their ends, and not beyond', async () => {
	await open({columns: 40, rows: 12});
	const before = app.frame();
	await app.press('G');
	await app.see('request id');
	expect(app.frame()).not.toContain('▼');
	const end = app.frame();
	await app.press('j', 'j', 'j', 'k', 'j');
	expect(app.frame()).toBe(end);
	await app.press('pageUp');
	expect(app.frame()).not.toBe(end);
	await app.press('g');
	expect(app.frame()).toBe(before);
});

test('values that are too long for a small screen continue on the next line', async () => {
	await open({columns: 40, rows: 14});
	expect(app.frame()).toMatch(/ created +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d *\n +UTC {2}\w+ ago/);
	expect(app.frame()).not.toContain('…');
});

test('marks show where the details of a deployment continue', async () => {
	await open({columns: 40, rows: 12});
	expect(app.frame()).toContain('▼');
	await app.press('j');
	await app.see(/▲\n[\s\S]*▼\n/);
});

test('esc returns from a deployment to the live view', async () => {
	await open();
	await app.press('esc');
	await app.see('1 of 35');
});

test('t on a deployment asks for confirmation to deploy its project', async () => {
	await open();
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
});

test('a tall screen marks a deployment in the history of its project, below the details', async () => {
	await open({columns: 120, rows: 35});
	expect(app.frame()).toMatch(/request id[^┴]*┴█[^▲]*▲ 0:45/);
	await app.resize(80, 24);
	await app.see(/took 0:45 · usually 0:31/);
	expect(app.frame()).not.toContain('▲');
});
