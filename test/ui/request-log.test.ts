import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type OpenApp, open, openDemo} from '../kit/app/open.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

let app: OpenApp;
afterEach(() => app.close());

test('! shows the request log, newest first, with time, method, result, duration, size, attempt, path and id', async () => {
	app = await openDemo({columns: 140, latencyMs: 120});
	await app.clock.advance(30_000);
	await app.see('1 of 12');
	await app.press('!');
	const screen = await app.see('newest first');
	expect(screen).toMatch(/AT +METHOD +RESULT +TOOK +BYTES +TRY +PATH +REQUEST/);
	expect(screen).toMatch(/12:00:\d\d +GET +200 +120 ms +[\d,]+ +1 +\/v1\/projects\S* +req_\w+/);
	await app.press('esc');
	await app.see('1 of 12');
});

test('the request log shows the error and the attempt of a failed request', async () => {
	app = await openDemo({columns: 140, projects: 2});
	await app.see('1 of 2');
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(120_000);
	await app.press('!');
	await app.see(/GET +503 E_UNAVAILABLE .* 2 +\/v1\/projects/);
	app.sandbox.outages.clear();
});

test('visible requests of the log keep their lines when newer ones arrive', async () => {
	app = await openDemo({rows: 14});
	await app.clock.advance(60_000);
	await app.press('!', 'j', 'j', 'j');
	await app.see('newest first');
	/** Without the mark that says that the log continues above. */
	const visible = () => app.screen().replace('▲', ' ').split('\n').slice(4, 8);
	const rows = visible();
	await app.clock.advance(30_000);
	expect(visible()).toEqual(rows);
	await app.see(/ \d{2} to \d+ of/);
});

test('the request log keeps the last 200 requests and shows how many there were', async () => {
	app = await openDemo({projects: 3});
	await app.clock.advance(30 * 60_000);
	await app.press('!');
	await app.see(/the last 200 of [\d,]{3,}, newest first/);
});

test('Y copies the request log without API key and cursors', async () => {
	app = await openDemo({projects: 450, environment: {DISPLAY: ':0'}});
	await app.see('1 of');
	await app.press('G', '!', 'Y');
	await app.see(/Copied \d+ requests/);
	const copied = app.ran.find(({input}) => input?.startsWith('at | method'))?.input ?? '';
	expect(copied).toMatch(
		/^2026-06-01 \d\d:00:\d\d UTC\S* \| GET \| \/v1\/projects\?limit=100&cursor=… \| answered 200 \| 0 ms \| \d+ B \| 1 \| req_/m,
	);
	expect(copied).not.toContain('a-key-for-tests');
	expect(copied.split('\n').length).toBeGreaterThan(4);
});

test('the request log says so when no request has been made', async () => {
	app = await open();
	await app.press('!');
	await app.see('No request has been made yet');
});

test('e writes a support report and shows its path', async () => {
	const directory = temporaryDirectory();
	app = await openDemo({columns: 140, directory});
	await app.see('1 of 12');
	await app.press('!', 'e');
	await app.see('Saved without secrets');
	const [name = ''] = readdirSync(directory).filter(file => file.startsWith('support-'));
	await app.see(name);
	const text = readFileSync(join(directory, name), 'utf8');
	expect(text).toContain('at | method | path');
	expect(text).not.toContain('a-key-for-tests');
});

test('an error stays in the footer until a key is pressed', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const at = app.clock.now();
	const {store} = app.session;
	store.dispatch({type: 'noticed', text: store.get().connection?.name ?? ('' as never), tone: 'bad', at});
	store.dispatch({type: 'blocked', reason: 'something else', at});
	await app.clock.advance(600_000);
	expect(store.get().interface.notice).toMatchObject({tone: 'bad'});
	await app.press('j');
	expect(store.get().interface.notice).toBeUndefined();
});

test('a dialog leaves room for a message of two lines', async () => {
	let connectError: string | undefined;
	app = await openDemo({columns: 40, rows: 12, connectError: () => connectError});
	await app.see('1 of 12');
	connectError = 'ECONNREFUSED';
	await app.press('r');
	for (let second = 0; second < 5; second++) await app.clock.advance(1000);
	await app.see('Retrying.');
	await app.press('!');
	const screen = await app.see('Retrying.');
	const lines = screen.split('\n');
	expect(lines.filter(line => /^╰─.*─╯$/.test(line))).toHaveLength(1);
	expect(screen).toMatch(/Can't reach[\s\S]*Retrying\./);
});
