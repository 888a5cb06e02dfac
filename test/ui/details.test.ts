import {expect, onTestFinished, test, vi} from 'vitest';
import {type OpenApp, openList, openOnTeam} from '../kit/app/open.ts';

test('shows details with p, and without room names Y, which lists every field', async () => {
	const app = await openList({columns: 120});
	await app.go('p', /│ waitlist-lumen[\s\S]*│ slug +waitlist-lumen/);
	await app.go('j', /│ slug +product-tour/);
	await app.resize(40, 12);
	await app.go('p', 'Y lists every field');
	await app.go(['Y', ...'jjjjjjjj'], /slug +product-tour/);
});

test('names the time zone of dates, which fit their columns', async () => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv('TZ', 'Europe/Berlin');
	const {app} = await openOnTeam(['api'], {
		columns: 120,
		rows: 30,
		prepare: team => team.deployedBefore('api', 'success', 3 * 24 * 3_600_000, {}, 0),
	});
	await app.go(['enter', 'z'], 'Dates in UTC+2', '05-29 14:00');
	await app.go('z', '3d ago');
});

const link = (address: string) => `\u001B]8;;${address}\u001B\\`;
const written = (app: OpenApp) => app.terminal.writes.join('');

test('links urls and ids of projects where the terminal shows links', async () => {
	const app = await openList({columns: 240, hasLinks: true});
	const [id] = /prj_\w+/.exec(app.selectedLine()) ?? [];
	expect(written(app)).toMatch(new RegExp(`\u001B]8;;https://waitlist-lumen\\S*\u001B\\\\${id}`));
	// The end of a row closes links once more.
	expect(written(app).split(link('')).length).toBeGreaterThanOrEqual(written(app).split(/\u001B\]8;;http/).length);
});

test('shows the same screen with and without links', async () => {
	const screens: string[] = [];
	for (const hasLinks of [true, false]) {
		const app = await openList({columns: 160, rows: 14, hasLinks});
		await app.press('j', 'j', 'G', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'k', 'g');
		screens.push(app.screen());
		await app.go('enter', /1 of \d+/);
		await app.go(['j', 'j', 'j', '?'], '─ Help ─');
		screens.push(app.screen());
		await app.press('esc');
		screens.push(app.screen());
		if (hasLinks) app.close();
	}

	expect(screens.slice(0, 3)).toEqual(screens.slice(3));
});
