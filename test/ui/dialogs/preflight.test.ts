import {expect, test} from 'vitest';
import {defaultGuards, type OpenedService, type WriteGuards} from '../../../src/model/connection.ts';
import {app, openOnTeam} from '../../kit/app/open.ts';
import type {Team} from '../../kit/services/team.ts';

/** Opens landfall on a team. The returned function changes the guards that the settings have. */
async function openGuarded(projects: readonly string[] = ['api', 'web']) {
	let guards: WriteGuards = {isReadOnly: false, guards: defaultGuards};
	const onService = (service: OpenedService): OpenedService => ({...service, readGuards: () => guards});
	const {team} = await openOnTeam(projects, {onService, hasJournal: true});
	return {
		team,
		guard(change: {readonly isReadOnly?: boolean; readonly protects?: readonly string[]}) {
			const {isReadOnly = false, protects = []} = change;
			guards = {isReadOnly, guards: {...defaultGuards, protects}};
		},
	};
}

type Guard = Awaited<ReturnType<typeof openGuarded>>['guard'];

const protectedApi = 'api is protected by your settings';
const readOnly = 'This connection is read-only, so nothing was sent.';
const readOnlyPart = 'This connection is read-only';

test.each<[name: string, key: string, answer: readonly string[], guard: Parameters<Guard>[0], said: string]>([
	['a deletion, if it is protected by then', 'D', [...'api', 'enter'], {protects: ['a*']}, protectedApi],
	['a deployment, if it is protected by then', 't', ['y'], {protects: ['a*']}, protectedApi],
	['a deletion, if the profile is read-only by then', 'D', [...'api', 'enter'], {isReadOnly: true}, readOnly],
	['a deployment, if the profile is read-only by then', 't', ['y'], {isReadOnly: true}, readOnly],
])('guards that the settings get while a question is open refuse %s', {tags: ['fault-174']}, async (...row) => {
	const [, key, answer, added, said] = row;
	const {team, guard} = await openGuarded();
	await app.go(key, 'api?');
	guard(added);
	await app.reply(answer, ...said.split(' so ').slice(0, 1));
	expect(team.writes()).toEqual([]);
});

test('guards that the settings get show on the screen with the next request', async () => {
	const {guard, team} = await openGuarded();
	await app.press('e', 'half a second', ...'-two');
	guard({isReadOnly: true});
	await app.go('enter', 'This connection is read-only', 'read-only');
	expect(team.writes()).toEqual([]);
});

test.each<[name: string, key: string, answer: readonly string[], happen: (team: Team) => unknown, said: RegExp]>([
	[
		'a deletion, if somebody gives it a protected name',
		'D',
		[...'api', 'enter'],
		team => team.changeProject('api', {name: 'prod-api'}),
		/prod-api is protected/,
	],
	[
		'a deployment, if somebody gives it a protected name',
		't',
		['y'],
		team => team.changeProject('api', {name: 'prod-api'}),
		/prod-api is protected/,
	],
	[
		'a deletion, if somebody gives it another name',
		'D',
		[...'api', 'enter'],
		team => team.changeProject('api', {name: 'other'}),
		/api is called other now, so nothing/,
	],
	['a deployment, if somebody deletes it', 't', ['y'], team => team.remove('api'), /may have been deleted \(404\)/],
])('what happens to a project while a question is open refuses %s', {tags: ['fault-173']}, async (...row) => {
	const [, key, answer, happen, said] = row;
	const {team, guard} = await openGuarded();
	guard({protects: ['prod-*']});
	await app.go(key, 'api?');
	happen(team);
	await app.reply(answer, said);
	expect(team.writes()).toEqual([]);
});

test('a project that is renamed to a protected name during a pause after 429 is not deleted', {
	tags: ['fault-173'],
}, async () => {
	const {team, guard} = await openGuarded();
	guard({protects: ['prod-*']});
	team.fail('busy');
	await app.answer('D', [...'api', 'enter'], /sending again in \ds/);
	team.changeProject('api', {name: 'prod-api'});
	await app.wait(5000, 'prod-api is protected');
	expect(team.writes()).toHaveLength(1);
	expect(team.names().get('api')).toBe('prod-api');
});

test('a record is read again if the list beside it takes long', {tags: ['fault-173']}, async () => {
	let isSlow = false;
	const {team, clock} = await openOnTeam(['api', 'web'], {
		guards: {protects: ['prod-*']},
		latencyMs: () => (isSlow ? 3000 : 0),
	});
	await app.go('t', 'Deploy api?');
	isSlow = true;
	await app.reply('y', 'Waiting to send');
	team.changeProject('api', {name: 'prod-api'});
	await clock.advance(3000);
	isSlow = false;
	await app.wait(4000, 'prod-api is protected');
	expect(team.writes()).toEqual([]);
});

test('a project that is protected by then is asked about a second time', {tags: ['fault-174']}, async () => {
	const {team, guard} = await openGuarded();
	await app.go('t', 'Deploy api?');
	guard({protects: ['a*']});
	await app.reply('y', protectedApi);
	await app.clock.advance(1500);
	await app.reply('y', 'Press p to deploy it anyway');
	await app.reply('p', 'queued');
	expect(team.writes()).toHaveLength(1);
});

test('settings that cannot be used for a moment refuse only until they can', {tags: ['fault-174']}, async () => {
	const {team, guard} = await openGuarded();
	guard({isReadOnly: true});
	await app.answer('t', 'y', readOnlyPart);
	guard({});
	await app.press('esc');
	await app.clock.advance(5000);
	await app.answer('t', 'y', 'queued');
	expect(team.writes()).toHaveLength(1);
});

