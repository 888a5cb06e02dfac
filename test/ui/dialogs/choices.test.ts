import {expect, test} from 'vitest';
import {app, openDemo} from '../../kit/app/open.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

/** Opens a team in which `docs` deployed last, before it `web`, and `api` never. */
async function openDeployed() {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'docs', 'web']});
	team.conclude(team.deploy('web'), 'success');
	await clock.advance(60_000);
	team.conclude(team.deploy('docs'), 'failure');
	await openDemo({clock, handle: team.handle, columns: 100}, 'of 3');
	await app.wait(20_000, /docs .*failure/, /web .*success/);
	return team;
}

const order = () => (app.screen().match(/^.{3}(api|docs|web) /gm) ?? []).map(line => line.slice(3).trim());

async function sortByLastDeployment() {
	await app.go(['s', 'down', 'down', 'down', 'down', 'down', 'enter'], 'by deployed ▼');
}

test('sorting by the last deployment puts the newest first and projects without one last', async () => {
	await openDeployed();
	await sortByLastDeployment();
	expect(order()).toEqual(['docs', 'web', 'api']);
	await app.go('S', 'by deployed ▲');
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

	await openDemo({handle: team.handle, clock, columns: 100}, '1 of 3');
	await app.wait(5000, 'Gefliest', 'marinating', 'building');
}

test('m classifies the status of the selected row, not the word announced last', {tags: ['fault-94']}, async () => {
	await openOnWords();
	for (const [at, word] of ['Gefliest', 'marinating', 'building'].entries()) {
		await app.go(['g', ...'j'.repeat(at), 'm'], `What does “${word}” mean?`);
		await app.press('esc');
	}

	await app.go(
		['g', 'j', 'm', 'j', 'j', 'enter'],
		'marinating is now shown as failed',
		/✖ web .*marinating/,
		/◐ api .*Gefliest/,
	);
});

test('m classifies the status of the selected row on every list of deployments', {tags: ['fault-94']}, async () => {
	await openOnWords();
	await app.go('enter', '◐ Gefliest');
	await app.go('m', 'What does “Gefliest” mean?');
	await app.go(['esc', '2'], '1 of 3');
	const asked: string[] = [];
	for (let row = 0; row < 3; row++) {
		await app.press('g', ...'j'.repeat(row));
		const [word = ''] = /Gefliest|marinating|building/.exec(app.selectedLine()) ?? [];
		await app.go('m', `What does “${word}” mean?`);
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
	await app.wait(1000, '“marinating” is a new status. Press m on its row to classify it.');
	await app.go('m', 'No status selected');
});

test('a new status word does not replace the answer to a key; its tip follows when a key is pressed', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	await openDemo({handle: team.handle, clock}, '1 of 2');
	await app.go('m', 'No status selected');
	team.deploy('web', {status: 'marinating'});
	expect(await app.wait(60_000, /web.*marinating/)).toContain('No status selected');
	await app.go('j', '“marinating” is a new status');
	expect(await app.go('k', '1 of 2')).not.toContain('new status');
});
