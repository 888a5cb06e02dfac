import {afterEach, expect, test} from 'vitest';
import {app, type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

const opened: OpenApp[] = [];
afterEach(() => {
	for (const openedApp of opened.splice(0)) openedApp.close();
});

const minute = 60_000;
const ids = Array.from({length: 45}, (_, index) => `p${String(index).padStart(2, '0')}`);

type ReadRates = {readonly watched: number; readonly running: number; readonly sweep: number; readonly checks: number};

/** Opens 45 projects: a running deployment of the first is watched, and another one is running far below the screen. */
async function openTeam() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ids});
	await openDemo({clock, handle: team.handle, requestsPerMinute: 60});
	opened.push(app);
	await app.see('1 of 45');
	team.deploy('p00', {status: 'building'});
	team.deploy('p40', {status: 'building'});
	team.conclude(team.deploy('p01'), 'success');
	await app.press('enter');
	await app.see('building');
	await app.press('w', 'esc');
	await app.clock.advance(4 * minute);
	await app.press('2');
	await app.see('of 3');
	await app.clock.advance(2 * minute);
}

/** Returns the reads per minute on the screen that the keys open from the list. */
async function readsOn(keys: readonly string[], shows: string | RegExp): Promise<ReadRates> {
	await openTeam();
	await app.press('1', 'j', ...keys);
	await app.see(shows);
	await app.clock.advance(minute);
	const before = app.requests().length;
	await app.clock.advance(5 * minute);
	const requests = app.requests().slice(before);
	const perMinute = (pattern: RegExp) => requests.filter(request => pattern.test(request)).length / 5;
	return {
		watched: perMinute(/p00\/deployments/),
		running: perMinute(/p40\/deployments/),
		sweep: perMinute(/projects\?/),
		checks: perMinute(/p[234][1-9]\/deployments/),
	};
}

/** The rates on the board, with which those on every other screen are compared. */
let onBoard: Promise<ReadRates> | undefined;
const readsOnBoard = () => {
	onBoard ??= readsOn(['2'], 'of 3');
	return onBoard;
};

test.each<[screen: string, keys: readonly string[], shows: string | RegExp]>([
	['the project list', [], '2 of 45'],
	['the activity', ['3'], '3 Activity'],
	['the deployments of another project', ['enter'], 'success'],
	['another deployment', ['enter', 'enter'], 'request id'],
	['the form of a new project', ['a'], 'New project'],
	['the edit form of another project', ['e'], 'Edit project'],
	['the connect form', [','], 'API key'],
	['the help', ['?'], 'next match'],
	['the request log', ['3', '!'], 'GET'],
	['the filter line', ['/'], '/'],
	['a confirmation', ['t'], 'Deploy p01?'],
	['the notification rules', ['3', 'W'], 'notify me about'],
])(
	'with %s open, deployments, loaded pages and other projects are read as often as on the board',
	{tags: ['fault-92']},
	async (_screen, keys, shows) => {
		const board = await readsOnBoard();
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
	opened.push(app);
	await app.press('3');
	// Keys wait for Ink, which waits no longer than this for the first rows.
	await clock.advance(300);
	await app.see('No activity yet');
	await clock.advance(minute);
	expect([...app.state().deployments.board.values()].map(({projectId}) => projectId)).toEqual(['web']);
});
