import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {createClient} from '../../src/api/client.ts';
import {createInProcessTransport} from '../../src/api/transport/in-process.ts';
import type {Guards} from '../../src/store/model/connection.ts';
import {currentPlace, restorePlace} from '../../src/store/state/place.ts';
import {plain} from '../../src/text.ts';
import {type OpenApp, open, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openTeam(projects: readonly string[], options: Parameters<typeof openDemo>[0] = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	app = await openDemo({clock, handle: team.handle, ...options});
	await app.see(`of ${projects.length}`);
	return team;
}

/** Opens a profile with guards. */
async function openGuarded(projects: readonly string[], guards: Guards) {
	const clock = createTestClock();
	const team = createTeam({clock, projects});
	const baseUrl = 'http://demo.invalid';
	app = await open({
		clock,
		isInDemo: true,
		access: {
			async enterDemo() {
				const transport = createInProcessTransport(team.handle, {clock});
				const client = createClient({transport, baseUrl, apiKey: 'a-key-for-tests', clock});
				return {client, name: plain`acme`, host: plain`api.example.com`, baseUrl, isReadOnly: false, guards};
			},
		},
	});
	await app.see(`of ${projects.length}`);
	return team;
}

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

test('a bulk deployment names its projects, asks for their number, and deploys one after the other', async () => {
	const team = await openTeam(['api', 'web', 'docs', 'shop']);
	await app.press(' ', ' ', ' ', 't');
	await app.see('Deploy these 3 projects?');
	for (const name of ['api', 'web', 'docs']) await app.see(`◌ ${name}  ${name}`);
	await app.readQuestion();
	await app.press('enter');
	await app.see('Type 3, the number of projects.');
	expect(team.writes()).toEqual([]);
	await app.type('3');
	await app.press('enter');
	await seconds(4);
	await app.see('3 deployments started');
	await app.see(/◌ api +queued/);
	expect(app.screen()).not.toContain('✔');
	expect(team.writes()).toHaveLength(3);
	await app.see('enter close');
	expect(app.screen()).not.toContain('esc cancel');
	team.change('dep_0001', {status: 'building'});
	await seconds(8);
	await app.see(/◐ api +building/);
	await app.readQuestion();
	await app.press('enter');
	await app.see('4 of 4');
	expect(app.screen()).not.toContain('marked');
	await app.see(/api .*building/);
	await app.see(/web .*queued/);
	expect(app.session.store.get().presence.watches.size).toBe(3);
});

/** Types the number of projects that a question names. */
async function confirm(question: string) {
	await app.see(question);
	await app.readQuestion();
	await app.type(/\d+/.exec(question)?.[0] ?? '');
	await app.press('enter');
}

/** Confirms a bulk deployment of two projects. */
async function deployTwo() {
	const team = await openTeam(['api', 'web']);
	await app.press(' ', ' ', 't');
	await confirm('Deploy these 2 projects?');
	return team;
}

test('a second passes between two writes', async () => {
	const team = await deployTwo();
	await app.clock.advance(990);
	expect(team.writes()).toHaveLength(1);
	await app.clock.advance(20);
	await app.see('2 deployments started');
	expect(team.writes()).toHaveLength(2);
});

test('a write that waits for its turn is not sent when landfall ends', async () => {
	const team = await deployTwo();
	await app.clock.advance(500);
	app.session.stop();
	await app.clock.advance(5000);
	expect(team.writes()).toHaveLength(1);
});

test('the activity lists each project that was deployed or deleted together with others', async () => {
	await openTeam(['api', 'web', 'docs']);
	await app.press(' ', ' ', 't');
	await confirm('Deploy these 2 projects?');
	await seconds(2);
	await app.see('2 deployments started');
	await app.press('enter', '1', 'g', ' ', ' ', 'D');
	await confirm('Permanently delete these 2 projects?');
	await seconds(2);
	await app.see('2 projects deleted');
	await app.see('enter close');
	await app.press('enter', '3');
	await app.see(/deployed +api +just now +Deploying api/);
	await app.see(/deployed +web +just now +Deploying web/);
	await app.see(/deleted +api +just now +Deleted api/);
	await app.see(/deleted +web +just now +Deleted web/);
});

test('marked projects hidden by a filter are listed as hidden', async () => {
	await openTeam(['api', 'web', 'docs']);
	await app.press(' ', ' ', '/');
	await app.type('web');
	await app.press('enter', 't');
	await app.see('Deploy these 2 projects?');
	await app.see('api  hidden by the filter');
	expect(app.screen()).not.toContain('web  hidden');
});

test('a bulk deployment leaves out a project whose last deployment is unconfirmed', async () => {
	const team = await openTeam(['api', 'web']);
	team.fail('after');
	await app.press('t');
	await app.see('Deploy api');
	await app.readQuestion();
	await app.press('y');
	await app.see("We don't know whether api was deployed");
	await app.press('esc');
	await app.press('A', 't');
	await confirm('Deploy these 2 projects?');
	await seconds(3);
	await app.see('1 of 2 deployments started');
	await app.see('1 refused. The rest stay marked.');
	await app.see(/✖ api .*the last deployment is unconfirmed: press u/);
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments', 'POST /v1/projects/web/deployments']);
});

test('esc stops a bulk action before the next project, and the rest stay marked', async () => {
	const team = await openTeam(['a1', 'a2', 'a3', 'a4']);
	await app.press('A', 't');
	await confirm('Deploy these 4 projects?');
	await app.clock.advance(1100);
	await app.press('esc');
	await seconds(6);
	await app.see('2 of 4 deployments started');
	await app.see('Stopped. 2 not sent. The rest stay marked.');
	expect(team.writes()).toHaveLength(2);
	await app.press('esc');
	await app.see('2 marked');
});

test('a bulk action shows why one project was refused, keeps it marked, and finishes the others', async () => {
	const team = await openTeam(['api', 'web', 'docs']);
	team.fail('busy', 'busy', 'busy');
	await app.press('A', 'D');
	await confirm('Permanently delete these 3 projects?');
	await seconds(20);
	await app.see('2 of 3 projects deleted');
	await app.see('1 refused. The rest stay marked.');
	await app.see(/✖ api .*asks for fewer requests \(429\)/);
	await app.press('enter');
	await app.see('1 marked');
	expect([...team.names().keys()]).toEqual(['api']);
	await app.press('3');
	await app.see(/not accepted +api .*asks for fewer/);
});

test('a lost response stops the rest of a bulk action', async () => {
	const team = await openTeam(['api', 'web', 'docs']);
	team.fail('after');
	await app.press('A', 't');
	await confirm('Deploy these 3 projects?');
	await seconds(5);
	await app.see(/✖ api .*no response: press u/);
	await app.see('0 of 3 deployments started');
	await app.see('1 unconfirmed, 2 not sent. The rest stay marked.');
	expect(team.writes()).toHaveLength(1);
});

test('Y copies a line for each marked project', async () => {
	await openTeam(['api', 'web', 'docs']);
	await app.press(' ', ' ', 'Y');
	await app.see('Copy from 2 marked projects');
	await app.press('enter');
	await app.see('Copied');
	const [, text = ''] = /\u001B\]52;c;([^\u0007]*)/.exec(app.terminal.writes.join('')) ?? [];
	expect(Buffer.from(text, 'base64').toString()).toBe('api\nweb');
});

