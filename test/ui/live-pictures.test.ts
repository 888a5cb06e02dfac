import {afterEach, expect, test} from 'vitest';
import {deployedBefore, openLiveView} from '../kit/app/live-view.ts';
import type {OpenApp} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;

async function open(...how: Parameters<typeof openLiveView>) {
	const opened = await openLiveView(...how);
	app = opened.app;
	return opened.team;
}

const line = (number: number) => app.screen().split('\n')[number] ?? '';

test('the bar of a running deployment grows every second without a React render until the deployment concludes', async () => {
	const team = await open((past, now) => {
		deployedBefore(past, now, [50, 60, 60, 60, 90]);
		past.deploy('api', {status: 'building'});
	});
	await app.see(/◐ building +env_1 +v6 +0:00 of about 1:00 +median 1:00 · 9 of 10 by 1:18/);
	expect(line(3)).toMatch(/^ ░+┊░+┊░+$/);
	const {reads} = app.inkWork();
	await app.clock.advance(39_000);
	await app.see(/0:39 of about 1:00/);
	expect(line(3)).toMatch(/^ █{35}.░+┊░+┊░+$/);
	expect(app.inkWork().reads).toBe(reads);
	await app.clock.advance(2 * minute);
	await app.see(/2:3\d of about 1:00 · 2\.[67]× usual/);
	expect(line(3)).toMatch(/^ █+┊█+┊▓+░?$/);
	team.conclude('dep_0006', 'success');
	await app.clock.advance(6000);
	await app.see(/✔ success +env_1 +v6 +took 2:3\d · usually 1:00 · 2\.[67]× usual/);
});

test('the live view shows the observed stages as a pipeline', async () => {
	const team = await open(past => past.deploy('api'));
	await app.see('no change observed yet');
	await app.clock.advance(3000);
	team.change('dep_0001', {status: 'building'});
	await app.clock.advance(6000);
	await app.see(/✔ queued 0:0\d(?:–0:0\d)? → ◐ building 0:0\d/);
	team.conclude('dep_0001', 'success');
	await app.clock.advance(6000);
	await app.see(/✔ queued \S+ → ✔ building \S+ → ✔ success/);
});

/** Adds a success, a failure and a cancelled deployment, the newest last. */
const threeOutcomes: Parameters<typeof openLiveView>[0] = (team, now) => {
	deployedBefore(team, now - 600 * minute, [60]);
	const at = (agoMs: number) => new Date(now - agoMs).toISOString();
	team.deploy('api', {conclusion: 'failure', created_at: at(9 * minute), concluded_at: at(7 * minute)});
	team.deploy('api', {conclusion: 'cancelled', created_at: at(3 * minute), concluded_at: at(2 * minute)});
};

test('the live view shows how a failed deployment differed from the last success, and c selects that', async () => {
	await open(threeOutcomes);
	await app.press('c');
	await app.see('No failed deployment selected');
	await app.press('j');
	await app.see(/ended in an unobserved stage +took 2:00, was 1:00 \(2\.0×\)/);
	await app.see(/version v2, was v1 +.*compared with dep_0001, 10h ago/);
	await app.press('c');
	await app.see('3 of 3');
	expect(app.selectedLine()).toMatch(/success .* v1 /);
});

test('the details show how the selected failure differed while another deployment is running', async () => {
	await open((team, now) => {
		threeOutcomes(team, now);
		team.deploy('api', {status: 'building'});
	});
	await app.see(/^ ◐ building +env_1 +v4/m);
	await app.press('j', 'j');
	await app.see(/ended in +an unobserved stage/);
	await app.see(/compared with +dep_0001, 10h ago/);
	expect(line(2)).toMatch(/^ ◐ building/);
});

test('c in the details of a failed deployment opens the last success', async () => {
	await open(threeOutcomes);
	await app.press('j', 'enter');
	await app.see(/version v2, was v1/);
	await app.press('c');
	await app.see(/id +dep_0001/);
	await app.press('esc');
	await app.see(/id +dep_0002/);
});

test('moving the selection moves the mark in the history', async () => {
	await open((team, now) => deployedBefore(team, now, [10, 20, 30, 40]), {columns: 120, rows: 35});
	const markAt = () =>
		app
			.screen()
			.split('\n')
			.find(text => text.includes('▲'))
			?.indexOf('▲') ?? -1;
	await app.see(/▲ 0:10/);
	const first = markAt();
	await app.press('j');
	await app.see(/▲ 0:20/);
	expect(markAt()).toBeLessThan(first);
	await app.press('G');
	await app.see(/▲ 0:40/);
	expect(markAt()).toBeLessThan(first - 2);
});

test.each([
	[80, 24],
	[120, 35],
	[40, 12],
])(
	'at %i×%i the selected row of the live view stays on its line while deployments start and conclude',
	async (columns, rows) => {
		const team = await open((past, now) => deployedBefore(past, now, [50, 60, 60, 60, 90, 70]), {columns, rows});
		await app.press('j', 'j');
		const rowAt = () =>
			app
				.screen()
				.split('\n')
				.findIndex(text => text.startsWith('▌'));
		const [at, screenBefore] = [rowAt(), app.session.store.get().interface.screens.at(-1)];
		team.deploy('api', {status: 'building'});
		await app.clock.advance(15_000);
		await app.see(/◐ building/);
		expect(rowAt()).toBe(at);
		team.conclude('dep_0007', 'failure');
		await app.clock.advance(15_000);
		await app.see(/✖ failure|4 of 7/);
		expect(rowAt()).toBe(at);
		const screenNow = app.session.store.get().interface.screens.at(-1);
		expect(screenNow && 'position' in screenNow && screenNow.position.id).toBe(
			screenBefore && 'position' in screenBefore && screenBefore.position.id,
		);
	},
);

test('the bar of a running deployment distinguishes time without a response', async () => {
	let connectError: string | undefined;
	await open(
		(team, now) => {
			deployedBefore(team, now, [50, 60, 60, 60, 90]);
			team.deploy('api', {status: 'building'});
		},
		{connectError: () => connectError},
	);
	await app.see(/0:00 of about 1:00/);
	connectError = 'ECONNREFUSED';
	await app.clock.advance(50_000);
	await app.see(/last seen [345]\ds ago/);
	expect(line(3)).toMatch(/^ █*▒{20,}░+┊/);
});

test('hostile and contradictory times do not crash the live view', async () => {
	await open(
		(team, now) => {
			const times = ['-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', 'never', '', 0, new Date(now).toISOString()];
			for (const created_at of times) {
				for (const concluded_at of [...times, null]) team.deploy('api', {created_at, concluded_at});
			}
		},
		{columns: 120, rows: 35},
	);
	await app.see('1 of 42');
	for (let row = 2; row <= 42; row++) {
		await app.press('j');
		await app.see(`${row} of 42`);
	}
});

test('the deployment in progress and the history stay when the list below them is empty', async () => {
	await open((past, now) => {
		deployedBefore(past, now, [50, 60, 60, 60, 90]);
		past.deploy('api', {status: 'building'});
	});
	await app.see(/◐ building +env_1 +v6 +0:00 of about 1:00/);
	await app.press('f', 'f');
	await app.see('Nothing has failed. Press f to show others.');
	expect(line(2)).toMatch(/◐ building +env_1 +v6 +0:00 of about 1:00/);
	expect(app.screen()).toMatch(/✔.*✔.*◐/);
	expect(app.screen()).not.toMatch(/▲|───/);
	await app.clock.advance(39_000);
	await app.see(/0:39 of about 1:00/);
});
