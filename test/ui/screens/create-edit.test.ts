import {expect, test} from 'vitest';
import {sizes} from '../../kit/app/frames.ts';
import {openDemo, openList, openOnTeam} from '../../kit/app/open.ts';

test('types letters instead of running commands, and selects the new project', {tags: ['fault-157']}, async () => {
	const app = await openList();
	await app.go([...'jja', 'half a second', ...'q?tDr', 'enter'], 'Added q?tDr', 'No deployments yet');
	expect(app.writes()).toEqual(['POST /v1/projects']);
	expect(await app.go('-', '1 Projects')).not.toContain('New project');
	await app.go(['-', 'esc'], /^▌.*q\?tDr/m);
	await app.go('t', 'Deploy q?tDr?');
	await app.go('esc', /^▌.*q\?tDr +active/m, '1 of 13');
});

test('draws a pasted megabyte at once', async () => {
	const app = await openList();
	await app.go(['a', 'half a second'], 'New project');
	const before = app.terminal.writes.length;
	app.burst(`\u001B[200~${'long name '.repeat(100_000)}\u001B[201~`);
	await app.see(/…ong name|…g name|… name|long name/);
	await app.go('ctrl+a', /name +long name/);
	expect(app.terminal.writes.length - before).toBeLessThan(10);
});

async function openEdit() {
	const app = await openList();
	await app.go(['e', 'half a second'], 'Edit project');
	return app;
}

test('shows read-only fields too, all values in one column', async () => {
	const app = await openEdit();
	expect(app.screen()).toMatch(/id +prj_00er9wy000c/);
	expect(app.screen()).toMatch(/latest upload +v43/);
	await app.see(/document which fields can\s+│?/, /the answer shows/);
	const column = (value: RegExp) =>
		app
			.lines()
			.find(line => line.includes('│') && value.test(line))
			?.search(value);
	expect(column(/v43 /)).toBe(column(/(?:git|zip|files) /));
	expect(column(/prj_00er9wy000c/)).toBe(column(/v43 /));
});

test('keeps the list around a form current and gives it none of the keys', async () => {
	const app = await openList({columns: 80, rows: 24});
	await app.press('j', 'e', 'half a second');
	const [first] = app.state().projects.list.rows;
	app.requestAsTeammate('PATCH', `/v1/projects/${first?.id}`, {name: 'renamed behind'});
	await app.go([...'jGD', 'ctrl+r'], /▌ name +product-tour-nordwindjGD/);
	await app.wait(60_000, /^ \S renamed behind/m, /^▌\S product-tour-nordwind /m, '2 of 12');
	await app.go('esc', /^▌\S product-tour-nordwind /m, '2 of 12');
});

test('sends only changed fields, and nothing if there are none', async () => {
	const app = await openEdit();
	await app.go('enter', 'nothing was sent');
	await app.clock.advance(1000);
	await app.go(['e', 'half a second'], 'No changes yet.');
	expect(await app.go([...'-two'], 'Will be sent: name.')).not.toContain('unsent');
	await app.go(['tab', ...'-two'], 'Will be sent: name, slug.');
	await app.go('enter', 'Saved waitlist-lumen-two', /^▌.*waitlist-lumen-two/m);
	expect(app.writes()).toHaveLength(1);
});

test('keeps the text of a form after a rejection and after the form is left', async () => {
	const app = await openEdit();
	app.outages.set('GET /v1/projects/prj_00er9wy000c', 403);
	await app.go([...'-kept', 'enter'], '403', /▌ name +waitlist-lumen-kept/);
	expect(app.writes()).toEqual([]);
	app.outages.clear();
	app.outages.set('PATCH /v1/projects', 422);
	await app.go(['half a second', 'half a second', 'enter'], '422', /Request req_/, /▌ name +waitlist-lumen-kept/);
	await app.press('!');
	expect(await app.see('waitlist-lumen-kept!')).toMatch(/422[\s\S]*Request req_/);
	await app.go('esc', 'Your changes are kept unsent: e opens them again');
	await app.go(['e', 'half a second'], 'waitlist-lumen-kept!');
	await app.see('Your unsent changes are back. ctrl+x drops them.');
	expect(app.screen()).not.toContain('422');
	app.outages.clear();
	await app.press('enter');
	await app.wait(3000, 'Saved waitlist-lumen-kept!');
});

