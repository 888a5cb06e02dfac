import {expect, onTestFinished, test, vi} from 'vitest';
import {app, openList, openOnTeam} from '../kit/app/open.ts';

/** The text in reverse outside of the selected row, which is the field that has the focus. */
function focusedText(): string {
	const cells = app.lines().flatMap((line, row) => {
		const isSelected = row === app.selectedRow();
		return Array.from(line, (_, column) => (isSelected ? undefined : app.cell(row, column)));
	});
	return cells
		.map(cell => (cell?.isInverse() ? cell.getChars() || ' ' : ''))
		.join('')
		.trim();
}

async function openDeployments(size: {readonly columns?: number; readonly rows?: number} = {}) {
	await openList({columns: 100, rows: 30, environment: {DISPLAY: ':0'}, ...size});
	await app.go('enter', /1 of \d+/);
}

test('tab goes to the details below the deployments, where y copies a field, and tab or esc returns to the list', async () => {
	await openDeployments();
	await app.go('tab', 'tab back to the list');
	expect(focusedText()).toMatch(/^status +completed$/);
	await app.press('j', 'j', 'j');
	expect(focusedText()).toMatch(/^url +https/);
	await app.go('y', 'Copied url');
	expect(app.ran.at(-1)?.input).toMatch(/^https:\/\/waitlist-lumen/);
	for (const key of ['tab', 'esc']) {
		await app.press(key);
		expect(focusedText()).toBe('');
		await app.go(['j', 'k'], /1 of \d+/);
		await app.press('tab', 'j');
	}
});

test('details that do not fit scroll with the focus', async () => {
	await openDeployments({rows: 30});
	await app.see(/^ +url +.* ▼$/m);
	await app.press('tab', 'G');
	expect(focusedText()).toMatch(/^request id/);
	expect(await app.see(/▲$/m)).not.toContain('▼');
	await app.press('g');
	expect(focusedText()).toMatch(/^status/);
});

test('tab goes to the details beside the projects, and says where they are if they are not shown', async () => {
	await openList({columns: 120, environment: {DISPLAY: ':0'}});
	await app.go('tab', 'Press p to show details first');
	await app.press('p', 'tab');
	expect(focusedText()).toMatch(/^slug/);
	await app.go(['G', 'y'], /Copied \w+/);
	await app.go(['esc', 'j'], '2 of 12');
	await app.resize(80, 24);
	await app.go('enter', /1 of \d+/);
	await app.go('tab', 'Press enter for all of them');
});

test('details without room beside the projects take their place while they have the focus', async () => {
	await openList({columns: 40, rows: 12});
	expect(app.screen()).not.toMatch(/active|v43/);
	await app.go('tab', /status +active[\s\S]*latest upload +v43/);
	await app.go(['esc', 'j', 'tab'], 'latest upload  v67');
	await app.go('tab', /▌. product-tour-nordwind/);
	await app.go(['/', ...'zzzz', 'enter', 'tab'], 'No project selected');
});

test('a switch to dates says their time zone, and they fit their columns', async () => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv('TZ', 'Europe/Berlin');
	await openOnTeam(['api'], {
		columns: 120,
		rows: 30,
		prepare: team => team.deployedBefore('api', 'success', 3 * 24 * 3_600_000, {}, 0),
	});
	await app.go(['enter', 'z'], 'Dates in UTC+2', '05-29 14:00');
	await app.go('z', '3d ago');
});

const link = (address: string) => `\u001B]8;;${address}\u001B\\`;
const written = () => app.terminal.writes.join('');

test('urls and ids of projects link to the project where the terminal shows links', async () => {
	await openList({columns: 240, hasLinks: true});
	const [id] = /prj_\w+/.exec(app.selectedLine()) ?? [];
	expect(written()).toMatch(new RegExp(`\u001B]8;;https://waitlist-lumen\\S*\u001B\\\\${id}`));
	// The end of a row closes links once more.
	expect(written().split(link('')).length).toBeGreaterThanOrEqual(written().split(/\u001B\]8;;http/).length);
});

test('the screen is the same with links and without, while it scrolls and a dialog covers it', async () => {
	const screens: string[] = [];
	for (const hasLinks of [true, false]) {
		await openList({columns: 160, rows: 14, hasLinks});
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
