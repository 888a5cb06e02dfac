import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.clock.advance(3000);
	await app.press('!');
	await app.see('─ Request log ─');
}

test.each(sizes)('the request log fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside, around} = boxIn(app.lines());
	expect(title).toBe('Request log');
	expect(inside[0]?.trim()).toMatch(/^\d+, newest first$/);
	expect(inside.join('\n')).toMatch(/GET .*200/);
	if (size.columns > 50) expect(around).toContain('▌✔');
});

test('the titles of the request log stand above their columns', async () => {
	await open();
	const lines = app.lines();
	const at = lines.findIndex(line => line.includes('METHOD'));
	const [titles = '', first = ''] = lines.slice(at);
	expect(titles.indexOf('METHOD')).toBe(first.indexOf('GET'));
	expect(titles.indexOf('RESULT')).toBe(first.indexOf('200'));
	expect(titles.indexOf('PATH')).toBe(first.indexOf('/v1/'));
});

test('the request log is as wide as the screen allows', async () => {
	await open({columns: 200, rows: 50});
	expect(boxIn(app.lines()).width).toBe(196);
});

const selected = () => boxIn(app.lines()).inside.find(line => line.startsWith('▌'));

test('j and k select a request, and the log scrolls with it', async () => {
	await open({columns: 40, rows: 12});
	const newest = selected();
	await app.press('j', 'j', 'j', 'j');
	expect(app.frame()).toMatch(/ 3 to 5 of \d+ /);
	await app.press('g');
	expect(selected()).toBe(newest);
});

test('Y copies the whole request log', async () => {
	await open();
	await app.press('Y');
	expect(app.copied.length).toBeGreaterThan(8);
	expect(app.copied.join('\n')).toContain('/v1/projects');
});

test('y copies the id of the selected request', async () => {
	await open({columns: 140, rows: 24});
	await app.press('j', 'j', 'y');
	expect(app.copied).toHaveLength(1);
	expect(selected()).toContain(app.copied[0]);
});

test('c copies the selected request as a curl line without the key', async () => {
	await open({columns: 140, rows: 24});
	await app.press('G', 'c');
	expect(app.copied[0]).toMatch(
		/^curl -H "Authorization: Bearer \$LANDFALL_API_KEY" 'https?:\/\/\S+\/v1\/projects\?limit=\d+'$/,
	);
});

test('e exports a support report: the service, what fails and all requests', async () => {
	await open();
	await app.press('e');
	const text = app.exported.join('\n');
	expect(text).toMatch(/^service: http/m);
	expect(text).toMatch(/^failing: 0$/m);
	expect(text).toMatch(/GET \| \/v1\/projects/);
	expect(text).not.toContain('a-key-for-tests');
});

test('the export says what fails, and how often', async () => {
	let connectError: string | undefined;
	app = await renderApp({connectError: () => connectError});
	await app.see('1 of 12');
	connectError = 'ECONNREFUSED';
	await app.press('r');
	await app.clock.advance(3000);
	await app.press('!', 'e');
	expect(app.exported.join('\n')).toMatch(/^(?:once|\d+ times) since 2026-06-01 \d\d:00:\d\d UTC: \w+ Can't reach/m);
	expect(app.exported.join('\n')).not.toMatch(/^1 times/m);
});

test.each(['esc', '!', 'q'])('%s closes the request log', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('Request log');
});