test('ignores letters while a form or a deletion is being sent, and keeps the caret in place', async () => {
	const app = await openDemo({latencyMs: 1000});
	await app.wait(2000, '1 of 12');
	app.outages.set('PATCH /v1/projects', 422);
	await app.press('e', 'half a second', 'home', 'x', 'enter', 'half a second', 'y');
	await app.wait(3000, '422');
	await app.go('z', 'xzwaitlist-lumen');
	app.outages.set('DELETE /v1/projects', 422);
	await app.press('esc', 'D', 'half a second', ...'waitlist-lumen', 'enter', 'half a second', 'y');
	await app.wait(3000, '422', /confirm +waitlist-lumen +│/);
});

test('forgets unsent changes once they are sent', async () => {
	const {app} = await openOnTeam(['api']);
	await app.go(['e', 'half a second', ...'-m', 'esc'], 'kept unsent');
	await app.answer('e', [...'ine', 'enter'], 'Saved api-mine');
	expect(await app.go(['e', 'half a second'], 'No changes yet.')).not.toContain('unsent');
	await app.go(['esc', 'a', 'half a second', ...'ne', 'esc'], 'kept unsent');
	await app.answer('a', [...'w', 'enter'], 'Added new', 'No deployments yet');
	expect(await app.go(['esc', 'a'], 'New project')).not.toContain('unsent');
});

test('drops unsent changes with one key', async () => {
	const app = await openEdit();
	await app.go(['ctrl+x'], 'No changes to drop');
	await app.go([...'-kept', 'esc'], 'Your changes are kept unsent: e opens them again');
	await app.go(['e', 'half a second', 'home', 'ctrl+x'], 'No changes yet.', /▌ name +waitlist-lumen +│/);
	expect(app.beforeCursor()).toMatch(/ waitlist-lumen$/);
	expect(app.screen()).not.toContain('unsent changes are back');
	expect(await app.go('esc', '1 of 12')).not.toContain('kept');
	await app.go('e', 'No changes yet.');
	await app.go(['esc', 'a', 'half a second', ...'new', 'esc'], 'Your changes are kept unsent: a opens them again');
	await app.go('a', 'Your unsent changes are back. ctrl+x drops them.', /▌ name +new/);
	expect(app.writes()).toEqual([]);
});

test('keeps a draft after a restart until it is sent or its project is deleted', async () => {
	let {app, team, reopen} = await openOnTeam(['api', 'web'], {hasJournal: true});
	const restart = async () => {
		const reopened = await reopen();
		await reopened.clock.advance(1000);
		await reopened.press('e', 'half a second');
		return reopened;
	};
	await app.go(['e', 'half a second', ...'-draft'], 'api-draft');
	app = await restart();
	await app.see('api-draft');
	await app.go('enter', 'Saved api-draft');
	team.changeProject('api', {name: 'renamed'});
	app = await restart();
	await app.see('No changes yet.');
	await app.go([...'-draft', 'esc'], 'Your changes are kept unsent');
	await app.answer('D', [...'renamed', 'enter'], 'Deleted renamed');
	app = await restart();
	expect(app.state().writes.drafts.size).toBe(0);
	await app.go(['esc', 'a', 'half a second', ...'new'], /name +new/);
	app = await reopen();
	// The journal has not been read yet.
	await app.press('a');
	await app.wait(1000, /name +new/);
});

/** Types a new name of the first project on the screen that `key` opens, and moves to the slug. */
async function typeName(options: Parameters<typeof openOnTeam>[1] = {}, key = '1') {
	const {app, team} = await openOnTeam(['api', 'web'], options);
	await app.press(key, 'e', 'half a second', ...'-mine', 'tab');
	return {app, team};
}

