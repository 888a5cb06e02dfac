import {expect, test} from 'vitest';
import {defaultRules, type NotificationRules} from '../../src/model/notification-rules.ts';
import {type OpenApp, openList, openOnTeam, type TeamOptions} from '../kit/app/open.ts';
import {hour, minute} from '../kit/fixtures/moment.ts';

type Opening = TeamOptions & {readonly rules?: Partial<NotificationRules>; readonly others?: readonly string[]};

async function openTeam({rules, others = [], ...options}: Opening = {}) {
	const preferences = {rules: {...defaultRules, ...rules}};
	const projects = ['api', 'web', 'docs', ...others];
	return openOnTeam(projects, {preferences, environment: {TERM: 'xterm-kitty'}, ...options});
}

/** The bells and notifications sent to the terminal. */
const notifications = (app: OpenApp) =>
	app.terminal.writes.filter(text => /^\u0007|\u001B\](?:9|777);/.test(text)).join('');

test.each([
	['the list', ['esc']],
	['the board', ['2']],
	['the activity', ['3']],
	['the versions', ['4']],
	['another project', ['esc', 'j', 'enter']],
	['a form', ['esc', 'a']],
	['the themes', [':', ...'theme', 'enter']],
	['the palette', [':']],
])('on %s, a watched deployment notifies once', {tags: ['fault-92']}, async (_where, keys) => {
	// Projects that were never read could take all turns.
	const others = Array.from({length: 200}, (_, at) => `p${at}`);
	const {app, team} = await openTeam({others, deployed: {docs: 'queued', api: 'queued'}});
	await app.wait(5_000, /docs .*queued/);
	await app.go('enter', 'queued');
	await app.go('w', 'Watching api until it concludes', 'queued ◉');
	await app.press(...keys);
	await app.clock.advance(5_000);
	team.conclude('dep_0002', 'success');
	await app.clock.advance(8_000);
	expect(notifications(app).match(/\u001B\]9;/g)).toHaveLength(1);
	expect(notifications(app)).toContain('\u001B]9;landfall: api v2 success');
	expect(notifications(app)).not.toMatch(/777|^\u0007/);
	const readsOfDocs = () => app.requestCount(/docs\/deployments/);
	const before = readsOfDocs();
	await app.clock.advance(60_000);
	expect(readsOfDocs() - before).toBeGreaterThanOrEqual(2);
	expect(notifications(app).match(/\u001B\]9;/g)).toHaveLength(1);
	expect(app.state().presence.watches.size).toBe(0);
});

test('every deployment of a watched project notifies, even between two reads', async () => {
	const {app, team} = await openTeam();
	await app.go('w', 'Watching all deployments of api', /▌[·◇] ◉ api/);
	await app.clock.advance(12_000);
	await app.press('3');
	team.deploy('api', {environment_id: null});
	team.conclude('dep_0001', 'failure');
	await app.clock.advance(15_000);
	expect(notifications(app)).toContain('landfall: api v1 failure · 0s · demo');
	await app.go(['1', 'w'], 'Stopped watching all deployments of api');
	team.deploy('api');
	team.conclude('dep_0002', 'failure');
	await app.clock.advance(70_000);
	expect(notifications(app)).not.toContain('v2');
});

test('a saved filter chooses what notifies', async () => {
	const onService: Opening['onService'] = service => ({...service, filters: new Map([['prod', 'failed:prod']])});
	const {app, team} = await openTeam({rules: {scope: '@prod', failuresOnly: true}, onService});
	await app.go('W', 'deployments in @prod');
	await app.go('enter', /notify me about +nothing/);
	await app.go(['enter', 'enter', 'enter', 'enter'], 'deployments in @prod');
	await app.press('esc');
	const ids = [team.deploy('docs', {environment_id: 'production'}), team.deploy('web', {environment_id: 'preview'})];
	await app.clock.advance(60_000);
	for (const id of ids) team.conclude(id, 'failure');
	await app.clock.advance(90_000);
	expect(notifications(app)).toContain('docs v1 failure · production · 1m · demo');
	expect(notifications(app)).not.toContain('web');
});

test('a saved filter without conditions notifies of watched deployments', async () => {
	const onService: Opening['onService'] = service => ({...service, filters: new Map([['blank', ' ""']])});
	const {app, team} = await openTeam({rules: {scope: '@blank'}, onService});
	await app.go('w', 'Watching all deployments of api');
	await app.clock.advance(12_000);
	for (const id of [team.deploy('api'), team.deploy('web')]) team.conclude(id, 'failure');
	await app.clock.advance(90_000);
	expect(notifications(app)).toContain('api v1 failure');
	expect(notifications(app)).not.toContain('web');
});

