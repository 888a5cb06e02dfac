import {expect, test} from 'vitest';
import {defaultRules, type NotificationRules} from '../../src/model/notification-rules.ts';
import {type OpenApp, openDemo, openOnTeam, type TeamOptions} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {hour, minute} from '../kit/fixtures/moment.ts';
import {createTeam, type Team} from '../kit/services/team.ts';

/** They usually take a minute in production. */
function usually({deployedBefore}: Team) {
	for (const project of ['web', 'shop'])
		for (const hours of [1, 2, 3, 4, 5])
			deployedBefore(project, 'success', hours * hour, {environment_id: 'production'});
	for (const hours of [1, 2, 3, 4]) deployedBefore('shop', 'success', hours * hour, {environment_id: 'preview'});
}

async function openStuck(rules: Partial<NotificationRules> = {}, options: TeamOptions = {}) {
	const preferences = {rules: {...defaultRules, scope: 'any' as const, command: ['tell'], ...rules}};
	const opened = await openOnTeam(['web', 'shop'], {
		preferences,
		environment: {TERM: 'xterm-kitty'},
		prepare: usually,
		...options,
	});
	await opened.app.press('2');
	await opened.app.clock.advance(5000);
	return opened;
}

const building = (environment_id = 'production') => ({status: 'building', environment_id});

/** What the notification command was told: the deployment and its outcome. */
const told = (app: OpenApp) => app.ran.map(({facts}) => `${facts?.LANDFALL_DEPLOYMENT_ID} ${facts?.LANDFALL_OUTCOME}`);

const notifications = (app: OpenApp) => app.terminal.writes.filter(text => text.includes('\u001B]9;')).join('');

test('a deployment notifies once when it has taken three times its usual duration', {tags: ['fault-267']}, async () => {
	const {app, team} = await openStuck();
	const web = team.deploy('web', building());
	await app.clock.advance(2 * minute);
	expect(told(app)).toEqual([]);
	await app.wait(90_000, /STUCK {2}1/, '✖0 ◐1, 1 stuck');
	expect(told(app)).toEqual([`${web} in progress`]);
	expect(notifications(app)).toMatch(/landfall: web v\d+ stuck · three times its usual duration · production · demo/);
	// A longer usual duration and another status change nothing.
	for (const ago of [10, 9, 8, 7, 6, 5])
		team.deployedBefore('web', 'success', ago * minute, {environment_id: 'production'}, 2 * minute);
	await app.wait(minute, /IN PROGRESS {2}1/);
	team.change(web, {status: 'verifying'});
	await app.wait(3 * minute, /STUCK {2}1/);
	expect(told(app)).toEqual([`${web} in progress`]);
	team.conclude(web, 'success');
	await app.wait(minute, /SUCCEEDED RECENTLY/);
	expect(told(app)).toEqual([`${web} in progress`, `${web} succeeded`]);
});

test.each<[why: string, environment: string, rules: Partial<NotificationRules>]>([
	['five successes of its environment are not known', 'preview', {}],
	['the rules are about watched deployments', 'production', {scope: 'watched'}],
	['the rules are off', 'production', {scope: 'off'}],
])('a long deployment does not notify if %s', async (_why, environment, rules) => {
	const {app, team} = await openStuck(rules);
	team.deploy('shop', building(environment));
	await app.clock.advance(5 * minute);
	expect(told(app)).toEqual([]);
});

test('a watched deployment notifies, and so does a failure-only rule', async () => {
	const {app, team} = await openStuck({scope: 'watched', failuresOnly: true});
	const [web] = [team.deploy('web', building()), team.deploy('shop', building())];
	await app.wait(30_000, /◐ web/);
	await app.go(['1', 'w'], /Watching (?:all deployments of )?web/);
	await app.clock.advance(5 * minute);
	expect(told(app)).toEqual([`${web} in progress`]);
});

test('after a sleep, each is reported once, those of one read together', {tags: ['fault-268']}, async () => {
	const {app, team} = await openStuck();
	const ids = [team.deploy('web', building()), team.deploy('web', building())];
	await app.clock.advance(minute);
	await app.clock.sleep(8 * hour);
	await app.clock.advance(2 * minute);
	expect(told(app).toSorted()).toEqual(ids.map(id => `${id} in progress`));
	expect(notifications(app).match(/\u001B\]9;/g)).toHaveLength(1);
	expect(notifications(app)).toMatch(/landfall: 0 failed, 2 stuck · web v\d+ stuck, web v\d+ stuck/);
});

test('a restart repeats nothing, and reports what has become stuck meanwhile', {tags: ['fault-267']}, async () => {
	const {app, team, clock, reopen} = await openStuck({}, {hasJournal: true});
	const first = team.deploy('web', building());
	await app.clock.advance(4 * minute);
	expect(told(app)).toEqual([`${first} in progress`]);
	const second = team.deploy('shop', building());
	await app.clock.advance(minute);
	const again = await reopen();
	await again.press('2');
	await again.wait(minute, /STUCK {2}1/);
	expect(told(again)).toEqual([]);
	again.close();
	await clock.advance(10 * minute);
	const third = await reopen();
	await third.press('2');
	await third.wait(minute, /STUCK {2}2/);
	expect(told(third)).toEqual([`${second} in progress`]);
});

test('what was stuck before landfall first looked is no news', async () => {
	const {app} = await openStuck(
		{},
		{
			prepare(team) {
				usually(team);
				team.deploy('web', {...building(), created_at: '2026-06-01T09:00:00Z'});
			},
		},
	);
	await app.wait(5 * minute, /STUCK {2}1/);
	expect(told(app)).toEqual([]);
});

test('one that has concluded during a sleep is not stuck', {tags: ['fault-269']}, async () => {
	const {app, team} = await openStuck();
	const web = team.deploy('web', building());
	await app.clock.advance(minute);
	await app.clock.sleep(8 * hour);
	team.conclude(web, 'success');
	await app.clock.advance(minute);
	expect(told(app)).toEqual([`${web} succeeded`]);
});

test.each([
	['forward by a day', -24 * hour],
	['back by an hour', hour],
])('a clock set %s makes nothing stuck', {tags: ['fault-268']}, async (_how, backMs) => {
	const clock = createTestClock();
	const startsAt = clock.now();
	const team = createTeam({clock: {now: () => startsAt + clock.elapsed()}, projects: ['web', 'shop']});
	usually(team);
	const preferences = {rules: {...defaultRules, scope: 'any' as const, command: ['tell']}};
	const app = await openDemo({preferences, clock, handle: team.handle}, '1 of 2');
	await app.press('2');
	const web = team.deploy('web', building());
	await app.clock.advance(minute);
	app.clock.setBack(backMs);
	await app.clock.advance(minute);
	expect(told(app)).toEqual([]);
	await app.clock.advance(2 * minute);
	expect(told(app)).toEqual([`${web} in progress`]);
});
