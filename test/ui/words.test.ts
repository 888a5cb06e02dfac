import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo, openList} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

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

	app = await openDemo({handle: team.handle, clock, columns: 100});
	await app.see('1 of 3');
	await clock.advance(5000);
	await app.see('Gefliest');
	await app.see('marinating');
	await app.see('building');
}

test('m classifies the status of the selected row, not the word announced last', {tags: ['fault-94']}, async () => {
	await openOnWords();
	for (const [at, word] of ['Gefliest', 'marinating', 'building'].entries()) {
		await app.press('g', ...'j'.repeat(at), 'm');
		await app.see(`What does “${word}” mean?`);
		await app.press('esc');
	}

	await app.press('g', 'j', 'm', 'j', 'enter');
	await app.see('marinating is now shown as failed');
	await app.see(/✖ web .*marinating/);
	await app.see(/◇ api .*Gefliest/);
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

test('m on a new word in the activity classifies that word', async () => {
	await openOnWords();
	await app.press('3');
	await app.see('new word');
	const [word = ''] = /Gefliest|marinating/.exec(app.selectedLine()) ?? [];
	await app.press('j', 'k', 'm');
	await app.see(`What does “${word}” mean?`);
});

test('m reports no status if the selected row has none, even after a new word was announced', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	team.deploy('web', {status: 'marinating'});
	app = await openDemo({handle: team.handle, clock});
	await clock.advance(1000);
	await app.see('“marinating” is a new status (◇). Press m on its row to classify it.');
	await app.press('m');
	await app.see('No status selected');
});

test('a new status word does not replace the answer to a key; its tip follows when a key is pressed', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({handle: team.handle, clock});
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

test('u opens the unconfirmed change of the selected project, not just the first one', async () => {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await openDemo({handle: team.handle, clock});
	await app.see('1 of 2');
	for (const project of ['api', 'web']) {
		team.fail('before');
		await app.press('1', 'g', ...(project === 'web' ? 'j' : ''), 't');
		await app.see(`Deploy ${project}?`);
		await app.readQuestion();
		await app.press('y');
		await app.clock.advance(1000);
		await app.see(`We don't know whether ${project} was deployed.`);
		await app.press('esc');
	}

	await app.press('g', 'j', 'u');
	await app.see("We don't know whether web was deployed.");
	await app.press('esc', 'g', 'u');
	await app.see("We don't know whether api was deployed.");
});

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await openList(size);
	await app.clock.advance(1000);
	await app.see('success');
	await app.press('m');
	await app.see('─ What does “success” mean? ─');
}

test('the menu marks the chosen meaning of a status', async () => {
	await open();
	await app.press('down', 'enter', 'm');
	await app.see('▌ ✖ failed •');
});
