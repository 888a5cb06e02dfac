import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const selected = () => boxIn(app.lines()).inside.find(line => line.startsWith('▌'));

/** Opens the newest failed request of the log. */
async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(60_000);
	app.sandbox.outages.clear();
	await app.press('!', '/');
	await app.type('503');
	await app.press('enter', 'enter');
	await app.see('─ Request ─');
}

test.each(sizes)('a request fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(boxIn(app.lines()).title).toBe('Request');
});

test('a request shows its whole error, id, time and attempt', async () => {
	await open();
	const text = boxIn(app.lines()).inside.join(' ');
	expect(text).toMatch(/503/);
	expect(text).toMatch(/request +GET \/v1\/projects/);
	expect(text).toMatch(/result +503 E_UNAVAILABLE/);
	expect(text).toMatch(/request id +req_\w+/);
	expect(text).toMatch(/attempt +\d/);
	const {message} = app.state().polling.requests.latest.find(({status}) => status === 503) ?? {};
	expect(text.replaceAll(/\s+/g, ' ')).toContain(message);
});

test('esc returns from a request to its row in the log, although newer requests have arrived', async () => {
	await open({columns: 140, rows: 24});
	const [id] = /req_\w+/.exec(app.frame()) ?? [];
	await app.clock.advance(30_000);
	await app.press('esc');
	await app.see('─ Request log ─');
	expect(selected()).toContain(id);
});

test('the keys of the log act on the open request', async () => {
	await open();
	const [id] = /req_\w+/.exec(app.frame()) ?? [];
	await app.press('y', 'c');
	expect(app.copied).toEqual([id, expect.stringContaining('/v1/projects')]);
});
