import {expect, test} from 'vitest';
import type {Handle} from '../../../src/api/in-process.ts';
import {plain, safe} from '../../../src/base/text.ts';
import type {LoginResult, Profile} from '../../../src/model/connection.ts';
import {boxIn} from '../../kit/app/frames.ts';
import {type OpenApp, open, openList, openOnTeam} from '../../kit/app/open.ts';
import {profileService} from '../../kit/app/session.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

type Opened = {readonly profile: string; readonly authorization: string | undefined; readonly target: string};

function saved(name: string, more: Partial<Profile> = {}): Profile {
	const host = `${name}.example.com`;
	return {name, host: safe(host), baseUrl: `https://${host}`, ...more};
}

type OpenOptions = {latencyMs?: number; zoo?: Partial<Profile>; zooHasKey?: () => Promise<boolean>};

/** Two profiles, each with its own team. Requests of acme take `latencyMs`. */
async function openProfiles({latencyMs = 0, zoo = {}, zooHasKey = async () => true}: OpenOptions = {}) {
	const clock = createTestClock();
	const seen: Opened[] = [];
	const teams = {
		acme: createTeam({clock, projects: ['acme-api', 'acme-web']}),
		zoo: createTeam({clock, projects: ['zoo-api', 'zoo-web']}),
	};
	const profiles = [saved('acme'), saved('zoo', zoo)];
	const app = await open({
		clock,
		profiles,
		customCommands: [{key: 'X', name: 'logs', argv: ['logs'], on: 'project', run: 'background'}],
		access: hooks => ({
			choicesFor: name => (name === 'zoo' ? {rpm: 30} : {}),
			async enterProfile(name): Promise<LoginResult> {
				if (name !== 'acme' && name !== 'zoo')
					return {problem: {sentence: plain`There is no such profile.`, field: undefined}};
				if (name === 'zoo' && !(await zooHasKey()))
					return {problem: {sentence: plain`There is no key for zoo.`, field: 'apiKey'}};
				const handle: Handle = request => {
					seen.push({profile: name, authorization: request.headers.get('authorization'), target: request.target});
					return teams[name].handle(request);
				};
				const own = name === 'acme' ? {latencyMs} : {isReadOnly: zoo.isReadOnly === true};
				return profileService({clock, hooks, name, handle, apiKey: `key-of-${name}`, ...own});
			},
		}),
	});
	await app.session.actions.enterProfile('acme');
	if (latencyMs === 0) await app.see('1 of 2');
	return {app, clock, teams, seen};
}

async function add(app: OpenApp, name: string) {
	await app.press('a', 'half a second', ...name, 'enter');
}

test('the command profile completes names and opens a profile with its rpm', async () => {
	const {app} = await openProfiles();
	await app.go([':', ...'profile '], '▌ profile acme', '  profile zoo');
	await app.go([...'z'], '▌ profile zoo');
	await app.go('tab', ': profile zoo');
	await app.go([...'o'], 'There is no profile zooo');
	await app.go('enter', '─ Commands ─');
	await app.go(['backspace', 'enter'], ' zoo   1 Projects');
	await app.go('!', 'at most 30');
});

test('requests and answers of one profile never reach another', async () => {
	const {app, seen} = await openProfiles({latencyMs: 2000});
	await app.session.actions.enterProfile('zoo');
	await app.see('zoo-api');
	const before = seen.filter(({profile}) => profile === 'acme').length;
	expect(await app.wait(60_000, '1 of 2')).not.toContain('acme');
	expect(seen.filter(({profile}) => profile === 'acme')).toHaveLength(before);
	expect(seen.filter(({profile}) => profile === 'zoo').length).toBeGreaterThan(3);
	for (const {profile, authorization, target} of seen) {
		expect(authorization).toBe(`Bearer key-of-${profile}`);
		expect(target).not.toContain(profile === 'acme' ? 'zoo' : 'acme');
	}
});

