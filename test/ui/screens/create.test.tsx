import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(options: Parameters<typeof renderApp>[0] = {}) {
	app = await renderApp(options);
	await app.see('1 of 12');
	await app.press('a');
	await app.see('New project');
}

test.each(sizes)('the form of a new project fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/│ ▌ name/m);
	expect(app.lines().at(-1)).toMatch(/enter add project +esc back/);
});

test('a name wider than its field scrolls in it', async () => {
	await open({columns: 40, rows: 12});
	await app.type(`${'x'.repeat(60)}end`);
	await app.see('xend');
	expectToFit(app.lines(), {columns: 40, rows: 12});
});

test('enter adds a project with the typed name', async () => {
	await open();
	await app.type('shop');
	await app.press('enter');
	await app.see('Added shop');
	expect(app.requests.filter(request => request.startsWith('POST'))).toEqual(['POST /v1/projects']);
});

test('a new project without a name is not sent', async () => {
	await open();
	await app.press('enter');
	expect(app.state().interface.screens.at(-1)).toMatchObject({name: 'create', form: {isSending: false}});
	expect(app.requests.filter(request => request.startsWith('POST'))).toEqual([]);
});

test('the form of a new project says when it is being sent', async () => {
	const latencyMs = 500;
	app = await renderApp({latencyMs});
	await app.clock.advance(latencyMs);
	await app.press('a');
	await app.type('shop');
	await app.press('enter');
	await app.see(/\S Adding the project/);
	await app.clock.advance(latencyMs);
	await app.see('Added shop');
});
