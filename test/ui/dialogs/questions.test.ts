import {describe, expect, test} from 'vitest';
import {defaultGuards} from '../../../src/model/connection.ts';
import {openDialog} from '../../../src/state/dialogs.ts';
import {openList, openOnTeam} from '../../kit/app/open.ts';
import {tourProfile} from '../../kit/app/tour.ts';

const names = ['storybook', 'tiny', 'my-tty', 'attorney', 'A-to-y', 'anthology'];

test.each(names)('typing %s on the deployments screen changes nothing', {tags: ['fault-86']}, async name => {
	const {app, team} = await openOnTeam([name, 'other']);
	for (const pauseMs of [0, 250, 400]) {
		await app.go(['1', 'enter'], 'No deployments yet');
		for (const letter of name) {
			await app.press(letter);
			await app.clock.advance(pauseMs);
		}

		await app.press('esc', 'esc', 'esc', 'esc');
	}

	await app.press('1', 'enter');
	app.burst(name);
	await app.clock.advance(5000);
	expect(team.writes()).toEqual([]);
});

describe('a question', () => {
	test.each<readonly [question: string, keys: readonly string[], typed: string, answer: string]>([
		['deploy', ['t'], '', 'y'],
		['bulk deploy', ['A', 't'], '2', 'enter'],
		['delete', ['D'], 'api', 'enter'],
		['bulk delete', ['A', 'D'], 'delete 2', 'enter'],
		['add', ['a'], 'shop', 'enter'],
	])(
		'(%s) accepts no answer before half a second without a key',
		{tags: ['fault-86', 'fault-255']},
		async (_question, keys, typed, answer) => {
			const {app, team} = await openOnTeam(['api', 'web']);
			await app.go(keys, /Deploy|Permanently delete|New project/);
			await app.go([...typed, answer], /Too soon: read the (?:question|form), then press \w+ again/);
			for (const repeatMs of [15, 250, 499]) {
				for (let press = 0; press < 1000 / repeatMs; press++) {
					await app.clock.advance(repeatMs);
					await app.press(answer);
				}

				await app.see('Too soon: read the ');
			}

			expect(team.writes()).toEqual([]);
			await app.clock.advance(500);
			await app.press(answer);
			await app.clock.advance(3000);
			expect(team.writes().length).toBeGreaterThan(0);
		},
	);

	test('ignores the burst of keys that opened it', {tags: ['fault-86']}, async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		app.burst(`ty${'y'.repeat(20)}`);
		await app.see('Deploy api?');
		await app.clock.advance(3000);
		expect(team.writes()).toEqual([]);
		await app.press('esc');
		app.burst('Dapi\r');
		await app.see('Permanently delete api?');
		await app.clock.advance(3000);
		expect(team.writes()).toEqual([]);
	});

	// Keys before the process stands still for a second, and those that it finds afterwards.
	test.each([
		['opened with its first letter', ['t'], 'yes'],
		['that was already open', ['t', 'half a second', 'd'], 'yy'],
		['that had just opened, one letter at a time', ['t'], ''],
	])(
		'%s takes no letter typed while the process stood still',
		{tags: ['fault-193']},
		async (_question, first, waiting) => {
			const {app, team} = await openOnTeam(['api', 'web']);
			await app.press(...first);
			const woken = app.clock.sleep(1000);
			if (waiting !== '') app.burst(waiting);
			await woken;
			await app.press('y');
			await app.clock.advance(400);
			await app.go('y', 'Too soon: read the question, then press y again');
			expect(team.writes()).toEqual([]);
			await app.clock.advance(500);
			await app.go('y', 'Deploying api');
			expect(team.writes()).toHaveLength(1);
		},
	);

	test('takes no letter of a long paste without markers', {tags: ['fault-194']}, async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		app.burst(`t${'y'.repeat(1100)}`);
		// The queue of keys holds fewer: the rest is read after the question has been open for seconds.
		app.burst('y'.repeat(1100));
		for (let step = 0; step < 150; step++) await app.clock.advance(20);
		await app.see('Deploy api?');
		expect(team.writes()).toEqual([]);
		await app.go('y', 'Deploying api');
		expect(team.writes()).toHaveLength(1);
	});

	test('accepts no enter right after a paste', {tags: ['fault-255']}, async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		const paste = '\u001B[200~api\u001B[201~';
		await app.go(['D', paste, 'enter'], 'Too soon: read the question, then press enter again', /confirm +api/);
		expect(team.writes()).toEqual([]);
		await app.reply('enter', 'Deleted api');
	});

	test('waits half a second again after any other key', {tags: ['fault-86']}, async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		await app.answer('t', 'x', 'x does nothing here');
		await app.clock.advance(499);
		await app.go('y', 'Too soon: read the question, then press y again');
		await app.clock.advance(499);
		await app.go('y', 'Too soon: read the question, then press y again');
		await app.clock.advance(500);
		await app.go('y', 'Deploying api');
		expect(team.writes()).toHaveLength(1);
	});

	test('about an unconfirmed change waits half a second after its finding', async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		team.fail('before');
		await app.answer('t', 'y', 'landfall does not know whether');
		await app.until('Press r to send it again');
		await app.go(['r', 'x'], 'Press r to send it again');
		expect(team.writes()).toHaveLength(1);
	});
});

