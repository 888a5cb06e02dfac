import {describe, expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {defaultKeysOf, labelOf} from '../../src/model/commands.ts';
import {withNotice} from '../../src/state/state.ts';
import {scopes} from '../../src/ui/app.tsx';
import {nameInReport} from '../../src/ui/keys/dispatch.ts';
import {keyNamed} from '../kit/app/key-sequences.ts';
import {openList, openOnTeam} from '../kit/app/open.ts';

test('restores the terminal at once after the key that quits', {tags: ['fault-101']}, async () => {
	const app = await openList();
	await app.go('q', '1 of 12   Press q again to quit');
	await app.press('j', 'q');
	expect(app.hasLeft()).toBe(false);
	const before = app.terminal.writes.length;
	await app.press('q');
	const last = app.terminal.writes.slice(before).join('');
	expect(last).toContain('\u001B[?1049l');
	expect(last).not.toContain('\u001B[?2026h');
	expect(app.terminal.isRaw()).toBe(false);
});

test('says on Windows that ctrl+z cannot suspend', async () => {
	const app = await openList({platform: 'win32'});
	await app.go('ctrl+z', 'Windows cannot suspend a program');
	expect(app.terminal.isRaw()).toBe(true);
});

test('moves with the wheel, which answers no question', {tags: ['fault-162']}, async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs', 'shop']);
	app.burst('\u001B[B'.repeat(3));
	await app.see('4 of 4');
	app.burst('\u001BOA'.repeat(2));
	await app.see('2 of 4');
	const open = [
		['t', 'Deploy web?'],
		['D', 'Permanently delete web?'],
		['e', 'Edit'],
	] as const;
	for (const [key, question] of open) {
		await app.go(key, question);
		await app.clock.advance(2000);
		app.burst('\u001B[B'.repeat(9) + '\u001B[A'.repeat(9));
		await app.see(question);
		await app.clock.advance(2000);
		await app.press('esc');
	}

	expect(team.writes()).toEqual([]);
});

test('binds no arrow key, which the wheel sends, to a write, to quitting or to closing', {tags: ['fault-162']}, () => {
	const all = [...Object.values(scopes.screens), ...Object.values(scopes.dialogs)].flatMap(({keys}) => keys);
	const moved = [...all, ...scopes.anywhere].filter(({id}) =>
		defaultKeysOf(id).some(key => key === 'up' || key === 'down'),
	);
	expect(moved.filter(({isWrite, isQuit}) => isWrite || isQuit)).toEqual([]);
	expect([...new Set(moved.map(({id}) => labelOf(id)))].filter(label => !/down|up|next|previous/.test(label))).toEqual(
		[],
	);
});

test.each([
	['ctrl+c', 'a'],
	['\u001B[99;5u', '1'],
	['\u001B[27;5;99~', '1'],
])('quits after ctrl+c twice, also as %j and from a form', {tags: ['fault-141']}, async (spelling, key) => {
	const app = await openList();
	await app.go([key, spelling], 'Press ctrl+c again to quit');
	expect(app.hasLeft()).toBe(false);
	await app.press(spelling);
	expect(app.hasLeft()).toBe(true);
});

test.each([
	['line feed', '\n'],
	['the keypad', '\u001BOM'],
	['the keypad of kitty', '\u001B[57414u'],
])('takes enter as %s in lists, forms and menus', {tags: ['fault-260']}, async (_as, enter) => {
	const app = await openList();
	await app.go(enter, '1 of 35');
	await app.go(['esc', ',', enter], '▌ address');
	await app.go(['tab', 'tab', 'tab', enter], '▌ address');
	await app.go(['esc', 'esc', 's', enter], '1 of 12');
});

test('deletes words, and pastes a line feed as a blank', async () => {
	const app = await openList();
	await app.go(['a', ...'one two three'], /name +one two three/);
	await app.go('\u001B\u007F', /name +one two +│/);
	await app.go(['home', '\u001Bd'], /name +two +│/);
	await app.paste('a\nb');
	await app.see(/name +a b two +│/);
	await app.go(['home', '\u001B[3;5~'], /name +b two +│/);
});