test('the rule “mine” notifies only of deployments started here', async () => {
	const {app, team} = await openTeam({rules: {scope: 'mine'}});
	await app.answer('t', 'y', 'Deploying api');
	team.deploy('web');
	await app.clock.advance(15_000);
	const concluded = {status: 'completed', conclusion: 'success', concluded_at: null};
	for (const id of ['dep_0001', 'dep_0002']) team.change(id, concluded);
	await app.clock.advance(60_000);
	expect(notifications(app).match(/\w+ v\d success[^;\u0007\u001B]*/g)).toEqual(['api v1 success · env_1 · demo']);
});

test('a notification command gets its facts in the environment', async () => {
	const {app, team} = await openTeam({rules: {command: ['say', 'it; landed'], bell: false}});
	await app.press('w');
	await app.clock.advance(12_000);
	team.deploy('api', {environment_id: 'production', url: 'https://v1.example.com'});
	await app.clock.advance(12_000);
	team.conclude('dep_0001', 'broken');
	await app.clock.advance(12_000);
	const facts = {
		LANDFALL_PROJECT: 'api',
		LANDFALL_STATUS: 'completed',
		LANDFALL_CONCLUSION: 'broken',
		LANDFALL_OUTCOME: 'failed',
		LANDFALL_VERSION: '1',
		LANDFALL_ENVIRONMENT: 'production',
		LANDFALL_URL: 'https://v1.example.com',
		LANDFALL_DEPLOYMENT_ID: 'dep_0001',
		LANDFALL_CONCLUDED_AT: expect.stringMatching(/^2026-\d\d-\d\dT[\d:.]+Z$/),
	};
	expect(app.ran).toMatchObject([{program: 'say', args: ['it; landed'], facts}]);
	// Otherwise landfall in the command would look for a profile of this name.
	expect(app.ran[0]?.facts).not.toHaveProperty('LANDFALL_PROFILE');
});

test('conclusions of one second are one notification, and one command each', {tags: ['fault-138']}, async () => {
	const {app, team} = await openTeam({rules: {scope: 'any', command: ['tell']}, environment: {TERM: 'foot'}});
	const ids = Array.from({length: 20}, (_, index) => team.deploy('api', {environment_id: `env-${index}`}));
	await app.go('enter', 'queued');
	for (const [at, id] of ids.entries()) team.conclude(id, ['success', 'cancelled'][at] ?? 'failure');
	await app.wait(8_000, 'failure');
	await app.clock.advance(3_000);
	const named = [20, 19, 18, 17, 16].map(version => `api v${version} failure`).join(', ');
	expect(notifications(app)).toBe(`\u001B]777;notify;18 failed, 1 succeeded, 1 other;${named}, 15 more\u0007`);
	expect(app.ran.map(({facts}) => facts?.LANDFALL_DEPLOYMENT_ID).toSorted()).toEqual(ids.toSorted());
});

test('a conclusion notifies once, and another outcome once more', {tags: ['fault-286']}, async () => {
	const {app, team} = await openTeam({rules: {scope: 'any', command: ['tell']}});
	const id = team.deploy('api');
	await app.go('enter', 'queued');
	const ended = {status: 'completed', conclusion: 'failure', concluded_at: null};
	const again = {status: 'building', conclusion: null, concluded_at: null};
	const steps = [ended, {concluded_at: new Date(app.clock.now()).toISOString()}, {conclusion: 'failed'}, again, ended];
	for (const fields of steps) {
		team.change(id, fields);
		await app.clock.advance(30_000);
	}

	expect(app.ran.map(({facts}) => facts?.LANDFALL_CONCLUSION)).toEqual(['failure']);
	team.change(id, {conclusion: 'success'});
	await app.wait(30_000, '✔ success again');
	expect(app.ran.map(({facts}) => facts?.LANDFALL_CONCLUSION)).toEqual(['failure', 'success']);
});

const succeeded = {status: 'completed', conclusion: 'success'};

test.each([
	['its time before the conclusion', {status: 'building'}, succeeded, 'succeeded'],
	['an unreadable conclusion first', {conclusion: {x: 1}}, succeeded, 'succeeded'],
	['its time alone', {}, {}, 'unknown'],
])('a deployment that ends with %s notifies once', {tags: ['fault-286']}, async (_what, first, then, outcome) => {
	const {app, team} = await openTeam({rules: {scope: 'watched', command: ['tell']}});
	const id = team.deploy('api');
	await app.go('enter', 'queued');
	await app.press('w');
	team.change(id, {...first, concluded_at: new Date(app.clock.now()).toISOString()});
	await app.clock.advance(5000);
	team.change(id, then);
	await app.clock.advance(minute);
	expect(app.ran.map(({facts}) => facts?.LANDFALL_OUTCOME)).toEqual([outcome]);
});

