import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo, openList} from '../kit/app/open.ts';
import {openOnTeam} from '../kit/app/open-on-team.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

let app: OpenApp;
afterEach(() => app.close());

test('the first page is requested once, and its first project is selected', async () => {
	app = await openList();
	expect(app.requests()).toEqual(['GET /v1/projects?limit=100']);
	expect(app.selectedLine()).toContain('waitlist-lumen');
});

test('names in every script are shown, also while a filter highlights what they match', async () => {
	const names = ['shop', 'ñandú', 'проект', 'Ελληνικά', '漢字の名前', '한국어'];
	({app} = await openOnTeam(names));
	for (const name of names) await app.see(name);
	for (const query of ['shop', 'ñan', 'ро', 'λην', '字', '한국']) {
		await app.press('/');
		await app.type(query);
		await app.press('enter');
		await app.see(/1 of 1/);
		expect(app.selectedLine()).toContain(names.find(name => name.includes(query)));
		await app.press('esc');
	}
});

test('moving down selects the next row, and each key of a burst counts', async () => {
	app = await openList();
	await app.press('j');
	await app.see('2 of 12');
	app.burst('jjj');
	await app.see('5 of 12');
	await app.press('k', 'up');
	await app.see('3 of 12');
	await app.press('G');
	await app.see('12 of 12');
	await app.press('g');
	await app.see('1 of 12');
});

test('the next page is requested once, before the user reaches it', {tags: ['fault-40']}, async () => {
	app = await openDemo({projects: 1000});
	await app.see('1 of 200+');
	for (let screens = 0; screens < 20; screens++) await app.press('pageDown');
	await app.see(/\d of 600\+/);
	const pages = app.requests().filter(target => target.startsWith('GET /v1/projects?'));
	expect(new Set(pages).size).toBe(pages.length);
});

test('the selected project stays selected on its line when others are created above it', async () => {
	app = await openList();
	await app.press('j', 'j');
	await app.see('3 of 12');
	const name = app.selectedLine().slice(3, 20);
	const line = app.screen().split('\n').indexOf(app.selectedLine());
	app.requestAsTeammate('POST', '/v1/projects', {name: 'made-by-somebody-else'});
	await app.clock.advance(13_000);
	await app.see('4 of 13 · ▲ 1 new');
	expect(app.selectedLine()).toContain(name.trim());
	expect(app.screen().split('\n').indexOf(app.selectedLine())).toBe(line);
	await app.press('g');
	await app.see('made-by-somebody-else');
});

test('a selected project that is deleted elsewhere keeps its line, marked as gone, until the selection moves', async () => {
	app = await openList();
	await app.press('j');
	const line = app.screen().split('\n').indexOf(app.selectedLine());
	const {id} = app.session.store.get().projects.position;
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	while (!app.selectedLine().includes('gone: product-tour')) await app.clock.advance(100);
	await app.see('product-tour-nordwind is gone from the list');
	await app.press('t');
	await app.see('That project is gone');
	await app.clock.advance(60_000);
	expect(app.selectedLine()).toContain('× gone: product-tour');
	await app.press('j');
	expect(app.selectedLine()).toContain('media-kit');
	expect(app.screen().split('\n').indexOf(app.selectedLine())).toBe(line);
	await app.see('2 of 11');
	expect(app.screen()).not.toContain('gone: ');
});

test.each([
	['last', 'j'],
	['last', 'k'],
	['first', 'k'],
])('a deleted project in the %s row disappears with %s, and the row beside it is selected', async (end, key) => {
	app = await openList();
	await app.press('j', end === 'last' ? 'G' : 'g');
	app.requestAsTeammate('DELETE', `/v1/projects/${app.session.store.get().projects.position.id}`);
	while (!app.selectedLine().includes('gone: ')) await app.clock.advance(100);
	await app.see(end === 'last' ? '11 of 11' : '1 of 11');
	await app.press(key);
	await app.see(end === 'last' ? '11 of 11' : '1 of 11');
	expect(app.screen()).not.toContain('gone: ');
	expect(app.selectedLine()).toMatch(/^▌/);
});

