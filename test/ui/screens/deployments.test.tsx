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
}

test.each(sizes)('the live view fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.lines().slice(0, 2).join()).toContain('waitlist-lumen');
	expect(app.frame()).toMatch(/^▌✔ success/m);
	expect(app.frame()).toMatch(/^ ✔ success +(?:production +v43 +)?took 0:45/m);
});

test('the live view shows the details of the selected deployment on a tall screen', async () => {
	await open({columns: 80, rows: 24});
	expect(app.frame()).toMatch(/status +completed/);
	await app.press('j', 'j');
	expect(await app.see('3 of 35')).toMatch(/▌✔ success +staging/);
});

test('enter opens the selected deployment, and esc returns to it', async () => {
	await open();
	await app.press('j', 'enter');
	await app.see(/upload version +v42/);
	expect(app.state().interface.screens.at(-1)?.name).toBe('deployment');
	await app.press('esc');
	await app.see('2 of 35');
	await app.press('esc');
	await app.see('1 of 12');
});

test('G selects the oldest deployment', async () => {
	await open();
	await app.press('G');
	expect(await app.see('35 of 35')).toMatch(/^▌✔ success.* v9 /m);
});

test('the live view of a project without deployments says so', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('G', 'k', 'enter');
	await app.see(/[Nn]o deployments/);
});

test.each([
	[{columns: 80, rows: 24}, 1],
	[{columns: 120, rows: 35}, 1],
	[{columns: 200, rows: 50}, 1],
	[{columns: 80, rows: 20}, 0],
	[{columns: 40, rows: 12}, 0],
])('at %o the live view draws %i histories and at least five rows of the list', async (size, count) => {
	await open(size);
	expectToFit(app.lines(), size);
	expect([...app.frame().matchAll(/▲ 0:45/g)]).toHaveLength(count);
	expect([...app.frame().matchAll(/production +8\d% of 2\d/g)]).toHaveLength(count);
	const rows = [...app.frame().matchAll(size.columns < 60 ? /^[▌ ] {2}v\d+/gm : /^[▌ ][✔✖⊘] .* v\d+ .* ago/gm)];
	expect(rows.length).toBeGreaterThanOrEqual(size.columns < 60 ? 4 : 6);
});

test('the live view uses only ASCII in ASCII mode', async () => {
	app = await renderApp({columns: 120, rows: 35, isAscii: true});
	await app.see('1 of 12');
	await app.press('enter');
	await app.see('1 of 35');
	expect(app.frame()).toMatch(/^ =+\|[=.]*\|\.+/m);
	expect(app.frame()).toMatch(/^[\n -~]*$/);
});
