import {expect, test} from 'vitest';
import {defaultGuards, type OpenedService, type WriteGuards} from '../../../src/model/connection.ts';
import {openOnTeam} from '../../kit/app/open.ts';
import type {Team} from '../../kit/services/team.ts';

/** `guard` changes the guards in the settings. */
async function openGuarded(projects: readonly string[] = ['api', 'web']) {
	let guards: WriteGuards = {isReadOnly: false, guards: defaultGuards};
	const onService = (service: OpenedService): OpenedService => ({...service, readGuards: () => guards});
	const {app, team} = await openOnTeam(projects, {onService, hasJournal: true});
	return {
		app,
		team,
		guard(change: {readonly isReadOnly?: boolean; readonly protects?: readonly string[]}) {
			const {isReadOnly = false, protects = []} = change;
			guards = {isReadOnly, guards: {...defaultGuards, protects}};
		},
	};
}

type Guard = Awaited<ReturnType<typeof openGuarded>>['guard'];

const protectedApi = 'api is protected by your settings';
const readOnly = 'This connection is read-only';

const protectApi = (_team: Team, guard: Guard) => guard({protects: ['a*']});
const makeReadOnly = (_team: Team, guard: Guard) => guard({isReadOnly: true});
const protectByName = (team: Team) => team.changeProject('api', {name: 'prod-api'});
const rename = (team: Team) => team.changeProject('api', {name: 'other'});

test.each<[name: string, key: string, answer: string[], happen: (team: Team, guard: Guard) => unknown, said: RegExp]>([
	[
		'a deletion, if the project gets protected',
		'D',
		[...'api', 'enter'],
		protectApi,
		/api is protected by your settings/,
	],
	['a deployment, if the project gets protected', 't', ['y'], protectApi, /api is protected by your settings/],
	['a deletion, if the profile becomes read-only', 'D', [...'api', 'enter'], makeReadOnly, /connection is read-only/],
	['a deployment, if the profile becomes read-only', 't', ['y'], makeReadOnly, /connection is read-only/],
	[
		'a deletion, if someone gives it a protected name',
		'D',
		[...'api', 'enter'],
		protectByName,
		/prod-api is protected/,
	],
	['a deployment, if someone gives it a protected name', 't', ['y'], protectByName, /prod-api is protected/],
	['a deletion, if someone renames it', 'D', [...'api', 'enter'], rename, /api is called other now, so nothing/],
	['a deployment, if someone deletes it', 't', ['y'], team => team.remove('api'), /may have been deleted \(404\)/],
])('an open question forbids %s', {tags: ['fault-173', 'fault-174']}, async (_what, key, answer, happen, said) => {
	const {app, team, guard} = await openGuarded();
	guard({protects: ['prod-*']});
	await app.go(key, 'api?');
	happen(team, guard);
	await app.reply(answer, said);
	expect(team.writes()).toEqual([]);
});

test('new guards show on the screen with the next request', async () => {
	const {app, guard, team} = await openGuarded();
	await app.press('e', 'half a second', ...'-two');
	guard({isReadOnly: true});
	await app.go('enter', readOnly, 'read-only');
	expect(team.writes()).toEqual([]);
});

test('a project is not deleted if a pause after 429 gives it a protected name', {tags: ['fault-173']}, async () => {
	const {app, team, guard} = await openGuarded();
	guard({protects: ['prod-*']});
	team.fail('busy');
	await app.answer('D', [...'api', 'enter'], /sending again in \ds/);
	team.changeProject('api', {name: 'prod-api'});
	await app.wait(5000, 'prod-api is protected');
	expect(team.writes()).toHaveLength(1);
	expect(team.names().get('api')).toBe('prod-api');
});