test('records whose dates move do not notify', {tags: ['fault-286']}, async () => {
	const {app, team} = await openTeam({
		rules: {scope: 'any', command: ['tell']},
		prepare: each => {
			for (const project of ['api', 'web', 'docs'])
				for (let day = 1; day <= 20; day++) each.deployedBefore(project, 'success', day * 24 * hour);
		},
	});
	await app.go('enter', '1 of 20');
	await app.clock.advance(60_000);
	const moveAll = (byMs: number) => {
		for (let at = 1; at <= 60; at++) {
			const concludedAt = app.clock.now() - (((at - 1) % 20) + 1) * 24 * hour + byMs;
			const [created_at, concluded_at] = [concludedAt - minute, concludedAt].map(ms => new Date(ms).toISOString());
			team.change(`dep_${String(at).padStart(4, '0')}`, {created_at, concluded_at});
		}
	};
	moveAll(1000);
	await app.clock.advance(120_000);
	moveAll(24 * hour - 5000);
	await app.wait(120_000, /▌✔ success .* \dm ago/);
	expect(app.ran).toEqual([]);
	await app.go('2', 'Nothing is in progress');
	expect(app.screen()).not.toMatch(/RECENTLY/);
});

test('a deployment that is listed late does not notify', {tags: ['fault-286']}, async () => {
	const {app, team} = await openTeam({rules: {scope: 'any', command: ['tell']}});
	await app.go('enter', 'esc back');
	await app.clock.advance(60_000);
	team.deployedBefore('api', 'failure', 3 * hour);
	await app.wait(30_000, 'failure');
	await app.clock.advance(5000);
	expect(app.ran).toEqual([]);
});

