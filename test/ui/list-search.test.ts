import {expect, test} from 'vitest';
import {app, openList} from '../kit/app/open.ts';

/** Opens the deployments of the first project. */
async function openDeployments(size: {readonly columns?: number; readonly rows?: number} = {}) {
	await openList({columns: 120, rows: 24, ...size});
	await app.press('enter');
	await app.see('OUTCOME', /1 of \d+/);
}

const selectedRow = () => app.selectedRow();

const status = () => app.lines().at(-2) ?? '';

test('n and N move between the matches of a list, around its ends', async () => {
	await openDeployments();
	await app.press('/', ...'fail');
	await app.see(/\/fail {2,3}match 1 of \d+/);
	expect(app.selectedLine()).toContain('failure');
	await app.press('enter');
	await app.see(/\/fail {2}match 1 of \d+/);
	const count = Number(/1 of (\d+)/.exec(status())?.[1]);
	expect(count).toBeGreaterThan(1);
	const idAtCursor = () => /dep_\w+/.exec(app.selectedLine())?.[0];
	const first = idAtCursor();
	await app.press('n');
	await app.see(`2 of ${count}`);
	expect(app.selectedLine()).toContain('failure');
	await app.press('N', 'N');
	await app.see(`${count} of ${count}`);
	await app.press('n');
	expect(idAtCursor()).toBe(first);
});

test('esc while typing a search in a list returns the cursor to its row', async () => {
	await openDeployments();
	await app.press('j');
	const before = app.selectedLine();
	await app.press('/', ...'fail');
	await app.see(/1 of \d+/);
	expect(app.selectedLine()).not.toBe(before);
	await app.press('esc');
	await app.see(/^ 2 of \d+/m);
	expect(app.selectedLine()).toBe(before);
});

test('a search in a list that finds nothing says so and leaves the cursor in place', async () => {
	await openDeployments();
	const before = app.selectedLine();
	await app.press('/', ...'zzz');
	await app.see('/zzz   no match');
	expect(app.selectedLine()).toBe(before);
	await app.press('enter', 'n');
	await app.see('Nothing matches');
});

test('a search in a list finds ids although the screen has no room for them', async () => {
	await openDeployments({columns: 80});
	const screen = app.state().interface.screens.at(-1);
	const id = screen?.name === 'deployments' ? (screen.position.id ?? '') : '';
	await app.press('j', '/', ...id);
	await app.see('1 of 1');
	await app.press('enter');
	expect(app.state().interface.screens.at(-1)).toMatchObject({position: {id}});
});

test('matches in a list are underlined', async () => {
	await openDeployments();
	await app.press('/', ...'fail', 'enter');
	await app.see(/1 of/);
	const underlined = () =>
		Array.from({length: 120}, (_, column) => app.cell(selectedRow(), column))
			.filter(cell => cell?.isUnderline())
			.map(cell => cell?.getChars())
			.join('');
	expect(underlined()).toBe('fail');
	await app.press('esc');
	await app.see(/^ \d+ of \d+/m);
	expect(underlined()).toBe('');
});

test('the board is searched past its headings', async () => {
	await openList({columns: 120, rows: 30});
	await app.press('w', 'j', 'w', 'j', 'w', '2');
	await app.see('1 of 3');
	const lastProject = 'media-kit';
	await app.press('/', ...lastProject);
	await app.see(/1 of 1/);
	expect(app.selectedLine()).toContain(lastProject);
	await app.press('esc');
	await app.see('1 of 3');
	expect(app.selectedLine()).not.toContain(lastProject);
});

test('a search in a dialog over a list leaves the search of the list alone', async () => {
	await openDeployments();
	await app.press('/', ...'fail', 'enter');
	await app.see(/\/fail {2}match 1 of/);
	const before = app.selectedLine();
	await app.press('?', '/', ...'success');
	await app.see(/╰─ \/success/);
	expect(status()).toMatch(/\/fail {2}match 1 of/);
	await app.press('esc', 'esc');
	await app.see(/enter details/);
	expect(app.selectedLine()).toBe(before);
});

test('after a search esc first ends the search, then leaves the list', async () => {
	await openDeployments();
	await app.press('/', ...'fail', 'enter');
	await app.see(/\/fail {2}match 1 of/);
	await app.press('esc');
	expect(await app.see(/^ \d+ of \d+/m)).toContain('OUTCOME');
	await app.press('esc');
	await app.see('LAST DEPLOYMENT');
});
