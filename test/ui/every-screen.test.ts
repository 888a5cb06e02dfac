import {expect, test} from 'vitest';
import {app, openDemo, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const minute = 60_000;
const ids = Array.from({length: 45}, (_, index) => `p${String(index).padStart(2, '0')}`);

/** The screens, how each is opened from the list, and what it shows. */
const screens: ReadonlyArray<readonly [screen: string, keys: readonly string[], shows: string]> = [
	['the project list', [], '2 of 45'],
	['the activity', ['3'], '3 Activity'],
	['the deployments of another project', ['enter'], 'success'],
	['another deployment', ['enter', 'enter'], 'request id'],
	['the form of a new project', ['a'], 'New project'],
	['the help', ['?'], 'next match'],
	['the filter line', ['/'], '/'],
	['a confirmation', ['t'], 'Deploy p01?'],
];

test('on every screen, deployments, loaded pages and other projects are read as often as on the board', {
	tags: ['fault-92'],
}, async () => {
	const {team} = await openOnTeam(ids);
	const running = ['p00', 'p40'].map(project => team.deploy(project, {status: 'building'}));
	team.conclude(team.deploy('p01'), 'success');
	await app.go('enter', 'building');
	// The first project is watched. Another one is deploying far below the screen.
	await app.press('w', 'esc', '2');
	await app.wait(2 * minute, 'of 3');
	/** Returns how many reads a screen causes in two minutes. */
	const readsOn = async (keys: readonly string[], shows: string) => {
		// What runs for long is read less often.
		for (const id of running) team.change(id, {created_at: new Date(app.clock.now()).toISOString()});
		await app.press('esc', 'esc', 'esc', '1', 'g', 'j');
		await app.go(keys, shows);
		await app.clock.advance(40_000);
		const before = app.requests().length;
		await app.clock.advance(2 * minute);
		const requests = app.requests().slice(before);
		const count = (pattern: RegExp) => requests.filter(request => pattern.test(request)).length;
		return {
			watched: count(/p00\/deployments/),
			running: count(/p40\/deployments/),
			sweep: count(/projects\?/),
			checks: count(/p[234][1-9]\/deployments/),
		};
	};
	const board = await readsOn(['2'], 'of 3');
	expect(board.watched).toBeGreaterThanOrEqual(8);
	for (const [screen, keys, shows] of screens) {
		const reads = await readsOn(keys, shows);
		for (const what of ['watched', 'running', 'sweep'] as const) {
			expect(reads[what], `${what} on ${screen}`).toBeGreaterThanOrEqual(board[what] * 0.5);
		}

		// On the list, the rows on the screen are read more often than the others.
		expect(reads.checks, `checks on ${screen}`).toBeGreaterThanOrEqual(board.checks * 0.4);
		expect(reads.watched, `watched on ${screen}`).toBeLessThanOrEqual(board.watched * 1.25);
	}
});

test('projects are checked for deployments even if the user leaves the list before its first page arrives', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	team.deploy('web', {status: 'building'});
	await openDemo({clock, handle: team.handle, latencyMs: 500});
	await app.press('3');
	// Keys wait for Ink, which waits no longer than this for the first rows.
	await app.wait(300, 'No activity yet');
	await clock.advance(minute);
	await app.go('2', '1 of 1', 'web');
});
