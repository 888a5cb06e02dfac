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

describe('the project keys work', () => {
	const places: ReadonlyArray<readonly [place: string, keys: readonly string[]]> = [
		['in the project list', ['1']],
		['in the live view', ['1', 'enter']],
		['in the details of a deployment', ['1', 'enter', 'enter']],
		['on the board', ['2']],
		['in the activity', ['3']],
	];
	const effects: ReadonlyArray<readonly [key: string, said: string | RegExp]> = [
		['D', 'Permanently delete api?'],
		['t', 'Deploy api?'],
		['e', 'Edit project'],
		['E', /vi\s+could\s+not\s+be\s+run/],
		['w', /No longer watching|Watching/],
		['y', 'Copied'],
		['Y', 'Copy from'],
		['i', 'As received'],
		['o', /Opened|no url|only addresses/],
	];
	test.each(places)('%s', async (_place, keys) => {
		const team = await openTeam('api');
		await app.press('t');
		await app.readQuestion();
		await app.press('y');
		await app.see('Deploying api');
		team.conclude('dep_0001', 'failure');
		await app.clock.advance(30_000);
		for (const [key, said] of effects) {
			await app.press('esc', '1', ...keys);
			await app.press(key);
			await app.see(said);
			await app.press('esc');
		}
	});
});

test('deleting a project from the board removes it and selects another row', async () => {
	const team = await openTeam('api', 'web');
	for (const project of ['api', 'web']) team.conclude(team.deploy(project), 'failure');
	await app.clock.advance(20_000);
	team.deploy('api');
	await app.clock.advance(20_000);
	await app.press('2');
	await app.see(/^▌[◌✖◐✔] .*api/m);
	await app.press('w', 'D');
	await app.see('Permanently delete api?');
	await app.readQuestion();
	await app.type('api');
	await app.press('enter');
	await app.see('Deleted api');
	await app.see('looked at 1 of 1 projects');
	expect(app.screen()).not.toMatch(/^[▌ ][◌✖◐✔] .*api/m);
	expect(app.session.store.get().presence.watches.size).toBe(0);
});
