import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {deployedBefore, openLiveView} from '../kit/app/live-view.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import type {Team} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;

/** Opens the live view of a project on a service that the test controls. */
async function openLive(...how: Parameters<typeof openLiveView>) {
	const opened = await openLiveView(...how);
	app = opened.app;
	return opened.team;
}

test.each(['newest first', 'oldest first'] as const)(
	'deployments are listed newest first, ties by id, if the service sends them %s',
	async order => {
		await openLive(
			(team, now) => {
				const created_at = new Date(now - minute).toISOString();
				for (const status of ['aa', 'bb', 'cc']) team.deploy('api', {status, created_at});
				team.deploy('api', {status: 'dd', created_at: new Date(now - 2 * minute).toISOString()});
				team.deploy('api', {status: 'ee', created_at: new Date(now - 1000).toISOString()});
			},
			{order},
		);
		const screen = await app.see('ee');
		const list = screen.slice(screen.indexOf('OUTCOME '));
		const words = [...list.matchAll(/^[▌ ]◇ (\w\w) /gm)].map(([, word]) => word);
		expect(words).toEqual(['ee', 'cc', 'bb', 'aa', 'dd']);
	},
);

test('a running deployment is timed by the service’s clock', {tags: ['fault-56']}, async () => {
	await openLive(team => team.deploy('api', {status: 'building'}), {skewMs: 10 * minute});
	await app.see(/building .* 0:0[0-2] /);
	await app.clock.advance(5000);
	await app.see(/building .* 0:0[5-7] /);
});

test('the row of a running deployment shows a bar, and a multiple of the median after the 90th percentile', async () => {
	await openLive((team, now) => {
		deployedBefore(team, now, [50, 60, 60, 60, 90]);
		team.deploy('api', {status: 'building'});
	});
	await app.see(/░{8} ~1m 00s/);
	await app.see(/usually +1m 00s, 9 of 10 by 1m 18s, from 5 successes/);
	await app.clock.advance(31_000);
	await app.see(/██[▉█]░{5} ~1m 00s/);
	await app.clock.advance(2 * minute);
	await app.see(/2:3\d +2\.5× usual/);
});

test('four deployments are too few for a usual duration', async () => {
	await openLive((team, now) => {
		deployedBefore(team, now, [50, 60, 60, 60]);
		team.deploy('api', {status: 'building'});
	});
	await app.see('building');
	expect(app.screen()).not.toMatch(/usually|~|░|of about/);
});

test('each environment has its own usual duration', async () => {
	await openLive((team, now) => {
		deployedBefore(team, now, [10, 10, 10, 10, 10], {environment_id: 'preview'});
		deployedBefore(team, now, [60, 60, 60, 60, 60], {environment_id: 'production'});
		team.deploy('api', {status: 'building', environment_id: 'preview'});
	});
	await app.see('~10s');
});

test('a conclusion time concludes a deployment, a status word does not', async () => {
	const team = await openLive(team => {
		team.deploy('api', {status: 'failed'});
		team.deploy('api', {status: 'zorp'});
	});
	await app.see(/✖ failed .* 0:00/);
	team.change('dep_0002', {concluded_at: new Date(app.clock.now()).toISOString()});
	await app.clock.advance(12_000);
	await app.see(/◇ zorp .* 0s/);
	await app.see(/✖ failed .* 0:12/);
});

test('each status change shows its interval, and each status its duration', async () => {
	const team = await openLive(
		team => {
			team.deploy('api');
		},
		{rows: 40},
	);
	await app.clock.advance(3000);
	team.change('dep_0001', {status: 'building'});
	await app.clock.advance(6000);
	const seen = await app.see(/queued → building {2}between (12:00:0\d) and (12:00:0\d)/);
	const [, after = '', before = ''] = /between (\S+) and (\S+)/.exec(seen) ?? [];
	expect(after <= '12:00:03' && before >= '12:00:03' && before <= '12:00:07').toBe(true);
	await app.see(/time spent +queued \ds( to \ds)?/);
	await app.see(/building \ds( to \ds)? until now/);
	team.conclude('dep_0001', 'success');
	await app.clock.advance(6000);
	await app.see(/building → success {2}between/);
});

test('a deployment that changes after its conclusion is labelled', async () => {
	const team = await openLive(
		team => {
			team.deploy('api');
			team.conclude('dep_0001', 'success');
		},
		{rows: 40},
	);
	await app.see('✔ success');
	team.change('dep_0001', {conclusion: 'failure'});
	await app.clock.advance(15_000);
	await app.see('✖ failure again');
	await app.see(/again: success → failure {2}between 12:00:\d\d and 12:00/);
	await app.press('3');
	await app.see(/changed again +api .* failure v1/);
});

test('the list names its limit of a hundred, and remembered deployments follow with the time they were last listed', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const clock = createTestClock();
	const prepare = (team: Team, now: number) =>
		deployedBefore(
			team,
			now,
			Array.from({length: 100}, () => 60),
		);
	const team = await openLive(prepare, {journalPath, clock});
	await app.see('1 of 100 · at most 100 are listed, no next page');
	for (let more = 0; more < 5; more++) {
		await clock.advance(1000);
		team.deploy('api');
	}

	await clock.advance(2 * minute);
	await app.see('of 105 · at most 100 are listed, no next page · 5 remembered');
	app.close();

	app = await openDemo({journalPath, clock, handle: team.handle});
	await app.see('1 of 2');
	await app.press('enter');
	await app.see('1 of 105');
	await app.press('G');
	expect(app.selectedLine()).toMatch(/success .* as of \d\d:\d\d/);
});

test('every read asks for as many deployments as the service lists', async () => {
	const many = Array.from({length: 40}, () => 60);
	const team = await openLive((team, now) => deployedBefore(team, now, many));
	await app.clock.advance(3 * minute);
	const limits = team.requests.flatMap(request => /GET .*\/deployments\?limit=(\d+)/.exec(request)?.[1] ?? []);
	expect(limits.length).toBeGreaterThan(5);
	expect(new Set(limits)).toEqual(new Set(['100']));
});

test('i shows the raw record, with control characters as code points', async () => {
	await openLive(team => team.deploy('api', {environment_id: 'a\u202Eb', extra: {deep: [1, null]}}));
	await app.press('i');
	await app.see('As received: status 200');
	await app.see(String.raw`"environment_id": "a\u{202e}b"`);
	await app.see('"deep": [');
	await app.press('esc');
	await app.see('esc back');
});
