import {expect, test} from 'vitest';
import {boxIn, sizes} from '../../kit/app/frames.ts';
import {app, openOnTeam} from '../../kit/app/open.ts';

/** Edits the name and the slug of a project after a change by someone else, and opens the conflict. */
async function open(
	options: Parameters<typeof openOnTeam>[1] = {},
	theirFields: Readonly<Record<string, string>> = {name: 'theirs'},
) {
	const opened = await openOnTeam(['api', 'web'], options);
	await app.press('e', 'half a second', ...'-mine', 'tab', ...'-mine');
	opened.team.changeProject('api', theirFields);
	await app.go('enter', 'enter sends');
	await app.press('half a second');
	return opened;
}

const inside = () => boxIn(app.lines()).inside;
const theirNameAndSlug = {name: 'theirs', slug: 'their-slug'};

test('what I typed is chosen in advance and sent once I choose', {tags: ['fault-49', 'fault-104']}, async () => {
	const {team} = await open({}, theirNameAndSlug);
	await app.see(/▌ name +• mine +api-mine.*\n.* theirs +theirs /, / slug +• mine +api-mine.*\n.* theirs +their-slug /);
	expect([team.writes(), app.beforeCursor()]).toEqual([[], undefined]);
	await app.go(['t', 'm', 'enter'], 'Saved api-mine');
	expect(team.names().get('api')).toBe('api-mine');
	expect(team.writes()).toHaveLength(1);
});

test.each(sizes)('a conflict says at $columns×$rows what enter sends as chosen', {tags: ['fault-104']}, async size => {
	await open(size, theirNameAndSlug);
	await app.see('enter sends name, slug ');
	await app.go('t', 'enter sends slug ');
	await app.go(['j', 't'], /▌ slug .*\n.* • theirs +their-slug/);
	expect(app.screen()).not.toMatch(/• mine|enter sends (?!nothing)/);
	await app.go('enter', 'othing was sent');
});

test('what I chose is in the form, and nothing else is changed in it, if the service refuses it', async () => {
	await open({}, theirNameAndSlug);
	app.outages.set('PATCH /v1/projects', 422);
	await app.go(['t', 'enter'], /name +theirs/, /slug +\S+-mine/, '422', 'Will be sent: slug.');
});

test.each(sizes)('the two values of the selected field are shown whole at $columns×$rows', async size => {
	const theirs = `name-${'of-a-teammate-'.repeat(4)}end`;
	await open(size, {name: theirs});
	expect(
		inside()
			.join('')
			.replace(/ +(?:theirs +)?/g, ''),
	).toContain(theirs);
});

test('values that are longer than the screen are scrolled through before the next field is selected', async () => {
	const names = Array.from({length: 14}, (_, at) => `name-${at}-of-a-mate`);
	await open({columns: 40, rows: 12}, {name: names.join(' '), slug: 'their-slug'});
	const seen: string[] = [];
	for (const key of ['j', 'pageDown', 'pageDown', 'j', 'k', 'pageUp']) {
		seen.push(app.screen());
		await app.press(key);
	}

	for (const name of names) expect(seen.join('\n')).toContain(name);
	expect(seen[1]).not.toMatch(/▌/);
	expect(seen[4]).toMatch(/▌ slug /);
	expect(app.screen()).toMatch(/▌ name /);
});

test('on the smallest screen, a conflict shows both values whole, which one is kept, and what enter sends, also of what only I changed', async () => {
	const {team} = await open({columns: 20, rows: 6}, {name: 'them'});
	await app.see(/^ {2}enter sends\s+name, slug\n▌ name +• api-mine +▼$/m);
	await app.go('t', /enter sends slug\n▌ name +api-mine\n +• them/);
	await app.go('enter', '1 of 2');
	expect([team.writes().length, team.names().get('api')]).toEqual([1, 'them']);
});

test('esc returns from a conflict to the form, and a value given up in it is no draft, even after a restart', async () => {
	const {reopen, team} = await open({hasJournal: true});
	await app.go('esc', 'Edit project', 'api-mine');
	await app.go(['esc', 'e', 'half a second'], 'api-mine');
	expect(team.writes()).toEqual([]);
	// Only what is newer than their values in the dialog is asked about.
	team.changeProject('api', {name: 'newer'});
	await app.go('enter', 'Changed by someone else');
	await app.reply(['t', 'enter'], 'Saved newer');
	await app.endWord();
	await app.go('e', 'No changes yet.');
	await reopen();
	await app.go('e', 'No changes yet.');
});

test('a change to another field by someone else is no conflict', async () => {
	const {team} = await openOnTeam(['api', 'web']);
	await app.press('e', 'half a second', ...'-mine');
	team.changeProject('api', {status: 'error'});
	await app.go('enter', 'Saved api-mine');
});
