import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type OpenApp, openList, openOnTeam, type Prepare, type TeamOptions} from '../../kit/app/open.ts';
import {holdJournal} from '../../kit/fixtures/held-journal.ts';
import {minute} from '../../kit/fixtures/moment.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';
import type {Team} from '../../kit/services/team.ts';

async function openLive(prepare: Prepare, options: TeamOptions = {}) {
	const opened = await openOnTeam(['api', 'web'], {...options, prepare});
	await opened.app.go('enter', 'esc back');
	await opened.app.clock.advance(100);
	return opened;
}

/** Adds a success of `api` per hour, newest first. `seconds` are the durations. */
const addHourly = (team: Team, seconds: readonly number[], hours = 1) =>
	seconds.map((s, at) => team.deployedBefore('api', 'success', (at + hours) * 60 * minute - s * 1000, {}, s * 1000));

/** Successes that usually take a minute, and a deployment in progress. */
const oneRunning: Prepare = team => {
	addHourly(team, [50, 60, 60, 60, 90]);
	team.deploy('api', {status: 'building'});
};

test.each(['newest first', 'oldest first'] as const)(
	'lists deployments newest first, then by id, if the service sends them %s',
	async order => {
		const {app} = await openLive(
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
		const words = [...list.matchAll(/^[▌ ][◇◐] (\w\w) /gm)].map(([, word]) => word);
		expect(words).toEqual(['ee', 'cc', 'bb', 'aa', 'dd']);
	},
);

test('shows when each status changed and how long it lasted, also after a restart', async () => {
	const {app, team, reopen} = await openLive(each => each.deploy('api'), {rows: 40, hasJournal: true});
	await app.clock.advance(3000);
	team.change('dep_0001', {status: 'building'});
	const seen = await app.wait(6000, /queued → building {2}between (12:00:0\d) and (12:00:0\d)/);
	const [, after = '', before = ''] = /between (\S+) and (\S+)/.exec(seen) ?? [];
	expect(after <= '12:00:03' && before >= '12:00:03' && before <= '12:00:07').toBe(true);
	await app.see(/time spent +queued (\d–)?\ds/, /building (\d–)?\ds until now/);
	await app.see(/✔ queued (\d–)?\ds → ◐ building (\d–)?\ds/);
	team.conclude('dep_0001', 'success');
	await app.wait(6000, /building → success {2}between/, /✔ queued \S+ → ✔ building \S+ → ✔ success/);
	const reopened = await reopen();
	await reopened.go('enter', /queued → building {2}between[\s\S]*building → success {2}between/);
});

test('shows status changes although the journal was locked and missed one', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const {app, team} = await openOnTeam(['api'], {rows: 40, journalPath, deployed: {api: 'queued'}});
	await app.wait(5000, 'queued');
	const release = holdJournal(journalPath);
	team.change('dep_0001', {status: 'building'});
	await app.wait(6000, 'building');
	release();
	team.conclude('dep_0001', 'success');
	await app.wait(6000, 'success');
	await app.go('enter', /queued → building {2}between[\s\S]*building → success {2}between/);
});

test('labels a deployment that changes after its conclusion', async () => {
	const {app, team} = await openLive(each => each.conclude(each.deploy('api'), 'success'), {rows: 40});
	await app.see('✔ success');
	team.change('dep_0001', {conclusion: 'failure'});
	await app.wait(15_000, '✖ failure again', /again: success → failure {2}between 12:00:\d\d and 12:00/);
	await app.go('3', /✖ api +changed again fai/);
});

const line = (app: OpenApp, number: number) => app.lines()[number] ?? '';

test('grows the bar of a running deployment every second until it concludes', async () => {
	const {app, team} = await openLive(oneRunning);
	await app.see(/◐ building +env_1 +v6 +0s of about 1m/);
	expect(line(app, 3)).toMatch(/^ ░+$/);
	await app.wait(39_000, /39s of about 1m/);
	expect(line(app, 3)).toMatch(/^ █{50}.?░+$/);
	await app.wait(2 * minute, /2m 3\ds of about 1m/);
	expect(line(app, 3)).toMatch(/^ █+▓+$/);
	team.conclude('dep_0006', 'success');
	await app.wait(6000, /✔ success +env_1 +v6 +took 2m 3\ds · usually 1m/);
});

const threeOutcomes: Prepare = team => {
	addHourly(team, [60], 11);
	team.deployedBefore('api', 'failure', 7 * minute, {}, 2 * minute);
	team.deployedBefore('api', 'cancelled', 2 * minute);
};

test('c compares with the last success in the environment, or with the marked deployment', async () => {
	const {app} = await openLive(threeOutcomes);
	const differences = /id +dep_0001 → dep_0002\W+conclusion +success → failure\W+version +v1 → v2\W+took +1m → 2m/;
	await app.go(['j', 'c'], 'Comparison', differences, /stages +not observed of dep_0001 and dep_0002/);
	await app.go(
		['esc', 'enter'],
		/reason +the service sends no reasons or logs; the url may tell more\n[^·]* url +https:/,
	);
	await app.go('c', differences);
	await app.go('c', /id +dep_0002/);
	await app.resize(40, 12);
	await app.see(
		/^ (?:demo .*)?api .*\n status .*\n conclusion +failure\n environment .*\n upload version +v2\n created /m,
	);
	await app.resize(80, 24);
	await app.go(['esc', 'G', 'c'], 'No success before it in env_1');
	await app.go(' ', /✔ • success/);
	await app.go(['g', 'c'], /id +dep_0001 → dep_0003\W+conclusion +success → cancelled/);
	await app.go(['esc', 'G', ' ', 'g'], /✔ success/);
	await app.go(['k', 'c'], /id +dep_0001 → dep_0003/);
});

