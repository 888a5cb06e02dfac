import {join} from 'node:path';
import {expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {app, openOnTeam} from '../../kit/app/open.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

/** Edits the name and the slug of a project after a change by someone else, and opens the conflict. */
async function open(
	options: Parameters<typeof openOnTeam>[1] = {},
	theirFields: Readonly<Record<string, string>> = {name: 'theirs'},
) {
	const opened = await openOnTeam(['api', 'web'], options);
	await app.press('e', ...'-mine', 'tab', ...'-mine');
	opened.team.changeProject('api', theirFields);
	await app.press('enter');
	await app.see('─ Changed by someone else ─');
	await app.readQuestion();
	return opened;
}

const inside = () => boxIn(app.lines()).inside;
const theirNameAndSlug = {name: 'theirs', slug: 'their-slug'};

test.each(sizes)('a conflict fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, around} = boxIn(app.lines());
	expect(title).toBe('Changed by someone else');
	expect(inside()).toContainEqual(expect.stringMatching(/^MINE +THEIRS$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ name .*api-.*theirs$/));
	if (size.columns > 50) expect(around).toMatch(/Edit project|api/);
});

test('what I typed is chosen in advance, and nothing is sent before the user has chosen', {
	tags: ['fault-49', 'fault-104'],
}, async () => {
	const {team} = await open({}, theirNameAndSlug);
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ name +• api-mine +theirs$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^slug +• api-mine +their-slug$/));
	expect(team.writes()).toEqual([]);
	await app.press('t', 'm', 'enter');
	await app.see('Saved api-mine');
	expect(team.names().get('api')).toBe('api-mine');
	expect(team.writes()).toHaveLength(1);
});

test.each(sizes)('a conflict says at $columns×$rows what enter sends as chosen', {tags: ['fault-104']}, async size => {
	await open(size, theirNameAndSlug);
	await app.see('╰─ enter sends name, slug ─');
	await app.press('t');
	await app.see('╰─ enter sends slug ─');
	await app.press('j', 't');
	await app.see('╰─ enter sends nothing ─');
});

test('what enter sends includes the fields that only I changed', async () => {
	const {team} = await open();
	await app.see('1 more field is sent as typed.');
	await app.press('t');
	await app.see('╰─ enter sends slug ─');
	await app.press('enter');
	await app.see('Saved theirs');
	expect(team.writes()).toHaveLength(1);
});

test('each conflicting field is decided on its own', async () => {
	await open({}, theirNameAndSlug);
	await app.press('j', 't');
	expect(inside()).toContainEqual(expect.stringMatching(/^name +• api-mine +theirs$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ slug +api-mine +• their-slug$/));
});

test('esc returns from a conflict to the form and sends nothing', async () => {
	const {team} = await open();
	await app.press('esc');
	expect(await app.see('Edit project')).toContain('api-mine');
	expect(team.writes()).toEqual([]);
});

test.each(sizes)('the two values of the selected field are shown whole at $columns×$rows', async size => {
	const theirs = `name-${'of-a-teammate-'.repeat(4)}end`;
	await open(size, {name: theirs});
	const sides = inside().map(line => /^▌? *(?:name)? *(?:• )?(.*)$/.exec(line)?.[1] ?? '');
	expect(sides.join('').replace(/\s|api-mine|MINE|THEIRS/g, '')).toContain(theirs);
});

test('a value given up in a conflict is no draft, even after a restart', async () => {
	const {reopen} = await open({journalPath: join(temporaryDirectory(), 'journal.sqlite')});
	await app.press('esc', 'esc', 'e');
	await app.see('api-mine');
	await app.press('enter');
	await app.see('Choose what to keep');
	await app.readQuestion();
	await app.press('t', 'enter');
	await app.see('Saved theirs');
	await app.press('e');
	await app.see('No changes yet.');
	app.close();
	await reopen();
	await app.press('e');
	await app.see('No changes yet.');
});

test('a change to another field by someone else is no conflict', async () => {
	const {team} = await openOnTeam(['api', 'web']);
	await app.press('e', ...'-mine');
	team.changeProject('api', {status: 'error'});
	await app.press('enter');
	await app.see('Saved api-mine');
});
