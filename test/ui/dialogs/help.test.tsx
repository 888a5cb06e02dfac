import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('?');
	await app.see('─ Help ─');
}

test.each(sizes)('the help fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside} = boxIn(app.lines());
	expect(title).toBe('Help');
	expect(inside[0]?.trim()).toBe('Projects');
	expect(inside[1]).toMatch(/^▌ enter l → +deployments$/);
});

test('the help cuts neither labels nor reasons on small screens', async () => {
	await open({columns: 40, rows: 12});
	const [, ...rows] = boxIn(app.lines()).inside;
	expect(rows).toContainEqual(expect.stringMatching(/E +edit as JSON in \$EDITOR$/));
	expect(rows.join('\n')).not.toContain('…');
	await app.resize(80, 24);
	await app.see(/esc +stop loading \/ clear filter \/ clear marks +│/);
});

test('the edges of the list stay visible beside the help', async () => {
	await open();
	expect(boxIn(app.lines()).around).toMatch(/^▌·$/m);
});

test('the help shows the keys of the screen and those that work everywhere', async () => {
	await open({columns: 200, rows: 60});
	expect(boxIn(app.lines()).inside.map(line => line.trim())).toContain('Everywhere');
	expect(app.frame()).toMatch(/next match +Press \/ to search first/);
});

const selected = () => boxIn(app.lines()).inside.find(line => line.startsWith('▌'));

test('j and k move through the keys in the help, past headings', async () => {
	await open({columns: 80, rows: 24});
	await app.press('j');
	expect(selected()).toMatch(/^▌ e +edit project/);
	await app.press('k', 'k');
	expect(selected()).toMatch(/^▌ enter l → +deployments/);
	await app.press('G');
	expect(selected()).toMatch(/ctrl\+c +press twice to quit/);
	await app.press('g');
	expect(boxIn(app.lines()).inside[0]?.trim()).toMatch(/^Projects/);
});

test('the help shows only the keys that match what is typed, below their headings', async () => {
	await open();
	await app.press('/');
	await app.type('match');
	const lines = boxIn(app.lines())
		.inside.map(line => line.trim())
		.filter(line => line !== '');
	expect(lines[0]).toBe('Projects');
	expect(lines.slice(1).every(line => line.includes('match'))).toBe(true);
	expect(lines).toHaveLength(3);
	await app.see('match 1 of 2');
	await app.press('esc');
	await app.see(/enter l → +deployments/);
});

test('the box of the help keeps its size while a search is typed', async () => {
	await open({columns: 80, rows: 60});
	const {length} = boxIn(app.lines()).inside;
	await app.press('/');
	await app.type('quit');
	await app.see('match 1 of 2');
	expect(boxIn(app.lines()).inside).toHaveLength(length);
});

test('enter runs the selected key of the help', async () => {
	await open();
	await app.press('/');
	await app.type('notifications');
	await app.press('enter', 'enter');
	await app.see('─ Notifications ─');
});

test('enter on a blocked key of the help says why it does nothing', async () => {
	await open();
	await app.press('/');
	await app.type('next match');
	await app.press('enter', 'enter');
	await app.see('─ Help ─');
	expect(app.state().interface.notice).toMatchObject({text: 'Press / to search first'});
});

test('the selected key of the help stays selected when its search ends', async () => {
	await open();
	await app.press('/');
	await app.type('notifications');
	await app.press('enter', 'esc');
	expect(selected()).toMatch(/W +notifications/);
	await app.press('esc');
	await app.see('1 of 12');
});

test.each(['esc', '?', 'q'])('%s closes the help', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('─ Help ─');
	await app.see('1 of 12');
});
