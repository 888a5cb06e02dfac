import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {type IntentRow, type Journal, openJournal} from '../../../src/journal/journal.ts';
import {addressOf} from '../../../src/model/connection.ts';
import {type OpenApp, openOnTeam} from '../../kit/app/open.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';
import type {Team} from '../../kit/services/team.ts';

const demoAddress = addressOf({baseUrl: 'http://demo.invalid'});

async function openTeam(options: Parameters<typeof openOnTeam>[1] = {}) {
	return openOnTeam(['api', 'web'], {hasJournal: true, ...options});
}

const deploy = (app: OpenApp) => app.answer('t', 'y');

async function add(app: OpenApp, name: string) {
	await app.go(['a', 'half a second'], 'New project');
	await app.press(...name, 'enter');
}

/** Adds a project called shop as someone else. */
const addShop = ({handle}: Team) =>
	handle({method: 'POST', target: '/v1/projects', headers: new Map(), body: '{"name":"shop"}'});

test.each([
	['opened', [], 'deployments'],
	['only listed if its form was left', ['esc', 'esc'], 'projects'],
])('an unconfirmed new project is found and %s', {tags: ['fault-43']}, async (_how, keys, screen) => {
	const {app, team} = await openTeam();
	team.fail('after');
	await add(app, 'shop');
	await app.see('landfall does not know whether shop was added.', 'Next check in 2s (1 of 5)');
	await app.press(...keys);
	await app.wait(3000, 'Added shop (confirmed by the list)');
	expect(app.screenName()).toBe(screen);
	expect(team.writes()).toHaveLength(1);
	await app.go('3', /shop +found out Added shop/, /shop +no answer/);
});

test('only the user resends an unconfirmed creation without a sign of it', {tags: ['fault-44']}, async () => {
	// Another project already has this name.
	const {app, team} = await openTeam({prepare: addShop});
	team.fail('before');
	await add(app, 'shop');
	await app.see('landfall does not know whether shop was added.');
	await app.reply('r', 'landfall is still checking');
	// The service may take 75 seconds for it, and another 60 to show it.
	await app.wait(130_000, 'Next check in');
	await app.wait(5000, 'No sign of it 2m 15s after landfall gave up waiting.');
	expect(team.writes()).toHaveLength(2);
	team.fail('before');
	await app.press('r');
	await app.wait(140_000, 'No sign of it');
	await app.go('r', 'Added shop');
	expect(team.writes()).toHaveLength(4);
	expect([...team.names().values()]).toEqual(['api', 'web', 'shop', 'shop']);
});

test('both projects that may be the added one are shown', {tags: ['fault-45']}, async () => {
	const {app, team} = await openTeam();
	team.fail('after');
	await add(app, 'shop');
	await app.see(/landfall does not know/);
	addShop(team);
	await app.wait(3000, '2 new projects are named shop: one of them may be yours.', 'prj_2');
	await app.go('r', 'It may have succeeded: sending it again could apply it twice');
	await app.go('x', 'New project', 'shop');
});

test('an unconfirmed deployment has candidates and forbids another one', {tags: ['fault-47']}, async () => {
	const {app, team} = await openTeam();
	team.fail('after');
	await deploy(app);
	await app.see('landfall does not know whether api was deployed.');
	await app.wait(3000, 'A deployment has started since it was sent. It may be yours', 'dep_0001');
	await app.go(['esc', 't'], 'The last deployment is unconfirmed: press u to decide');
	await app.go(['e', 'half a second', ...'-two', 'enter'], 'Saved api-two');
	await app.answer('u', ['x', 't'], 'Deploy api-two?');
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments', 'PATCH /v1/projects/api']);
});

test('a throttled write pauses all requests and is sent again', {tags: ['fault-11']}, async () => {
	const {app, team} = await openTeam();
	team.fail('busy', 'busy');
	await deploy(app);
	await app.see(/The service is too busy: sending again in \ds/, 'Waiting to send');
	const before = team.requests.length;
	await app.wait(700, 'sending again in 2s');
	await app.clock.advance(1700);
	expect(team.requests.slice(before)).toEqual([]);
	await app.wait(6300, 'Deploying api');
	expect(team.writes()).toHaveLength(3);
});

