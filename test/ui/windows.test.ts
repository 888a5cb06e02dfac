import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import type {JournalOwner} from '../../src/journal/schema.ts';
import type {OpenedService} from '../../src/model/connection.ts';
import {withFocus} from '../../src/state/absence.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let windows: readonly OpenApp[] = [];
afterEach(() => {
	for (const window of windows) window.close();
	windows = [];
});

const unconfirmedText = 'The last deployment is unconfirmed: another running landfall';

/** Opens two windows with one journal. The first one gets the answer to a deployment when the test says so. */
async function openTwo() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const shared = {clock, handle: team.handle, journalPath: join(temporaryDirectory(), 'journal.sqlite')};
	const owner = (id: number) => ({id, isRunning: () => true});
	const {promise: answered, resolve: answer} = Promise.withResolvers<void>();
	const late = (service: OpenedService): OpenedService => ({
		...service,
		client: {
			...service.client,
			async triggerDeployment(...call) {
				const deployment = await service.client.triggerDeployment(...call);
				await answered;
				return deployment;
			},
		},
	});
	const first = await openDemo({...shared, owner: owner(1), onService: late});
	const second = await openDemo({...shared, owner: owner(2)});
	windows = [first, second];
	for (const window of windows) await window.see('of 2');
	await clock.advance(1000);
	return {first, second, team, clock, answer};
}

/** Opens the question whether to deploy api. */
async function ask(window: OpenApp) {
	await window.press('t');
	await window.see('Deploy api?');
}

test('a deployment that one window has in flight is not started in another one, until it is answered', async () => {
	const {first, second, team, answer} = await openTwo();
	await ask(first);
	await first.readQuestion();
	await first.press('y');
	await ask(second);
	await second.see(unconfirmedText);
	await second.readQuestion();
	await second.press('y');
	await second.see(unconfirmedText);
	expect(team.writes()).toHaveLength(1);
	answer();
	await first.see('Deploying api');
	await second.press('y');
	await second.see('Deploying api');
	expect(team.writes()).toHaveLength(2);
});

test('a bulk deployment says that it leaves out a project that another window deploys', async () => {
	const {first, second, team, clock} = await openTwo();
	await ask(first);
	await first.readQuestion();
	await first.press('y');
	await second.press('A', 't');
	await second.see('Deploy these 2 projects?');
	await second.see('Left out, as the last deployment is unconfirmed: 1.');
	await second.readQuestion();
	await second.type('2');
	await second.press('enter');
	for (let seconds = 0; seconds < 5; seconds++) await clock.advance(1000);
	await second.see('1 of 2 deployments started');
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments', 'POST /v1/projects/web/deployments']);
});

/** Opens a window, and then lets a command deploy a project. The command ends without learning whether it did. */
async function openBesideCommand() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const running = new Set([1, 2]);
	const ownerOf = (id: number): JournalOwner => ({id, isRunning: other => running.has(other)});
	const shared = {clock, handle: team.handle, journalPath};
	const app = await openDemo({...shared, owner: ownerOf(1)});
	await app.see('of 2');
	await clock.advance(1000);
	const {session} = await startTestSession({
		...shared,
		isInDemo: true,
		owner: ownerOf(2),
	});
	team.fail('before');
	await session.writes.mutate({
		ref: session.writes.newWrite('api', 'api'),
		write: {kind: 'deploy', projectId: 'api', body: '{}', known: undefined},
	});
	return {
		app,
		team,
		endCommand() {
			session.stop();
			running.delete(2);
		},
	};
}

test('a deployment that a command left unconfirmed is not offered again in a window', async () => {
	const {app, team, endCommand} = await openBesideCommand();
	endCommand();
	await app.press('t');
	await app.see('Deploy api?');
	await app.readQuestion();
	await app.press('y');
	await app.see('The last change is unconfirmed. Press esc, then u to decide.');
	expect(team.writes()).toHaveLength(1);
	app.close();
});

test('a window shows what a command left unconfirmed when the user returns to it', async () => {
	const {app, endCommand} = await openBesideCommand();
	app.session.store.change((state, at) => withFocus(state, false, at));
	endCommand();
	app.session.store.change((state, at) => withFocus(state, true, at));
	await app.see("We don't know whether api was deployed.");
	app.close();
});

test('a window leaves the search for an outcome to the command that still looks for it, and deploys only afterwards', async () => {
	const {app, team, endCommand} = await openBesideCommand();
	const said = 'The last deployment is unconfirmed: another running landfall';
	await app.press('t');
	await app.see('Deploy api?');
	await app.see(said);
	await app.readQuestion();
	await app.press('y');
	await app.see(said);
	expect(team.writes()).toHaveLength(1);
	expect(app.session.store.get().writes.unconfirmed.size).toBe(0);
	endCommand();
	app.close();
});