test('moves the mark in the history with the selection', async () => {
	const {app} = await openLive(team => addHourly(team, [10, 20, 30, 40]), {columns: 120, rows: 35});
	const markAt = () => Math.max(...app.lines().map(text => text.indexOf('▲')));
	const first = markAt();
	await app.go('j', '2 of 4');
	expect(markAt()).toBeLessThan(first);
	await app.go('G', '4 of 4');
	expect(markAt()).toBeLessThan(first - 2);
});

test('marks time without a response in the bar of a running deployment', async () => {
	const {app} = await openLive(oneRunning);
	await app.see(/0s of about 1m/);
	app.disconnect();
	await app.wait(50_000, /last seen [345]\ds ago/);
	expect(line(app, 3)).toMatch(/^ █*▒{20,}░+$/);
});

test('keeps the headline and the history when the list below is empty', async () => {
	const {app} = await openLive(oneRunning, {rows: 30});
	await app.see(/◐ building +env_1 +v6 +0s of about 1m/);
	await app.go(['f', 'f'], 'Nothing has failed. Press f to show others.');
	expect(line(app, 2)).toMatch(/◐ building +env_1 +v6 +0s of about 1m/);
	expect(app.screen()).toMatch(/✔.*✔.*◐/);
	expect(app.screen()).not.toMatch(/▲|───/);
	await app.wait(39_000, /39s of about 1m/);
});

test('shows the selected row above the list, or the deployment in progress', async () => {
	const deployed = {api: ['success', 'cancelled', 'success', 'failure']};
	const {app, team} = await openLive(() => {}, {deployed});
	const headline = () => app.lines().find(line => /^ [✔✖⊘◐◌] /.test(line) && /took|\ds/.test(line)) ?? '';
	for (const id of ['v4', 'v3', 'v2', 'v1']) {
		expect(headline()).toContain(` ${id} `);
		await app.press('j');
	}

	team.deploy('api', {status: 'building'});
	await app.wait(60_000, /^ ◐ building +env_1 +v5/m);
	expect(app.selectedLine()).toContain(' v1 ');
});

test('names the key that shows the details without room', async () => {
	const {app} = await openLive(team => team.conclude(team.deploy('api'), 'failure'), {columns: 120, rows: 35});
	await app.see(/─ enter for more ──$/m, /▼$/m);
	await app.go('enter', /^ +request id/m);
});

test('does not call a new deployment last seen when its list was read', async () => {
	const {app} = await openOnTeam(['api'], {deployed: {api: 'success'}});
	await app.wait(5000, /api .*success/);
	await app.go('P', 'paused');
	await app.clock.advance(60_000);
	await app.answer('t', 'y', 'Deploying api', /◌ queued .* \ds/);
	expect(app.screen()).not.toMatch(/last seen|not visible yet/);
});

async function openNewest(size: {readonly columns?: number; readonly rows?: number} = {}) {
	const app = await openList(size);
	await app.go('enter', '1 of 35');
	await app.go('enter', /conclusion +success/);
	return app;
}

test('scrolls details by pages and to their ends, and not beyond', async () => {
	const app = await openNewest({columns: 40, rows: 12});
	const before = app.screen();
	expect(before).not.toContain('request id');
	expect(before).toContain('▼');
	await app.go('j', /▲\n[\s\S]*▼\n/);
	expect(await app.go('G', 'request id')).not.toContain('▼');
	const end = app.screen();
	await app.press('j', 'j', 'j', 'k', 'j');
	expect(app.screen()).toBe(end);
	await app.press('pageUp');
	expect(app.screen()).not.toBe(end);
	await app.press('g');
	expect(app.screen()).toBe(before);
});

test('opens the new deployment after deploying from the details of an earlier one', async () => {
	const app = await openNewest();
	await app.answer('t', 'y', /▌◌ queued/, '1 of 36');
	await app.go('esc', '1 of 12');
});

test('marks a deployment in the history on a tall screen', async () => {
	const app = await openNewest({columns: 120, rows: 35});
	const requestId = () => /request id +(req_\w+)/.exec(app.screen())?.[1] ?? 'none';
	const first = requestId();
	await app.clock.advance(30_000);
	expect(['none', first]).not.toContain(requestId());
	expect(app.screen()).toMatch(/took +\w+ from created to concluded[^┴]*request id[^┴]*┴█[^▲]*▲/);
	await app.resize(120, 29);
	expect(await app.see(/took 45s · usually 31s/)).not.toContain('┴');
});

test('shows the duration of a failure and the usual one, once', async () => {
	const {app} = await openLive(
		team => {
			addHourly(team, [60, 60, 60, 60, 60]);
			team.deployedBefore('api', 'failure', 2 * minute, {}, 2 * minute);
		},
		{rows: 40},
	);
	const shown = await app.see(/took 2m · usually 1m/);
	expect(shown.match(/took 2m/g)).toHaveLength(1);
});

test('shows conclusions and dates of any form', {tags: ['fault-285']}, async () => {
	const prepare: Prepare = team => {
		team.deploy('api', {status: 'finished', concluded_at: '2026-06-01 11:59:00 UTC'});
		team.deploy('docs', {status: 'done', conclusion: {success: false}});
	};
	const {app} = await openOnTeam(['api', 'docs'], {columns: 120, rows: 40, prepare});
	await app.go('enter', '◇ finished', /concluded +2026-06-01 11:59:00 UTC/);
	await app.press('esc', 'down');
	await app.go('enter', '◇ {"success":false}');
});
