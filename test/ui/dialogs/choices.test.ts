import {expect, test} from 'vitest';
import {boxIn} from '../../kit/app/frames.ts';
import {app, openDemo, openList} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

async function openSortMenu(size: {readonly columns?: number; readonly rows?: number} = {}) {
	await openList(size);
	await app.press('s');
	await app.see('─ Sort by ─');
}

test('the sort menu marks and selects the current order', async () => {
	await openSortMenu();
	await app.press('down', 'down', 'enter', 's');
	expect(boxIn(await app.see('─ Sort by ─').then(frame => frame.split('\n'))).inside).toContain('▌ updated •');
});

/** Opens a team in which `docs` deployed last, before it `web`, and `api` never. */
async function openDeployed() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	team.conclude(team.deploy('web'), 'success');
	await clock.advance(60_000);
	team.conclude(team.deploy('docs'), 'failure');
	await openDemo({clock, handle: team.handle, columns: 100});
	await app.see('of 3');
	await clock.advance(20_000);
	await app.see(/docs .*failure/, /web .*success/);
	return team;
}

const order = () => (app.screen().match(/^.{3}(api|docs|web) /gm) ?? []).map(line => line.slice(3).trim());

async function sortByLastDeployment() {
	await app.press('s', 'down', 'down', 'down', 'down', 'down', 'enter');
	await app.see('by deployed ▼');
}

test('sorting by the last deployment puts the newest first and projects without one last', async () => {
	await openDeployed();
	await sortByLastDeployment();
	expect(order()).toEqual(['docs', 'web', 'api']);
	await app.press('S');
	await app.see('by deployed ▲');
	expect(order()).toEqual(['web', 'docs', 'api']);
});

/** Opens landfall on two projects whose deployments have unknown statuses, and one whose status is known. */
async function openOnWords() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web', 'docs']});
	for (const [project, status] of [
		['api', 'Gefliest'],
		['web', 'marinating'],
		['docs', 'building'],
	] as const) {
		team.deploy(project, {status});
	}

	await openDemo({handle: team.handle, clock, columns: 100});
	await app.see('1 of 3');
	await clock.advance(5000);
	await app.see('Gefliest', 'marinating', 'building');
}

test('m classifies the status of the selected row, not the word announced last', {tags: ['fault-94']}, async () => {
	await openOnWords();
	for (const [at, word] of ['Gefliest', 'marinating', 'building'].entries()) {
		await app.press('g', ...'j'.repeat(at), 'm');
		await app.see(`What does “${word}” mean?`);
		await app.press('esc');
	}

	await app.press('g', 'j', 'm', 'j', 'enter');
	await app.see('marinating is now shown as failed', /✖ web .*marinating/, /◇ api .*Gefliest/);
});

test('m classifies the status of the selected row on every list of deployments', {tags: ['fault-94']}, async () => {
	await openOnWords();
	await app.press('enter');
	await app.see('◇ Gefliest');
	await app.press('m');
	await app.see('What does “Gefliest” mean?');
	await app.press('esc', '2');
	await app.see('1 of 3');
	const asked: string[] = [];
	for (let row = 0; row < 3; row++) {
		await app.press('g', ...'j'.repeat(row));
		const [word = ''] = /Gefliest|marinating|building/.exec(app.selectedLine()) ?? [];
		await app.press('m');
		await app.see(`What does “${word}” mean?`);
		await app.press('esc');
		asked.push(word);
	}

	expect(asked.toSorted()).toEqual(['Gefliest', 'building', 'marinating']);
});

test('m reports no status if the selected row has none, even after a new word was announced', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	team.deploy('web', {status: 'marinating'});
	await openDemo({handle: team.handle, clock});
	await clock.advance(1000);
	await app.see('“marinating” is a new status (◇). Press m on its row to classify it.');
	await app.press('m');
	await app.see('No status selected');
});

test('a new status word does not replace the answer to a key; its tip follows when a key is pressed', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	await openDemo({handle: team.handle, clock});
	await app.see('1 of 2');
	await app.press('m');
	await app.see('No status selected');
	team.deploy('web', {status: 'marinating'});
	await clock.advance(60_000);
	expect(await app.see(/web.*marinating/)).toContain('No status selected');
	await app.press('j');
	await app.see('“marinating” is a new status');
	await app.press('k');
	expect(await app.see('1 of 2')).not.toContain('new status');
});
