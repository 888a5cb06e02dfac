import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('W');
	await app.see('─ Notifications ─');
}

test.each(sizes)('the notification rules fit $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside, around} = boxIn(app.lines());
	expect(title).toBe('Notifications');
	expect(inside[0]).toMatch(/^▌ notify me about +watched de/);
	expect(inside[1]).toMatch(/^failures only +no$/);
	expect(around).toContain('▌· waitlist-lumen');
});

test('enter sets the selected notification rule to its next value', async () => {
	await open();
	await app.press('enter');
	await app.see(/▌ notify me about +every deployment/);
	await app.press('j', 'enter');
	await app.see(/▌ failures only +yes/);
	expect(app.state().presence.rules).toMatchObject({scope: 'any', isOnlyBad: true});
});

test('right and left set a notification rule to its next and previous value', async () => {
	await open();
	await app.press('right');
	await app.see(/notify me about +every deployment/);
	await app.press('left', 'left');
	await app.see(/notify me about +deployments started here/);
});

test('the notification rules scroll on a small screen', async () => {
	await open({columns: 40, rows: 11});
	expect(app.frame()).not.toContain('run a command');
	await app.press('j', 'j', 'j', 'j', 'j');
	await app.see(/▌ run a command +none/);
});

test('enter on the quiet hours opens a text field', async () => {
	await open();
	await app.press('j', 'j', 'enter');
	expect(app.state().interface.dialog).toMatchObject({name: 'line', about: {kind: 'quiet'}});
});

test.each(['esc', 'W', 'q'])('%s closes the notification rules', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('─ Notifications ─');
});
