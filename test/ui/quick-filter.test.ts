import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Opens a team in which `api` is fine, `docs` failed and `web` is deploying. */
async function openTeam() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	team.conclude(team.deploy('api'), 'success');
	team.conclude(team.deploy('docs'), 'failure');
	team.deploy('web', {status: 'building'});
	app = await openDemo({clock, handle: team.handle, columns: 100});
	await app.see('of 3');
	await clock.advance(20_000);
	await app.see(/web .*building/);
	return team;
}

const rows = () => [...app.screen().matchAll(/^.{3}(?:◉ )?(api|docs|web) /gm)].map(([, name]) => name);

test('f cycles through all projects, those in progress, failed and watched', async () => {
	await openTeam();
	await app.press('j', 'j', 'w', 'g', 'f');
	await app.see('1 of 1 · 1 in progress in 3');
	expect(rows()).toEqual(['web']);
	await app.press('f');
	await app.see('1 failed in 3');
	expect(rows()).toEqual(['docs']);
	await app.press('f');
	await app.see('1 watched in 3');
	expect(rows()).toHaveLength(1);
	await app.press('f');
	await app.see(/^ \d of 3 /m);
	expect(rows()).toEqual(['api', 'docs', 'web']);
});

test('f keeps the selected project selected while it is shown', async () => {
	await openTeam();
	await app.press('j', 'f', 'f');
	await app.see('1 failed in 3');
	expect(app.selectedLine()).toContain('docs');
	await app.press('f', 'f');
	await app.see('2 of 3');
	expect(app.selectedLine()).toContain('docs');
});

test('esc returns to the project that f hid, even from an empty list', async () => {
	await openTeam();
	await app.press('j', 'f');
	await app.see('1 in progress in 3');
	await app.press('esc');
	await app.see('2 of 3');
	expect(app.selectedLine()).toContain('docs');
	await app.press('f', 'f', 'f');
	await app.see('0 watched in 3');
	await app.press('esc');
	await app.see('2 of 3');
	expect(app.selectedLine()).toContain('docs');
});

test('a movement after f decides what stays selected', async () => {
	const team = await openTeam();
	team.conclude(team.deploy('api'), 'failure');
	await app.clock.advance(60_000);
	await app.press('j', 'j', 'f', 'f');
	await app.see('2 failed in 3');
	await app.press('k', 'esc');
	await app.see(/^ \d of 3 /m);
	expect(app.selectedLine()).toMatch(/api|docs/);
});

test('f adds to a filter that was typed, and esc clears both', async () => {
	await openTeam();
	await app.press('/');
	await app.type('d');
	await app.press('enter', 'f', 'f');
	await app.see('1 failed in 3');
	expect(app.session.store.get().projects.view?.query).toBe('d outcome:failed');
	await app.press('esc');
	await app.see(/^ \d of 3 /m);
});

test('a project that is no longer watched leaves the list of watched ones', async () => {
	await openTeam();
	await app.press('w', 'f', 'f', 'f');
	await app.see('1 watched in 3');
	await app.press('w');
	await app.see('0 watched in 3');
});
