import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

let app: OpenApp;
afterEach(() => app.close());

const rows = () =>
	app
		.screen()
		.split('\n')
		.filter(line => /^[▌ ][·✔✖⊘◇×] /.test(line))
		.map(line => line.slice(3, 28).trim());

test('typing a filter shows the matching projects at once, with their count', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('/');
	await app.type('prdtour');
	await app.see('/ prdtour    2 match in 12');
	expect(rows()).toEqual(['product-tour-nordwind', 'Product tour eu']);
	await app.press('enter');
	await app.see('1 of 2 · 2 match in 12');
	await app.press('esc');
	await app.see('of 12');
	expect(rows()).toHaveLength(12);
});

test('a pasted id or URL finds its project, also beside other words', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const {id, url, name} = app.session.store.get().projects.list.rows[4] ?? {};
	await app.press('/', `\u001B[200~${id}\u001B[201~`);
	await app.see('1 match in 12');
	expect(rows()).toEqual([name?.shown]);
	await app.press('ctrl+u', `\u001B[200~${url?.exact}/\u001B[201~`);
	await app.see('1 match in 12');
	expect(rows()).toEqual([name?.shown]);
	expect(app.screen()).not.toContain('not a condition');
	await app.type(' zzz');
	await app.see('Nothing matches');
});

test('letters typed into a filter do not act as keys, and pasted lines become one', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('/');
	await app.type('qjP?');
	await app.see('/ qjP?');
	await app.press('ctrl+u');
	await app.press('\u001B[200~menu\nb\u001B[201~');
	await app.see('/ menu b    1 match in 12');
	await app.press('backspace');
	await app.see('/ menu ');
	await app.press('\u0017');
	await app.see(/^ \/$/m);
});

test('the selected project stays selected while a filter is typed and when it is cleared', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('j', 'j', 'j', 'j', 'j', 'j', 'j', 'j');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('/');
	await app.type('pr');
	expect(app.selectedLine()).toContain('Product tour eu');
	// No match for a moment.
	await app.type('z');
	await app.see('Nothing matches “prz” in 12 projects.');
	await app.press('backspace');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('esc');
	await app.see('9 of 12');
	expect(app.selectedLine()).toContain('Product tour eu');
});

test('the filter survives a visit to another screen, and its rows are still refreshed', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('/');
	await app.type('tour');
	await app.press('enter', 'j', 'enter');
	await app.see('OUTCOME');
	await app.press('esc');
	await app.see('2 of 2 · 2 match in 12');
	expect(app.selectedLine()).toContain('Product tour eu');
	const before = app.requests().filter(request => request === 'GET /v1/projects?limit=100').length;
	await app.clock.advance(13_000);
	expect(app.requests().filter(request => request === 'GET /v1/projects?limit=100').length).toBe(before + 1);
});

test('a selected project that no longer matches the filter keeps its line until the selection moves, and is reported', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('/');
	await app.type('tour');
	await app.press('enter', 'j', 'k');
	const {id} = app.session.store.get().projects.position;
	app.requestAsTeammate('PATCH', `/v1/projects/${id}`, {name: 'other', slug: 'other', url: 'https://other.example'});
	while (!app.screen().includes('gone: ')) await app.clock.advance(100);
	await app.see('product-tour-nordwind no longer matches');
	await app.see('1 of 1 · 1 match');
	await app.press('j');
	expect(app.selectedLine()).toContain('Product tour eu');
	expect(app.screen()).not.toContain('gone: ');
});

test('n and N move between the matches of the last filter once all rows are shown again', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('n');
	await app.see('Press / to search first');
	await app.press('/');
	await app.type('tour');
	await app.press('esc', 'n');
	expect(app.selectedLine()).toContain('Product tour eu');
	await app.press('n');
	expect(app.selectedLine()).toContain('product-tour-nordwind');
	await app.press('N');
	expect(app.selectedLine()).toContain('Product tour eu');
	expect(rows()).toHaveLength(12);
});

test('L loads all pages for the filter, and esc stops it and keeps the loaded ones', async () => {
	app = await openDemo({projects: 2000, latencyMs: 50});
	await app.clock.advance(1000);
	await app.see('of 200+');
	await app.press('/');
	await app.type('site');
	await app.press('enter');
	await app.see('match in 200 loaded · L loads the rest');
	await app.press('L');
	await app.see('loading all');
	await app.clock.advance(300);
	await app.press('esc');
	await app.see(/match in [3-9]00 loaded/);
	expect(app.screen()).not.toContain('loading all');
	await app.press('L');
	await app.clock.advance(5000);
	await app.see('All 2,000 projects loaded');
	await app.see('match in 2,000');
});

