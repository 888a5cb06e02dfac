import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import type {Service} from '../../src/store/model/login.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

let windows: readonly OpenApp[] = [];
afterEach(() => {
	for (const window of windows) window.close();
});

const unconfirmedText = 'The last deployment is unconfirmed: another running landfall';

/** Opens two windows with one journal. The first one gets the answer to a deployment when the test says so. */
async function openTwo() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	const shared = {clock, handle: team.handle, journalPath: join(temporaryDirectory(), 'journal.sqlite')};
	const owner = (id: number) => ({id, isRunning: () => true});
	const {promise: answered, resolve: answer} = Promise.withResolvers<void>();
	const late = (service: Service): Service => ({
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

test('of two windows that ask the same question, only the first one deploys', async () => {
	const {first, second, team} = await openTwo();
	await ask(first);
	await ask(second);
	expect(second.screen()).not.toContain(unconfirmedText);
	await first.readQuestion();
	await first.press('y');
	await second.press('y');
	await second.see(unconfirmedText);
	expect(team.writes()).toHaveLength(1);
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