test.each<readonly [field: string, keys: readonly string[], then: string | RegExp]>([
	['a new project', ['a'], 'Added cafe'],
	['a filter', ['/'], /^ filter: cafe {3}0 matches/m],
	['a command', [':'], 'No command matches'],
	['the address of a service', [',', 'enter'], '▌ team API key'],
])(
	'keeps text that is not UTF-8 in %s until it is corrected',
	{tags: ['fault-142', 'fault-259']},
	async (_field, keys, then) => {
		const app = await openList();
		await app.go([...keys, ...'caf'], 'caf');
		// The decoder holds the byte back until the next one shows that it is none of UTF-8.
		app.burst('\uFFFD\r');
		await app.see('caf\uFFFD');
		const said = 'That is not UTF-8: delete each \uFFFD. Set the terminal to UTF-8';
		await app.go(['half a second', 'enter'], 'caf\uFFFD', said);
		expect(app.writes()).toEqual([]);
		await app.press('backspace', 'e', 'half a second');
		await app.go('enter', then);
	},
);

test('reads at the usual pace after a key in a window without focus', {tags: ['fault-144']}, async () => {
	const app = await openList();
	await app.focus(false);
	await app.press('j');
	const before = app.requestCount(/^GET \/v1\/projects(?:\?|$)/);
	await app.clock.advance(15_000);
	expect(app.requestCount(/^GET \/v1\/projects(?:\?|$)/)).toBeGreaterThan(before);
});

describe('a key that does nothing', () => {
	test.each([
		['x', 'x does nothing here. On Board: remove'],
		['\u001B[15;5~', 'ctrl+F5 does nothing here'],
		['\u001Bx', 'alt+x does nothing here'],
	])('is reported for a second after it was last pressed: %j', {tags: ['fault-86']}, async (key, said) => {
		const {app} = await openOnTeam(['api', 'web']);
		// The keys of other screens are known only once Ink is loaded.
		await app.clock.advance(200);
		await app.go(key, said);
		await app.clock.advance(600);
		await app.press(key);
		await app.wait(600, said);
		app.clock.setBack(100);
		expect(await app.wait(400, '1 of 2')).not.toContain('does nothing here');
	});

	test.each([
		['the project list', [], 'nothing here. Press : to go to a pasted id or URL'],
		['the sort menu', ['s'], 'nothing here'],
		['a question without a field', ['t'], 'nothing here'],
	])('is reported for text that is pasted into %s', async (_where, keys, said) => {
		const {app, team} = await openOnTeam(['api', 'web']);
		await app.press(...keys);
		await app.clock.advance(1000);
		app.burst('\u001B[200~yDq\n\u001B[201~');
		await app.see(`Pasted text does ${said}`);
		await app.clock.advance(1000);
		expect(app.screen()).not.toContain('Pasted text');
		expect(team.writes()).toEqual([]);
	});

	test('hides an error for a second only, and a burst of such keys paints one frame', async () => {
		const {app, team} = await openOnTeam(['api', 'web']);
		team.fail('busy', 'busy', 'busy');
		app.change((state, now) => withNotice(state, plain`It broke`, 'bad', now));
		await app.see('It broke');
		const writes = app.terminal.writes.length;
		app.burst('bxb7BXB');
		await app.see('b does nothing here');
		await app.clock.advance(0);
		expect(app.terminal.writes.length - writes).toBe(1);
		await app.wait(1000, 'It broke');
	});
});

describe('the project keys work', () => {
	const places: ReadonlyArray<readonly [place: string, keys: readonly string[]]> = [
		['in the project list', ['1']],
		['in the deployments screen', ['1', 'enter']],
		['in the details of a deployment', ['1', 'enter', 'enter']],
		['on the board', ['2']],
		['in the activity', ['3']],
	];
	const effects: ReadonlyArray<readonly [key: string, said: string | RegExp]> = [
		['D', 'Permanently delete api?'],
		['t', 'Deploy api?'],
		['e', 'Edit project'],
		['w', /Stopped watching|Watching/],
		['y', 'Copied'],
		['Y', 'Copy from'],
		['i', 'As received'],
		['o', /Opened|no url|only addresses/],
	];
	test.each(places)('%s', async (_place, keys) => {
		const {app, team} = await openOnTeam(['api']);
		await app.answer('t', 'y', 'Deploying api');
		team.conclude('dep_0001', 'failure');
		await app.clock.advance(30_000);
		for (const [key, said] of effects) {
			await app.go(['esc', '1', ...keys, key], said);
			await app.press('esc');
		}
	});
});

test('names keys but no typed text in a crash report', async () => {
	const app = await openList();
	const name = (key: string) => nameInReport(app.state(), scopes, keyNamed(key));
	expect(['j', 'enter', ' ', 'b', 'é'].map(name)).toEqual(['j', 'enter', ' ', 'text', 'text']);
	await app.press('/');
	expect(['j', 'enter', ' ', 'ctrl+c'].map(name)).toEqual(['text', 'enter', 'text', 'ctrl+c']);
});
