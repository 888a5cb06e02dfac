import {expect, test} from 'vitest';
import {defaultRules, type NotificationRules} from '../../src/model/notification-rules.ts';
import {app, openOnTeam, type TeamOptions} from '../kit/app/open.ts';

const hour = 3_600_000;

type Opening = TeamOptions & {readonly rules?: Partial<NotificationRules>};

async function openTeam({rules, ...options}: Opening = {}) {
	const preferences = {rules: {...defaultRules, ...rules}};
	const environment = {TERM: 'xterm-kitty'};
	return openOnTeam(['api', 'web', 'docs'], {preferences, environment, ...options});
}

/** Returns the bells and notifications sent to the terminal. */
const notifications = () => app.terminal.writes.filter(text => /^\u0007|\u001B\](?:9|777);/.test(text)).join('');

test('a watched deployment is followed until it concludes, with one notification', async () => {
	const {team} = await openTeam();
	team.deploy('api');
	await app.go('enter', 'queued');
	await app.go('w', 'Watching api until it concludes', 'queued ◉');
	await app.press('esc');
	await app.clock.advance(5_000);
	team.conclude('dep_0001', 'success');
	await app.wait(8_000, 'api  v1  success');
	expect(notifications().match(/\u001B\]9;/g)).toHaveLength(1);
	expect(notifications()).toContain('\u001B]9;landfall: api v1 success');
	expect(notifications()).not.toMatch(/777|^\u0007/);
	await app.clock.advance(60_000);
	expect(notifications().match(/\u001B\]9;/g)).toHaveLength(1);
	expect(app.state().presence.watches.size).toBe(0);
});

test('the user is notified about every deployment of a watched project, even one that ran between two polls', async () => {
	const {team} = await openTeam();
	await app.go('w', 'Watching all deployments of api', /▌[·◇] ◉ api/);
	await app.clock.advance(12_000);
	await app.press('3');
	team.deploy('api');
	team.conclude('dep_0001', 'failure');
	await app.clock.advance(15_000);
	expect(notifications()).toContain('landfall: api v1 failure');
	await app.go(['1', 'w'], 'Stopped watching all deployments of api');
	team.deploy('api');
	team.conclude('dep_0002', 'failure');
	await app.clock.advance(70_000);
	expect(notifications()).not.toContain('v2');
});

test.each<[string, Partial<NotificationRules>, RegExp | undefined]>([
	['no conclusion is notified if notifications are off', {scope: 'off'}, undefined],
	['an unwatched deployment is notified if the rules say every deployment', {scope: 'any'}, /docs v1 success/],
	['an unwatched deployment is not notified if the rules say watched ones', {scope: 'watched'}, undefined],
	['a success is not notified if the rules say failures only', {scope: 'any', isOnlyBad: true}, undefined],
])('%s', async (_name, rules, expected) => {
	const {team} = await openTeam({rules});
	await app.clock.advance(5_000);
	team.deploy('docs');
	await app.press('2');
	await app.clock.advance(90_000);
	team.conclude('dep_0001', 'success');
	await app.wait(90_000, /✔ docs +success/);
	if (expected) expect(notifications()).toMatch(expected);
	else expect(notifications()).toBe('');
});

test('a notification command runs without a shell, with its facts in the environment', async () => {
	const {team} = await openTeam({
		rules: {command: ['say', 'it; landed'], hasBell: false},
	});
	await app.press('w');
	await app.clock.advance(12_000);
	team.deploy('api', {environment_id: 'production', url: 'https://v1.example.com'});
	await app.clock.advance(12_000);
	team.conclude('dep_0001', 'broken');
	await app.clock.advance(12_000);
	expect(app.ran).toHaveLength(1);
	const [ran] = app.ran;
	expect(ran).toMatchObject({program: 'say', args: ['it; landed']});
	expect(ran?.facts).toMatchObject({
		LANDFALL_PROJECT: 'api',
		LANDFALL_CONCLUSION: 'broken',
		LANDFALL_OUTCOME: 'bad',
		LANDFALL_VERSION: '1',
		LANDFALL_ENVIRONMENT: 'production',
		LANDFALL_URL: 'https://v1.example.com',
		LANDFALL_DEPLOYMENT_ID: 'dep_0001',
	});
	// Without a profile, a landfall in the command would look for one of this name.
	expect(ran?.facts).not.toHaveProperty('LANDFALL_PROFILE');
});

test('what concludes within a second is notified together, the command for each', {tags: ['fault-138']}, async () => {
	const {team} = await openTeam({rules: {scope: 'any', command: ['tell']}, environment: {TERM: 'foot'}});
	const ids = Array.from({length: 20}, (_, index) => team.deploy('api', {environment_id: `env-${index}`}));
	await app.go('enter', 'queued');
	const [first = '', ...others] = ids;
	for (const id of others) team.conclude(id, 'failure');
	team.conclude(first, 'success');
	await app.wait(8_000, 'failure');
	await app.clock.advance(3_000);
	const named = [20, 19, 18, 17, 16].map(version => `api v${version} failure`).join(', ');
	expect(notifications()).toBe(`\u001B]777;notify;19 failed, 1 succeeded;${named}, 15 more\u0007`);
	expect(app.ran.map(({facts}) => facts?.LANDFALL_DEPLOYMENT_ID).toSorted()).toEqual(ids.toSorted());
});

