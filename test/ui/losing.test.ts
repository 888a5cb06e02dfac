import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openTeam(journalPath?: string) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const open = async () => {
		app = await openDemo({clock, handle: team.handle, ...(journalPath !== undefined && {journalPath})});
		await app.see('of 2');
	};
	const restart = async () => {
		app.close();
		await open();
		await clock.advance(1000);
	};
	await open();
	return {team, clock, restart};
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
	await app.press('t');
	await app.see('Deploy api?');
	await app.readQuestion();
	await app.press('y');
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
	await app.press('D');
	await app.see('Permanently delete api?');
	await app.readQuestion();
	await app.type('api');
	await app.press('enter');
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
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await app.see('The service is too busy: sending again in 3s');
	await seconds(1);
	await app.see('sending again in 2s');
	await seconds(8);
	await app.see('Deploying api');
	expect(team.writes()).toHaveLength(3);
	team.fail('busy', 'busy', 'busy', 'busy');
	await seconds(2);
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await seconds(30);
	await app.see('slow down');
	expect(team.writes()).toHaveLength(6);
});

test('after a kill between request and response, the next start finds the outcome', {
	tags: ['fault-46'],
}, async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {team, clock} = await openTeam(journalPath);
	team.fail('after');
	await add('shop');
	await app.see(/We don't know/);
	app.close();
	await clock.advance(60_000);
	app = await openDemo({clock, handle: team.handle, journalPath});
	await app.see('of 3');
	await seconds(3);
	await app.see('Added shop (confirmed by the list)');
	expect(team.writes()).toHaveLength(1);
	app.close();
	await clock.advance(1000);
	app = await openDemo({clock, handle: team.handle, journalPath});
	await app.see('of 3');
	await seconds(5);
	expect(app.session.store.get().writes.unconfirmed.size).toBe(0);
});

test('a field changed by someone else is shown beside mine, and the user chooses', {
	tags: ['fault-49'],
}, async () => {
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

test('keeping all of their values in a conflict sends nothing', async () => {
	const {team} = await openTeam();
	await openConflict(team);
	await app.press('t', 'enter');
	await app.see('Nothing was changed, so nothing was sent');
	expect(team.writes()).toEqual([]);
});

test('a value given up in a conflict is no draft, even after a restart', async () => {
	const {team, restart} = await openTeam(join(temporaryDirectory(), 'journal.sqlite'));
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
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {restart} = await openTeam(journalPath);
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
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await app.see('sending again in 3s');
	app.session.stop();
	await seconds(10);
	expect(team.writes()).toHaveLength(1);
	expect(app.session.isWriting()).toBe(false);
});

test('a throttled write pauses all requests', {tags: ['fault-11']}, async () => {
	const {team} = await openTeam();
	team.fail('busy');
	await app.press('t');
	await app.readQuestion();
	await app.press('y');
	await app.see('sending again in');
	const before = team.requests.length;
	await app.clock.advance(2900);
	expect(team.requests.slice(before)).toEqual([]);
});
