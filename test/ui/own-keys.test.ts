import {afterEach, expect, test} from 'vitest';
import {createCustomKeys} from '../../src/app/keys/custom-keys.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openWith(keys: object) {
	const text = JSON.stringify(keys, null, 1);
	app = await openDemo({customKeys: createCustomKeys({outcome: 'read', text})});
	await app.see('1 of 12');
	await app.press('?', 'esc');
}

test('a changed key works, its old key does nothing, and the hints show the new one', async () => {
	await openWith({edit: 'ctrl+a'});
	await app.see('ctrl+a edit project');
	await app.press('e');
	await app.see('e does nothing here');
	await app.press('ctrl+a');
	await app.see('Edit project');
});

test('help and palette show the keys in force', async () => {
	await openWith({'mark-all': 'M', sort: null});
	await app.press('?');
	await app.see(/M {2,}mark \/ unmark all shown/);
	expect(app.screen()).toMatch(/│ {5,}sort +│/);
	await app.press('esc', ':');
	await app.type('mark / unmark all');
	await app.see(/mark \/ unmark all shown +M/);
	await app.press('esc', ':');
	await app.type('sort');
	await app.press('down', 'enter');
	await app.see('─ Sort by ─');
});

test('sentences name the keys in force', async () => {
	await openWith({filter: 'F', projects: '7', 'mark-range': 'V'});
	await app.see('7 Projects');
	await app.press('n');
	await app.see('Press F to search first');
	await app.press('V');
	await app.see('V ends the range');
});

test('a sentence about a key that is missing before another names the key in force', async () => {
	await openWith({search: 'ctrl+f', sort: 'M', details: 'Z', 'all-in-progress-failed-watched': 'F'});
	await app.press('tab');
	await app.see('No room for details');
	await app.resize(140, 30);
	await app.press('tab');
	await app.see('Press Z to show details first');
	await app.press('3', 'n');
	await app.see('Press ctrl+f to search first');
	await app.press('S');
	await app.see('Press M to sort first');
	await app.press('1', 'enter');
	await app.see(/1 of \d+/);
	await app.press('F', 'F', 'F');
	await app.see('Nothing is watched. Press F to show others.');
});

test('a document names its own key for a search', async () => {
	await openWith({'help.search': 'ctrl+f', search: 'F'});
	await app.press('?', 'n');
	await app.see('Press ctrl+f to search first');
});

test('a key in force quits if it is pressed twice', async () => {
	await openWith({quit: 'Q'});
	await app.press('Q');
	await app.see('Press Q again to quit');
	await app.press('Q');
	expect(app.hasLeft()).toBe(true);
});

test('what is wrong with keys.json is said once everything is loaded, with its line and reason', async () => {
	const text = '{\n"refrsh": "x",\n"deploy": "e",\n"sort": "M"\n}';
	app = await openDemo({customKeys: createCustomKeys({outcome: 'read', text})});
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('keys.json, line 2: there is no command refrsh; did you mean refresh?');
	await app.see('(and 1 more: run landfall keys)');
	await app.press('M');
	await app.see('─ Sort by ─');
});

test('a keys.json that was not read is reported', async () => {
	app = await openDemo({customKeys: createCustomKeys({outcome: 'refused', why: 'belongs to another user.'})});
	await app.see('1 of 12');
	await app.clock.advance(1000);
	await app.see('keys.json was not used: it belongs to another user.');
});