test('a deleted project that returns is selected as before, and the notice says so', async () => {
	let ids = ['api', 'web'];
	app = await openDemo({handle: createPagingService(() => ({ids, next: null}))});
	await app.see('1 of 2');
	await app.press('j');
	ids = ['api'];
	for (let second = 0; second < 30 && !app.screen().includes('gone: '); second++) await app.clock.advance(1000);
	await app.see('project web is gone from the list');
	ids = ['api', 'web'];
	await app.clock.advance(30_000);
	await app.see('project web is in the list again');
	expect(app.selectedLine()).toContain('project web');
	await app.see('2 of 2');
});

test('a project that is not selected disappears at once', async () => {
	app = await openList();
	const {id} = app.session.store.get().projects.position;
	await app.press('j');
	app.requestAsTeammate('DELETE', `/v1/projects/${id}`);
	while (!app.screen().includes('1 of 11')) await app.clock.advance(100);
	expect(app.screen()).not.toContain('gone');
});

test('rows are refreshed about every ten seconds, and a third as often while the terminal has no focus', async () => {
	app = await openList();
	const pages = () => app.requests().filter(request => request === 'GET /v1/projects?limit=100').length;
	const before = pages();
	await app.clock.advance(300_000);
	expect(pages() - before).toBeGreaterThanOrEqual(25);
	// Where there is little else to read, it is read more often.
	expect(pages() - before).toBeLessThanOrEqual(90);
	app.session.store.dispatch({type: 'focus-changed', isFocused: false, at: app.clock.now()});
	const since = pages();
	await app.clock.advance(300_000);
	expect(pages() - since).toBeGreaterThanOrEqual(8);
	expect(pages() - since).toBeLessThanOrEqual(13);
});

test('the first page is refreshed no more often than others once its rows have been dropped', async () => {
	app = await openDemo({world: 'large', columns: 120, rows: 40, requestsPerMinute: 60});
	await app.see('1 of');
	for (let screens = 0; screens < 150; screens++) await app.press('pageDown');
	await app.clock.advance(60_000);
	const before = app.requests().length;
	await app.clock.advance(60_000);
	const requests = app.requests().slice(before);
	expect(requests.filter(request => request === 'GET /v1/projects?limit=100').length).toBeLessThan(9);
	expect(requests.length).toBeLessThanOrEqual(61);
	await app.press('g');
	await app.see('1 of 5,');
});

test('a list of several pages shows what was deleted and moved on any of them, and is read again once for it', async () => {
	let ids = Array.from({length: 300}, (_, at) => `id-${at}`);
	app = await openDemo({
		handle: createPagingService(cursor => {
			const from = Number(cursor ?? 0);
			return {ids: ids.slice(from, from + 100), next: from + 100 < ids.length ? String(from + 100) : null};
		}),
	});
	await app.see('1 of 200+');
	await app.press('L');
	await app.see('All 300 projects loaded');
	await app.press('j', 'j');
	ids = ['id-299', ...ids.filter(id => id !== 'id-150' && id !== 'id-299')];
	await app.clock.advance(20_000);
	await app.see('4 of 299');
	expect(app.selectedLine()).toContain('id-2 ');
	await app.press('g');
	expect(app.selectedLine()).toContain('id-299');
	const before = app.requests().length;
	await app.clock.advance(60_000);
	const pages = app
		.requests()
		.slice(before)
		.filter(target => target.includes('projects?'));
	expect(new Set(pages).size).toBeGreaterThan(1);
	expect(pages.length).toBeLessThan(30);
});

test('a deleted project disappears when the user leaves the list', async () => {
	app = await openList();
	await app.press('j');
	app.requestAsTeammate('DELETE', `/v1/projects/${app.session.store.get().projects.position.id}`);
	while (!app.selectedLine().includes('gone: ')) await app.clock.advance(100);
	await app.press('3', '1');
	await app.see('2 of 11');
	expect(app.selectedLine()).toContain('media-kit');
	expect(app.screen()).not.toContain('gone: ');
});
