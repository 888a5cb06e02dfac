import {expect, test} from 'vitest';
import {openDemo} from '../kit/app/open.ts';
import {createPagingService} from '../kit/services/paging-service.ts';

const ids = (from: number, count: number) => Array.from({length: count}, (_, index) => String(from + index));

/** The cursor is the number of the page. */
const openPages = (pageOf: (page: number) => {ids: readonly string[]; next?: string | null | undefined} | undefined) =>
	openDemo({handle: createPagingService(cursor => pageOf(Number(cursor ?? 0)))});

const short = [7, 250, 3, 1000];
const shortFrom = (page: number) => short.slice(0, page).reduce((sum, size) => sum + size, 0);

test.each<readonly [what: string, pageOf: Parameters<typeof openPages>[0], end: string]>([
	['no next cursor', page => ({ids: ids(page * 100, 100), next: page ? undefined : '1'}), '200 of 200'],
	['a next cursor of null', page => ({ids: ids(page * 100, 100), next: page ? null : '1'}), '200 of 200'],
	['an empty next cursor', page => ({ids: ids(page * 100, 100), next: page ? '' : '1'}), '200 of 200'],
	[
		'short pages and an ignored limit',
		page => ({ids: ids(shortFrom(page), short[page] ?? 0), next: page < 3 ? String(page + 1) : null}),
		'1,260 of 1,260',
	],
	[
		'a page that names its own cursor as the next one',
		page => ({ids: ids(page * 50, 50), next: String(Math.min(page + 1, 2))}),
		'150 of 150 · stopped: the service repeated a cursor',
	],
	[
		'a repeated cursor',
		page => ({ids: ids(page * 50, 50), next: page === 2 ? '1' : String(page + 1)}),
		'150 of 150 · stopped: the service repeated a cursor',
	],
	[
		'overlapping pages, whose projects are listed once',
		page => ({ids: ids(page * 60, 100), next: page < 4 ? String(page + 1) : null}),
		'340 of 340',
	],
])(
	'a list with %s has an end',
	{tags: ['fault-34', 'fault-35', 'fault-37', 'fault-39']},
	async (_what, pageOf, end) => {
		const app = await openPages(pageOf);
		await app.see('1 of');
		await app.go('G', end);
		await app.go('L', end.includes('stopped') ? 'loaded; no more can be read' : /projects loaded$/m);
	},
);

test('five empty pages in a row end the list, and G retries', {tags: ['fault-36']}, async () => {
	let isFilled = false;
	const app = await openPages(page => {
		if (page === 0) return {ids: ids(0, 30), next: '1'};
		const isLast = isFilled && page > 5;
		return {ids: isLast ? ids(30, 5) : [], next: isLast ? null : String(page + 1)};
	});
	await app.see('30 · stopped: five pages with nothing new');
	isFilled = true;
	await app.go('G', '35 of 35');
});

test('after a rejected cursor, the list is read again while its rows stay', {tags: ['fault-38']}, async () => {
	let list = 'a';
	const handle = createPagingService((cursor = `${list}0`) => {
		const page = Number(cursor.slice(1));
		return cursor.startsWith(list)
			? {ids: ids(page * 100, 100), next: page < 4 ? `${list}${page + 1}` : null}
			: undefined;
	});
	const app = await openDemo({handle, columns: 120});
	await app.go('j', '2 of 200+');
	const row = app.selectedRow();
	list = 'b';
	await app.go('L', '2 of 500', '500 projects loaded');
	expect([app.selectedRow(), app.selectedLine()]).toEqual([row, expect.stringContaining('project 1 ')]);
	expect(app.requestCount(/cursor=a2/)).toBe(1);
});

test('a cursor that is always rejected ends the list', {tags: ['fault-38']}, async () => {
	const app = await openPages(page => (page < 2 ? {ids: ids(page * 100, 100), next: String(page + 1)} : undefined));
	await app.go('G', 'The service rejected a page cursor', '200 · stopped: the service rejected a cursor');
	const before = app.requestCount(/cursor=2/);
	await app.clock.advance(60_000);
	expect(app.requestCount(/cursor=2/)).toBe(before);
	await app.press('r', 'G');
	await expect.poll(() => app.requestCount(/cursor=2/)).toBeGreaterThan(before);
	await app.see('200 · stopped: the service rejected a cursor');
});

const sentence = 'The first 100,000 projects are loaded. Press / to filter them, or : to open another by its id.';

test('the list ends at a hundred thousand projects and says how to find others', async () => {
	// The service ignores the limit for its third page.
	const from = (page: number) => page * 100 + (page > 2 ? 99_400 : 0);
	const app = await openPages(page => ({ids: ids(from(page), page === 2 ? 99_500 : 100), next: String(page + 1)}));
	await app.resize(120, 24);
	await app.see('1 of 200+');
	await app.go('G', '100,000 of 100,000+', sentence, /^▌.*project 99999/m);
	await app.press('j', 'pageDown', 'G');
	await app.wait(1000, '100,000 of 100,000+', sentence);
	expect(await app.go('g', '1 of 100,000+')).not.toContain(sentence);
	await app.resize(80, 24);
	await app.go(['/', ...'1599', 'enter'], /among 100,000\+ projects$/m);
	await app.go(['/', 'ctrl+u', ...'zzzz'], 'No match in the 100,000 projects loaded.');
	await app.see(/The first 100,000 projects are\s+loaded\. Press \/ to filter them, or : to open another by its id\./);
	expect(app.requestCount(/cursor=6\b/)).toBe(0);
});
