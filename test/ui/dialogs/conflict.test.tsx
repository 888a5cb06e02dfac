import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Edits the name and the slug of a project after a change by someone else, and opens the conflict. */
async function open(
	size: {readonly columns?: number; readonly rows?: number} = {},
	theirFields: Readonly<Record<string, string>> = {name: 'theirs'},
) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({...size, clock, handle: team.handle});
	await app.see('of 2');
	await app.press('e');
	await app.type('-mine');
	await app.press('tab');
	await app.type('-mine');
	team.changeProject('api', theirFields);
	await app.press('enter');
	await app.see('─ Changed by someone else ─');
	await app.readQuestion();
	return team;
}

const inside = () => boxIn(app.terminal.lines()).inside;
const theirNameAndSlug = {name: 'theirs', slug: 'their-slug'};

test.each(sizes)('a conflict fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.terminal.lines(), size);
	const {title, around} = boxIn(app.terminal.lines());
	expect(title).toBe('Changed by someone else');
	expect(inside()).toContainEqual(expect.stringMatching(/^MINE +THEIRS$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ name .*api-.*theirs$/));
	if (size.columns > 50) expect(around).toMatch(/Edit project|api/);
});

test('what I typed is chosen in advance', {tags: ['fault-104']}, async () => {
	const team = await open({}, theirNameAndSlug);
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ name +• api-mine +theirs$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^slug +• api-mine +their-slug$/));
	await app.press('enter');
	await app.see('Saved api-mine');
	expect(team.names().get('api')).toBe('api-mine');
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
	const team = await open();
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
	const team = await open();
	await app.press('esc');
	await app.see('Edit project');
	expect(app.screen()).toContain('api-mine');
	expect(team.writes()).toEqual([]);
});

test.each(sizes)('the two values of the selected field are shown whole at $columns×$rows', async size => {
	const theirs = `name-${'of-a-teammate-'.repeat(4)}end`;
	await open(size, {name: theirs});
	const sides = inside().map(line => /^▌? *(?:name)? *(?:• )?(.*)$/.exec(line)?.[1] ?? '');
	expect(sides.join('').replace(/\s|api-mine|MINE|THEIRS/g, '')).toContain(theirs);
});

test('a selected field with long values stays in view on a short screen', async () => {
	await open({columns: 40, rows: 12}, {name: 'their-name-'.repeat(8), slug: `their-slug-${'and-'.repeat(10)}end`});
	await app.press('j');
	expect(inside()).toContainEqual(expect.stringMatching(/^MINE +THEIRS$/));
	expect(inside()).toContainEqual(expect.stringMatching(/^▌ slug /));
	expect(inside().join('')).toContain('end');
	await app.see('enter sends name, slug');
});
