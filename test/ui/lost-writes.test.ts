import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../kit/app/frames.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openTeam() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const open = async () => {
		app = await openDemo({clock, handle: team.handle, journalPath});
		await app.see(/of \d/);
	};
	/** Ends landfall and starts it again. */
	const restart = async (afterMs = 0) => {
		app.close();
		await clock.advance(afterMs);
		await open();
		await clock.advance(1000);
	};
	await open();
	return {team, restart};
}

/** Confirms the deployment of the selected project. */
async function deploy() {
	await app.press('t');
	await app.see(/Deploy \w+\?/);
	await app.readQuestion();
	await app.press('y');
}

/** Confirms the deletion of api. */
async function remove() {
	await app.press('D');
	await app.see('Permanently delete api?');
	await app.readQuestion();
	await app.type('api');
	await app.press('enter');
}

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

async function add(name: string) {
	await app.press('a');
	await app.see('New project');
	await app.type(name);
	await app.press('enter');
}

/** Edits a project that a teammate changes meanwhile, and reads the question that follows. */
async function openConflict(team: ReturnType<typeof createTeam>) {
	await app.press('e');
	await app.see('Edit project');
	await app.type('-mine');
	team.changeProject('api', {name: 'api-theirs'});
	await app.press('enter');
	await app.see('Choose what to keep');
	await app.readQuestion();
}

test('a project added despite a lost response is found in the list and not added again', {
	tags: ['fault-43'],
}, async () => {
	const {team} = await openTeam();
	team.fail('after');
	await add('shop');
	await app.see("We don't know whether shop was added.");
	await app.see('check 1 in 2s');
	await seconds(3);
	await app.see('Added shop (confirmed by the list)');
	await app.see('No deployments yet');
	expect(team.writes()).toHaveLength(1);
	await app.press('3');
	await app.see(/found out +shop .*Added shop/);
	await app.see(/no answer +shop/);
});

test('a lost creation without a sign is sent again only by the user', {tags: ['fault-44']}, async () => {
	const {team} = await openTeam();
	team.fail('before');
	await add('shop');
	await app.see("We don't know whether shop was added.");
	await app.readQuestion();
	await app.press('r');
	await app.see('landfall is still checking');
	await seconds(40);
	await app.see('No sign of it 37 s after it was sent.');
	expect(team.writes()).toHaveLength(1);
	await app.press('r');
	await app.see('Added shop');
	expect(team.writes()).toHaveLength(2);
	expect([...team.names().values()]).toEqual(['api', 'web', 'shop']);
});

