import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const link = (address: string) => `\u001B]8;;${address}\u001B\\`;
const written = () => app.terminal.writes.join('');

test('urls and ids of projects link to the project where the terminal shows links', async () => {
	app = await openDemo({columns: 220, hasLinks: true});
	await app.see('1 of 12');
	const [id] = /prj_\w+/.exec(app.selectedLine()) ?? [];
	expect(written()).toMatch(new RegExp(`\u001B]8;;https://waitlist-lumen\\S*\u001B\\\\[^\u001B]*\u001B\\[2m${id}`));
	expect(written().split(link('')).length).toBe(written().split(/\u001B\]8;;http/).length);
});

test('a terminal without links gets none', async () => {
	app = await openDemo({columns: 220});
	await app.see('1 of 12');
	await app.press('enter');
	await app.see(/1 of \d+/);
	expect(written()).not.toContain('\u001B]8');
});

test('the screen is the same with links and without, while it scrolls and a dialog covers it', async () => {
	const screens: string[] = [];
	for (const hasLinks of [true, false]) {
		app = await openDemo({columns: 160, rows: 14, hasLinks});
		await app.see('1 of 12');
		await app.press('j', 'j', 'G', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'g');
		screens.push(app.screen());
		await app.press('enter');
		await app.see(/1 of \d+/);
		await app.press('j', 'j', 'j', '?');
		await app.see('─ Help ─');
		screens.push(app.screen());
		await app.press('esc');
		screens.push(app.screen());
		if (hasLinks) app.close();
	}

	expect(screens.slice(0, 3)).toEqual(screens.slice(3));
});
