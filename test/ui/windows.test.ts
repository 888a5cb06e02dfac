import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {JournalOwner} from '../../src/journal/journal-schema.ts';
import type {OpenedService} from '../../src/model/connection.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {startTestSession} from '../kit/app/session.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

const unconfirmedText = 'An earlier change is unconfirmed: another running landfall';

function createShared() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	return {team, shared: {clock, handle: team.handle, journalPath}};
}

/** Two windows. `answer` lets the answer to the deployment of the first one arrive. */
async function openTwo() {
	const {team, shared} = createShared();
	const owner = (id: number) => ({id, isRunning: () => true});
	const {promise: answered, resolve: answer} = Promise.withResolvers<void>();
	const late = ({client, ...service}: OpenedService): OpenedService => ({
		...service,
		client: {
			...client,
			async triggerDeployment(...call) {
				const deployment = await client.triggerDeployment(...call);
				await answered;
				return deployment;
			},
		},
	});
	const first = await openDemo({...shared, owner: owner(1), onService: late});
	const second = await openDemo({...shared, owner: owner(2)});
	for (const window of [first, second]) await window.see('of 2');
	await shared.clock.advance(1000);
	return {first, second, team, answer};
}

async function deploy(window: OpenApp) {
	await window.go('t', 'Deploy api?');
	await window.reply('y');
}

test('a deployment in flight forbids another window to deploy', async () => {
	const {first, second, team, answer} = await openTwo();
	await deploy(first);
	await deploy(second);
	await second.see(unconfirmedText);
	expect(team.writes()).toHaveLength(1);
	answer();
	await first.see('Deploying api');
	// A held key does not answer again.
	await second.clock.advance(1000);
	await second.go('y', 'Deploying api');
	expect(team.writes()).toHaveLength(2);
});

test('a bulk deployment leaves out a project that another window deploys', async () => {
	const {first, second, team} = await openTwo();
	await deploy(first);
	await second.go(['A', 't'], 'Deploy these 2 projects?', '1 project with an unconfirmed deployment will be skipped.');
	await second.reply(['2', 'enter']);
	await second.wait(5000, '1 of 2 deployments started');
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments', 'POST /v1/projects/web/deployments']);
});

/** Opens a window. Then a command deploys a project, and its answer is lost. */
async function openBesideCommand() {
	const {team, shared} = createShared();
	const running = new Set([1, 2]);
	const ownerOf = (id: number): JournalOwner => ({id, isRunning: other => running.has(other)});
	const app = await openDemo({...shared, owner: ownerOf(1)}, 'of 2');
	await app.clock.advance(1000);
	const {session} = await startTestSession({...shared, isInDemo: true, owner: ownerOf(2)});
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

test('a window reconciles the change of a command once the command has ended', async () => {
	const {app, team, endCommand} = await openBesideCommand();
	await deploy(app);
	await app.see(unconfirmedText);
	expect(app.state().writes.unconfirmed.size).toBe(0);
	await app.press('esc');
	endCommand();
	const text = 'The last change is unconfirmed. Press esc, then u to decide.';
	await app.go('t', text);
	await app.reply('y', text);
	await app.go(['esc', 'u'], 'landfall does not know whether api was deployed.');
	expect(team.writes()).toHaveLength(1);
});

test('a window leaves the unsent changes of another one alone', async () => {
	const {shared} = createShared();
	const first = await openDemo(shared, 'of 2');
	await first.go(['e', 'half a second', ...'-one', 'esc'], 'kept unsent');
	const second = await openDemo(shared, 'of 2');
	await shared.clock.advance(1000);
	await second.go(['e', 'half a second', 'ctrl+x'], 'No changes yet.');
	await first.go(['j', 'e', 'half a second', ...'-mine', 'esc'], 'kept unsent');
	await second.go(['esc', 'j', 'e', 'half a second'], 'Edit project');
	await shared.clock.advance(1000);
	const third = await openDemo(shared, 'of 2');
	await shared.clock.advance(1000);
	expect([...third.state().writes.drafts]).toEqual([['web', {name: 'web-mine'}]]);
});