test('two new projects with the same name are both shown as candidates of a lost creation', {
	tags: ['fault-45'],
}, async () => {
	const {team} = await openTeam();
	team.fail('after');
	await add('shop');
	await app.see(/We don't know/);
	team.handle({method: 'POST', target: '/v1/projects', headers: new Map(), body: '{"name":"shop"}'});
	await seconds(3);
	await app.see('2 new projects are named shop: one of them may be the one.');
	await app.see('prj_2');
	await app.press('r');
	await app.see('It may have succeeded: sending it again could apply it twice');
	await app.press('x');
	await app.see('New project');
	await app.see('shop');
});

test.each([
	['after', 'Saved api-two (confirmed)'],
	['before', 'No sign of it'],
] as const)(
	'an edit lost %s the service applied it is checked by reading the project',
	{
		tags: ['fault-2'],
	},
	async (fault, said) => {
		const {team} = await openTeam();
		team.fail(fault);
		await app.press('e');
		await app.see('Edit project');
		await app.type('-two');
		await app.press('enter');
		await app.see("We don't know whether api was changed.");
		await seconds(40);
		await app.see(said);
		expect(team.writes()).toHaveLength(1);
	},
);

test('deployments that began after a lost response are candidates, and t waits for a decision', {
	tags: ['fault-47'],
}, async () => {
	const {team} = await openTeam();
	team.fail('after');
	await deploy();
	await app.see("We don't know whether api was deployed.");
	await seconds(3);
	await app.see("A deployment has started since it was sent. We can't tell whether");
	await app.see('dep_0001');
	await app.press('esc');
	await app.press('t');
	await app.see('The last deployment is unconfirmed: press u to decide');
	await app.press('u');
	await app.readQuestion();
	await app.press('x', 't');
	await app.see('Deploy api?');
	expect(team.writes()).toHaveLength(1);
});

test('a lost deletion is confirmed once the project is gone', {tags: ['fault-50']}, async () => {
	const {team} = await openTeam();
	team.fail('after');
	await remove();
	await app.see("We don't know whether api was deleted.");
	await seconds(3);
	await app.see('Deleted api (confirmed)');
	expect(team.writes()).toHaveLength(1);
	expect(app.screen()).not.toMatch(/▌. api/);
});

test('a deletion succeeds if a teammate has already deleted the project', {tags: ['fault-50']}, async () => {
	const {team} = await openTeam();
	await app.press('D');
	await app.see('Permanently delete api?');
	team.remove('api');
	await app.readQuestion();
	await app.type('api');
	await app.press('enter');
	await app.see('api was already gone');
	await app.see('1 of 1');
	expect(team.writes()).toEqual(['DELETE /v1/projects/api']);
});

test('a throttled write honours Retry-After and is retried at most twice', async () => {
	const {team} = await openTeam();
	team.fail('busy', 'busy');
	await deploy();
	await app.see('The service is too busy: sending again in 3s');
	await seconds(1);
	await app.see('sending again in 2s');
	await seconds(8);
	await app.see('Deploying api');
	expect(team.writes()).toHaveLength(3);
	team.fail('busy', 'busy', 'busy', 'busy');
	await seconds(2);
	await deploy();
	await seconds(30);
	await app.see('slow down');
	expect(team.writes()).toHaveLength(6);
});

test('after a kill between request and response, the next start finds the outcome', {tags: ['fault-46']}, async () => {
	const {team, restart} = await openTeam();
	team.fail('after');
	await add('shop');
	await app.see(/We don't know/);
	await restart(60_000);
	await seconds(3);
	await app.see('Added shop (confirmed by the list)');
	expect(team.writes()).toHaveLength(1);
	await restart(1000);
	await seconds(5);
	expect(app.session.store.get().writes.unconfirmed.size).toBe(0);
});

test('a field changed by someone else is shown beside mine, and the user chooses', {tags: ['fault-49']}, async () => {
	const {team} = await openTeam();
	await app.press('e');
	await app.see('Edit project');
	await app.type('-mine');
	await app.press('down');
	await app.type('-slug');
	team.changeProject('api', {name: 'api-theirs'});
	await app.press('enter');
	await app.see('Choose what to keep.');
	await app.see(/▌ name +• api-mine +api-theirs/);
	await app.see('1 more field is sent as typed.');
	await app.readQuestion();
	expect(team.writes()).toEqual([]);
	await app.press('t');
	await app.see(/▌ name +api-mine +• api-theirs/);
	await app.press('m');
	await app.see(/▌ name +• api-mine +api-theirs/);
	await app.press('enter');
	await app.see('Saved api-mine');
	expect(team.names().get('api')).toBe('api-mine');
	expect(team.writes()).toHaveLength(1);
});

test('a value given up in a conflict is no draft, even after a restart', async () => {
	const {team, restart} = await openTeam();
	await app.press('e');
	await app.see('Edit project');
	await app.type('-mine');
	await app.press('down');
	await app.type('-slug');
	await app.press('esc', 'e');
	await app.see('api-mine');
	team.changeProject('api', {name: 'api-theirs'});
	await app.press('enter');
	await app.see('Choose what to keep');
	await app.readQuestion();
	await app.press('t', 'enter');
	await app.see('Saved api-theirs');
	await app.press('e');
	await app.see('No changes yet.');
	await restart();
	await app.press('e');
	await app.see('No changes yet.');
});

test('values that are all given up in a conflict are no draft', async () => {
	const {team} = await openTeam();
	await openConflict(team);
	await app.press('t', 'enter');
	await app.see('Nothing was changed');
	await app.press('e');
	await app.see('No changes yet.');
});

test('a change to another field by someone else is no conflict', async () => {
	const {team} = await openTeam();
	await app.press('e');
	await app.see('Edit project');
	await app.type('-mine');
	team.changeProject('api', {status: 'error'});
	await app.press('enter');
	await app.see('Saved api-mine');
});

test('a draft survives a restart until it is sent', async () => {
	const {restart} = await openTeam();
	await app.press('e');
	await app.see('Edit project');
	await app.type('-draft');
	await app.see('api-draft');
	await restart();
	await app.press('e');
	await app.see('api-draft');
	await app.press('enter');
	await app.see('Saved api-draft');
	await restart();
	await app.press('e');
	await app.see('No changes yet.');
});

test('quitting while a write waits for its retry cancels it without an unconfirmed change', async () => {
	const {team} = await openTeam();
	team.fail('busy');
	await deploy();
	await app.see('sending again in 3s');
	app.session.stop();
	await seconds(10);
	expect(team.writes()).toHaveLength(1);
	expect(app.session.writes.isBusy()).toBe(false);
});

test('leaving the service while a write waits for its retry cancels it at once', async () => {
	const {team} = await openTeam();
	team.fail('busy');
	await deploy();
	await app.see('sending again in 3s');
	await app.session.actions.enterDemo();
	await app.clock.advance(10);
	expect(app.session.writes.isBusy()).toBe(false);
	await seconds(10);
	expect(team.writes()).toHaveLength(1);
});

test('a throttled write pauses all requests', {tags: ['fault-11']}, async () => {
	const {team} = await openTeam();
	team.fail('busy');
	await deploy();
	await app.see('sending again in');
	const before = team.requests.length;
	await app.clock.advance(2900);
	expect(team.requests.slice(before)).toEqual([]);
});

/** Edits api, loses the response, and returns to the list. */
async function loseEdit() {
	await app.press('e');
	await app.see('Edit project');
	await app.type('-two');
	await app.press('enter');
	await app.see("We don't know whether api was changed.");
	await app.press('esc', 'esc');
	await app.see('of 2');
}

test('confirming a lost edit leaves the form and draft of another project alone', async () => {
	const {team, restart} = await openTeam();
	team.fail('after');
	await loseEdit();
	await app.press('j', 'e');
	await app.see('Edit project');
	await app.type('-mine');
	await seconds(5);
	await app.see('Saved api-two (confirmed)');
	await app.see('Edit project');
	await app.see('web-mine');
	await restart();
	await app.press('j', 'e');
	await app.see('web-mine');
});

test('confirming a lost edit keeps later typing for the same project', async () => {
	const {team} = await openTeam();
	team.fail('after');
	await loseEdit();
	await app.press('e');
	await app.see('api-two');
	await app.type('-three');
	await seconds(5);
	await app.see('Saved api-two (confirmed)');
	await app.see('api-two-three');
	await app.press('esc');
	await app.see('of 2');
	await app.press('e');
	await app.see('api-two-three');
});

test('confirming a lost edit discards its draft', async () => {
	const {team} = await openTeam();
	team.fail('after');
	await loseEdit();
	await seconds(5);
	await app.see('Saved api-two (confirmed)');
	await app.press('e');
	await app.see('No changes yet.');
});

test.each([
	['t', 'Deploy web?'],
	['D', 'Permanently delete web?'],
])('the finding about a lost edit does not replace the question %s of another project', async (key, asked) => {
	const {team} = await openTeam();
	team.fail('before');
	await loseEdit();
	await app.press('j', key);
	await app.see(asked);
	await seconds(40);
	await app.see("We don't know whether api was changed: press u to see");
	await app.see(asked);
});

test('confirming a lost deletion leaves a question about another project open', async () => {
	const {team} = await openTeam();
	team.fail('after');
	await remove();
	await app.see("We don't know whether api was deleted.");
	await app.press('esc', 'j', 't');
	await app.see('Deploy web?');
	await seconds(5);
	await app.see('Deleted api (confirmed)');
	await app.see('Deploy web?');
	await app.press('esc', '3');
	await app.see(/deleted +api .*Deleted api/);
});

test('confirming a lost creation does not replace the form of another new project', async () => {
	const {team} = await openTeam();
	team.fail('after');
	await app.press('a');
	await app.see('New project');
	await app.type('shop');
	await app.press('enter');
	await app.see("We don't know whether shop was added.");
	await app.press('esc');
	await app.see('New project');
	await app.type('-two');
	await seconds(5);
	await app.see('Added shop (confirmed by the list)');
	await app.see('shop-two');
	await app.see('New project');
});

test('a refused resend is reported and leaves the form of another project alone', async () => {
	const {team} = await openTeam();
	team.fail('before');
	await loseEdit();
	await seconds(40);
	await app.see('No sign of it');
	await app.readQuestion();
	team.fail('busy', 'busy', 'busy');
	await app.press('r');
	await app.press('j', 'e');
	await app.see('Edit project');
	await app.type('-mine');
	await seconds(30);
	await app.see('api: The service asks for fewer requests (429)');
	await app.see('web-mine');
	await app.press('enter');
	await app.see('Saved web-mine');
});

test('a deployment that is sent again after a pause does not replace the screen that is open by then', async () => {
	const {team} = await openTeam();
	team.fail('before');
	await deploy();
	await app.see("We don't know whether api was deployed.");
	await seconds(40);
	await app.see('No sign of it');
	await app.readQuestion();
	team.fail('busy');
	await app.press('r', 'j', 'enter');
	await app.see(/^ web /m);
	await seconds(60);
	expect(team.writes()).toHaveLength(3);
	await app.see(/^ web /m);
	await app.press('1');
	await app.see(/api .*queued/);
});

test('a lost write is checked again after reconnecting to its service', async () => {
	const {team} = await openTeam();
	team.fail('after');
	await loseEdit();
	await app.session.actions.enterDemo();
	await app.see('of 2');
	await seconds(5);
	await app.see('Saved api-two (confirmed)');
});

test('a bulk deployment stops when another service is connected', async () => {
	const {team} = await openTeam();
	await app.press(' ', ' ', 't');
	await app.see('Deploy these 2 projects?');
	await app.readQuestion();
	await app.type('2');
	await app.press('enter');
	await app.see('Deploying: 1 of 2 started');
	await app.session.actions.enterDemo();
	await seconds(5);
	await app.see('of 2');
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments']);
});

/** Adds a project and loses the response after or before the service applies the request. */
async function lose(fault: 'after' | 'before', size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({...size, clock, handle: team.handle});
	await app.see('of 2');
	team.fail(fault);
	await app.press('a');
	await app.type('shop');
	await app.press('enter');
	await app.see('─ Unconfirmed change ─');
	return team;
}

const inside = () => boxIn(app.terminal.lines()).inside.join(' ').replaceAll(/\s+/g, ' ');

test.each(sizes)('an unconfirmed change fits $columns×$rows', async size => {
	await lose('before', size);
	expectToFit(app.terminal.lines(), size);
	expect(inside()).toContain('shop');
	expect(inside()).toContain('check 1 in 2s');
	expect(boxIn(app.terminal.lines()).around).toContain('demo');
});

test('an unconfirmed change names the request, so that the operators of the service can find it', async () => {
	await lose('before');
	expect(inside()).toContain('It says: down. Request id: req_1.');
});

test('c checks an unconfirmed change once more', async () => {
	const team = await lose('before');
	await seconds(40);
	await app.see('No sign of it');
	await app.readQuestion();
	const before = team.requests.length;
	await app.press('c');
	await seconds(5);
	expect(team.requests.length).toBeGreaterThan(before);
	expect(team.writes()).toHaveLength(1);
});

test('esc postpones an unconfirmed change, and u returns to it', async () => {
	await lose('before');
	await app.press('esc');
	expect(app.screen()).not.toContain('─ Unconfirmed change ─');
	await app.press('esc', 'u');
	await app.see('─ Unconfirmed change ─');
});

test('an unconfirmed change scrolls to its end on a small screen and shows how to close it', async () => {
	await lose('before', {columns: 40, rows: 12});
	await seconds(40);
	expect(app.terminal.lines().at(-1)).toContain('esc close');
	const read: string[] = [];
	for (let step = 0; step < 8; step++) {
		read.push(...boxIn(app.terminal.lines()).inside.map(line => line.replace(/ *[▲▼]$/, '')));
		await app.press('j');
	}

	const lines = [...new Set(read)].join(' ');
	expect(lines).toContain('Press r to send it again, c to check once more.');
	expect(lines).toMatch(/sent \d{4}-\d\d-\d\d/);
	expect(lines).toContain('It says: down');
});