test('a protected project is never deleted, and needs a second confirmation to deploy', async () => {
	const team = await openGuarded(['prod-api', 'web'], {protects: ['prod-*'], maxBulk: 20});
	await app.press('D');
	await app.readQuestion();
	await app.type('prod-api');
	await app.press('enter');
	await app.see('prod-api is protected by the settings of this profile');
	await app.press('esc', 't');
	await app.readQuestion();
	await app.press('y');
	await app.see('Your profile protects this project. Press p to deploy it anyway.');
	expect(team.writes()).toEqual([]);
	await app.readQuestion();
	await app.press('y', 'p');
	await app.see('Deploying prod-api');
	expect(team.writes()).toHaveLength(1);
	await app.press('esc', 'A', 'D');
	await app.readQuestion();
	await app.type('2');
	await app.press('enter');
	await seconds(4);
	await app.see('1 of 2 projects deleted');
	expect([...team.names().keys()]).toEqual(['prod-api']);
});

test('a bulk action accepts no more projects than the settings allow', async () => {
	await openGuarded(['a1', 'a2', 'a3'], {protects: [], maxBulk: 2});
	await app.press('A', 't');
	await app.see('3 projects are marked, but at most 2 are allowed at once');
});

test('a marked project that disappears keeps no bulk action from starting', async () => {
	const team = await openTeam(['api', 'web', 'docs', 'shop']);
	await app.press(' ', ' ', ' ');
	team.remove('web');
	await seconds(30);
	await app.see('of 3');
	await app.press('t');
	await app.see('The service does not know 1 of the marked projects: unmarked');
	await app.see('2 marked');
	await app.press('t');
	await app.see('Deploy these 2 projects?');
	expect(team.writes()).toEqual([]);
});

