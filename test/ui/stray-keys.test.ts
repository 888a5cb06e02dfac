import {afterEach, describe, expect, test} from 'vitest';
import type {OpenApp} from '../kit/app/open.ts';
import {openOnTeam} from '../kit/app/open-on-team.ts';
import type {Team} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openTeam(...projects: readonly string[]): Promise<Team> {
	const opened = await openOnTeam(projects);
	app = opened.app;
	return opened.team;
}

describe('a key that does nothing', () => {
	test.each([
		['x', 'x does nothing here. On Watch: remove'],
		['b', 'b does nothing here'],
		['7', '7 does nothing here'],
		['shift+tab', 'shift+tab does nothing here'],
		['ctrl+w', 'ctrl+w does nothing here'],
		['\u001BOP', 'F1 does nothing here'],
		['\u001B[24~', 'F12 does nothing here'],
		['\u001B[15;5~', 'ctrl+F5 does nothing here'],
		['\u001Bx', 'alt+x does nothing here'],
		['\u001C', 'ctrl+\\ does nothing here'],
		['é', 'é does nothing here'],
	])('is reported for a second: %j in the project list', {tags: ['fault-86']}, async (key, said) => {
		await openTeam('api', 'web');
		// The keys of other screens are known only once Ink is loaded.
		await app.clock.advance(200);
		await app.press(key);
		await app.see(said);
		await app.clock.advance(1000);
		expect(app.screen()).not.toContain('does nothing here');
	});

	test.each([
		['the deployments of a project', ['enter'], 'a', 'a does nothing here. On Projects: add'],
		['the board', ['2'], 'L', 'L does nothing here. On Projects: load all pages'],
		['the activity', ['3'], 'x', 'x does nothing here. On Watch: remove'],
		['help', ['?'], 'd', 'd does nothing here'],
		['the sort menu', ['s'], 'd', 'd does nothing here'],
		['the notification rules', ['W'], 'd', 'd does nothing here'],
		['the request log', ['!'], 'd', 'd does nothing here'],
		['a question', ['t'], 'd', 'd does nothing here'],
		['a form', ['e'], 'pageDown', 'PgDn does nothing here'],
		['a filter', ['/'], 'tab', 'tab does nothing here'],
	])('is reported in %s', {tags: ['fault-86']}, async (_where, keys, key, said) => {
		await openTeam('api', 'web');
		await app.press(...keys, key);
		await app.see(said);
	});

	test.each([
		['the project list', []],
		['the sort menu', ['s']],
		['a question without a field', ['t']],
	])('is reported for text that is pasted into %s', async (_where, keys) => {
		const team = await openTeam('api', 'web');
		await app.press(...keys);
		await app.clock.advance(1000);
		app.burst('\u001B[200~yDq\n\u001B[201~');
		await app.see('Pasted text does nothing here');
		await app.clock.advance(1000);
		expect(app.screen()).not.toContain('Pasted text');
		expect(team.writes()).toEqual([]);
	});

	test('hides an error for a second only, and a burst of such keys paints one frame', async () => {
		const team = await openTeam('api', 'web');
		team.fail('busy', 'busy', 'busy');
		app.session.store.dispatch({type: 'noticed', text: 'It broke' as never, tone: 'bad', at: app.clock.now()});
		await app.see('It broke');
		const writes = app.terminal.writes.length;
		app.burst('bxb7BXB');
		await app.see('b does nothing here');
		await app.clock.advance(0);
		expect(app.terminal.writes.length - writes).toBe(1);
		await app.clock.advance(1000);
		await app.see('It broke');
	});
});

test('quitting takes the same key twice in a row', async () => {
	await openTeam('api', 'web');
	await app.press('q', 'j', 'q');
	expect(app.hasLeft()).toBe(false);
	await app.press('q');
	expect(app.hasLeft()).toBe(true);
});
