import {expect, test} from 'vitest';
import {type CommandId, commands, defaultKeysOf} from '../../../src/model/commands.ts';
import {keyName} from '../../../src/terminal/key-names.ts';
import {scopes} from '../../../src/ui/app.tsx';
import {customize, keyGroups} from '../../../src/ui/keys/custom-keys.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {openList} from '../../kit/app/open.ts';

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

const apply = (changes: Changes) =>
	customize(
		scopes,
		Object.entries(changes).map(([id, keys], index) => ({id, keys: [keys ?? []].flat(), line: index + 2})),
	);

test('every command is bound, and no key has two commands at the same time', () => {
	const groups = keyGroups(scopes);
	expect(Object.keys(commands).filter(id => !groups.some(({ids}) => ids.some(bound => bound === id)))).toEqual([]);
	for (const {title, ids} of groups) {
		const keys = [...new Set(ids)].flatMap(defaultKeysOf);
		expect(
			keys.filter((key, at) => keys.indexOf(key) < at),
			title,
		).toEqual([]);
	}
});

test.each<[what: string, changes: Changes, problems: readonly object[], keys: Partial<Record<CommandId, string>>]>([
	[
		'a command gets one key or several',
		{refresh: 'F5', edit: ['ctrl+e', 'F2']},
		[],
		{refresh: 'F5', edit: 'ctrl+e F2'},
	],
	['two commands can swap their keys', {deploy: 'e', edit: 't'}, [], {deploy: 'e', edit: 't'}],
	['a key that becomes free can be used', {delete: null, deploy: 'D'}, [], {deploy: 'D'}],
	[
		'a taken key is reported with line and reason',
		{refresh: 'e'},
		[{line: 2, reason: 'refresh: e is already “edit project” on Projects'}],
		{refresh: 'r'},
	],
	[
		'of two lines with the same key, the later gives way',
		{refresh: 'F5', 'refresh-all': ['F5', 'F6']},
		[{line: 3, reason: expect.stringContaining('F5 is already “refresh” on ')}],
		{refresh: 'F5', 'refresh-all': 'R'},
	],
	[
		'esc and ctrl+c stay with their commands, so that no screen is a trap',
		{back: 'b', 'quit-anywhere': null, deploy: 'esc'},
		[{line: 4, reason: 'deploy: esc cannot be reassigned'}],
		{back: 'b esc', 'quit-anywhere': 'ctrl+c'},
	],
	[
		'answers to questions and the keys of menus cannot be changed',
		{'deploy.deploy': 'enter', 'menu.down': 'n'},
		[
			{line: 2, reason: 'the keys of deploy.deploy cannot be changed'},
			{line: 3, reason: 'the keys of menu.down cannot be changed'},
		],
		{},
	],
	[
		'a command for typed text gets no key that types a character',
		{'next-field': 'n', 'filter.save': 'F2'},
		[{line: 2, reason: 'next-field: n types a character there'}],
		{'filter.save': 'F2'},
	],
])('%s', (_what, changes, problems, keys) => {
	const result = apply(changes);
	expect(result.problems).toEqual(problems);
	for (const [id, expected] of Object.entries(keys)) {
		const known = id as CommandId;
		expect((result.customKeys.get(known) ?? defaultKeysOf(known)).join(' ')).toBe(expected);
	}
});

const onlyRefresh = {
	screens: {projects: {title: 'Projects', keys: [{id: 'refresh', run() {}}]}},
	dialogs: {},
	anywhere: [],
	always: [],
} as const;

const parsed = (written: string) =>
	customize(onlyRefresh, [{id: 'refresh', keys: [written], line: 1}]).customKeys.get('refresh')?.[0];

test.each([
	['x', 'x'],
	['space', ' '],
	['+', '+'],
	['ctrl+x', 'ctrl+x'],
	['ctrl+space', 'ctrl+ '],
	['alt+x', 'alt+x'],
	['shift+tab', 'shift+tab'],
	['PgDn', 'pageDown'],
	['f5', 'F5'],
	['shift+ctrl+left', 'ctrl+shift+left'],
])('%j is the key %j', (written, key) => {
	expect(parsed(written)).toBe(key);
});

test('names of keys that no terminal sends are no keys', () => {
	const unsent =
		'gg cmd+x shift+x ctrl+X ctrl+shift+x ctrl+i ctrl+j ctrl+1 ctrl+alt+x ctrl+enter shift+F3 shift+space alt+[ \u0001';
	for (const written of ['', ...unsent.split(' ')]) expect(parsed(written), written).toBeUndefined();
});

test('every key that a terminal sends can be written by its name', () => {
	const {esc, 'ctrl+c': interrupt, ...assignable} = keySequences;
	const names = Object.values(assignable).map(sequence => keyName(sequence) ?? '');
	expect(names.map(parsed)).toEqual(names);
});

async function openWith(keys: object) {
	const app = await openList({keysFile: {content: {...keys}, text: JSON.stringify(keys, null, 1)}});
	await app.press('?', 'esc');
	return app;
}

test('a changed key replaces the old one in hints, help and palette', async () => {
	const app = await openWith({edit: 'ctrl+a', theme: 'T', 'mark-all': 'M', sort: null});
	await app.go('T', '─ Theme ─');
	await app.go('esc', 'ctrl+a edit project');
	await app.go('e', 'e does nothing here');
	await app.go('ctrl+a', 'Edit project');
	await app.press('esc');
	expect(await app.go('?', /M {2,}mark \/ unmark all shown/)).toMatch(/│ {5,}sort +│/);
	await app.go(['esc', ':', ...'mark / unmark all'], /mark \/ unmark all shown +M/);
	await app.go(['esc', 'S'], 'Press :sort to sort first');
	await app.go([':', ...'sort', 'enter'], '─ Sort by ─');
});

test('sentences name the keys in force', async () => {
	const app = await openWith({
		projects: '7',
		filter: '%',
		'mark-range': 'V',
		search: 'ctrl+f',
		sort: 'M',
		show: 'H',
		quit: 'Q',
	});
	await app.resize(140, 30);
	await app.see('7 Projects');
	await app.go('n', 'Press % to filter first');
	await app.go('V', 'V ends the range');
	await app.go(['esc', '3', 'S'], 'Press M to sort first');
	await app.go(['?', 'n'], 'Press ctrl+f to filter first');
	await app.go(['esc', '7', 'enter'], /1 of \d+/);
	await app.go(['H', 'H', 'H'], 'Nothing is watched. Press H to show others.');
	await app.go(['7', 'Q'], 'Press Q again to quit');
	await app.press('Q');
	expect(app.hasLeft()).toBe(true);
});

test('a key that types a character types it into a field', async () => {
	const app = await openWith({down: ['J', 'F7'], 'quit-anywhere': 'Q'});
	await app.go(['J', '/', 'J', 'Q'], 'filter: JQ');
});

test('a keys.json that was not read is reported', async () => {
	const app = await openList({keysFile: {why: 'belongs to another user.'}});
	await app.wait(1000, 'keys.json was not used: it belongs to another user.');
});

test('a problem in keys.json is reported with line and reason', async () => {
	const text = '{\n"refrsh": "x",\n"deploy": "e",\n"sort": "M"\n}';
	const app = await openList({keysFile: {content: JSON.parse(text), text}});
	await app.wait(1000, 'keys.json, line 2: there is no command refrsh; did you mean refresh?');
	await app.see('(and 1 more: run landfall keys)');
	await app.go('M', '─ Sort by ─');
});
