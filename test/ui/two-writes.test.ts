import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
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
		await app.see('of 2');
	};
	await open();
	return {team, open};
}

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

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
	const {team, open} = await openTeam();
	team.fail('after');
	await loseEdit();
	await app.press('j', 'e');
	await app.see('Edit project');
	await app.type('-mine');
	await seconds(5);
	await app.see('Saved api-two (confirmed)');
	await app.see('Edit project');
	await app.see('web-mine');
	app.close();
	await open();
	await app.clock.advance(1000);
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
	await app.press('D');
	await app.readQuestion();
	await app.type('api');
	await app.press('enter');
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
	await app.press('t');
	await app.see('Deploy api?');
	await app.readQuestion();
	await app.press('y');
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