test('says at once what someone else has changed, and asks nothing', {tags: ['fault-153']}, async () => {
	const {app, team} = await typeName({}, 'enter');
	team.changeProject('api', {name: 'theirs', slug: 'their-slug'});
	await app.wait(11_000, /^ +│ +name +api-mine +│\n +│ +now theirs, changed by someone else +│$/m);
	await app.see(/▌ slug +their-slug +│\n +│ +changed by someone else +│$/m, 'Will be sent: name.');
	await app.go('enter', 'Saved api-mine, u undoes · name: theirs → api-mine');
	await app.go('e', /name +api-mine/, /slug +their-slug/);
	expect(team.names().get('api')).toBe('api-mine');
});

const allSizes = [...sizes, {columns: 20, rows: 6}];

test.each(allSizes)('overwrites no unseen value at $columns×$rows', {tags: ['fault-49', 'fault-104']}, async size => {
	const {app, team} = await typeName(size);
	for (const name of ['col-5', 'col-6']) {
		team.changeProject('api', {name});
		await app.go('enter', new RegExp(`▌ name +api-mine.*\\n.* now ${name}`));
		expect([team.writes(), team.names().get('api')]).toEqual([[], name]);
		await app.clock.advance(1000);
	}

	await app.press('enter');
	await app.wait(1000, '1 of 2');
	expect([team.writes().length, team.names().get('api')]).toEqual([1, 'api-mine']);
});

test('moves to a changed value out of view before it overwrites it', {tags: ['fault-49']}, async () => {
	const {app, team} = await openOnTeam(['api', 'web'], {columns: 40, rows: 12});
	await app.press('e', 'half a second', ...'-mine', 'tab', ...'-mine', 'tab', ...'/mine');
	const theirs = (url: string) =>
		team.changeProject('api', {name: 'their-name', slug: 'their-slug-of-some-length', url});
	theirs('https://two.invalid');
	await app.go('enter', /▌ name +api-mine.*\n.* now their-name/);
	await app.clock.advance(1000);
	await app.go(['tab', 'tab'], /▌ url .*\n.* now https:\/\/two/);
	await app.clock.advance(1000);
	await app.go(['shift+tab', 'shift+tab'], /▌ name /);
	theirs('https://four.invalid');
	await app.clock.advance(14_000);
	const shown = await app.go('enter', /first\s+read\s+the\s+current\s+url/, /▌ url .*\n.* now https:\/\/four/);
	expect(shown).not.toContain('two');
	await app.go('enter', 'Too soon');
	expect(team.writes()).toEqual([]);
	await app.go(['half a second', 'enter'], '1 of 2');
	expect(team.writes()).toHaveLength(1);
});

const endless = 'a'.repeat(400);

test('shows a long value of someone else to its end', {tags: ['fault-49']}, async () => {
	const {app, team} = await typeName();
	for (const end of ['-1', '-2']) {
		team.changeProject('api', {name: `${endless.slice(0, 90)}${end}`});
		await app.until(`${end} `);
		await app.see(new RegExp(`now a{52} +│\\n.* a{38}${end} +│`));
		await app.go('enter', 'Too soon: read what someone else has changed');
		expect(team.writes()).toEqual([]);
	}

	await app.clock.advance(1000);
	await app.go('enter', 'Saved api-mine');
});

test('does not overwrite a value that has no room', {tags: ['fault-49']}, async () => {
	const {app, team} = await typeName({columns: 40, rows: 12});
	team.changeProject('api', {name: endless});
	await app.clock.advance(11_000);
	for (const press of ['enter', 'enter']) {
		await app.go([press, 'half a second', 'half a second'], /▌ name/);
		expect(team.writes()).toEqual([]);
	}

	await app.resize(80, 24);
	await app.clock.advance(1000);
	await app.go('enter', 'Saved api-mine');
});

test('says why nothing was sent, and ctrl+x drops the changes for good', {tags: ['fault-104']}, async () => {
	const {app, team, reopen} = await openOnTeam(['api', 'web'], {hasJournal: true});
	await app.press('e', 'half a second', ...'-mine', 'tab', ...'-mine');
	team.changeProject('api', {name: 'theirs'});
	await app.go('enter', /so nothing was sent\. +│/, 'now theirs, changed by', 'Will be sent: name, slug.');
	await app.go('ctrl+x', /name +theirs/, 'No changes yet.');
	await app.press('esc');
	const reopened = await reopen();
	await reopened.go('e', 'No changes yet.');
	expect(team.writes()).toEqual([]);
});

