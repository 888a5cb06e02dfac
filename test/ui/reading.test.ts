import {expect, test} from 'vitest';
import {openDemo, openList, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute} from '../kit/fixtures/moment.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import {createTeam} from '../kit/services/team.ts';

test('the rows on the screen are read about once a minute', async () => {
	const names = Array.from({length: 40}, (_, index) => `p${index}`);
	const {app, team} = await openOnTeam(names, {rows: 20});
	await app.clock.advance(4 * minute);
	for (const name of names) team.deploy(name, {conclusion: 'failure'});
	await app.clock.advance(80_000);
	const rows = app.lines().filter(line => / p\d+ /.test(line));
	expect(rows.length).toBeGreaterThan(10);
	expect(rows.filter(line => !line.includes('failure'))).toEqual([]);
});

test.each<readonly [where: string, keys: readonly string[], isFocused: boolean, seconds: readonly number[]]>([
	['on the list', [], true, [3]],
	['on the board', ['2'], true, [3]],
	['in its deployments', ['enter'], true, [3]],
	['in its deployments without focus', ['enter'], false, [3.3, 5, 30]],
	['on the list without focus', [], false, [16, 5, 30]],
])('a running deployment is read as often as the user can see it: %s', async (_where, keys, isFocused, seconds) => {
	const ids = ['p0', 'p1', 'p80'];
	const deployed = Object.fromEntries(ids.map(id => [id, 'building']));
	const {app} = await openOnTeam(
		Array.from({length: 90}, (_, index) => `p${index}`),
		{rpm: 180, deployed},
	);
	await app.press('j', 'w', 'k', ...keys);
	await app.clock.advance(minute);
	await app.press('g');
	await app.focus(isFocused);
	const counts = () => ids.map(id => app.requestCount(new RegExp(`/projects/${id}/`)));
	const before = counts();
	await app.clock.advance(3 * minute);
	const reads = counts().map((count, index) => count - (before[index] ?? 0));
	for (const [index, each] of seconds.entries())
		expect(Math.abs((reads[index] ?? 0) - 180 / each)).toBeLessThan(1.2 + 12 / each);
});

test('with an rpm of zero, only reads of the user are made', async () => {
	const projects = Array.from({length: 40}, (_, index) => `p${index}`);
	const {app} = await openOnTeam(projects, {rpm: 0});
	await app.see('on request');
	const before = app.requests().length;
	await app.clock.advance(minute);
	expect(app.requests()).toHaveLength(before);
	await app.press('r');
	await app.clock.advance(1000);
	expect(app.requests()).toHaveLength(before + 1);
	await app.press('enter');
	await app.wait(1000, 'No deployments');
	const opened = app.requests().length;
	await app.clock.advance(minute);
	expect(app.requests()).toHaveLength(opened);
});

test('visible rows load their deployments once scrolling stops', async () => {
	const names = Array.from({length: 300}, (_, index) => `p${index}`);
	const {app} = await openOnTeam(names, {deployed: {p0: 'success'}});
	expect(app.requests()).toEqual(['GET /v1/projects?limit=100']);
	await app.see(/^▌· p0 +v17 +…/m);
	await app.wait(3000, /▌✔ p0 +v17 +success +v1 +env_1 +just now/, / ◇ p1 +v17 +–/);
	const readCount = () => app.requestCount(/\/deployments/);
	const first = readCount();
	expect(first).toBeGreaterThanOrEqual(20);
	for (let page = 0; page < 6; page++) {
		await app.press('pageDown');
		await app.clock.advance(300);
	}

	expect(readCount() - first).toBeLessThan(3);
	await app.clock.advance(2500);
	expect(readCount() - first).toBeGreaterThan(12);
});

test('a changed project has its deployments read immediately', async () => {
	const app = await openList();
	await app.clock.advance(2000);
	const id = app.state().projects.list.rows[0]?.id;
	const reads = () => app.requestCount(new RegExp(`^GET /v1/projects/${id}/deployments`));
	app.requestAsTeammate('PATCH', `/v1/projects/${id}`, {name: 'renamed'});
	await app.until('renamed');
	const before = reads();
	await app.clock.advance(5000);
	expect(reads()).toBeGreaterThan(before);
});

test('P pauses polling and shows since when, r refreshes once, P resumes', async () => {
	const app = await openDemo();
	await app.clock.advance(5000);
	await app.go('P', 'paused since 12:00 · as of 12:00:00');
	const before = app.requests().length;
	await app.clock.advance(minute);
	expect(app.requests()).toHaveLength(before);
	expect(app.screen()).toContain('waitlist-lumen');
	await app.go('r', /paused since 12:00 · as of 12:01/);
	expect(app.requests()).toHaveLength(before + 1);
	await app.go('P', 'all of it within');
});

test('holding PgDn through 4,000 rows requests no page twice', {tags: ['fault-40']}, async () => {
	const requestedPages = new Set<string>();
	const app = await openDemo({
		// Only the pages that the user scrolls to are read.
		rpm: 0,
		latencyMs: 30,
		handle: createPagingService(cursor => {
			const page = Number(cursor ?? 0);
			requestedPages.add(String(page));
			const ids = Array.from({length: 100}, (_, index) => String(page * 100 + index));
			return {ids, next: page < 39 ? String(page + 1) : null};
		}),
	});
	await app.wait(100, 'of 200+');
	for (let press = 0; press < 240 && !app.screen().includes('4,000 of 4,000'); press++) {
		app.burst('\u001B[6~');
		await app.clock.advance(33);
		const rows = app.lines().slice(2, 22);
		const numbers = rows.flatMap(row => (/project (\d+) /.exec(row)?.[1] ?? []) as string[]);
		expect(numbers.length).toBe(rows.filter(row => row !== '').length);
		expect(numbers).toEqual(numbers.map((_, index) => String(Number(numbers[0]) + index)));
	}

	await app.see('4,000 of 4,000');
	const cursors = app.requests().filter(target => target.includes('cursor='));
	expect(new Set(cursors).size).toBe(cursors.length);
	expect(requestedPages.size).toBe(40);
});

test('projects are checked even if the user leaves the list before its first page arrives', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	team.deploy('web', {status: 'building'});
	const app = await openDemo({clock, handle: team.handle, latencyMs: 500});
	await app.press('3');
	// Keys wait for the first frame, which waits at most this long for the first rows.
	await app.wait(300, 'No activity yet');
	await clock.advance(minute);
	await app.go('2', '1 of 1', 'web');
});
