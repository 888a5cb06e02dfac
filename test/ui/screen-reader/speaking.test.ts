import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {type OpenApp, type OpenOptions, openDemo, openOnTeam} from '../../kit/app/open.ts';
import {settled} from '../../kit/fixtures/clock.ts';
import {minute} from '../../kit/fixtures/moment.ts';

let read = 0;

/** The lines that were spoken since the last call. */
function heard(app: OpenApp) {
	const written = stripVTControlCharacters(app.terminal.writes.slice(read).join(''));
	read = app.terminal.writes.length;
	return written.split('\r\n').filter(line => line !== '');
}

/** Waits until everything is spoken. */
async function settle() {
	for (let turn = 0; turn < 20; turn++) await settled();
}

/** Presses keys and returns what is spoken then. */
async function hear(app: OpenApp, ...keys: readonly string[]) {
	heard(app);
	await app.press(...keys);
	await settle();
	return heard(app);
}

async function open(options: OpenOptions = {}) {
	const app = await openDemo({...options, isSpoken: true});
	read = 0;
	await settle();
	return app;
}

async function openTeam(...projects: readonly string[]) {
	const {app, team} = await openOnTeam(projects, {isSpoken: true});
	read = 0;
	await settle();
	return {app, team};
}

test('the start speaks the screen, the first project and the keys', async () => {
	const app = await open();
	expect(heard(app)).toEqual([
		'Projects, demo',
		'Reading projects',
		expect.stringMatching(/^enter deployments, e edit project, .*\? help, : commands$/),
		'PROJECT, UPLOAD, STATUS, DEPLOYMENT, VERSION, ENVIRONMENT, TOOK, WHEN',
		expect.stringMatching(/^waitlist-lumen, v43, active/),
		'1 of 12',
	]);
});