test('a marked project on a page that is not loaded keeps a bulk action from starting until that page is loaded', async () => {
	const ids = (page: number) => Array.from({length: 100}, (_, at) => `id-${page * 100 + at}`);
	const handlePage = createPagingService(cursor => {
		const page = Number(cursor ?? 0);
		return {ids: ids(page), next: page < 5 ? String(page + 1) : null};
	});
	app = await openDemo({
		handle: request =>
			request.target.endsWith('/id-555')
				? {status: 200, headers: {}, body: JSON.stringify({...projectOnTheWire, id: 'id-555'})}
				: handlePage(request),
	});
	await app.see('1 of 200+');
	const {store} = app.session;
	const place = currentPlace(store.get());
	if (!place) throw new Error('No place to return to');
	store.change((state, now) => restorePlace(state, {...place, marks: ['id-555']}, now));
	await app.press('t');
	await app.see('1 of the marked projects are not loaded: press L to load the other pages first');
	await app.press('L');
	await app.see('All 600 projects loaded');
	await app.press('t');
	await app.see('Deploy these 1 projects?');
});

test.each([
	['a search that is being typed', ['/', 'w', 'e']],
	['the commands', [':', 'w', 'e']],
	['the help', ['?']],
])('the screen of a project that disappears stays under %s', async (_what, keys) => {
	const team = await openTeam(['api', 'web']);
	await app.press('enter');
	await app.see('No deployments yet');
	team.deploy('api', {status: 'building'});
	await seconds(12);
	await app.see('building');
	await app.press(...keys);
	const {screens} = app.session.store.get().interface;
	team.remove('api');
	await seconds(60);
	expect(app.session.store.get().interface.screens.map(({name}) => name)).toEqual(screens.map(({name}) => name));
	await app.press('esc');
	await seconds(15);
	await app.see(/api(?: is gone)?: the service no longer knows/);
	await app.see('1 of 1');
});

test('a confirmation warns about a name that mixes scripts', async () => {
	await openTeam(['pаypal', 'web']);
	await app.press('t');
	await app.see('! mixes letters from several scripts');
	await app.press('esc', 'j', 't');
	await app.see('Deploy web?');
	expect(app.screen()).not.toContain('several scripts');
});

test('E edits the fields in the editor and fills the form without sending', async () => {
	const directory = temporaryDirectory();
	const team = await openTeam(['api', 'web'], {
		directory,
		environment: {EDITOR: 'ed --quiet'},
		edit(path, program) {
			expect(program).toBe('ed');
			const json = JSON.parse(readFileSync(path, 'utf8'));
			expect(Object.keys(json)).toEqual(['name', 'slug', 'url', 'upload_mode']);
			writeFileSync(path, JSON.stringify({...json, name: 'api-edited'}));
			return 0;
		},
	});
	await app.press('E');
	await app.see('api-edited');
	await app.see('Will be sent: name.');
	expect(team.writes()).toEqual([]);
	expect(readdirSync(directory)).toEqual([]);
	await app.press('enter');
	await app.see('Saved api-edited');
});

test.each([
	['fails', () => 3, 'ed exited with 3. The changes were not used; the text is in'],
	['is not installed', () => 'spawnSync ed ENOENT', 'ed could not be run: spawnSync ed ENOENT'],
	[
		'leaves no JSON',
		(path: string) => {
			writeFileSync(path, 'half {');
			return 0;
		},
		'Not a JSON object. Your text is kept in',
	],
	[
		'adds fields that the form does not have',
		(path: string) => {
			writeFileSync(path, '{"name": "core", "branch": "main", "url": 1}');
			return 0;
		},
		'The form cannot change branch, url. To send your text as it is: landfall api PATCH /v1/projects/api --json',
	],
])('an editor that %s changes nothing, and its text is kept in a named file', async (_how, edit, said) => {
	const directory = temporaryDirectory();
	const team = await openTeam(['api', 'web'], {directory, columns: 200, environment: {EDITOR: 'ed'}, edit});
	await app.press('E');
	await app.see(said);
	expect(readdirSync(directory)).toHaveLength(1);
	expect(app.screen()).toContain(join(directory, 'edit-'));
	expect(team.writes()).toEqual([]);
	await app.press('j');
	await app.see('2 of 2');
});

