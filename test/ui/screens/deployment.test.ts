import {expect, test} from 'vitest';
import {app, openList} from '../../kit/app/open.ts';

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	await openList(size);
	await app.go('enter', '1 of 35');
	await app.go('enter', /conclusion +success/);
}

test('the details of a deployment scroll by pages and to their ends, and not beyond', async () => {
	await open({columns: 40, rows: 12});
	const before = app.screen();
	expect(before).not.toContain('request id');
	expect(before).toContain('▼');
	await app.go('j', /▲\n[\s\S]*▼\n/);
	expect(await app.go('G', 'request id')).not.toContain('▼');
	const end = app.screen();
	await app.press('j', 'j', 'j', 'k', 'j');
	expect(app.screen()).toBe(end);
	await app.press('pageUp');
	expect(app.screen()).not.toBe(end);
	await app.press('g');
	expect(app.screen()).toBe(before);
});

test('deploying from the details of an earlier deployment goes to the new one', async () => {
	await open();
	await app.answer('t', 'y', /▌◌ queued/, '1 of 36');
	await app.go('esc', '1 of 12');
});

test('a tall screen marks a deployment in the history of its project, below the details', async () => {
	await open({columns: 120, rows: 35});
	expect(app.screen()).toMatch(/took +\w+ from created to concluded[^┴]*request id[^┴]*┴█[^▲]*▲/);
	await app.resize(120, 29);
	expect(await app.see(/took 45s · usually 31s/)).not.toContain('┴');
});
