import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openList} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('marks survive filters, sorting, new projects and other screens, until esc clears them', async () => {
	app = await openList();
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
	app = await openList({columns: 120});
	const names = app
		.screen()
		.split('\n')
		.map(line => /^.\S (\S.*?) {2}/.exec(line)?.[1] ?? '');
	const longest = names.toSorted((a, b) => b.length - a.length)[0] ?? '';
	await app.press(...'j'.repeat(names.indexOf(longest) - 2), 'w', ' ');
	await app.see('1 marked');
	expect(app.screen()).toContain(` • ◉ ${longest} `);
});

test.each<readonly [what: string, steps: ReadonlyArray<readonly [keys: readonly string[], said: string | RegExp]>]>([
	[
		'grows and shrinks with the cursor',
		[
			[['j', 'v', 'j', 'j', 'j'], '4 marked, v ends the range'],
			[['k', 'k'], '2 marked, v ends the range'],
			[['k', 'k'], '1 of 12 · 2 marked'],
		],
	],
	[
		'ends with a second v and keeps its marks',
		[
			[['v', 'G'], '12 marked, v ends the range'],
			[['v', 'g'], /12 marked {3}/],
		],
	],
	[
		'is cancelled by esc, which keeps the marks from before it',
		[
			[[' ', 'j', 'v', 'j', 'j'], '4 marked'],
			[['esc'], /1 marked {3}/],
		],
	],
	[
		'ends when one more project is marked',
		[
			[['v', 'j', 'j', ' '], /2 marked {3}/],
			[['j', 'j'], /2 marked {3}/],
		],
	],
	['is what a deployment acts on', [[['v', 'j', 'j', 't'], 'Deploy these 3 projects?']]],
])('a range of marks %s', async (_what, steps) => {
	app = await openList();
	for (const [keys, said] of steps) {
		await app.press(...keys);
		await app.see(said);
	}
});

test('a range holds its first project by id when the list is sorted', async () => {
	app = await openList();
	await app.press('v', 's');
	await app.see('Sort by');
	await app.press('j', 'enter');
	await app.see('by name');
	await app.press('k');
	await app.see('2 marked');
	expect((app.screen().match(/^.{3}• \S+/gm) ?? []).join()).toContain('waitlist-lumen');
});