test('a text field moves its caret, deletes words and undoes changes', async () => {
	await openTeam(['api', 'web']);
	await app.press('a');
	await app.see('New project');
	await app.type('one two three');
	await app.press('ctrl+w', 'ctrl+a', 'delete');
	await app.see(/name +ne two/);
	await app.type('x');
	await app.see(/name +xne two/);
	await app.press('ctrl+y', 'ctrl+y', 'ctrl+y');
	await app.see(/name +one two three/);
});

test('a text field stays responsive after a megabyte is pasted', async () => {
	await openTeam(['api', 'web']);
	await app.press('a');
	await app.see('New project');
	const startedAt = performance.now();
	app.burst(`\u001B[200~${'long name '.repeat(100_000)}\u001B[201~`);
	await app.see(/…ong name|…g name|… name|long name/);
	await app.press('ctrl+a');
	await app.see(/name +long name/);
	expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('the number that confirms a bulk action can be pasted and corrected, and is shown as ASCII', async () => {
	const team = await openTeam(['api', 'web', 'docs']);
	await app.press('A', 't');
	await app.see('Deploy these 3 projects?');
	await app.readQuestion();
	app.burst('\u001B[200~4\u202E2\u001B[201~');
	await app.see('Type 3 and press enter: 42');
	expect(app.screen()).not.toContain('\u202E');
	await app.press('backspace', 'left', '3', 'right', 'backspace');
	await app.see(/Type 3 and press enter: 3 /);
	app.burst('1\u007F\r');
	await seconds(4);
	await app.see('3 deployments started');
	expect(team.writes()).toHaveLength(3);
});

/** Marks two of three projects and opens the confirmation of a bulk action. */
async function openBulk(key: 't' | 'D', size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	app = await openDemo({...size, clock, handle: team.handle});
	await app.see('of 3');
	await app.press(' ', ' ', key);
	await app.see('these 2 projects?');
	await app.readQuestion();
	return team;
}

test('marks show where the projects of a bulk action continue, and one key scrolls back from the end', async () => {
	const clock = createTestClock();
	const projects = Array.from({length: 9}, (_, index) => `site-${index + 1}`);
	const team = createTeam({clock, projects});
	app = await openDemo({columns: 40, rows: 12, clock, handle: team.handle});
	await app.see('of 9');
	await app.press('A', 't');
	await app.see('these 9 projects?');
	await app.readQuestion();
	await app.see(/site-1 [^\n]+\n[^\n]+\n[^\n]+\n[^\n]+site-4 +site-4 +▼ │/);
	await app.press('down');
	await app.see(/site-2 +site-2 +▲ │/);
	for (let step = 0; step < 20; step++) await app.press('down');
	await app.see(/site-9 +site-9 +│/);
	await app.press('up');
	await app.see(/site-8 +site-8 +▼ │/);
});

test('typing the number of projects deletes them all', async () => {
	const team = await openBulk('D');
	await app.type('2');
	await app.press('enter');
	for (let second = 0; second < 4; second++) await app.clock.advance(1000);
	await app.see('2 projects deleted');
	expect([...team.names().keys()]).toEqual(['docs']);
});

test.each([
	['deployment', 't', '1 deployment started'],
	['deletion', 'D', '1 project deleted'],
] as const)('a bulk %s of one project counts it in the singular, and offers to close', async (_what, key, title) => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({columns: 40, rows: 12, clock, handle: team.handle});
	await app.see('of 2');
	await app.press(' ', key);
	await app.readQuestion();
	await app.type('1');
	await app.press('enter');
	await app.clock.advance(1000);
	await app.see(title);
	await app.readQuestion();
	await app.see('enter close');
	expect(app.screen()).not.toMatch(/cancel|All done/);
});

test('a bulk action is not confirmed by a missing or wrong number', async () => {
	const team = await openBulk('D');
	await app.press('enter');
	await app.see('Type 2');
	await app.type('3');
	await app.press('enter');
	expect(team.writes()).toEqual([]);
});