test('several projects are compared with what they are called when each request leaves', {
	tags: ['fault-173'],
}, async () => {
	const {team, guard} = await openGuarded(['api', 'web', 'docs']);
	guard({protects: ['prod-*']});
	await app.go([' ', ' ', ' ', 'D'], 'Permanently delete these 3 projects?');
	team.changeProject('web', {name: 'prod-web'});
	await app.press('half a second', ...'delete 3', 'enter');
	await app.wait(5000, '✖ web', 'prod-web is protected');
	expect([...team.names().values()]).toEqual(['prod-web']);
});

test.each<[name: string, guard: Parameters<Guard>[0], said: string]>([
	['protected', {protects: ['a*']}, protectedApi],
	['in a read-only profile', {isReadOnly: true}, 'This connection is read-only'],
])('r does not delete a project that is %s by then', {tags: ['fault-174']}, async (_what, added, said) => {
	const {team, guard} = await openGuarded();
	team.fail('before');
	await app.answer('D', [...'api', 'enter'], 'landfall does not know whether api was deleted.');
	await app.wait(140_000, 'No sign of it');
	guard(added);
	await app.press('r');
	await app.see(said);
	expect(team.writes()).toHaveLength(1);
	// It is still unconfirmed.
	await app.wait(40_000, 'No sign of it');
});

/** Edits the name of api, which a service that is too busy does not take. */
async function editBusy(team: Team) {
	team.fail('busy');
	await app.press('e', 'half a second', ...'-mine');
	await app.go('enter', /sending again in \ds/);
}

test('an edit that is repeated after 429 does not overwrite what somebody has saved meanwhile', {
	tags: ['fault-49', 'fault-173'],
}, async () => {
	const {team} = await openGuarded();
	await editBusy(team);
	team.changeProject('api', {name: 'theirs'});
	await app.wait(5000, 'so nothing was sent.', /name +api-mine.*\n.* now theirs, changed by someone else/);
	expect(team.writes()).toHaveLength(1);
	expect(team.names().get('api')).toBe('theirs');
});

test('an edit that is repeated after 429 says what the values were when it left', async () => {
	const {team} = await openGuarded();
	team.fail('busy');
	await app.press('e', 'half a second', ...'-mine', 'tab', 'ctrl+u', ...'slug');
	await app.go('enter', /sending again in \ds/);
	team.changeProject('api', {slug: 'slug'});
	expect(await app.wait(5000, 'Saved api-mine', 'name: api → api-mine')).not.toContain('slug:');
});

test('r does not overwrite what somebody has saved since an edit was lost', {tags: ['fault-173']}, async () => {
	const {team} = await openGuarded();
	team.fail('before');
	await app.press('e', 'half a second', ...'-mine');
	await app.go('enter', 'landfall does not know whether api was changed.');
	await app.wait(140_000, 'No sign of it');
	team.changeProject('api', {name: 'theirs'});
	await app.press('r');
	await app.wait(1000, 'The project has changed, but not to what was sent', 'name: sent api-mine, now theirs');
	expect(team.writes()).toHaveLength(1);
});

/** Sends an edit again by r, while somebody else saves between looking for a sign of it and sending it. */
async function repeatTooLate(...keys: readonly string[]) {
	let readsLeft = Number.POSITIVE_INFINITY;
	const {team} = await openOnTeam(['api', 'web'], {
		readFault(path) {
			if (path === '/v1/projects/api' && --readsLeft === 0) team.changeProject('api', {name: 'theirs'});
			return undefined;
		},
	});
	team.fail('before');
	await app.press('e', 'half a second', ...'-mine');
	await app.go('enter', 'landfall does not know whether api was changed.');
	await app.wait(140_000, 'No sign of it');
	await app.go([...keys, 'half a second'], 'Press r to send it again');
	readsLeft = 2;
	await app.press('r');
	return team;
}

test('an edit that r does not send says in its form what somebody has saved', {tags: ['fault-173']}, async () => {
	const team = await repeatTooLate();
	await app.see(/ name +api-mine.*\n.* now theirs, changed by someone/);
	await app.go('esc', 'so nothing was sent.');
	expect(team.writes()).toHaveLength(1);
});

test('an edit that r does not send says so in a notice once its form is closed', {tags: ['fault-173']}, async () => {
	const team = await repeatTooLate('esc', 'esc', 'u');
	await app.see('api: Someone else changed it', 'so nothing was sent');
	expect(team.writes()).toHaveLength(1);
});

test('a project whose slug the record lacks is protected by the slug that the list has', async () => {
	const {team, guard} = await openGuarded();
	guard({protects: ['secret-*']});
	team.changeProject('api', {slug: 'secret-api'});
	await app.wait(35_000, '1 of 2');
	await app.go('D', 'Permanently delete api?');
	team.changeProject('api', {slug: null});
	await app.reply([...'api', 'enter'], protectedApi);
	expect(team.writes()).toEqual([]);
});

test('a project without a name is protected while any name is', async () => {
	const {team, guard} = await openGuarded();
	team.changeProject('api', {name: null});
	guard({protects: ['prod-*']});
	await app.wait(35_000, '1 of 2');
	await app.answer('D', [...'api', 'enter'], protectedApi);
	expect(team.writes()).toEqual([]);
});
