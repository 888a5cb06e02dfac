import {expect, test} from 'vitest';
import {openOnTeam} from '../../kit/app/open.ts';
import {minute} from '../../kit/fixtures/moment.ts';

test('keeps the selected row on the screen while it becomes stuck and then fails', async () => {
	const projects = ['web', 'shop', 'blog'];
	const {app, team} = await openOnTeam(projects, {
		// They usually take a minute.
		prepare({deployedBefore}) {
			for (const hours of [1, 2, 3, 4, 5])
				for (const project of projects) deployedBefore(project, 'success', hours * 60 * minute);
		},
	});
	await app.press('2');
	await app.clock.advance(10_000);
	const web = team.deploy('web', {status: 'building'});
	await app.clock.advance(20_000);
	for (const project of ['shop', 'blog']) team.deploy(project, {status: 'building'});
	await app.wait(30_000, /IN PROGRESS {2}3/);
	await app.go('G', /^▌.*web/m);
	await app.go('x', 'It has not concluded yet');
	await app.wait(134_000, /STUCK {2}\d/, /^▌.*web/m);
	team.conclude(web, 'failure');
	await app.wait(15_000, /IN PROGRESS {2}2/, /FAILED RECENTLY {2}1/, /^▌✖ web/m);
});

test.each([
	['the board', ['2']],
	['a filter of deployments', ['/', ...'outcome:failed', 'enter']],
])('shows the age of the oldest answer that %s needs', async (_what, keys) => {
	const {app} = await openOnTeam(['api', 'web'], {deployed: {web: 'building'}, columns: 120});
	await app.press(...keys);
	await app.wait(20_000, 'all of it within');
	let oldestS = 0;
	for (let step = 0; step < 20; step++) {
		await app.clock.advance(3000);
		const times = ['api', 'web'].map(id => app.state().deployments.table.get(id)?.readAt ?? 0);
		const ageS = Math.ceil((app.clock.now() - Math.min(...times)) / 1000);
		oldestS = Math.max(oldestS, ageS);
		const shownS = Number(/all of it within (\d+)s/.exec(app.lines()[0] ?? '')?.[1]);
		expect(shownS).toBeGreaterThanOrEqual(ageS);
	}

	expect(oldestS).toBeGreaterThan(10);
});

test('is live in the deployments of a project in progress, but not on the board', async () => {
	const {app} = await openOnTeam(['api', 'web'], {deployed: {web: 'building'}, columns: 120});
	await app.press('2');
	await app.wait(20_000, '◐ web');
	await app.press('G', 'enter');
	await app.wait(3000, /Versions +live$/m);
	await app.go('esc', /all of it within \d+s$/m);
});

test('shows recent successes and failures without a later success, and notifies nobody', async () => {
	const {app} = await openOnTeam(['api', 'late', 'web', 'old', 'shop', 'blog'], {
		prepare({deployedBefore}) {
			deployedBefore('api', 'success', 5 * minute);
			deployedBefore('late', 'success', 45 * minute);
			deployedBefore('web', 'failure', 20 * minute);
			deployedBefore('blog', 'failure', 23 * 60 * minute);
			deployedBefore('old', 'failure', 25 * 60 * minute);
			deployedBefore('shop', 'failure', 22 * 60 * minute);
			deployedBefore('shop', 'success', 20 * 60 * minute);
		},
	});
	await app.press('2');
	await app.wait(
		10_000,
		/FAILED RECENTLY {2}2\n.*✖ web.*\n.*✖ blog/,
		/SUCCEEDED RECENTLY {2}1\n.*✔ api/,
		/[123] of 3 · ✖2/,
	);
	expect(app.screen()).not.toMatch(/[✔✖] (?:late|old|shop)/);
	expect(app.terminal.writes.filter(text => /^\u0007|\u001B\](?:9|777);/.test(text))).toEqual([]);
});

test('shares a row between failures in an environment, until a success takes it over', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], {
		rows: 30,
		prepare({deployedBefore}) {
			for (const minutesAgo of [50, 40, 30]) deployedBefore('web', 'failure', minutesAgo * minute);
			deployedBefore('web', 'failure', 25 * minute, {environment_id: 'preview'});
			deployedBefore('api', 'failure', 10 * minute);
		},
	});
	await app.press('2');
	await app.wait(
		10_000,
		/FAILED RECENTLY {2}3\n.*✖ api +failure .*\n.*✖ web +failure .*\n.*✖ web +failure ✖2/,
		'✖3 ◐0',
	);
	await app.go('G', /^▌✖ web +failure ✖2 /m);
	team.conclude(team.deploy('web'), 'failure');
	await app.wait(minute, /^▌✖ web +failure ✖3 .* v6 /m, '✖3 ◐0');
	team.conclude(team.deploy('web'), 'success');
	await app.wait(minute, /^▌✔ web +success ✖4 /m, 'SUCCEEDED RECENTLY  1', '✖2 ◐0');
	team.conclude(team.deploy('web'), 'success');
	await app.wait(minute, /SUCCEEDED RECENTLY {2}2 *\n ✔ web +success (?!✖).*\n▌✔ web +success ✖4 /);
	await app.go('x', '3 of 3 · ✖2');
	expect(app.screen()).not.toMatch(/gone|(?:success|failure) ✖/);
});

test('says that there may be more when the board is full', async () => {
	const projects = Array.from({length: 18}, (_, at) => `project-${at}`);
	const {app} = await openOnTeam(projects, {
		deployed: Object.fromEntries(projects.map(project => [project, new Array(30).fill('queued')])),
	});
	await app.clock.advance(10_000);
	await app.go('2', 'IN PROGRESS  500', '◐500+');
	await app.go([':', ...'wall', 'enter'], /✖0\+ ◐500\+ · As of/);
});

test('counts rows in its headings, and on small screens in the status line', async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs'], {deployed: {web: 'building', docs: 'building'}});
	await app.press('2');
	await app.wait(5000, 'of 2');
	team.conclude('dep_0002', 'failure');
	await app.wait(10_000, 'failure');
	await app.see(/IN PROGRESS {2}1 *\n▌◐ web/, /FAILED RECENTLY {2}1 *\n ✖ docs/);
	await app.resize(80, 15);
	expect(await app.see(/▌◐ web .*\n ✖ docs/)).not.toContain('IN PROGRESS');
	for (const [columns, rows, place] of [
		[40, 12, /^ ✖1 ◐1 · 1 of 2/m],
		[24, 12, /^ ✖1 ◐1 · 1 of 2 *$/m],
		[12, 4, /^ ✖1 ◐1 *$/m],
	] as const) {
		await app.resize(columns, rows);
		await app.see(place);
	}

	await app.go('1', /^ ✖1 ◐1 *$/m);
	await app.resize(40, 12);
	await app.see(/^ 1 of 3/m);
});
