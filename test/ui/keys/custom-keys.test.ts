import {expect, test} from 'vitest';
import {layers} from '../../../src/ui/ink.tsx';
import {commandId, scopesOf} from '../../../src/ui/keys/command-ids.ts';
import {customize} from '../../../src/ui/keys/custom/custom-keys.ts';
import {keyListing} from '../../../src/ui/keys/custom/key-listing.ts';

type Changes = Readonly<Record<string, string | readonly string[] | null>>;

const apply = (changes: Changes) =>
	customize(
		layers,
		Object.entries(changes).map(([id, keys], index) => ({id, keys: [keys ?? []].flat(), line: index + 2})),
		(word, known) => known.find(name => name.startsWith(word.slice(0, 3))),
	);

/** The keys of a command, by scope. */
function keysOf(changes: Changes, id: string): readonly string[] {
	const found = scopesOf(apply(changes).layers).flatMap(({prefix, keys, shared}) => [
		...keys.filter(binding => commandId(binding, prefix) === id),
		...shared.filter(binding => commandId(binding) === id),
	]);
	return [...new Set(found.map(({keys}) => keys.join(' ')))];
}

test('every binding has an id that is short and stands for one thing', () => {
	const labels = new Map<string, string>();
	for (const {prefix, keys, shared} of scopesOf(layers)) {
		for (const [binding, own] of [
			...keys.map(key => [key, prefix] as const),
			...shared.map(key => [key, ''] as const),
		]) {
			const id = commandId(binding, own);
			expect(id).toMatch(/^(?:[a-z-]+\.)?[a-z]+(?:-[a-z]+){0,4}$/);
			const {label, keys: bound} = binding;
			// The same command may have fewer keys on another screen, and the name of a place differs from what w does.
			const known = labels.get(id) ?? bound[0];
			if (!id.startsWith('menu.')) expect(bound[0], id).toBe(known);
			labels.set(id, known ?? label);
		}
	}
});

test('a command gets one key or several, on every screen that has it', () => {
	expect(keysOf({refresh: 'F5'}, 'refresh')).toEqual(['F5']);
	expect(keysOf({edit: ['ctrl+e', 'F2']}, 'edit')).toEqual(['ctrl+e F2']);
});

test.each([
	['calls.copy-all', 'request-log.copy-all'],
	['call.copy-id', 'request.copy-id'],
	['inspect.refresh', 'raw-record.refresh'],
])('%s in keys.json means %s', (written, id) => {
	expect(apply({[written]: 'F5'}).problems).toEqual([]);
	expect(keysOf({[written]: 'F5'}, id)).toEqual(['F5']);
});

test('null removes the keys of a command', () => {
	expect(keysOf({delete: null}, 'delete')).toEqual(['']);
	expect(apply({delete: null}).changed).toEqual(new Map([['delete', undefined]]));
});

test('two commands can swap their keys', () => {
	const swapped = {deploy: 'e', edit: 't'};
	expect(apply(swapped).problems).toEqual([]);
	expect([keysOf(swapped, 'deploy'), keysOf(swapped, 'edit')]).toEqual([['e'], ['t']]);
});

test('a key that is taken is reported with line and reason, and the command keeps its own', () => {
	const {problems} = apply({refresh: 'e'});
	expect(problems).toEqual([{line: 2, reason: 'refresh: e is already “edit project” on Projects'}]);
	expect(keysOf({refresh: 'e'}, 'refresh')).toEqual(['r']);
});

test('of two lines that want the same key, the later gives way', () => {
	const both = {refresh: 'F5', 'refresh-all': ['F5', 'F6']};
	expect(apply(both).problems).toEqual([{line: 3, reason: expect.stringContaining('F5 is already “refresh” on ')}]);
	expect([keysOf(both, 'refresh'), keysOf(both, 'refresh-all')]).toEqual([['F5'], ['F6']]);
});

test('a key that becomes free can be used', () => {
	expect(apply({delete: null, deploy: 'D'}).problems).toEqual([]);
});

test('an unknown command is reported with a suggestion, and the rest applies', () => {
	const changes = {refrehs: 'x', refresh: 'F5'};
	expect(apply(changes).problems).toEqual([{line: 2, reason: 'there is no command refrehs; did you mean refresh?'}]);
	expect(keysOf(changes, 'refresh')).toEqual(['F5']);
});

test('a key that terminals cannot send is reported, and the other keys apply', () => {
	const changes = {refresh: ['ctrl+i', 'F5'], sort: 'cmd+s'};
	expect(apply(changes).problems).toEqual([
		{line: 2, reason: 'refresh: terminals send ctrl+i as tab'},
		{line: 3, reason: 'sort: terminals do not send cmd: use ctrl, alt or shift'},
	]);
	expect([keysOf(changes, 'refresh'), keysOf(changes, 'sort')]).toEqual([['F5'], ['s']]);
});

test('esc and ctrl+c stay with their commands, so that no screen is a trap', () => {
	expect(keysOf({back: 'b'}, 'back')).toEqual(['esc', 'b esc']);
	expect(apply({back: null, 'quit-anywhere': null}).problems).toEqual([
		{line: 2, reason: 'back keeps esc'},
		{line: 3, reason: 'quit-anywhere keeps ctrl+c'},
	]);
	expect(apply({deploy: 'esc'}).problems).toEqual([{line: 2, reason: 'deploy: esc stays as it is'}]);
});

test('answers to questions and the keys of menus cannot be changed', () => {
	expect(apply({'deploy.deploy': 'enter', 'menu.down': 'n'}).problems).toEqual([
		{line: 2, reason: 'the answers to a question keep their keys: deploy.deploy'},
		{line: 3, reason: 'the keys of menu.down cannot be changed'},
	]);
});

test('where text is typed, a key that types something does not replace the default', () => {
	const all = scopesOf(apply({down: 'J', 'next-field': 'n'}).layers);
	const filter = all.find(({title}) => title === 'Filter')?.keys.find(({id}) => id === 'down');
	expect(filter?.keys).toEqual(['down']);
	expect(keysOf({down: ['J', 'F7']}, 'down')).toEqual(['J F7', 'F7']);
	expect(keysOf({'next-field': 'n'}, 'next-field')).toEqual(['tab down']);
});

test('the listing has each binding in force with its id, once', () => {
	const listing = keyListing(apply({refresh: ['F5', 'F6'], delete: null}).layers);
	expect(listing).toMatch(/^Everywhere\n/);
	expect(listing).toMatch(/\n {2}refresh +F5 F6 +refresh\n/);
	expect(listing).toMatch(/\n {2}delete +none +delete project\n/);
	expect(listing).toMatch(/\n {2}mark +space +mark \/ unmark\n/);
	expect(listing.match(/\n {2}delete /g)).toHaveLength(1);
	for (const {prefix, keys} of scopesOf(layers)) {
		for (const binding of keys) expect(listing).toContain(`\n  ${commandId(binding, prefix)} `);
	}
});