test('a write that cannot be sent is retried twice', {tags: ['fault-3', 'fault-105']}, async () => {
	let failures = 0;
	const {app, team} = await openTeam({connectError: () => (failures-- > 0 ? 'ECONNREFUSED' : undefined)});
	await app.go(['a', 'half a second'], 'New project');
	await app.type('shop');
	failures = 2;
	await app.press('enter');
	expect(await app.wait(500, 'New project')).not.toContain('too busy');
	await app.wait(7500, 'shop');
	expect(team.writes()).toEqual(['POST /v1/projects']);
	expect(app.state().writes.unconfirmed.size).toBe(0);
	await app.press('esc', 'a', 'half a second', ...'another');
	failures = Number.POSITIVE_INFINITY;
	await app.go('enter', /as of 12:00:\d\d · retrying/);
	expect(await app.wait(8000, /Tried 3 times\./)).not.toContain('live');
	expect(team.writes()).toHaveLength(1);
	expect(await app.go(['esc', '3'], /shop +added/)).not.toContain('another');
});

test.each<[string, (app: OpenApp) => unknown]>([
	['quitting', app => app.session.stop()],
	['leaving the service', app => app.session.actions.enterDemo()],
])('%s cancels a write that waits for its retry', async (_what, leave) => {
	const {app, team} = await openTeam();
	team.fail('busy');
	await deploy(app);
	await app.see(/sending again in \ds/);
	const before = team.requests.length;
	await leave(app);
	await app.clock.advance(10);
	expect(app.session.writes.isBusy()).toBe(false);
	expect(team.requests.slice(before).join()).not.toContain('/deployments');
	await app.clock.advance(10_000);
	expect(team.writes()).toHaveLength(1);
});

/** An edit of api becomes unconfirmed. Returns to the list. */
async function loseEdit(app: OpenApp) {
	await app.go(['e', 'half a second'], 'Edit project');
	await app.go([...'-two', 'enter'], 'landfall does not know whether api was changed.');
	await app.go(['esc', 'esc'], 'of 2');
}

test.each([
	['another project', ['j', 'e', 'half a second'], 'web-mine'],
	['the same project', ['e', 'half a second'], 'api-two-mine'],
])('confirming an edit keeps what is typed for %s, also in its draft', async (_which, keys, typed) => {
	const {app, team, reopen} = await openTeam();
	team.fail('after');
	await loseEdit(app);
	await app.go(keys, 'Edit project');
	await app.type('-mine');
	await app.wait(5000, 'Saved api-two (confirmed)', 'Edit project', typed);
	const reopened = await reopen();
	await reopened.clock.advance(1000);
	expect(reopened.state().writes.drafts.size).toBe(1);
	await reopened.go(keys, typed);
});

test('reading confirms an edit and discards its draft', {tags: ['fault-2']}, async () => {
	const {app, team} = await openTeam();
	team.fail('after');
	await loseEdit(app);
	expect(await app.go('t', 'Deploy api?')).not.toContain('The last change');
	await app.wait(5000, 'Saved api-two (confirmed)', 'Deploy api?');
	expect(team.writes()).toHaveLength(1);
	await app.go(['esc', 'e'], 'No changes yet.');
});

test('a dismissed change is no longer reconciled', async () => {
	const {app, team} = await openTeam();
	team.fail('after');
	await loseEdit(app);
	await app.answer('u', 'x');
	const before = app.requestCount(/GET .*projects\/api$/);
	await app.clock.advance(40_000);
	expect(app.requestCount(/GET .*projects\/api$/)).toBe(before);
});

test.each([
	['t', 'Deploy web?'],
	['D', 'Permanently delete web?'],
])('the finding about an edit does not replace the question %s of another project', async (key, asked) => {
	const {app, team} = await openTeam();
	team.fail('before');
	await loseEdit(app);
	await app.go(['j', key], asked);
	await app.wait(140_000, 'landfall does not know whether api was changed: press u to see', asked);
});

test('a confirmed deletion does not replace the question of another project', async () => {
	const {app, team} = await openTeam();
	team.fail('after');
	await app.answer('D', [...'api', 'enter'], /does not know/);
	await app.go(['esc', 'j', 't'], 'Deploy web?');
	await app.wait(5000, 'Deleted api', 'Deploy web?');
});

test('a rejected resend leaves the form of another project alone', {tags: ['fault-2']}, async () => {
	const {app, team} = await openTeam();
	team.fail('before');
	await loseEdit(app);
	await app.wait(140_000, 'No sign of it');
	expect(team.writes()).toHaveLength(1);
	team.fail('busy', 'busy', 'busy');
	await app.go(['half a second', 'r', 'j', 'e', 'half a second'], 'Edit project');
	await app.type('-mine');
	await app.wait(30_000, 'landfall does not know whether api was changed: press u to see', 'web-mine');
	await app.go('enter', 'Saved web-mine');
	await app.go('u', 'The service asks for fewer requests (429)');
});