test('sends nothing in the half second after a new value, and still types letters', {tags: ['fault-49']}, async () => {
	const {app, team} = await typeName();
	await app.press('shift+tab');
	const tooSoon = 'Too soon: read what someone else has changed, then press enter again';
	for (const name of ['theirs', 'theirs-again']) {
		team.changeProject('api', {name});
		await app.until(`now ${name}`);
		await app.see(/^ ····· save changes +esc back +tab next field/m);
		await app.go([...'-two', 'enter'], tooSoon, '-two ');
		expect(team.writes()).toEqual([]);
	}

	await app.go(['half a second', 'enter'], 'Saved api-mine-two-two, u undoes · name: theirs-again →');
});

test('shows the current value before a draft overwrites it', {tags: ['fault-49']}, async () => {
	const {app, team} = await typeName();
	await app.press('esc');
	team.changeProject('api', {name: 'theirs'});
	await app.clock.advance(61_000);
	await app.go(['e', 'enter'], /name +api-mine.*\n.* now theirs /, 'Too soon');
	expect(team.writes()).toEqual([]);
	await app.go(['half a second', 'enter'], 'Saved api-mine, u undoes · name: theirs → api-mine');
});

test('saves although someone else changed another field', async () => {
	const {app, team} = await typeName();
	team.changeProject('api', {status: 'error'});
	await app.go('enter', 'Saved api-mine');
});

test.each(allSizes)('shows the focused field and its note, at $columns×$rows', {tags: ['fault-153']}, async size => {
	const {app, team} = await typeName(size);
	await app.press('shift+tab');
	team.changeProject('api', {name: 'theirs'});
	await app.wait(11_000, /▌ name +api-mine.*\n.* now theirs/);
	await app.press('ctrl+w', ...'api', 'enter');
	await app.wait(1000, '1 of 2');
	expect(team.names().get('api')).toBe('api');
});

test('updates the fields that a draft does not change', {tags: ['fault-49']}, async () => {
	const {app, team} = await typeName();
	await app.press('esc');
	team.changeProject('api', {slug: 'their-slug'});
	await app.clock.advance(11_000);
	await app.go('e', /slug +their-slug/, 'Your unsent changes are back', 'Will be sent: name.');
	expect(await app.go(['half a second', 'ctrl+w', ...'api'], 'No changes yet.')).not.toContain('unsent');
});

test('undoes an edit with u, unless a change is unconfirmed', async () => {
	const {app, team} = await typeName();
	await app.go([...'-two', 'enter'], 'Saved api-mine, u undoes · name: api → api-mine · slug: api → api-two');
	await app.go('u', 'enter restores the values before the last edit', 'Will be sent: name, slug.');
	await app.clock.advance(1000);
	await app.go('enter', 'Saved api, u undoes · name: api-mine → api');
	expect(team.names().get('api')).toBe('api');
	team.changeProject('api', {name: 'theirs'});
	await app.wait(11_000, 'theirs');
	await app.go('u', /name +api-mine/, 'now theirs, changed by someone else');
	team.fail('before');
	await app.press('esc');
	await app.answer('t', 'y', 'landfall does not know whether');
	await app.go(['esc', 'u'], 'Unconfirmed change');
});

test('does not mix undo with unsent changes', async () => {
	const {app, team} = await typeName();
	await app.go('enter', 'Saved api-mine, u undoes');
	await app.clock.advance(1500);
	await app.go(['e', 'half a second', 'tab', ...'-draft', 'esc'], 'Your changes are kept unsent');
	await app.go('u', 'api-mine has unsent changes: e opens them');
	await app.go('e', /slug +api-draft/, 'Will be sent: slug.');
	expect(team.writes()).toHaveLength(1);
	await app.press('esc');
	await app.answer('D', [...'api-mine', 'enter'], 'Deleted api-mine');
	await app.go('u', 'No unconfirmed changes, and no edit to undo');
});
