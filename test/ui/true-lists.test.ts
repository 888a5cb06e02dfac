// @module-tag fault-88

import {expect, test} from 'vitest';
import {type OpenApp, openOnTeam, type Prepare, type TeamOptions} from '../kit/app/open.ts';
import {minute} from '../kit/fixtures/moment.ts';
import type {Team} from '../kit/services/team.ts';

const range = (count: number, valueAt: (at: number) => number) => Array.from({length: count}, (_, at) => valueAt(at));

async function openLive(prepare: Prepare, options: TeamOptions = {}) {
	const opened = await openOnTeam(['api'], {columns: 100, rows: 40, ...options, prepare});
	await opened.app.go('enter', /\d of \d+/);
	return opened;
}

async function refresh(app: OpenApp, times = 1, key = 'r') {
	for (let time = 0; time < times; time++) {
		await app.press(key);
		await app.clock.advance(1000);
	}
}

const addConcluded = (team: Team, agoS: readonly number[]) =>
	agoS.map(seconds => team.deployedBefore('api', 'success', seconds * 1000 - 500, {}, 500));

const goneCount = (app: OpenApp) => app.screen().split('↺').length - 1;

test('only a list of fewer than a hundred deployments proves that one is gone', async () => {
	const agoS = range(101, at => 1000 + at);
	const {app, team} = await openLive(each => addConcluded(each, agoS), {rows: 140});
	await app.see('1 of 100 · the service lists at most 100');
	team.forget('dep_0005');
	await refresh(app, 2);
	await app.see('1 of 101 · the service lists at most 100 · 1 remembered', /as of 12:0\d.*dep_0005/);
	expect(goneCount(app)).toBe(0);
	team.forget('dep_0006');
	await refresh(app, 2);
	await app.see('1 of 101 · 2 remembered', /↺.*dep_0006/);
});

test('remembered rows show their age in an outage and are gone once the list lacks them', async () => {
	const {app, team, reopen} = await openLive(each => addConcluded(each, [1000, 2000, 3000]), {hasJournal: true});
	await app.see('1 of 3');
	await app.clock.advance(minute);
	const reopened = await reopen();
	reopened.outages.set('/v1', 503);
	team.forget('dep_0002');
	for (const agoS of range(60, at => 500 + at)) addConcluded(team, [agoS]);
	await reopened.go('enter', '1 of 3 · 3 remembered', 'The service is having trouble (503)');
	expect([...reopened.screen().matchAll(/^[▌ ]✔.* as of 12:00/gm)]).toHaveLength(3);
	expect(goneCount(reopened)).toBe(0);
	await reopened.resize(64, 24);
	await reopened.see('3 remembered, this one as of 12:00');
	await reopened.resize(100, 40);
	reopened.outages.clear();
	await reopened.press('G');
	expect(await reopened.wait(2 * minute, '63 of 63 · 1 remembered', /↺.*dep_0002/)).not.toContain('▲');
	expect(goneCount(reopened)).toBe(1);
});

test('only a deployment that was never seen counts as new above', async () => {
	const agoS = range(60, at => 1000 + at * 10);
	const {app, team, reopen} = await openLive(each => addConcluded(each, agoS), {hasJournal: true});
	await app.go('G', '60 of 60');
	team.change('dep_0059', {created_at: new Date(app.clock.now() - 5000).toISOString()});
	expect(await app.wait(20_000, '60 of 60')).not.toMatch(/new above/);
	team.deploy('api');
	await app.wait(20_000, '61 of 61 · 1 new above');
	expect(await app.go('g', '1 of 61')).not.toMatch(/new above/);
	team.forget('dep_0001');
	const reopened = await reopen();
	await reopened.clock.advance(5000);
	// Both keys come before the journal is read.
	reopened.burst('\rG');
	expect(await reopened.see('61 of 61 · 1 remembered')).not.toContain('▲');
});

const idsShown = (app: OpenApp) => [...app.screen().matchAll(/^[▌ ]✔.*(dep_\d{4})/gm)].map(([, id]) => id);

test('rows stay in place although the service lists them in random order', {tags: ['fault-103']}, async () => {
	// Some began at the same time.
	const agoS = range(30, at => (32 - at - (at % 2)) * 600);
	const {app} = await openOnTeam(['api', 'web'], {
		columns: 100,
		rows: 40,
		order: 'unordered',
		prepare: each => addConcluded(each, agoS),
	});
	for (let read = 0; read < 6; read++) {
		await refresh(app, 1, 'R');
		await app.see(/api .*success +v30 /);
	}

	await app.go('enter', '1 of 30');
	await app.press('j', 'j', 'j');
	const expected = range(30, at => 30 - at).map(number => `dep_${String(number).padStart(4, '0')}`);
	const rowCount = idsShown(app).length;
	expect(rowCount).toBeGreaterThan(10);
	for (let read = 0; read < 8; read++) {
		await refresh(app);
		expect(idsShown(app)).toEqual(expected.slice(0, rowCount));
		expect(app.selectedLine()).toContain(expected[3]);
		expect(app.screen()).not.toMatch(/↺|new above/);
	}
});
