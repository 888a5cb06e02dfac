import {expect, test} from 'vitest';
import {app, openOnTeam} from '../kit/app/open.ts';

/** Opens landfall on a project with these fields, and on others. */
async function openOn(id: string, fields: object, ...others: string[]) {
	const {team} = await openOnTeam([id, ...others], {prepare: each => each.changeProject(id, {...fields})});
	return team;
}

const names: ReadonlyArray<readonly [what: string, name: string | null]> = [
	['is empty', ''],
	['is missing', null],
	['is blank', ' \t '],
	['is a zero-width space', '\u200b'],
	['is a Braille blank', '\u2800'],
	['consists of Hangul fillers', '\u3164\uffa0\u115f'],
	['is a soft hyphen', '\u00ad'],
	['consists of tags', '\u{e0041}\u{e007f}'],
	['is an ideographic space', '\u3000'],
	['is a replacement character', '\ufffd'],
	['consists of 300 invisible characters', '\u200b'.repeat(300)],
];

const shownAs: ReadonlyArray<readonly [what: string, id: string, fields: object, shown: string]> = [
	...names.map(([what, name]) => [what, 'prj_9', {name, slug: 'landing-page'}, 'landing-page'] as const),
	...names.map(([what, name]) => [`${what}, as its slug`, 'prj_9', {name, slug: name}, 'prj_9'] as const),
	['is empty, and without any visible text', '\u2800', {name: '', slug: ' '}, '\\u{2800}'],
];

test.each(shownAs)(
	'a project whose name %s is shown and deleted by what is visible of it',
	{tags: ['fault-83']},
	async (_what, id, fields, shown) => {
		const team = await openOn(id, fields);
		expect(app.selectedLine()).toContain(shown);
		await app.answer(
			'D',
			'enter',
			`Permanently delete ${shown}?`,
			`That does not match. Type ${shown} to delete the project.`,
		);
		expect(team.writes()).toEqual([]);
		await app.go([...shown, 'enter'], `Deleted ${shown}`);
		expect(team.writes()).toEqual([`DELETE /v1/projects/${encodeURIComponent(id)}`]);
	},
);

test.each([
	['mixes letters of several scripts', 'p\u0430ypal'],
	['contains a character that cannot be typed', 'docs\u200b'],
	['is too long to be shown in full', 'docs '.repeat(20)],
])('deleting a project whose name %s requires typing its id', async (_what, name) => {
	const team = await openOn('prj_9', {name});
	await app.answer(
		'D',
		[...'docs', 'enter'],
		'Type prj_9 to confirm.',
		'That does not match. Type prj_9 to delete the project.',
	);
	await app.go(['ctrl+u', ...'prj_9', 'enter'], /Deleted (p|docs)/);
	expect(team.writes()).toEqual(['DELETE /v1/projects/prj_9']);
});

test('spaces around a name need not be typed to confirm', async () => {
	const team = await openOn('prj_9', {name: '  spaces\u00a0 around  '});
	await app.answer('D', [...'spaces around', 'enter'], 'Deleted');
	expect(team.writes()).toEqual(['DELETE /v1/projects/prj_9']);
});

test('an invisible name is not accepted for a new project', async () => {
	const team = await openOn('prj_9', {});
	await app.go(['a', '\u2800', 'enter'], 'New project', 'A project needs a name.');
	expect(team.writes()).toEqual([]);
});

test('a project without a visible name is found by its id and reported gone by its id', async () => {
	const team = await openOn('prj_9', {name: ' ', slug: ''}, 'other');
	await app.go(['/', ...'rj9', 'enter'], '1 of 2 matches');
	await app.press('esc');
	team.remove('prj_9');
	await app.go('r', 'gone: prj_9', 'prj_9 is gone from the list');
});
