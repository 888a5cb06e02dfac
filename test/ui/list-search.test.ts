import {expect, test} from 'vitest';
import {selectedId} from '../../src/state/lists.ts';
import {type OpenApp, openList} from '../kit/app/open.ts';

async function openDeployments() {
	const app = await openList({columns: 120});
	await app.go('enter', 'OUTCOME', /1 of \d+/);
	return app;
}

const status = (app: OpenApp) => app.lines().at(-2) ?? '';

test('n and N wrap around the underlined matches of a list, and esc stays on one', async () => {
	const app = await openDeployments();
	await app.go(['/', ...'fail'], /search: fail {2,3}match 1 of \d+/, /^▌.*failure/m);
	await app.go('enter', /search: fail {2}match 1 of \d+/);
	const count = Number(/1 of (\d+)/.exec(status(app))?.[1]);
	expect(count).toBeGreaterThan(1);
	const idAtCursor = () => /dep_\w+/.exec(app.selectedLine())?.[0];
	const first = idAtCursor();
	await app.go('n', `2 of ${count}`, /^▌.*failure/m);
	await app.go(['N', 'N'], `${count} of ${count}`);
	await app.press('n');
	expect(idAtCursor()).toBe(first);
	const underlined = () =>
		Array.from({length: 120}, (_, column) => app.cell(app.selectedRow(), column))
			.filter(cell => cell?.isUnderline())
			.map(cell => cell?.getChars())
			.join('');
	expect(underlined()).toBe('fail');
	await app.go('esc', /^ \d+ of \d+/m);
	expect(underlined()).toBe('');
	expect(idAtCursor()).toBe(first);
	await app.go(['/', 'enter', 'esc'], '1 of 12');
});

test('esc while typing a search, or no match, leaves the cursor on its row', async () => {
	const app = await openDeployments();
	await app.press('j');
	const before = app.selectedLine();
	await app.go(['/', ...'fail'], /1 of \d+/);
	expect(app.selectedLine()).not.toBe(before);
	await app.go('esc', /^ 2 of \d+/m);
	expect(app.selectedLine()).toBe(before);
	await app.go(['/', ...'zzz'], 'search: zzz   no match');
	expect(app.selectedLine()).toBe(before);
	await app.go(['enter', 'n'], 'Nothing matches');
	// An id is found although the screen has no room for it.
	await app.resize(80, 24);
	const id = selectedId(app.state());
	await app.go(['j', '/', ...id], '1 of 1');
	await app.press('enter');
	expect(selectedId(app.state())).toBe(id);
});

test('a search in a dialog leaves the search of the list alone', async () => {
	const app = await openDeployments();
	await app.go(['/', ...'fail', 'enter'], /search: fail {2}match 1 of/);
	const before = app.selectedLine();
	await app.go(['?', '/', ...'success'], /╰─ filter: success/);
	expect(status(app)).toMatch(/search: fail {2}match 1 of/);
	await app.go(['esc', 'esc'], /enter details/);
	expect(app.selectedLine()).toBe(before);
});