test('a record is read again if the list takes long', {tags: ['fault-173']}, async () => {
	let isSlow = false;
	const {app, team, clock} = await openOnTeam(['api', 'web'], {
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

test('a newly protected project is asked about a second time', {tags: ['fault-174']}, async () => {
	const {app, team, guard} = await openGuarded();
	await app.go('t', 'Deploy api?');
	guard({protects: ['a*']});
	await app.reply('y', protectedApi);
	await app.clock.advance(1500);
	await app.reply('y', 'Press p to deploy it anyway');
	await app.reply('p', 'queued');
	expect(team.writes()).toHaveLength(1);
});

test('unusable settings forbid changes only until they are usable', {tags: ['fault-174']}, async () => {
	const {app, team, guard} = await openGuarded();
	guard({isReadOnly: true});
	await app.answer('t', 'y', readOnly);
	guard({});
	await app.press('esc');
	await app.clock.advance(5000);
	await app.answer('t', 'y', 'queued');
	expect(team.writes()).toHaveLength(1);
});

test('a bulk deletion checks each name when its request leaves', {tags: ['fault-173']}, async () => {
	const {app, team, guard} = await openGuarded(['api', 'web', 'docs']);
	guard({protects: ['prod-*']});
	await app.go([' ', ' ', ' ', 'D'], 'Permanently delete these 3 projects?');
	team.changeProject('web', {name: 'prod-web'});
	await app.press('half a second', ...'delete 3', 'enter');
	await app.wait(5000, '✖ web', 'prod-web is protected');
	expect([...team.names().values()]).toEqual(['prod-web']);
});

test.each<[name: string, guard: Parameters<Guard>[0], said: string]>([
	['protected', {protects: ['a*']}, protectedApi],
	['in a read-only profile', {isReadOnly: true}, readOnly],
])('r does not delete a project that is %s by now', {tags: ['fault-174']}, async (_what, added, said) => {
	const {app, team, guard} = await openGuarded();
	team.fail('before');
	await app.answer('D', [...'api', 'enter'], 'landfall does not know whether api was deleted.');
	await app.wait(140_000, 'No sign of it');
	guard(added);
	await app.go('r', said);
	expect(team.writes()).toHaveLength(1);
	// It is still unconfirmed.
	await app.wait(40_000, 'No sign of it');
});

test('an edit repeated after 429 does not overwrite what someone else saved', {
	tags: ['fault-49', 'fault-173'],
}, async () => {
	const {app, team} = await openGuarded();
	team.fail('busy');
	await app.go(['e', 'half a second', ...'-mine', 'enter'], /sending again in \ds/);
	team.changeProject('api', {name: 'theirs'});
	await app.wait(5000, 'so nothing was sent.', /name +api-mine.*\n.* now theirs, changed by someone else/);
	expect(team.writes()).toHaveLength(1);
	expect(team.names().get('api')).toBe('theirs');
});

test('an edit repeated after 429 reports the values it replaced', async () => {
	const {app, team} = await openGuarded();
	team.fail('busy');
	await app.go(['e', 'half a second', ...'-mine', 'tab', 'ctrl+u', ...'slug', 'enter'], /sending again in \ds/);
	team.changeProject('api', {slug: 'slug'});
	expect(await app.wait(5000, 'Saved api-mine', 'name: api → api-mine')).not.toContain('slug:');
});

test('r does not overwrite what someone else saved after an unconfirmed edit', {tags: ['fault-173']}, async () => {
	const {app, team} = await openGuarded();
	team.fail('before');
	await app.go(['e', 'half a second', ...'-mine', 'enter'], 'landfall does not know whether api was changed.');
	await app.wait(140_000, 'No sign of it');
	team.changeProject('api', {name: 'theirs'});
	await app.press('r');
	await app.wait(1000, 'The project has changed, but not to what was sent', 'name: sent api-mine, now theirs');
	expect(team.writes()).toHaveLength(1);
});

/** Sends an edit again with r. Someone else saves between the last read and the request. */
async function repeatTooLate(...keys: readonly string[]) {
	let readsLeft = Number.POSITIVE_INFINITY;
	const {app, team} = await openOnTeam(['api', 'web'], {
		readFault(path) {
			if (path === '/v1/projects/api' && --readsLeft === 0) team.changeProject('api', {name: 'theirs'});
			return undefined;
		},
	});
	team.fail('before');
	await app.go(['e', 'half a second', ...'-mine', 'enter'], 'landfall does not know whether api was changed.');
	await app.wait(140_000, 'No sign of it');
	await app.go([...keys, 'half a second'], 'Press r to send it again');
	readsLeft = 2;
	await app.press('r');
	return {app, team};
}

test('an edit that r does not send shows in its form what someone else saved', {tags: ['fault-173']}, async () => {
	const {app, team} = await repeatTooLate();
	await app.see(/ name +api-mine.*\n.* now theirs, changed by someone/);
	await app.go('esc', 'so nothing was sent.');
	expect(team.writes()).toHaveLength(1);
});

test('an edit that r does not send says so in a notice if its form is closed', {tags: ['fault-173']}, async () => {
	const {app, team} = await repeatTooLate('esc', 'esc', 'u');
	await app.see('api: Someone else changed it', 'so nothing was sent');
	expect(team.writes()).toHaveLength(1);
});

test('the slug of the list protects a project whose record has none', async () => {
	const {app, team, guard} = await openGuarded();
	guard({protects: ['secret-*']});
	team.changeProject('api', {slug: 'secret-api'});
	await app.wait(35_000, '1 of 2');
	await app.go('D', 'Permanently delete api?');
	team.changeProject('api', {slug: null});
	await app.reply([...'api', 'enter'], protectedApi);
	expect(team.writes()).toEqual([]);
});

test('any protected name protects a project without a name', async () => {
	const {app, team, guard} = await openGuarded();
	team.changeProject('api', {name: null});
	guard({protects: ['prod-*']});
	await app.wait(35_000, '1 of 2');
	await app.answer('D', [...'api', 'enter'], protectedApi);
	expect(team.writes()).toEqual([]);
});
