import {expect, test} from 'vitest';
import {app, openDemo, openOnTeam} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const minute = 60_000;
const ids = Array.from({length: 45}, (_, index) => `p${String(index).padStart(2, '0')}`);

/** Returns the reads per minute on the screen that the keys open from the list. A running deployment of the first project is watched, and another one is running far below the screen. */
async function readsOn(keys: readonly string[], shows: string) {
	const {team} = await openOnTeam(ids);
	team.deploy('p00', {status: 'building'});
	team.deploy('p40', {status: 'building'});
	team.conclude(team.deploy('p01'), 'success');
	await app.go('enter', 'building');
	await app.press('w', 'esc', '2');
	await app.wait(2 * minute, 'of 3');
	await app.go(['1', 'j', ...keys], shows);
	await app.clock.advance(minute / 2);
	const before = app.requests().length;
	await app.clock.advance(3 * minute);
	const requests = app.requests().slice(before);
	const perMinute = (pattern: RegExp) => requests.filter(request => pattern.test(request)).length / 3;
	return {
		watched: perMinute(/p00\/deployments/),
		running: perMinute(/p40\/deployments/),
		sweep: perMinute(/projects\?/),
		checks: perMinute(/p[234][1-9]\/deployments/),
	};
}

let onBoard: ReturnType<typeof readsOn> | undefined;

test.each<[screen: string, keys: readonly string[], shows: string]>([
	['the project list', [], '2 of 45'],
	['the activity', ['3'], '3 Activity'],
	['the deployments of another project', ['enter'], 'success'],
	['another deployment', ['enter', 'enter'], 'request id'],
	['the form of a new project', ['a'], 'New project'],
	['the help', ['?'], 'next match'],
	['the filter line', ['/'], '/'],
	['a confirmation', ['t'], 'Deploy p01?'],
])(
	'with %s open, deployments, loaded pages and other projects are read as often as on the board',
	{tags: ['fault-92']},
	async (_screen, keys, shows) => {
		onBoard ??= readsOn(['2'], 'of 3');
		const board = await onBoard;
		const rates = await readsOn(keys, shows);
		expect(board.watched).toBeGreaterThanOrEqual(4);
		for (const what of ['watched', 'running', 'sweep'] as const) {
			expect(rates[what], what).toBeGreaterThanOrEqual(board[what] * 0.5);
		}

		// On the list, the rows on the screen are read more often than the others.
		expect(rates.checks, 'checks').toBeGreaterThanOrEqual(board.checks * 0.4);
		expect(rates.watched, 'watched').toBeLessThanOrEqual(board.watched * 1.25);
	},
);

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