test('the window title counts failed and running deployments and is written only when they change', async () => {
	const {team} = await openTeam();
	const titles = () =>
		app.terminal.writes.flatMap(text => [...text.matchAll(/\u001B\]2;([^\u0007]*)\u0007/g)].map(([, title]) => title));
	team.deploy('web');
	team.deploy('docs');
	await app.clock.advance(15_000);
	await app.press('2');
	await app.clock.advance(15_000);
	team.conclude('dep_0001', 'failure');
	await app.clock.advance(60_000);
	expect(titles().at(-1)).toBe('✖1 ◐1 landfall');
	expect(new Set(titles()).size).toBe(titles().length);
});

test('a new status word is shown verbatim, announced once and classified by the user', async () => {
	const {team} = await openTeam();
	team.deploy('api', {status: 'Gefliest'});
	await app.go('enter', '“Gefliest” is a new status. Press m on its row to classify it.', '◐ Gefliest');
	await app.go('m', 'What does “Gefliest” mean?');
	await app.go(['j', 'j', 'enter'], 'Gefliest is now shown as failed', '✖ Gefliest');
	team.deploy('api', {status: 'GEFLIEST'});
	await app.clock.advance(15_000);
	await app.go('g', '✖ GEFLIEST');
	const screen = await app.go('3', 'new word');
	expect(screen.match(/new word/g)).toHaveLength(1);
});

test('after a sleep a notice sums up what concluded, what failed and what was not checked', async () => {
	const {team, clock} = await openTeam();
	await app.press('w');
	team.deploy('api', {upload_version: 42});
	await app.clock.advance(15_000);
	const later = (byMs: number) => new Date(clock.now() + byMs).toISOString();
	team.change('dep_0001', {conclusion: 'failure', concluded_at: later(6 * hour)});
	team.deploy('web', {conclusion: 'success', created_at: later(5 * hour), concluded_at: later(5 * hour + 60_000)});
	await clock.sleep(7 * hour);
	await app.wait(20_000, 'Away 7h 00m: 2 concluded, 1 failed (api v42)');
	await app.go('3', /2 concluded, 1 failed +away Away 7h/);
});

test.each([
	['after a long absence, not after a short one', 20_000, 20_000, 'Away 5m 00s: 1 concluded'],
	['also after one in which the user returned briefly', 120_000, 1_000, /Away 7m 0\ds: 1 concluded/],
])('a notice sums up conclusions %s', async (_when, awayMs, backMs, said) => {
	const {team} = await openTeam();
	await app.press('w');
	team.deploy('api');
	await app.clock.advance(15_000);
	await app.focus(false);
	await app.clock.advance(awayMs);
	await app.focus(true);
	await app.clock.advance(backMs);
	expect(app.screen()).not.toContain('Away');
	await app.focus(false);
	await app.clock.advance(60_000);
	team.conclude('dep_0001', 'success');
	await app.clock.advance(240_000);
	await app.focus(true);
	await app.wait(20_000, said);
});

test('after a restart watched deployments are followed and their outcome is reported', async () => {
	const {team, clock, reopen} = await openTeam({hasJournal: true});
	team.deploy('docs', {upload_version: 7});
	await app.go(['j', 'j', 'enter'], 'queued');
	await app.press('w');
	await app.clock.advance(5_000);
	app.close();
	await clock.advance(2 * hour);
	team.conclude('dep_0001', 'exploded');
	await reopen();
	await app.wait(20_000, /Away 2h 00m: 1 concluded/);
	expect(notifications()).toContain('landfall: docs v7 exploded');
	expect(app.state().presence.watches.size).toBe(0);
});

test('a watched deployment that returns 404 twice is dropped', {tags: ['fault-58']}, async () => {
	const {team} = await openTeam();
	team.deploy('api');
	await app.go('enter', 'queued');
	await app.press('w', 'esc');
	team.forget('dep_0001');
	await app.wait(68_000, 'api: the service no longer knows deployment dep_0001');
	expect(app.state().presence.watches.size).toBe(0);
	const requestCount = () => team.requests.filter(request => request.endsWith('dep_0001')).length;
	const before = requestCount();
	await app.clock.advance(120_000);
	expect(requestCount()).toBe(before);
});

test('y copies the id, and o opens only web URLs, each with a notice', async () => {
	const {team} = await openTeam({environment: {DISPLAY: ':0'}});
	team.deploy('api', {url: 'javascript:alert(1)'});
	await app.go('y', 'Copied api: with xclip, and sent to the terminal');
	expect(app.copied()).toEqual(['api']);
	expect(app.ran.at(-1)).toMatchObject({program: 'xclip', input: 'api'});
	await app.go('o', 'Opened https://docs.example.com/ with xdg-open');
	expect(app.ran.at(-1)).toMatchObject({program: 'xdg-open', args: ['https://docs.example.com/']});
	await app.go('enter', 'queued');
	await app.go('o', 'only http and https addresses can be opened');
	expect(app.ran).toHaveLength(2);
});
