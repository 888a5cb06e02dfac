import {expect, test} from 'vitest';
import {type OpenApp, openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import {createTestTerminal} from '../kit/app/streams.ts';
import {settled} from '../kit/fixtures/clock.ts';

test('every key paints one frame with one write', async () => {
	const app = await openDemo({columns: 108, rows: 40, projects: 1000}, '1 of 200+');
	const writes = app.terminal.writes.length;
	const requestCount = app.requests().length;
	await app.go([...'j'.repeat(60)], '61 of 200+');
	const written = app.terminal.writes.slice(writes);
	expect(written).toHaveLength(60);
	expect(Math.max(...written.map(text => Buffer.byteLength(text)))).toBeLessThan(800);
	expect(app.requests()).toHaveLength(requestCount);
});

test('ages update once a second, but only with focus', async () => {
	const app = await openDemo();
	await app.wait(5500, /all of it within \ds|of 12 checked/);
	await app.clock.advance(0);
	const writes = app.terminal.writes.length;
	await app.clock.advance(3000);
	// Each of the three reads may paint a frame, too.
	expect(app.terminal.writes.length - writes).toBeGreaterThanOrEqual(3);
	expect(app.terminal.writes.length - writes).toBeLessThanOrEqual(3 + 3);
	app.terminal.type('\u001B[O');
	await settled();
	const before = app.terminal.writes.length;
	const timers = app.clock.pending();
	await app.clock.advance(9000);
	// Only the three reads may paint a frame.
	expect(app.terminal.writes.length).toBeLessThanOrEqual(before + 3);
	// The next read, and the check for sleep.
	expect(timers).toBe(2);
});

test.each([
	['with news share a frame a second', true, 5, 11],
	['without news a frame in five seconds', false, 1, 3],
])('without focus, answers %s, and keys work at once', async (_how, hasNews, least, most) => {
	const projects = Array.from({length: 30}, (_, index) => `p${index}`);
	const running: string[] = [];
	const {app, clock, team} = await openOnTeam(projects, {
		rpm: 600,
		prepare(service) {
			running.push(...projects.map(project => service.deploy(project, {status: 'queued'})));
		},
	});
	await app.press('2');
	await app.wait(60_000, /1 of 30/);
	await app.focus(false);
	const framesNow = () => app.terminal.writes.filter(text => text.includes('\u001B[?2026l')).length;
	const [frames, requests] = [framesNow(), app.requests().length];
	for (let second = 0; second < 10; second++) {
		if (hasNews) for (const id of running) team.change(id, {status: second % 2 === 0 ? 'building' : 'queued'});
		await clock.advance(1000);
	}

	expect(app.requests().length - requests).toBeGreaterThan(15);
	expect(framesNow() - frames).toBeGreaterThanOrEqual(least);
	expect(framesNow() - frames).toBeLessThanOrEqual(most);
	await app.go('j', /^▌.*p/m);
});

const spinner = /^ {2}[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] Reading projects/m;

test('a slow first page has a spinner until rows or dialogs replace it', async () => {
	const app = await openDemo({latencyMs: 1000});
	await app.clock.advance(150);
	expect(app.screen()).not.toMatch(spinner);
	await app.wait(600, spinner);
	await app.press('?');
	expect(await app.wait(100, '─ Help ─')).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
	await app.go('esc', spinner);
	expect(await app.wait(1000, /1 of \d+/)).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
});

/** What the terminal showed after each write. */
function screensOf({terminal}: OpenApp): readonly string[] {
	const replay = createTestTerminal(80, 24);
	const screens = terminal.writes.map(text => {
		replay.stdout.write(text);
		return replay.lines().join('\n');
	});
	replay.close();
	return screens;
}

// In the hints, dots stand for keys that a question does not accept yet.
test.each([
	['D', /Permanently delete waitlist-lumen\?/, / (?:enter|·{5}) delete permanently/],
	['t', /Deploy waitlist-lumen\?/, / [y·] deploy {3}[e·] edit request body/],
	['a', /New project/, / (?:enter|·{5}) add project/],
	['e', /Edit project/, / (?:enter|·{5}) save changes/],
])('the key %s shows the question and its hints in one frame', {tags: ['fault-97']}, async (key, what, hints) => {
	const app = await openList();
	await app.go(key, what);
	for (const again of [key, key]) {
		await app.go('esc', '1 of 12');
		await app.go(again, what);
	}

	const screens = screensOf(app);
	expect(screens.some(screen => what.test(screen))).toBe(true);
	for (const screen of screens) expect(what.test(screen), screen).toBe(hints.test(screen));
});

test.each([1, 2, 3, 4])('a question works on a terminal of %i lines', async rows => {
	const app = await openDemo({rows});
	await app.answer('D', ['x', 'enter']);
	await app.resize(80, 24);
	await app.see('That does not match.');
	await app.resize(80, rows);
	await app.press('esc', 't');
	await app.resize(80, 24);
	await app.see('Deploy waitlist-lumen?');
	await app.go('half a second', / y deploy/);
});

test('ctrl+l removes what other programs wrote over a list, a filter and a dialog', async () => {
	const app = await openList();
	for (const key of ['k', '/', 'esc', '?']) {
		await app.press(key);
		const before = app.screen();
		app.terminal.stdout.write('\u001B[3;5Hwall: the system goes down\u001B[20;1Hnow');
		await app.see('the system goes down');
		await app.press('\f');
		expect(app.screen()).toBe(before);
	}
});