describe('a form', () => {
	test.each([
		['deploy', 'Edit project'],
		['another', 'New project'],
	])('opened by typing %s saves nothing', {tags: ['fault-152']}, async (word, title) => {
		const {app, team} = await openOnTeam(['menu-board-eu', 'web']);
		for (const pauseMs of [0, 250, 400]) {
			for (const key of [...word, 'enter']) {
				await app.press(key);
				await app.clock.advance(pauseMs);
			}

			await app.see(title, 'Too soon: read the form, then press enter again');
			await app.press('esc');
		}

		app.burst(`${word}\r`);
		await app.see(title, /Too soon: read the form, then press \w+ again/);
		await app.clock.advance(5000);
		expect(team.writes()).toEqual([]);
		expect(app.state().writes.drafts.has('menu-board-eu')).toBe(false);
	});

	test('takes text half a second after the last ignored key', {tags: ['fault-152']}, async () => {
		const {app, team} = await openOnTeam(['menu-board-eu', 'web']);
		await app.go([...'dep'], 'Too soon: read the form, then press p again');
		await app.clock.advance(500);
		await app.go([...'-two', 'enter'], 'Saved menu-board-eu-two');
		expect(team.writes()).toHaveLength(1);
		await app.go('j', '2 of 2');
	});

	test('for a request body ignores what was typed or pasted too soon', {tags: ['fault-152']}, async () => {
		const {app} = await openOnTeam(['api', 'web']);
		await app.go(
			['t', 'half a second', 'e', 'x', '\u001B[200~pasted\u001B[201~'],
			'Too soon: read the question, then paste again',
		);
		await app.see(/│ \{\} +│/);
	});

	test.each<readonly [form: string, keys: readonly string[], shown: RegExp]>([
		['a new project', ['a'], /name +shop-eu/],
		['a service', [',', 'enter'], /address +shop-eu/],
		['the name of a filter', ['/', 'x', 'ctrl+s'], /│ shop-eu/],
		['a deletion', ['D'], /confirm +shop-eu/],
	])('for %s takes typed and pasted text at once', {tags: ['fault-256']}, async (_form, keys, shown) => {
		const {app} = await openOnTeam(['api', 'web']);
		await app.press(...keys.slice(0, -1));
		app.burst(`${({enter: '\r', 'ctrl+s': '\u0013'})[keys.at(-1) ?? ''] ?? keys.at(-1)}shop\u001B[200~-eu\u001B[201~`);
		await app.see(shown);
	});

	test.each(['/', ':'])('for a search with %s takes text at once', async key => {
		const {app} = await openOnTeam(['api', 'web']);
		app.burst(`${key}web`);
		await app.see(/(?:filter:|▌|>).*web/);
	});
});

test.each([
	['api', 20, 6, /^api: type this to\ndelete it/m],
	['knowledge-base-nordwind', 20, 6, /^knowledge-base-nordw\nind:/m],
	['api', 20, 9, /Type api to +│\n│ confirm\./],
	['api', 40, 12, /Type api to confirm\./],
] as const)('a deletion of %s at %d×%d shows what to type', async (name, columns, rows, shown) => {
	const {app, team} = await openOnTeam([name, 'web']);
	await app.resize(columns, rows);
	await app.answer('D', [...name], shown, /enter delete/);
	await app.press('enter');
	await app.clock.advance(3000);
	expect(team.writes()).toHaveLength(1);
});

test.each<readonly [question: string, keys: readonly string[], asked: string, hints: RegExp]>([
	['deploy', ['t'], 'Deploy\nknowledge-base-nordw\nind?', /^ y deploy +esc$/],
	['deploy it anyway', ['down', 't', 'half a second', 'y'], 'Deploy the protected\nweb?', /^ p deploy anyw?….* +esc$/],
	['bulk deploy', ['A', 't'], 'Deploy these 2\nType 2 to confirm:', /^ enter confirm +esc$/],
	['bulk delete', ['A', 'D'], 'Permanently delete\nType delete 2 to', /^ enter confirm +esc$/],
	['delete', ['D'], 'knowledge-base-nordw\nind:', /^ enter delete… +esc$/],
	['remove a profile', [',', 'D'], 'Remove the profile\n', /^ y remove +esc$/],
	['request body', ['t', 'half a second', 'e'], 'Request body to\n', /^ enter apply +esc$/],
	['edit', ['e'], '▌ name', /^ enter save c… +esc$/],
	['add', ['a'], 'New project\n▌ name', /^ enter add pr… +esc$/],
])('the question (%s) fits into 20×6 with its keys', async (_question, keys, asked, hints) => {
	const {app} = await openOnTeam(['knowledge-base-nordwind', 'web'], {
		columns: 20,
		rows: 6,
		profiles: [tourProfile],
		onService: service => ({...service, guards: {...defaultGuards, protects: ['web']}}),
	});
	await app.go([...keys, 'half a second'], asked);
	expect(app.lines().at(-1)?.trimEnd()).toMatch(hints);
});

test('enter names the key that answers a question', async () => {
	const app = await openList({profiles: [tourProfile]});
	await app.go(['t', 'half a second', 'enter'], 'enter does nothing here: press y to deploy', 'Deploy waitlist-lumen?');
	await app.go(['esc', ',', 'D', 'half a second', 'enter'], 'enter does nothing here: press y to remove');
});

test('leaving a service asks while a change is being sent', async () => {
	const app = await openList();
	app.change(state => openDialog(state, {name: 'switch', destination: {kind: 'demo'}}));
	await app.see('Leave demo?', 'A change is being sent.');
});