test('s sorts the list, S reverses the order, and the selected project stays selected', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const selected = app.selectedLine().slice(3, 25);
	await app.press('s', 'j', 'enter');
	await app.see('by name ▲');
	const ascending = rows();
	expect(ascending).toEqual(ascending.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
	expect(app.selectedLine()).toContain(selected);
	await app.press('S');
	await app.see('by name ▼');
	expect(rows()).toEqual(ascending.toReversed());
	expect(app.selectedLine()).toContain(selected);
	await app.press('s', 'k', 'enter');
	await app.see(/\d of 12 {2}/);
	expect(app.screen()).not.toContain('by name');
});

test('esc clears the filter and keeps the order, on every screen of the projects', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('s', 'j', 'enter', '/');
	await app.type('eu');
	await app.see('/ eu');
	await app.press('esc');
	await app.see(/of 12 · by name ▲/);
	for (const screen of ['1', '4']) {
		await app.press(screen, '/');
		await app.type('eu');
		await app.press('enter');
		await app.see(/match in 12 · by name ▲/);
		await app.press('esc');
		await app.see(/of 12 · by name ▲/);
	}

	await app.press('esc');
	await app.see('STATUS');
	await app.press('esc');
	await app.see('Nothing to stop or clear');
	await app.see(/of 12 · by name ▲/);
	await app.press(' ');
	await app.see('1 marked');
	await app.press('esc', 'k');
	await app.see(/of 12 · by name ▲ {2}/);
});

test('G loads to the end of the list and shows its progress, until esc or a move stops it', async () => {
	app = await openDemo({projects: 3000, latencyMs: 100});
	await app.clock.advance(1000);
	await app.see('1 of 200+');
	await app.press('G');
	await app.clock.advance(500);
	await app.see(/1 of [3-9]00\+ · loading all: [3-9]00 · esc stops/);
	await app.press('esc');
	await app.clock.advance(2000);
	expect(app.screen()).not.toContain('loading all');
	await app.see(/1 of [3-9]00\+/);
	await app.press('G', 'j');
	await app.clock.advance(2000);
	await app.see(/2 of [3-9]00\+/);
	await app.press('G');
	await app.clock.advance(5000);
	await app.see('3,000 of 3,000');
});

test('G loads forty thousand projects without requesting any page twice', async () => {
	const pages = 400;
	app = await openDemo({
		handle: createPagingService(cursor => {
			const page = Number(cursor ?? 0);
			const ids = Array.from({length: 100}, (_, index) => String(page * 100 + index));
			return {ids, next: page + 1 < pages ? String(page + 1) : null};
		}),
	});
	await app.see('1 of 200+');
	await app.press('G');
	await app.see('40,000 of 40,000');
	const cursors = app.requests().filter(request => request.includes('cursor='));
	expect(new Set(cursors).size).toBe(cursors.length);
	await app.press('g');
	await app.see('1 of 40,000');
	await app.see('project 0 ');
});

test('marks survive filters, sorting, new projects and other screens, until esc clears them', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press('j', ' ', ' ');
	await app.see('4 of 12 · 2 marked');
	const marked = () =>
		app
			.screen()
			.split('\n')
			.filter(line => line[3] === '•')
			.map(line => line.slice(5, 26).trim());
	expect(marked()).toEqual(['product-tour-nordwind', 'media-kit']);
	await app.press('s', 'j', 'enter', 'enter', 'esc');
	expect(marked()).toEqual(['media-kit', 'product-tour-nordwind']);
	await app.press('/');
	await app.type('media');
	await app.press('enter');
	await app.see('1 of 1 · 1 match in 12 · by name ▲ · 2 marked');
	await app.press('A');
	await app.see('by name ▲ · 1 marked');
	await app.press('A');
	await app.see('by name ▲ · 2 marked');
	await app.press(' ', 'esc');
	await app.see('· 1 marked');
	app.requestAsTeammate('POST', '/v1/projects', {name: 'made-by-somebody-else'});
	await app.clock.advance(13_000);
	await app.see('of 13 · by name ▲ · 1 marked');
	expect(marked()).toEqual(['product-tour-nordwind']);
	await app.press('esc');
	expect(marked()).toEqual([]);
});

test('marks before the longest project name do not truncate it', async () => {
	app = await openDemo({columns: 120});
	await app.see('1 of 12');
	const names = app
		.screen()
		.split('\n')
		.map(line => /^.\S (\S.*?) {2}/.exec(line)?.[1] ?? '');
	const longest = names.toSorted((a, b) => b.length - a.length)[0] ?? '';
	await app.press(...'j'.repeat(names.indexOf(longest) - 2), 'w', ' ');
	await app.see('1 marked');
	expect(app.screen()).toContain(` • ◉ ${longest} `);
});

test('a filter that matches nothing says so in full on a narrow screen', async () => {
	app = await openDemo({columns: 40, rows: 12});
	await app.see('1 of 12');
	await app.press('f', 'f', 'f');
	await app.see(/Nothing matches “is:watched” in 12\s+projects\./);
});
