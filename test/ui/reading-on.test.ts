import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

let app: OpenApp;
afterEach(() => app.close());

const hour = 3_600_000;
const firstPage = 'GET /v1/projects?limit=100';
const requestCount = (wanted: string) => app.requests().filter(request => request === wanted).length;

test('the newest deployments of visible rows load once scrolling stops, with a placeholder until then', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.see(/ · .*active +…/);
	await app.clock.advance(2000);
	await app.see(/▌✔ waitlist-lumen +v43 +active +success +v43 +6h ago/);
	await app.see(/ ◇ Analytics dashboard eu +v0 +active +–/);
});

test('a project whose record changes has its newest deployment read immediately', async () => {
	app = await openDemo();
	await app.clock.advance(2000);
	await app.see(/▌✔ .* success +v43/);
	const {id} = app.session.store.get().projects.position;
	const reads = () => app.requests().filter(target => target.startsWith(`GET /v1/projects/${id}/deployments`)).length;
	app.requestAsTeammate('PATCH', `/v1/projects/${id}`, {name: 'renamed'});
	while (!app.screen().includes('renamed')) await app.clock.advance(100);
	const before = reads();
	await app.clock.advance(5000);
	expect(reads()).toBeGreaterThan(before);
});

test('after the computer sleeps, everything on the screen is refreshed', async () => {
	app = await openDemo();
	await app.clock.advance(5000);
	const before = requestCount(firstPage);
	await app.clock.sleep(7 * hour);
	await app.clock.advance(100);
	expect(requestCount(firstPage)).toBeGreaterThan(before);
	await app.see('live · just now');
});

test('setting the clock back does not stop polling', async () => {
	app = await openDemo();
	await app.clock.advance(5000);
	app.clock.setBack(3 * hour);
	const before = requestCount(firstPage);
	await app.clock.advance(60_000);
	expect(requestCount(firstPage) - before).toBeGreaterThanOrEqual(5);
	expect(requestCount(firstPage) - before).toBeLessThanOrEqual(15);
});

test('P pauses polling and shows since when, r refreshes once, P resumes', async () => {
	app = await openDemo();
	await app.clock.advance(5000);
	await app.press('P');
	await app.see('paused · as of 12:00:00');
	const before = app.requests().length;
	await app.clock.advance(hour);
	expect(app.requests()).toHaveLength(before);
	expect(app.screen()).toContain('waitlist-lumen');
	await app.press('r');
	await app.see(/paused · as of 13:00/);
	expect(app.requests()).toHaveLength(before + 1);
	await app.press('P');
	await app.see('live');
});

test('R refreshes the newest deployments as well', async () => {
	app = await openDemo();
	await app.clock.advance(5000);
	const before = app.requests().length;
	await app.press('R');
	await app.clock.advance(2000);
	expect(app.requests().length - before).toBeGreaterThanOrEqual(13);
});

test('rows that fail to refresh for long are dimmed until they succeed', async () => {
	app = await openDemo();
	await app.clock.advance(5000);
	const isDim = () => app.terminal.emulator.buffer.active.getLine(3)?.getCell(4)?.isDim() !== 0;
	expect(isDim()).toBe(false);
	app.sandbox.outages.set('/v1/projects', 503);
	await app.clock.advance(120_000);
	expect(app.selectedLine()).toContain('waitlist-lumen');
	expect(isDim()).toBe(true);
	app.sandbox.outages.clear();
	await app.clock.advance(61_000);
	expect(isDim()).toBe(false);
});

test('the footer shows the requests of the last minute and their limit', async () => {
	app = await openDemo({requestsPerMinute: 60});
	await app.see('1 of 12');
	await app.clock.advance(2000);
	await app.see(/ 1\d of 60 requests\/min$/m);
	app.session.store.dispatch({type: 'focus-changed', isFocused: false, at: app.clock.now()});
	await app.press('j');
	expect(app.screen()).not.toContain('/min');
});

test('p shows and hides details beside a list, even if they cost columns', async () => {
	app = await openDemo({columns: 120});
	await app.see('UPDATED');
	expect(app.screen()).not.toContain('request id');
	await app.press('p');
	await app.see('request id');
	await app.press('p');
	await app.see('UPDATED');
});

test('holding PgDn through 20,000 rows shows rows and requests no page twice', async () => {
	const requestedPages = new Set<string>();
	app = await openDemo({
		// Nothing is read but what the user scrolls to.
		requestsPerMinute: 0,
		latencyMs: 30,
		handle: createPagingService(cursor => {
			const page = Number(cursor ?? 0);
			requestedPages.add(String(page));
			const ids = Array.from({length: 100}, (_, index) => String(page * 100 + index));
			return {ids, next: page < 199 ? String(page + 1) : null};
		}),
	});
	await app.clock.advance(100);
	await app.see('of 200+');
	for (let press = 0; press < 1200 && !app.screen().includes('20,000 of 20,000'); press++) {
		app.burst('\u001B[6~');
		await app.clock.advance(33);
		const rows = app.screen().split('\n').slice(2, 22);
		const numbers = rows.flatMap(row => (/project (\d+) /.exec(row)?.[1] ?? []) as string[]);
		expect(numbers.length).toBe(rows.filter(row => row !== '').length);
		expect(numbers).toEqual(numbers.map((_, index) => String(Number(numbers[0]) + index)));
	}

	await app.see('20,000 of 20,000');
	const cursors = app.requests().filter(target => target.includes('cursor='));
	expect(new Set(cursors).size).toBe(cursors.length);
	expect(requestedPages.size).toBe(200);
});
