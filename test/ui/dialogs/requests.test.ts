import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {boxIn} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo, openList, openOnTeam} from '../../kit/app/open.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';
import type {Answer} from '../../kit/services/team.ts';

const selected = (app: OpenApp) => boxIn(app.lines()).inside.find(line => line.startsWith('▌'));

async function writeReport(app: OpenApp, directory: string) {
	await app.go(['!', 'e'], 'Saved without secrets');
	const [name = ''] = readdirSync(directory).filter(file => file.startsWith('support-'));
	return {name, report: readFileSync(join(directory, name), 'utf8')};
}

test('e writes a support report without the API key and without cursors', async () => {
	const directory = temporaryDirectory();
	const app = await openDemo({projects: 450, columns: 140, directory}, '1 of');
	await app.press('G');
	app.disconnect();
	await app.press('r');
	await app.clock.advance(3000);
	const {name, report} = await writeReport(app, directory);
	await app.see(name);
	expect(report).toMatch(/^service: http/m);
	expect(report).toMatch(/^(?:once|\d+ times) since 2026-06-01 \d\d:00:\d\d UTC: \w+ Cannot reach/m);
	expect(report).not.toMatch(/^1 times/m);
	expect(report).toMatch(
		/^at \| method \| path.*\n2026-06-01 \d\d:00:\d\d UTC\S* \| GET \| \/v1\/projects\S* \| [\w-]+ .* \| \d+ ms/m,
	);
	expect(report).not.toContain('a-key-for-tests');
	expect(report).toContain('GET | /v1/projects?limit=100&cursor=… | answered 200 |');
});

test('a read aborted by a sleep is logged once, with its whole time', async () => {
	const directory = temporaryDirectory();
	const app = await openDemo({columns: 100, directory, latencyMs: 30_000});
	await app.clock.sleep(100_000);
	const {report} = await writeReport(app, directory);
	await app.see(/aborted +100,000 ms/);
	expect(report).toContain(' | aborted | 100000 ms');
});

test('! shows the request log, newest first, and y copies the id', async () => {
	const app = await openDemo({columns: 140, latencyMs: 120});
	await app.wait(30_000, '1 of 12');
	const screen = await app.go('!', 'newest first');
	expect(screen).toMatch(/AT +METHOD +RESULT +TOOK +BYTES +TRY +PATH +REQUEST/);
	expect(screen).toMatch(/12:00:\d\d +GET +200 +120 ms +[\d,]+ +1 +\/v1\/projects\S* +req_\w+/);
	await app.go(['j', 'j', 'y'], 'Copied');
	expect(app.copied()).toHaveLength(1);
	expect(selected(app)).toContain(app.copied()[0]);
});

test('rows of the request log stay in place when newer ones arrive', async () => {
	const app = await openDemo({rows: 14});
	await app.clock.advance(60_000);
	await app.go(['!', 'j', 'j'], 'newest first');
	/** Without the arrow at the edge. */
	const visible = () => app.screen().replace('▲', ' ').split('\n').slice(4, 8);
	const rows = visible();
	await app.clock.advance(30_000);
	expect(visible()).toEqual(rows);
	await app.see(/ \d{2} to \d+ of/);
	await app.go(['/', ...'limit'], /▌.*limit/);
	await app.clock.advance(30_000);
	await app.press('esc');
	expect(visible()).toEqual(rows);
});

test('the request log keeps the last 200 requests', async () => {
	const app = await openDemo({projects: 3});
	await app.clock.advance(5 * 60_000);
	await app.go('!', /the last 200 of [\d,]{3,}, newest first/);
	await app.clock.advance(30_000);
	expect(app.screen()).not.toContain('▲');
});

test('Y copies a read as curl without the API key, except with a cursor', async () => {
	const app = await openDemo({projects: 450, columns: 140}, '1 of');
	await app.go(['G', '!', 'G', 'Y'], 'Copied curl');
	expect(app.copied()).toEqual([
		expect.stringMatching(/^curl -H "Authorization: Bearer \$LANDFALL_API_KEY" 'https?:\S+\/v1\/projects\?limit=\d+'$/),
	]);
	await app.go(['/', ...'cursor', 'enter', 'Y'], 'Only a read of this service without a cursor can be copied as curl');
	expect(app.copied()).toHaveLength(1);
});

test('a throttled request says when it is retried', async () => {
	const handle = () => ({status: 429, headers: {'retry-after': '60'}, body: '{}'});
	const app = await openDemo({handle});
	await app.clock.advance(1000);
	await app.go(['!', 'enter'], '─ Request ─', /retry at +12:01:00 /);
});

test('the details of a request name a missing request_id', async () => {
	const readFault = (_path: string, answered: () => Answer) => {
		const answer = answered();
		return {...answer, body: answer.body.replace(/,"request_id":"req_1"\}$/, '}')};
	};
	const {app} = await openOnTeam(['api'], {readFault});
	await app.go(['!', 'G', 'enter'], /\/v1\/projects\?limit=\d+/, 'request_id: missing');
});

test('a request shows its whole error, and esc returns to its row', async () => {
	const app = await openList({columns: 120});
	app.outages.set('/v1/projects', 503);
	await app.clock.advance(60_000);
	app.outages.clear();
	await app.go(['!', '/', ...'503', 'enter'], /503 E_UNAVAILABLE /);
	await app.go('enter', '─ Request ─');
	const text = boxIn(app.lines()).inside.join(' ');
	const [, id = ''] = /request id +(req_\w+)/.exec(text) ?? [];
	expect(text).toMatch(/request +GET \/v1\/projects.* result +503 E_UNAVAILABLE.* attempt +\d/);
	const {message} = app.state().polling.requests.latest.find(({status}) => status === 503) ?? {};
	expect(text.replaceAll(/\s+/g, ' ')).toContain(message);
	await app.clock.advance(30_000);
	await app.go('esc', '─ Request log ─');
	expect(id).not.toBe('');
	expect(selected(app)).toContain(id);
});

test('r refreshes the raw record', async () => {
	const app = await openList();
	await app.go('i', '"id": "prj_00er9wy000c"');
	const reads = () => app.requests().filter(request => request === 'GET /v1/projects/prj_00er9wy000c').length;
	const before = reads();
	await app.clock.advance(1000);
	await app.press('r');
	await app.clock.advance(1000);
	expect(reads()).toBe(before + 1);
});
