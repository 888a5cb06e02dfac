import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openList, openOnTeam} from '../../kit/app/open.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

test('lists deployments and their conclusions, also after a restart', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const app = await openList({journalPath});
	await app.go(['/', ...'zzz', 'enter', '3'], 'No activity yet. Your changes and finished deployments appear here.');
	await app.press('esc', '1');
	await app.answer('t', 'y', 'Deploying waitlist-lumen');
	await app.clock.advance(100_000);
	await app.go('3', /waitlist-lumen +(success|failure|cancelled) v44/);
	await app.see(/waitlist-lumen +deployed v44 /);
	await app.go([':', ...'sort -event', 'enter'], / deployed v44[\s\S]* v44[\s\S]*by event ▼/);
	app.close();

	const reopened = await openList({journalPath, columns: 120, clock: app.clock});
	await reopened.go('3', /EVENT +ENVIRONMENT +TOOK +WHEN$/m);
	await reopened.wait(5000, /waitlist-lumen +\w+ v44 +\w+ +\d+s +\S+ ago$/m, /^ 1 of \d$/m);
});

test('lists on first use what concluded before, with the times of the service', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], {columns: 120, deployed: {web: 'building', api: 'failure'}});
	team.deployedBefore('web', 'failure', 20 * 60_000);
	await app.clock.advance(2000);
	await app.go('3', '1 of 2', /✖ api +failure v2 {2,}.*\n ✖ web +failure v3 {2,}.*20m ago/);
	await app.go(['j', 'enter'], /conclusion +failure/, /upload version +v3/);
	expect(await app.go('esc', 'enter details')).not.toContain('dismiss report');
	await app.go([':', ...'sort project', 'enter'], /✖ api .*\n.*✖ web [\s\S]*by project ▲/);
	await app.go([':', ...'sort when', 'enter'], /✖ web .*\n.*✖ api [\s\S]*by when ▲/);
	await app.go(['/', ...'zzz', 'enter'], 'Nothing here matches “zzz”.');
});

test('counts conclusions as new above while the last entry is selected', async () => {
	const {app, team} = await openOnTeam(['api'], {rows: 12, deployed: {api: Array.from({length: 20}, () => 'failure')}});
	await app.clock.advance(2000);
	await app.go(['3', 'G'], '20 of 20');
	team.conclude(team.deploy('api'), 'success');
	await app.until('21 of 21 · 1 new above');
	expect(app.selectedLine()).toMatch(/^▌✖ api +failure v1 /);
});

test('lists a rejected deployment, and enter shows the whole answer', async () => {
	const app = await openList();
	app.outages.set('POST /v1/projects', 422);
	await app.answer('t', 'y', '422');
	await app.go(['esc', '3'], /waitlist-lumen +not accepted/);
	await app.go('enter', /event +not accepted/, /detail +[\s\S]*422/, /request id +req_/);
	await app.go('enter', 'enter details');
});

test('mentions a dismissed absence report only once', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], {columns: 120, deployed: {api: 'building'}});
	await app.clock.advance(5000);
	await app.focus(false);
	team.conclude('dep_0001', 'failure');
	await app.clock.advance(5 * 60_000);
	await app.focus(true);
	await app.wait(10_000, 'Away 5m');
	await app.go(['3', 'x'], /Away 5m: 1 concluded/);
	expect(app.screen()).not.toMatch(/away Away/i);
});
