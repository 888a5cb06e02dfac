import {expect, test} from 'vitest';
import {keyName} from '../../../src/terminal/key-names.ts';
import {scopes} from '../../../src/ui/app.tsx';
import {customize, keyGroups, keyListing, parseWrittenKey} from '../../../src/ui/keys/custom-keys.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {app, openList} from '../../kit/app/open.ts';

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

const apply = (changes: Changes) =>
	customize(
		scopes,
		Object.entries(changes).map(([id, keys], index) => ({id, keys: [keys ?? []].flat(), line: index + 2})),
	);

/** The keys of a command, by scope. */
function keysOf(changes: Changes, id: string): readonly string[] {
	const found = keyGroups(apply(changes).scopes).flatMap(({own, shared}) =>
		[...own, ...shared].filter(binding => binding.id === id),
	);
	return [...new Set(found.map(({keys}) => keys.join(' ')))];
}

test('every binding has an id that is short and stands for one thing', () => {
	const firstKeys = new Map<string, string | undefined>();
	for (const {own, shared} of keyGroups(scopes)) {
		for (const {
			id = '',
			keys: [first],
		} of [...own, ...shared]) {
			expect(id).toMatch(/^(?:[a-z-]+\.)?[a-z]+(?:-[a-z]+){0,4}$/);
			// The same command may have fewer keys on another screen.
			if (!id.startsWith('menu.')) expect(first, id).toBe(firstKeys.get(id) ?? first);
			firstKeys.set(id, first);
		}
	}
});

/** What keys.json says, what is wrong with its lines, and the keys that its commands then have. */
const customized: ReadonlyArray<
	readonly [what: string, changes: Changes, problems: readonly object[], keys: Readonly<Record<string, string[]>>]
> = [
	[
		'a command gets one key or several, on every screen that has it',
		{refresh: 'F5', edit: ['ctrl+e', 'F2']},
		[],
		{refresh: ['F5'], edit: ['ctrl+e F2']},
	],
	[
		'earlier names of commands are understood',
		{'calls.copy-id': 'F5', 'call.copy-id': 'F6', 'inspect.refresh': 'F7'},
		[],
		{'request-log.copy-id': ['F5'], 'request.copy-id': ['F6'], 'raw-record.refresh': ['F7']},
	],
	['null removes the keys of a command', {delete: null}, [], {delete: ['']}],
	['two commands can swap their keys', {deploy: 'e', edit: 't'}, [], {deploy: ['e'], edit: ['t']}],
	['a key that becomes free can be used', {delete: null, deploy: 'D'}, [], {deploy: ['D']}],
	[
		'a key that is taken is reported with line and reason, and the command keeps its own',
		{refresh: 'e'},
		[{line: 2, reason: 'refresh: e is already “edit project” on Projects'}],
		{refresh: ['r']},
	],
	[
		'of two lines that want the same key, the later gives way',
		{refresh: 'F5', 'refresh-all': ['F5', 'F6']},
		[{line: 3, reason: expect.stringContaining('F5 is already “refresh” on ')}],
		{refresh: ['F5'], 'refresh-all': ['F6']},
	],
	[
		'an unknown command is reported with a suggestion, and the rest applies',
		{refrehs: 'x', refresh: 'F5'},
		[{line: 2, reason: 'there is no command refrehs; did you mean refresh?'}],
		{refresh: ['F5']},
	],
	[
		'a key that terminals cannot send is reported, and the other keys apply',
		{refresh: ['ctrl+i', 'F5'], sort: 'cmd+s'},
		[
			{line: 2, reason: 'refresh: terminals send ctrl+i as tab'},
			{line: 3, reason: 'sort: terminals do not send cmd: use ctrl, alt or shift'},
		],
		{refresh: ['F5'], sort: ['s']},
	],
	['esc stays with back, whatever else it gets', {back: 'b'}, [], {back: ['esc', 'b esc']}],
	[
		'esc and ctrl+c stay with their commands, so that no screen is a trap',
		{back: null, 'quit-anywhere': null, deploy: 'esc'},
		[
			{line: 2, reason: 'back keeps esc'},
			{line: 3, reason: 'quit-anywhere keeps ctrl+c'},
			{line: 4, reason: 'deploy: esc stays as it is'},
		],
		{},
	],
	[
		'answers to questions and the keys of menus cannot be changed',
		{'deploy.deploy': 'enter', 'menu.down': 'n'},
		[
			{line: 2, reason: 'the answers to a question keep their keys: deploy.deploy'},
			{line: 3, reason: 'the keys of menu.down cannot be changed'},
		],
		{},
	],
];

test.each(customized)('%s', (_what, changes, problems, keys) => {
	expect(apply(changes).problems).toEqual(problems);
	for (const [id, expected] of Object.entries(keys)) expect(keysOf(changes, id)).toEqual(expected);
});

