import {afterEach, expect, test} from 'vitest';
import {layers} from '../../../src/ui/ink.tsx';
import {bindingGroups} from '../../../src/ui/keys/key-dispatch.ts';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Opens the wall of a team: of three projects, one is being built and one has failed. */
async function open(options: {readonly columns?: number; readonly rows?: number; readonly isAscii?: boolean} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	team.deploy('web', {status: 'building'});
	const failing = team.deploy('docs', {status: 'building'});
	app = await renderApp({...options, clock, handle: team.handle});
	await app.see('1 of 3');
	await app.press('2');
	await clock.advance(5000);
	await app.see('of 2');
	team.conclude(failing, 'failure');
	await clock.advance(10_000);
	await app.see('failure');
	app.session.store.dispatch({type: 'wall-opened'});
	await app.see(/[◐o] running/);
}

test.each(sizes)('the wall fits $columns×$rows, with the failure and without header and key hints', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/✖ docs.* ago/);
	expect(app.frame()).toContain('building');
	expect(app.frame()).not.toContain('Projects');
	expect(app.frame()).not.toContain('esc');
});

test('a wall without room for a row of the board shows no empty pages of it', async () => {
	await open({columns: 60, rows: 8});
	expect(app.frame()).toContain('✖ docs');
	expect(app.frame()).toContain('looked at 3 of 3 projects');
	expect(app.frame()).not.toMatch(/OUTCOME|page \d/);
	await app.resize(60, 9);
	await app.see(/◐ web +building|✖ docs +failure/);
});

test('the wall shows in large figures what is running and what failed', async () => {
	await open();
	expect(app.frame()).toMatch(/▀█ +█▀█ +▀█/);
	expect(app.frame()).toMatch(/◐ running +✔ \S.* +✖ failed/);
});

test('the wall can be shown in ASCII', async () => {
	await open({isAscii: true});
	expect(app.frame()).toMatch(/o running +\+ \S.* +x failed/);
});

test('no key of the wall leads to a write, or anywhere but back', async () => {
	await open();
	const bindings = bindingGroups(app.state(), layers).flat();
	expect(bindings.flatMap(({keys}) => keys)).toEqual(['esc', 'q', 'ctrl+l', 'ctrl+z', 'ctrl+c']);
	expect(bindings.filter(({isWrite}) => isWrite)).toEqual([]);
});

test('a dialog that opens meanwhile takes no keys on the wall, and is there when the wall is left', async () => {
	await open();
	app.session.store.dispatch({type: 'dialog-opened', dialog: {name: 'sort'}});
	await app.press('down', 'enter');
	expect(app.state().projects.view).toBeUndefined();
	expect(app.frame()).not.toContain('Sort by');
	await app.press('esc');
	await app.see('Sort by');
});