test('a late 429 of the last profile does not slow down the next one', async () => {
	const {app, clock, teams} = await openProfiles({latencyMs: 2000});
	await app.wait(2000, '1 of 2');
	await clock.advance(10_000);
	teams.acme.fail('busy');
	await add(app, 'acme-new');
	await clock.advance(1000);
	await app.session.actions.enterProfile('zoo');
	await app.see('zoo-api');
	await clock.advance(1000);
	expect(teams.acme.writes()).toHaveLength(1);
	const {requests, throttle} = app.state().polling;
	expect(throttle).toMatchObject({trouble: {oneAtATime: undefined}, rate: 60});
	expect(requests.latest.filter(({method}) => method === 'POST')).toEqual([]);
});

test('the next profile is not asked for a deployment of the last one', async () => {
	const {app, clock, teams, seen} = await openProfiles({latencyMs: 2000});
	await app.wait(10_000, '1 of 2');
	await app.answer('t', 'y');
	await clock.advance(3000);
	await app.session.actions.enterProfile('zoo');
	await app.see('zoo-api');
	await clock.advance(60_000);
	expect(teams.acme.bodies).toHaveLength(1);
	expect(seen.filter(({profile, target}) => profile === 'zoo' && target.includes('acme'))).toEqual([]);
});

test('a change that waits for a busy service does not delay the next profile', async () => {
	const {app, clock, teams} = await openProfiles();
	teams.acme.fail('busy', 'busy');
	await add(app, 'acme-new');
	await clock.advance(100);
	expect(app.state().writes.waitingUntil).toBeGreaterThan(clock.now());
	await app.session.actions.enterProfile('zoo');
	await app.see('zoo-api');
	await add(app, 'zoo-new');
	await clock.advance(100);
	expect(teams.zoo.writes()).toHaveLength(1);
	await clock.advance(60_000);
	expect(teams.acme.writes()).toHaveLength(1);
});

test.each([
	['list of profiles', [',', 'down', 'enter'], ' zoo   1 Projects'],
	['connect form', [',', 'e', 'half a second', 'up', 'up', 'down', 'enter'], ' zoo   1 Projects'],
	['list for the demo', [',', 'up', 'enter'], ' demo   1 Projects'],
	['form for another address', [',', 'a', 'half a second', ...'https://x', 'tab', 'k', 'enter'], 'There is no network'],
])('an unconfirmed change is reported before its profile is left in the %s', async (_where, leave, left) => {
	const again = leave.includes('half a second') ? ['half a second', 'enter'] : leave;
	const {app, teams} = await openProfiles();
	teams.acme.fail('before');
	await app.answer('t', 'y', 'Unconfirmed change');
	await app.go(['esc', ...leave], 'Leave acme?', 'landfall does not know whether acme-api was deployed.');
	await app.go('y', 'Too soon: read the question, then press ');
	await app.press('half a second', 'esc', ...again);
	await app.reply('y', left);
	expect(teams.zoo.writes()).toEqual([]);
});

test('an unconfirmed change raises no question before the same profile is opened, or one from the demo', async () => {
	const {app, teams} = await openProfiles();
	teams.acme.fail('before');
	await app.answer('t', 'y', 'Unconfirmed change');
	await app.go(['esc', ',', 'e', 'half a second', ...'another-key', 'enter'], 'There is no network.');
	await app.press('esc', 'enter');
	expect(await app.wait(1000, '1 of 2')).not.toContain('Leave');
	const {app: other, team} = await openOnTeam(['api'], {profiles: three});
	team.fail('before');
	await other.answer('t', 'y', 'Unconfirmed change');
	await other.go(['esc', ',', 'enter'], 'There are no profiles.');
});

test('a profile becomes read-only at once, and writable again', async () => {
	const {app, teams} = await openProfiles({zoo: {isReadOnly: true}});
	expect(await app.go([',', 'o'], 'acme · acme.example.com  read-only')).not.toContain('was started');
	await app.go(['esc', 't'], 'This connection is read-only');
	expect(app.state().connection).toMatchObject({isReadOnly: true, profile: 'acme'});
	expect(await app.go([',', 'o'], '─ Profiles ─')).not.toContain('was started read-only');
	await app.press('esc');
	await app.answer('t', 'y', 'queued');
	expect(teams.acme.writes()).toHaveLength(1);
	// A profile that was opened read-only can be changed, too.
	await app.endWord();
	await app.go([',', 'down', 'enter'], 'zoo  read-only', '1 of 2');
	await app.go('t', 'This connection is read-only');
	await app.press(',', 'o', 'esc');
	await app.answer('t', 'y', 'queued');
	expect(teams.zoo.writes()).toHaveLength(1);
});

