import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import {project} from '../present/records.ts';

let app: OpenApp;
afterEach(() => app.close());

const idsOf = (page: number) => Array.from({length: 100}, (_, at) => `id-${page * 100 + at}`);
const cursorOf = (page: number) => (page === 0 ? undefined : String(page));

/** Opens a service with 1,200 pages of 100 projects, of which all pages before `count` are loaded. */
async function openLong(count: number, columns = 120) {
	app = await openDemo({
		columns,
		handle: createPagingService(cursor => {
			const page = Number(cursor ?? 0);
			return {ids: idsOf(page), next: page + 1 < 1200 ? cursorOf(page + 1) : null};
		}),
	});
	await app.see('1 of 200+');
	const {store} = app.session;
	const connectionId = store.get().connection?.id ?? -1;
	const at = app.clock.now();
	for (let page = 2; page < count; page++) {
		store.dispatch({
			type: 'projects-arrived',
			request: {connectionId, kind: 'projects', cursor: cursorOf(page)},
			page: {
				projects: idsOf(page).map(id => project({id})),
				nextCursor: cursorOf(page + 1),
				requestId: undefined,
				unreadable: 0,
			},
			askedAt: at,
			at,
		});
	}
}

const sentence = 'The first 100,000 projects are loaded. Press / to filter them, or : to open another by its id.';

const furtherPages = () => app.requests().filter(request => /cursor=1[0-9]{3}\b/.test(request));

test('G and scrolling stop at a hundred thousand projects, and the end of the list says how to find others', async () => {
	await openLong(997);
	await app.press('G');
	await app.see('100,000 of 100,000+');
	await app.see(sentence);
	expect(app.selectedLine()).toContain('id-99999');
	await app.press('j', 'pageDown', 'G');
	await app.clock.advance(1000);
	await app.see('100,000 of 100,000+');
	await app.see(sentence);
	await app.press('g');
	await app.see('1 of 100,000+');
	expect(app.screen()).not.toContain(sentence);
	expect(furtherPages()).toEqual([]);
});

test('L loads a hundred thousand projects and says that there are more', async () => {
	await openLong(997);
	await app.press('L');
	await app.see('1 of 100,000+');
	await app.see(sentence);
	await app.press('j', 'L');
	await app.see('2 of 100,000+');
	await app.see(sentence);
	expect(furtherPages()).toEqual([]);
});

test('a filter over a hundred thousand projects does not promise to load the rest', async () => {
	await openLong(1000, 80);
	await app.press('/');
	await app.type('project id-15');
	await app.press('enter');
	await app.see(/\d match in 100,000 loaded {2}/);
	await app.press('/', 'ctrl+u');
	await app.type('zzzz');
	await app.see('Nothing matches “zzzz” in 100,000 projects.');
	await app.see(/The first 100,000 projects are\s+loaded\. Press \/ to filter them, or : to open another by its id\./);
	expect(furtherPages()).toEqual([]);
});