test('where text is typed, a key that types something does not replace the default', () => {
	const all = keyGroups(apply({down: 'J', 'next-field': 'n'}).scopes);
	const filter = all.find(({title}) => title === 'Filter')?.own.find(({id}) => id === 'down');
	expect(filter?.keys).toEqual(['down']);
	expect(keysOf({down: ['J', 'F7']}, 'down')).toEqual(['J F7', 'F7']);
	expect(keysOf({'next-field': 'n'}, 'next-field')).toEqual(['tab down']);
});

test('the listing has each binding in force with its id, once', () => {
	const listing = keyListing(apply({refresh: ['F5', 'F6'], delete: null}).scopes);
	expect(listing).toMatch(/^Everywhere\n/);
	expect(listing).toMatch(/\n {2}refresh +F5 F6 +refresh\n/);
	expect(listing).toMatch(/\n {2}delete +none +delete project\n/);
	expect(listing).toMatch(/\n {2}mark +space +mark \/ unmark\n/);
	expect(listing.match(/\n {2}delete /g)).toHaveLength(1);
	for (const {own} of keyGroups(scopes)) {
		for (const {id} of own) expect(listing).toContain(`\n  ${id} `);
	}
});

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
])('%s is a key', (written, key) => {
	expect(parseWrittenKey(written)).toEqual({key});
});

test.each([
	['', 'a key is missing'],
	['gg', 'gg is not one key, such as x, ctrl+x, PgDn or F5'],
	['cmd+x', 'terminals do not send cmd: use ctrl, alt or shift'],
	['shift+x', 'write X instead of shift+x'],
	['ctrl+X', 'terminals send ctrl+X as ctrl+x'],
	['ctrl+shift+x', 'write X instead of ctrl+shift+x'],
	['ctrl+i', 'terminals send ctrl+i as tab'],
	['ctrl+1', 'terminals do not send ctrl+1'],
	['ctrl+alt+x', 'terminals do not send ctrl+alt+x'],
	['ctrl+enter', 'terminals send ctrl+enter as enter'],
	['shift+F3', 'terminals do not send shift+F3'],
	['shift+space', 'terminals send shift+space as space'],
	['alt+[', 'terminals do not send alt+['],
	['\u0001', 'a key is written by its name, such as enter or ctrl+x'],
])('%j is not a key that terminals send', (written, problem) => {
	expect(parseWrittenKey(written)).toEqual({problem});
});

test('every key that a terminal sends can be written by its name', () => {
	for (const sequence of Object.values(keySequences)) {
		const name = keyName(sequence);
		expect(parseWrittenKey(name ?? '')).toEqual({key: name});
	}
});

async function openWith(keys: object) {
	const text = JSON.stringify(keys, null, 1);
	await openList({keysFile: {outcome: 'read', text}});
	await app.press('?', 'esc');
}

test('a changed key works, its old key does nothing, and the hints show the new one', async () => {
	await openWith({edit: 'ctrl+a'});
	await app.see('ctrl+a edit project');
	await app.go('e', 'e does nothing here');
	await app.go('ctrl+a', 'Edit project');
});

test('help and palette show the keys in force', async () => {
	await openWith({'mark-all': 'M', sort: null});
	expect(await app.go('?', /M {2,}mark \/ unmark all shown/)).toMatch(/│ {5,}sort +│/);
	await app.go(['esc', ':', ...'mark / unmark all'], /mark \/ unmark all shown +M/);
	await app.go(['esc', ':', ...'sort', 'enter'], '─ Sort by ─');
});

test('sentences name the keys in force', async () => {
	await openWith({
		projects: '7',
		filter: '%',
		'mark-range': 'V',
		search: 'ctrl+f',
		'help.search': 'ctrl+g',
		sort: 'M',
		details: 'Z',
		'all-in-progress-failed-watched': 'H',
		quit: 'Q',
	});
	await app.resize(140, 30);
	await app.see('7 Projects');
	await app.go('n', 'Press % to filter first');
	await app.go('V', 'V ends the range');
	await app.go(['esc', 'tab'], 'Press Z to show details first');
	await app.go(['3', 'n'], 'Press ctrl+f to search first');
	await app.go('S', 'Press M to sort first');
	await app.go(['?', 'n'], 'Press ctrl+g to filter first');
	await app.go(['esc', '7', 'enter'], /1 of \d+/);
	await app.go(['H', 'H', 'H'], 'Nothing is watched. Press H to show others.');
	await app.go(['7', 'Q'], 'Press Q again to quit');
	await app.press('Q');
	expect(app.hasLeft()).toBe(true);
});

test('what is wrong with keys.json is said once everything is loaded, with its line and reason', async () => {
	const text = '{\n"refrsh": "x",\n"deploy": "e",\n"sort": "M"\n}';
	await openList({keysFile: {outcome: 'read', text}});
	await app.wait(1000, 'keys.json, line 2: there is no command refrsh; did you mean refresh?');
	await app.see('(and 1 more: run landfall keys)');
	await app.go('M', '─ Sort by ─');
});

test('a keys.json that was not read is reported', async () => {
	await openList({keysFile: {outcome: 'refused', why: 'belongs to another user.'}});
	await app.wait(1000, 'keys.json was not used: it belongs to another user.');
});