test('the open profile can be renamed but not removed', async () => {
	const {app} = await openProfiles();
	await app.go([',', 'D'], 'Open another profile or the demo first');
	await app.go(['n', 'half a second', 'ctrl+u', ...'zoo', 'enter'], 'Another profile has this name.');
	await app.go(['ctrl+u', 'enter'], 'Enter a name.');
	await app.go('ctrl+x', /│ acme +│/);
	await app.go(['end', 'ctrl+u', ...'production', 'enter'], /▌ production · acme\.example\.com +•/);
	await app.go('esc', /^ production {3}1 Projects/m, '1 of 2');
	await app.go('X', 'is running');
	expect(app.followed[0]?.variables.LANDFALL_PROFILE).toBe('production');
});

test('a key program that fails or waits does not take the user away', async () => {
	const {promise, resolve} = Promise.withResolvers<boolean>();
	const keys = [Promise.resolve(false), promise];
	const {app} = await openProfiles({zoo: {keyProgram: plain`op`}, zooHasKey: async () => keys.shift() ?? true});
	await app.go([',', 'down', 'enter'], 'There is no key for zoo.');
	expect(await app.see('1 of 2')).toContain(' acme   1 Projects');
	await app.go([',', 'down', 'enter'], 'Waiting for op to print the key of zoo');
	await app.press(',', 'enter');
	resolve(true);
	expect(await app.wait(1000, '1 of 2')).toContain(' acme   1 Projects');
});

const zoo = {isReadOnly: true, protects: ['prod-*'], keyProgram: plain`op`};
const three = [saved('acme'), saved('zoo', zoo), saved('lab', {protects: ['landing-page']})];

async function openThree(size: {readonly columns?: number; readonly rows?: number} = {}) {
	const app = await openList({...size, profiles: three});
	await app.go(',', '─ Profiles ─');
	return app;
}

const selected = (app: OpenApp) => boxIn(app.lines()).inside.find(line => line.includes('▌')) ?? '';

test('the list has profiles, a new service and the demo, and adds and edits profiles', async () => {
	const app = await openThree();
	const {inside} = boxIn(app.lines());
	expect(inside.map(line => line.trim().split(/ {2}|:/)[0])).toEqual([
		'▌ acme · acme.example.com',
		'zoo · zoo.example.com',
		'lab · lab.example.com',
		'Connect to a service',
		'Try the demo',
	]);
	expect(inside[1]).toContain('read-only · protects prod-* · key from op');
	expect(app.lines().at(-1)).toBe(' enter open   e edit   n rename   o read-only   D remove   esc close');
	expect(await app.go('a', '▌ address')).not.toMatch(/address +https:/);
	await app.go(['esc', 'down', 'e'], /address +https:\/\/zoo\.example\.com/, /profile name +zoo/);
});

test('esc in the form of a profile returns to that profile in the list', async () => {
	const app = await openThree();
	await app.go(['down', 'e'], '─ Edit profile zoo ─', /open instead +3 saved profiles/);
	await app.go('esc', '▌ zoo');
	await app.go('D', 'Remove the profile zoo?');
	await app.go(['esc', 'down', 'down', 'enter'], '─ Connect to a service ─');
	await app.go('esc', '▌ Connect to a service');
	expect(await app.go('esc', '1 of 12')).not.toContain('Profiles');
});

test('without profiles, the list says what one is', async () => {
	const app = await openList();
	await app.go(',', '▌ Connect to a service', 'Try the demo');
	await app.see('No profiles yet. Connecting saves the address');
	await app.go('enter', '▌ address');
});

test('after removing or renaming a profile, keys act on the selected one', async () => {
	const app = await openThree();
	await app.go('D', 'Remove the profile acme?', 'Its history stays');
	await app.reply('y', 'acme and its key are removed.');
	expect(selected(app)).toContain('zoo');
	await app.endWord();
	await app.go(['down', 'n', 'half a second', 'ctrl+u', ...'lab 2', 'enter'], '▌ lab 2 ·');
	await app.go('D', 'Remove the profile lab 2?');
	await app.go('esc', '▌ lab 2 ·');
});