test('nothing is redrawn: the output has no cursor movement, colours, borders or spinners', async () => {
	const app = await open();
	await app.press('j', 't', 'esc', '?', 'esc', 'e', 'esc', 's', 'down', 'esc');
	await app.clock.advance(3000);
	const output = app.terminal.writes.join('');
	// Allowed: the window title, and the mode that reports pastes.
	expect(
		output.replaceAll(
			/\u001B\[\?2004[hl]|\u001B\]\d+;[^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B\[2[23];?\d*;?\d*t/g,
			'',
		),
	).not.toContain('\u001B');
	expect(output).not.toMatch(/[\u2500-\u259F\u2800-\u28FF]/);
});

test('moving speaks the selected project and its position, and Y its fields', async () => {
	const app = await open();
	expect(await hear(app, 'j')).toEqual([expect.stringMatching(/^product-tour-nordwind, v67/), '2 of 12']);
	expect(await hear(app, 'G')).toEqual([expect.stringMatching(/^campaign-winter-lumen, v50/), '12 of 12']);
	await hear(app, 'g');
	await hear(app, 'Y');
	expect(await hear(app, ...'jjjjjjjj')).toContainEqual(expect.stringMatching(/^slug\b.*waitlist-lumen$/));
});

test('a line is spoken again once it was gone, but not because time passes', async () => {
	const app = await open();
	await hear(app, '3');
	expect((await hear(app, '1')).join('\n')).toMatch(/^waitlist-lumen, v43, active/m);
	await app.clock.advance(2000);
	heard(app);
	await app.clock.advance(5000);
	expect(heard(app).filter(line => /ago|\ds\b/.test(line))).toEqual([]);
});

test('a menu speaks its title, then each selected item', async () => {
	const app = await open();
	expect((await hear(app, 's')).slice(0, 2)).toEqual(['Sort by', "default order: the service's, current"]);
	expect(await hear(app, 'down')).toEqual(['name']);
	expect((await hear(app, 'enter')).join('\n')).toMatch(
		/^waitlist-lumen, v43, active.*\n12 of 12, by name ascending\n/m,
	);
});

test('the request log speaks the number of requests once', async () => {
	const app = await open();
	await app.clock.advance(30_000);
	expect((await hear(app, '!')).join('\n')).toMatch(/^\d+, newest first, \d+ in the last minute, at most 60$/m);
	await app.clock.advance(10_000);
	await settle();
	expect(heard(app).join('\n')).not.toContain('newest first');
});

test('editing speaks each focused field and what will be sent', async () => {
	const app = await open();
	const opened = await hear(app, 'e');
	expect(await hear(app, 'half a second')).toEqual([expect.stringMatching(/^enter save changes, /)]);
	expect(opened[0]).toMatch(/Edit project, demo$/);
	expect(opened).toContain('name, waitlist-lumen');
	expect(opened.join(' ')).not.toContain('slug, ');
	expect(await hear(app, 'x')).toEqual(['name, waitlist-lumenx', 'Will be sent: name.']);
	expect(await hear(app, 'tab')).toEqual([expect.stringMatching(/^slug, /)]);
	const saved = await hear(app, 'enter');
	expect(saved.join('\n')).toMatch(/^Saved/m);
	expect(saved.join('\n')).toMatch(/^waitlist-lumenx, /m);
});

test('an unavailable key speaks its reason first, and ctrl+z repeats everything', async () => {
	const app = await open();
	expect(await hear(app, 'n')).toEqual(['Press / to filter first']);
	expect((await hear(app, 'x'))[0]).toMatch(/^x does nothing here/);
	expect(await hear(app, 'ctrl+z')).toContain('1 of 12');
});

test('a deployment is asked about, sent and followed to its conclusion', async () => {
	const app = await open();
	const question = await hear(app, 't');
	expect(question.slice(0, 1)).toEqual(['Deploy waitlist-lumen?']);
	expect(question.join('\n')).toMatch(/^to, demo, built-in service, prj_/m);
	await app.clock.advance(1500);
	expect(heard(app)).toContain('y deploy, e edit request body, esc cancel');
	const sent = await hear(app, 'y');
	expect(sent.join('\n')).toMatch(/^Deploying waitlist-lumen/m);
	await app.clock.advance(120_000);
	const followed = heard(app);
	const states = followed.flatMap(
		line => /^(\w+)(?: watched)?, \w+, v\d+.*, (\w+(?: \w+)?)$/.exec(line)?.slice(1) ?? [],
	);
	expect(states.at(-1)).toMatch(/^(?:succeeded|failed|stopped)$/);
	expect(states).toContain('in progress');
	const conclusions = followed.filter(line =>
		/^waitlist-lumen v\d+ (?:success|failure|cancelled)|, (?:succeeded|failed|stopped)$/.test(line),
	);
	expect(new Set(conclusions).size).toBe(conclusions.length);
});

test('a filter speaks what is typed, what is wrong with it and how many match', async () => {
	const app = await open();
	await app.press('/', ...'updated<1');
	expect(await hear(app, 'x')).toEqual([
		'filter: updated<1x',
		expect.stringMatching(/^x is not a unit .*, so it is ignored$/),
	]);
	expect(await hear(app, 'backspace', 'h')).toContainEqual(
		expect.stringMatching(/\d+ match(?:es)?, among 12 projects$/),
	);
});

test('the help speaks the selected key, and the palette what is typed', async () => {
	const app = await open();
	const first = await hear(app, '?');
	expect(first.slice(0, 3)).toEqual(['Help', 'Projects', 'enter l right, deployments']);
	const next = await hear(app, 'down');
	expect(next).toEqual(['e, edit project']);
	await app.press('esc', ':', ...'the');
	expect(await hear(app, 'm')).toEqual([': them']);
	await app.press('e');
	const themes = await hear(app, 'enter');
	expect(themes.slice(0, 2)).toEqual(['Theme', "terminal, your terminal's colours, current"]);
});

test('only the length of a typed API key is spoken', async () => {
	const app = await open();
	await hear(app, ',', 'enter', 'half a second', 'tab', 'a', 'b');
	expect(await hear(app, 'c')).toEqual(['team API key, 3 characters']);
	expect(app.terminal.writes.join('')).not.toMatch(/abc|\*\*/);
});

test('every count of an environment is spoken, and its chart is silent', async () => {
	const app = await open({columns: 120, rows: 40});
	await hear(app, 'enter');
	const table = [
		'ENVIRONMENT, SUCCEEDED, FAILED, OTHER',
		'production, 18, 3, 1',
		'preview, 8, 1, 1',
		'staging, 3, 0, 0',
	];
	expect((await hear(app, 'enter')).slice(-5, -1)).toEqual(table);
});

test('each meaning of a status word is spoken once', async () => {
	const app = await open();
	await app.clock.advance(1000);
	expect(await hear(app, 'm')).toContain('success, 102 deployments, succeeded');
	expect(await hear(app, 'half a second')).toEqual(['esc close, / search']);
	expect(await hear(app, 'f')).toEqual(['success is now shown as failed', 'success, 102 deployments, failed']);
});

test('a save over the value of someone else speaks that value whole', async () => {
	const {app, team} = await openTeam('api', 'web');
	await app.press('e', 'half a second', ...'-mine');
	const theirs = `their ${'long '.repeat(20)}name`;
	team.changeProject('api', {name: theirs});
	await app.press('enter');
	await app.clock.advance(1000);
	await settle();
	expect(heard(app)).toEqual(
		expect.arrayContaining([`now ${theirs}`, expect.stringContaining('so nothing was sent.')]),
	);
	await app.press('enter');
	await app.clock.advance(1000);
	expect(team.names().get('api')).toBe('api-mine');
});

test('the wall speaks figures and deployments, then only changes', async () => {
	const {app, team} = await openTeam('api', 'docs', 'web');
	await app.press('2');
	const failing = team.deploy('web', {status: 'building'});
	await app.clock.advance(minute / 2);
	team.conclude(failing, 'failure');
	await app.clock.advance(minute / 2);
	const running = team.deploy('docs', {status: 'building'});
	await app.clock.advance(minute / 2);
	await app.press(':', ...'wall');
	const opened = await hear(app, 'enter');
	expect(opened.slice(0, 2)).toEqual(['Wall, demo', expect.stringMatching(/^As of .*, 1 failed, 1 in progress$/)]);
	expect(opened).toContainEqual(expect.stringMatching(/^docs, building, .*in progress$/));
	expect(opened).toContainEqual(expect.stringMatching(/^web, failure, .*failed$/));
	await app.clock.advance(minute);
	expect(heard(app)).toEqual([]);
	team.conclude(running, 'success');
	await app.clock.advance(minute);
	const concluded = heard(app);
	expect(concluded).toContainEqual(expect.stringMatching(/, 1 failed, 0 in progress$/));
	expect(concluded).toContainEqual(expect.stringMatching(/^docs, success, .*succeeded$/));
	expect(concluded.join('\n')).not.toMatch(/^web/m);
});

test('a search in a list speaks the match and how many there are', async () => {
	const app = await open();
	await hear(app, 'enter');
	await hear(app, '/', 'p');
	expect((await hear(app, 'enter')).join('\n')).not.toContain('no match');
	expect(await hear(app, 'n')).toContain('search: p, match 2 of 35');
});

test('moving sideways in the versions speaks the environment and how far it is behind', async () => {
	const app = await open();
	await app.press('4');
	await app.clock.advance(3000);
	expect(await hear(app, 'l')).toEqual([expect.stringMatching(/, production v43/)]);
	expect(await hear(app, 'l')).toEqual([expect.stringMatching(/, staging v41 2 behind /)]);
});