test('c reconciles an unconfirmed change once more', async () => {
	const {app, team} = await openTeam();
	team.fail('before');
	await add(app, 'shop');
	await app.see('─ Unconfirmed change ─', 'shop', 'Next check in 2s (1 of 5)');
	await app.wait(140_000, 'No sign of it', '(503): “down.”', /sent \d{4}-\d\d-\d\d/);
	addShop(team);
	await app.press('half a second', 'c');
	await app.wait(500, 'Added shop (confirmed by the list)');
	expect(team.writes()).toHaveLength(2);
});

test('u opens the unconfirmed change of the selected project', async () => {
	const {app, team} = await openTeam();
	for (const project of ['api', 'web']) {
		team.fail('before');
		await app.press('1', 'g', ...(project === 'web' ? 'j' : ''));
		await deploy(app);
		await app.wait(1000, `landfall does not know whether ${project} was deployed.`);
		await app.press('esc');
	}

	await app.go(['g', 'j', 'u'], 'landfall does not know whether web was deployed.');
	await app.go(['esc', 'g', 'u'], 'landfall does not know whether api was deployed.');
});

test('r does not deploy if a deployment has appeared since', {tags: ['fault-172']}, async () => {
	const {app, team} = await openTeam();
	team.fail('before');
	await deploy(app);
	await app.wait(140_000, 'No sign of it 2m 15s after landfall gave up waiting.');
	team.deploy('api');
	await app.press('r');
	await app.wait(1000, 'A deployment has started since it was sent. It may be yours', '(503): “down.”');
	expect(team.writes()).toHaveLength(1);
});

test('a damaged record of an unconfirmed change forbids deployments until dismissed', {
	tags: ['fault-185'],
}, async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {app, team, reopen} = await openTeam({hasJournal: false, journalPath});
	team.fail('before');
	await deploy(app);
	await app.see('landfall does not know whether api was deployed.');
	const database = new DatabaseSync(journalPath);
	database.exec("UPDATE intents SET content = replace(content, 'deploy', 'deplox')");
	database.close();
	const reopened = await reopen();
	await reopened.wait(1000, 'a change whose record in the journal is', 'damaged was made.');
	await reopened.go(['esc', 'j', 't'], 'unconfirmed');
	await reopened.press('y');
	expect(team.writes()).toHaveLength(1);
	await reopened.press('esc');
	await reopened.answer('u', 'x');
	await reopened.answer('t', 'y', 'queued');
	expect(team.writes()).toHaveLength(2);
});

test('an unconfirmed creation forbids another one of that name', {tags: ['fault-172']}, async () => {
	const {app, team} = await openTeam();
	team.fail('before');
	await add(app, 'shop');
	await app.see('landfall does not know whether shop was added.');
	await app.press('esc', 'half a second', 'enter');
	await app.wait(1500, 'The last change is unconfirmed');
	expect(team.writes()).toHaveLength(1);
});

test('setting the clock ahead proves no change absent', {tags: ['fault-176']}, async () => {
	const {app, team, clock} = await openTeam();
	team.fail('before');
	await deploy(app);
	await app.see('landfall does not know whether api was deployed.');
	clock.setBack(-10 * 60_000);
	await app.wait(60_000, 'Next check in', '(5 of 5)');
	await app.wait(80_000, 'No sign of it 2m 15s after landfall gave up waiting.');
	expect(team.writes()).toHaveLength(1);
});

test.each<[name: string, decide: (journal: Journal, intent: IntentRow) => unknown]>([
	['dismissed', (journal, {id}) => journal.forgetIntent(id)],
	['repeated', (journal, intent) => journal.saveIntent(demoAddress, {...intent, at: intent.at + 1}, () => false)],
])('r sends nothing if another window has %s the change', {tags: ['fault-172']}, async (_what, decide) => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {app, team} = await openTeam({hasJournal: false, journalPath});
	team.fail('before');
	await deploy(app);
	await app.wait(140_000, 'No sign of it 2m 15s');
	const elsewhere = openJournal({path: journalPath, now: Date.now});
	for (const intent of elsewhere.unconfirmed(demoAddress)) decide(elsewhere, intent);
	elsewhere.close();
	await app.go('r', 'has decided about this');
	expect(team.writes()).toHaveLength(1);
});
