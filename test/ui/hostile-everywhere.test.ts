import {afterEach, expect, test} from 'vitest';
import {openHostile} from '../kit/app/hostile-app.ts';
import type {OpenApp} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** More runs, for a nightly job. */
const more = Array.from({length: Number(process.env.LANDFALL_HOSTILE_RUNS ?? 0)}, (_, at) => [
	60 + 20 * (at % 8),
	10 + at,
]);

test.each([[200, 1], [60, 2], ...more])(
	'at %i columns no screen obeys records that are hostile in every field (seed %i)',
	{tags: ['fault-31', 'fault-60', 'fault-61']},
	async (columns = 80, seed = 0) => {
		const hostile = await openHostile(seed, columns, ['notify']);
		({app} = hostile);
		await app.see('1 of 40');
		// The list with and without details, its filter and sorting, marks and bulk actions.
		await app.press('p', 'p', '/', 'e', 'enter', 'esc', 's', 'j', 'enter', 's', 'k', 'enter', 'z', 'a', 'esc');
		for (let row = 0; row < 12; row++) await app.press('j');
		await app.press(' ', 'j', ' ', 'j', ' ', 'Y', 'esc', 't', 'esc', 'D', 'esc', 'esc');
		// One project: its raw record, confirmations and form, and a conflict with a change made elsewhere.
		await app.press('i');
		await app.see('As received');
		await app.press('j', 'j', 'esc', 'D');
		await app.see('Permanently delete');
		await app.press('esc', 'e');
		await app.see('Edit project');
		await app.type('x');
		hostile.service.renameProjects();
		await app.press('enter');
		await app.see('Choose what to keep.');
		await app.press('esc', 'esc', 'w');
		// The live view, the details of a deployment, the classification of its status, and a new deployment.
		await app.press('g', 'enter');
		await app.see(/\d of 6/);
		await app.press('j', 'enter', 'i', 'esc', 'Y', 'esc', 'm', 'esc', 'q', 'w', 't', 'E', 'esc', 't');
		await app.see('Deploy ');
		await app.readQuestion();
		await app.press('y');
		await app.clock.advance(10_000);
		// A conclusion: the notice, the bell, the command, the board, the activity.
		hostile.service.conclude();
		await app.clock.advance(30_000);
		await app.press('2', 'j', 'j', 'i', 'esc', '3', 'j', 'j', 'W', 'esc', '?', 'esc', '1');
		await app.see(/ of \d+/);

		hostile.effects.expectOnlyOwn(app.terminal.writes);
		expect(app.terminal.writes.join('')).not.toContain('\u001B]52');
		const notifications = app.ran.filter(({program}) => program === 'notify');
		expect(notifications.length).toBeGreaterThan(0);
		for (const {facts = {}} of notifications) expect(Object.values(facts).join('')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
		const screens = ['activity', 'create', 'deployment', 'deployments', 'edit', 'projects', 'watch'];
		const dialogs = [
			'bulk',
			'conflict',
			'copy',
			'delete',
			'deploy',
			'filter',
			'help',
			'raw record',
			'meaning',
			'rules',
			'sort',
		];
		expect([...hostile.visited].toSorted()).toEqual(expect.arrayContaining([...screens, ...dialogs].toSorted()));
	},
);