test('the window title counts failed and running deployments', async () => {
	const {app, team} = await openTeam();
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

test('w on marked projects notifies once more when all in progress are done', async () => {
	const {app, team} = await openTeam({deployed: {api: 'queued', web: 'queued'}, rules: {command: ['tell']}});
	await app.wait(15_000, /api .*queued/, /web .*queued/);
	const said = /Watching all deployments of 3 projects; landfall says when\s+the 2 in progress are done/;
	await app.go(['A', 'w'], said, /◉ docs/);
	team.conclude('dep_0001', 'failure');
	await app.wait(15_000, /api .*failure/);
	await app.clock.advance(5_000);
	expect(notifications(app)).not.toContain('done');
	team.conclude('dep_0002', 'success');
	await app.wait(15_000, 'All 2 done: 1 failed, 1 succeeded');
	const all = 'landfall: All 2 done: 1 failed, 1 succeeded · api v1 failure, web v2 success';
	expect(notifications(app)).toMatch(new RegExp(`web v2 success.*${all}`));
	team.conclude(team.deploy('api'), 'success');
	await app.clock.advance(30_000);
	expect(notifications(app)).toContain('api v3 success');
	expect(notifications(app).match(/done/g)).toHaveLength(1);
	expect(app.ran).toHaveLength(3);
	await app.go('w', 'Stopped watching all deployments of 3 projects');
	expect(app.state().presence.watches.size).toBe(0);
});

test.each<[how: string, keys: readonly string[], gone: readonly string[], scope: 'watched' | 'off', isSaid: boolean]>([
	['counts what is gone', [], ['dep_0001'], 'watched', true],
	['is off if notifications are off', [], ['dep_0001'], 'off', false],
	['is left out if all are gone', [], ['dep_0001', 'dep_0002'], 'watched', false],
	['is left out once one is no longer watched', ['esc', 'w'], ['dep_0001'], 'watched', false],
	['stays if one is also watched by itself', ['esc', 'enter', 'w'], ['dep_0001'], 'watched', true],
])('the notification for marked projects %s', async (_how, keys, gone, scope, isSaid) => {
	const said = isSaid ? 'All 2 done: 0 failed, 1 succeeded, 1 gone · web v2 success' : undefined;
	const {app, team} = await openTeam({deployed: {api: 'queued', web: 'queued'}, rules: {scope}});
	await app.wait(15_000, /api .*queued/, /web .*queued/);
	await app.go(['w', 'A', 'w'], 'Watching all deployments of 3');
	await app.press(...keys);
	team.conclude('dep_0002', 'success');
	for (const id of gone) team.forget(id);
	await app.clock.advance(120_000);
	expect(app.state().presence.groups).toEqual([]);
	expect(notifications(app).match(/All 2 done[^\u0007]*/)?.[0]).toBe(said);
});

test('after a sleep, conclusions are listed, failures first, until dismissed', {tags: ['fault-160']}, async () => {
	const {app, team, clock} = await openTeam();
	team.deploy('api', {upload_version: 42});
	await app.clock.advance(15_000);
	const later = (byMs: number) => new Date(clock.now() + byMs).toISOString();
	const concluded = (at: string) => ({created_at: at, concluded_at: at});
	team.change('dep_0001', {conclusion: 'failure', ...concluded(later(hour / 2))});
	team.deploy('web', {conclusion: 'success', ...concluded(later(6 * hour))});
	team.deploy('docs', {conclusion: 'failure', ...concluded(later(5 * hour))});
	team.deploy('docs', {conclusion: 'failure', ...concluded(later(-hour))});
	await clock.sleep(7 * hour);
	await app.wait(20_000, 'Away 7h: 3 concluded, 2 failed · read all 3 projects · 3 lists it');
	await app.press('3');
	const rows = /Away 7h.*\n▌✖ docs .*2h ago\n ✖.* api +failure v42 .*\n ✔.* web .*1h ago\n/;
	await app.see(rows, /OTHER ACTIVITY\n.* docs +failure v4/, 'x dismiss report');
	const screen = await app.go('x', /3 concluded, 2 failed +Away 7h/);
	expect(screen).not.toContain('OTHER ACTIVITY');
	expect(await app.go('1', '1 of 3')).not.toContain('Away');
});

test('the report on an absence is there at the start', {tags: ['fault-160']}, async () => {
	const ids = Array.from({length: 60}, (_, index) => `project-${index}`);
	const {app, team, clock, reopen} = await openOnTeam(ids, {hasJournal: true});
	await app.clock.advance(90_000);
	app.close();
	await clock.advance(2 * hour);
	const deployed = ids.filter((_, index) => index % 10 === 0);
	for (const id of deployed) team.conclude(team.deploy(id), id === 'project-50' ? 'failure' : 'success');
	await clock.advance(minute);
	const reopened = await reopen();
	await reopened.wait(1000, /Away 2h 0\dm: \d concluded, none failed · read \d+ of 60 projects so far/);
	// Some terminals report focus although it was never lost.
	await reopened.focus(true);
	await reopened.until(/Away 2h 0\dm: 6 concluded, 1 failed · read all 60 projects/);
	expect(await reopened.go('3', /Away 2h.*\n▌✖ project-50 /)).not.toContain('OTHER');
});

test.each([
	['after a long absence, not after a short one', 20_000, 20_000, 'Away 5m: 1 concluded, none failed'],
	['also after one in which the user returned briefly', 120_000, 1_000, /Away 7m 0\ds: 1 concluded/],
	['since the user was there for longer', 120_000, 61_000, 'Away 5m: 1 concluded'],
])('the footer sums up conclusions %s', async (_when, awayMs, backMs, said) => {
	const {app, team} = await openTeam();
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

test('watches survive a restart', async () => {
	const {app, team, clock, reopen} = await openTeam({hasJournal: true});
	team.deploy('docs', {upload_version: 7, created_at: null});
	await app.go(['j', 'j', 'enter'], 'queued');
	await app.press('w');
	await app.clock.advance(5_000);
	app.close();
	await clock.advance(2 * hour);
	team.conclude('dep_0001', 'exploded');
	const reopened = await reopen();
	await reopened.wait(20_000, /Away 2h: 1 concluded/);
	expect(notifications(reopened)).toContain('landfall: docs v7 exploded · env_1 · demo');
	expect(reopened.state().presence.watches.size).toBe(0);
});

test('a watched deployment that returns 404 twice is dropped', {tags: ['fault-58']}, async () => {
	const {app, team} = await openTeam();
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

test('the notification rules are saved one by one', async () => {
	const savedRules: NotificationRules[] = [];
	const saveRules = async (rules: NotificationRules) => void savedRules.push(rules);
	const app = await openList({preferences: {saveRules}});
	await app.go('W', '─ Notifications ─', 'watched deployments and those started here');
	await app.go('enter', 'every deployment ');
	await app.go(['j', 'enter'], /failures only +yes/);
	await app.go(
		['j', 'j', 'j', 'enter', 'half a second', ...'notify-send "a b" \'c\'', 'enter'],
		/run a command +notify-send "a b" c/,
	);
	const command = ['notify-send', 'a b', 'c'];
	expect(savedRules.at(-1)).toEqual({...defaultRules, scope: 'any', failuresOnly: true, command});
	// esc leaves the field at once if nothing was typed, otherwise when pressed twice.
	await app.go(['enter', 'half a second'], 'Command to run');
	await app.go('esc', '▌ run a command');
	await app.go(['enter', 'half a second', 's', 'esc'], 'Press esc again to drop your changes.');
	await app.go('esc', /▌ run a command +notify-send "a b" c/);
});
