import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

let app: OpenApp;
afterEach(() => app.close());

const ids = (from: number, count: number) => Array.from({length: count}, (_, index) => String(from + index));

/** Opens a service that returns page `n` for the cursor `n`. */
const openPages = (pageOf: (page: number) => {ids: readonly string[]; next?: string | null | undefined} | undefined) =>
	openDemo({handle: createPagingService(cursor => pageOf(Number(cursor ?? 0)))});

test.each<[what: string, next: string | null | undefined]>([
	['missing', undefined],
	['null', null],
	['an empty string', ''],
])('a list ends if the next cursor is %s', async (_what, next) => {
	app = await openPages(page => (page === 0 ? {ids: ids(0, 100), next: '1'} : {ids: ids(100, 3), next}));
	await app.see('1 of 103');
	await app.press('G');
	await app.see('103 of 103');
	expect(app.selectedLine()).toContain('project 102');
});

test('a short page does not end the list, and an ignored limit does no harm', {tags: ['fault-39']}, async () => {
	const sizes = [7, 250, 3, 1000];
	app = await openPages(page => {
		const from = sizes.slice(0, page).reduce((sum, size) => sum + size, 0);
		return {ids: ids(from, sizes[page] ?? 0), next: page < 3 ? String(page + 1) : null};
	});
	await app.press('G');
	await app.see('1,260 of 1,260');
});

test('a page that names its own cursor as the next one ends the list', {tags: ['fault-34']}, async () => {
	app = await openPages(page => ({ids: ids(page * 50, 50), next: String(Math.min(page + 1, 2))}));
	await app.press('G');
	await app.see('150 of 150 · stopped: the service repeated a cursor');
});

test('a repeated cursor ends the list and is reported', {tags: ['fault-35']}, async () => {
	app = await openPages(page => ({ids: ids(page * 50, 50), next: page === 2 ? '1' : String(page + 1)}));
	await app.press('G');
	await app.see('150 of 150 · stopped: the service repeated a cursor');
});

test('overlapping pages list each project once', {tags: ['fault-37']}, async () => {
	app = await openPages(page => ({ids: ids(page * 60, 100), next: page < 4 ? String(page + 1) : null}));
	await app.press('G');
	await app.see('340 of 340');
});

test('five empty pages in a row end the list, fewer do not, and G retries', {tags: ['fault-36']}, async () => {
	let isFilled = false;
	app = await openPages(page => {
		if (page === 0) return {ids: ids(0, 30), next: '1'};
		const isLast = isFilled && page > 5;
		return {ids: isLast ? ids(30, 5) : [], next: isLast ? null : String(page + 1)};
	});
	await app.see('30 · stopped: five pages with nothing new');
	isFilled = true;
	await app.press('G');
	await app.see('35 of 35');
});

test('after a refused cursor the list reloads in the background and the selected project stays', {
	tags: ['fault-38'],
}, async () => {
	let cursorPrefix = '';
	app = await openDemo({
		// Wide enough for the notice to take one line, so that PgUp moves as far as PgDn.
		columns: 160,
		handle: createPagingService(cursor => {
			const [prefix = '', page = '0'] = cursor?.split('.') ?? [cursorPrefix];
			if (prefix !== cursorPrefix) return undefined;
			const from = Number(page) * 100;
			return {ids: ids(from, 100), next: from < 900 ? `${cursorPrefix}.${Number(page) + 1}` : null};
		}),
	});
	await app.see('1 of 200+');
	await app.press('pageDown', 'pageDown', 'pageDown', 'j');
	const selected = app.selectedLine();
	const line = app.screen().split('\n').indexOf(selected);
	cursorPrefix = 'second';
	const isReported = () => {
		const {notice} = app.session.store.get().interface;
		return notice?.kind === 'message' && notice.text.includes('no longer knew a cursor');
	};
	let screens = 0;
	for (; !isReported() && screens < 20; screens++) await app.press('pageDown');
	await app.see('The service no longer knew a cursor');
	for (; screens > 0; screens--) await app.press('pageUp');
	expect(app.selectedLine()).toBe(selected);
	expect(app.screen().split('\n').indexOf(app.selectedLine())).toBe(line);
	await app.press('G');
	await app.see('1,000 of 1,000');
});

test('a cursor refused every time ends the list and is reported', {
	tags: ['fault-38'],
}, async () => {
	app = await openPages(page => (page < 2 ? {ids: ids(page * 100, 100), next: String(page + 1)} : undefined));
	await app.press('G');
	await app.see('200 · stopped: the service refused a cursor');
	const before = app.requests().filter(request => request.includes('cursor=2')).length;
	await app.clock.advance(60_000);
	expect(app.requests().filter(request => request.includes('cursor=2')).length).toBe(before);
});

test('a shorter list keeps the selected project or its neighbour', async () => {
	let size = 150;
	app = await openPages(page => ({
		ids: ids(page * 100, Math.min(100, size - page * 100)),
		next: page === 0 && size > 100 ? '1' : null,
	}));
	await app.see('of 150');
	await app.press('G');
	await app.see('150 of 150');
	expect(app.selectedLine()).toContain('project 149');
	size = 80;
	await app.clock.advance(30_000);
	await app.see('80 of 80');
	expect(app.selectedLine()).toContain('gone: ');
	await app.press('j');
	await app.see('80 of 80');
	expect(app.selectedLine()).toContain('project 79');
});

test('records without a usable id are skipped and counted', {tags: ['fault-28']}, async () => {
	const projects = [{id: 'prj_1', name: 'docs'}, {name: 'without an id'}, {id: []}, null, {id: 'prj_2', name: 'blog'}];
	const body = JSON.stringify({projects, deployments: [{}], next_cursor: null});
	app = await openDemo({columns: 120, handle: () => ({status: 200, headers: {}, body})});
	await app.see('1 of 2 · 3 could not be read');
	await app.see('blog');
});

test('a response without a list leaves the previous rows on the screen', {tags: ['fault-29']}, async () => {
	let projects: unknown = [{id: 'prj_1', name: 'docs'}];
	app = await openDemo({
		columns: 160,
		handle: () => ({status: 200, headers: {}, body: JSON.stringify({projects, deployments: []})}),
	});
	await app.see('1 of 1');
	for (projects of [undefined, null, {}, 'docs', 7]) {
		await app.clock.advance(1000);
		await app.press('R');
		await app.clock.advance(4000);
		await app.see('docs');
		await app.see(/“projects” is (?:missing|not a list)\./);
	}
});
