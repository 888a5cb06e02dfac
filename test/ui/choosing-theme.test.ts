import {afterEach, expect, test} from 'vitest';
import {plain} from '../../src/text.ts';
import type {ThemeName} from '../../src/theme-names.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {noPreferences} from '../kit/app/preferences.ts';
import {settled} from '../kit/fixtures/clock.ts';

let app: OpenApp;
afterEach(() => app.close());

/** The foreground of the cell where a text begins, as hexadecimal RGB or as a number of the palette. */
function colorOf(text: string): string {
	const lines = app.screen().split('\n');
	const row = lines.findIndex(line => line.includes(text));
	const cell = app.terminal.emulator.buffer.active.getLine(row)?.getCell(lines[row]?.indexOf(text) ?? 0);
	if (cell?.isFgDefault()) return 'default';
	return cell?.isFgRGB() ? cell.getFgColor().toString(16) : String(cell?.getFgColor());
}

async function reportBackground(hex: string) {
	app.burst(`\u001B]11;rgb:${hex}/${hex}/${hex}\u0007`);
	await settled();
}

async function openThemes() {
	await app.press(':');
	await app.type('theme');
	await app.press('enter');
	await app.see('─ Theme ─');
}

test('the whole screen shows the selected theme, and esc brings the old one back', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await reportBackground('00');
	await openThemes();
	expect(colorOf('enter')).toBe('6');
	await app.press('down');
	expect([colorOf('enter'), colorOf('landfall'), colorOf('Theme')]).toEqual(['5affff', 'ffffff', 'ffffff']);
	await app.press('down');
	expect(colorOf('enter')).toBe('b4d7ff');
	await app.press('down');
	expect(colorOf('enter')).toBe('default');
	await app.press('esc');
	expect(colorOf('enter')).toBe('6');
});

test('enter keeps the selected theme for later runs', async () => {
	const kept: ThemeName[] = [];
	app = await openDemo({
		preferences: {
			async saveTheme(theme) {
				kept.push(theme);
				return undefined;
			},
		},
	});
	await openThemes();
	await app.press('down', 'down');
	expect(kept).toEqual([]);
	await app.press('enter');
	expect(kept).toEqual(['color-blind']);
	expect(colorOf('enter')).toBe('4');
});

test('a theme that cannot be saved is used anyway, and the footer says so', async () => {
	app = await openDemo({
		preferences: {...noPreferences, saveTheme: async () => plain`Settings last only until the end`},
	});
	await openThemes();
	await app.press('down', 'enter');
	await app.see('Settings last only until the end');
	expect(colorOf('enter')).toBe('14');
});

test('own colours follow the background of the terminal from dark to light', async () => {
	app = await openDemo({preferences: {theme: 'color-blind'}});
	await app.see('1 of 12');
	expect(colorOf('enter')).toBe('4');
	await reportBackground('1e');
	expect(colorOf('enter')).toBe('b4d7ff');
	await reportBackground('ff');
	expect(colorOf('enter')).toBe('3c78');
});

/** The cells of a text: whether they are inverse, and their colour in the palette. */
function cellOf(text: string) {
	const lines = app.screen().split('\n');
	const row = lines.findIndex(line => line.includes(text));
	const cell = app.terminal.emulator.buffer.active.getLine(row)?.getCell(lines[row]?.indexOf(text) ?? 0);
	return {isInverse: cell?.isInverse() !== 0, color: cell?.getFgColor()};
}

test('the name of a profile with an accent stands in a box of that colour, in the header and in questions', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	const {store} = app.session;
	const connection = store.get().connection;
	if (connection)
		store.dispatch({type: 'connected', connection: {...connection, name: plain`production`, accent: 'red'}});
	await app.see(' production ');
	expect(cellOf('production')).toEqual({isInverse: true, color: 1});
	expect(cellOf('1 Projects').isInverse).toBe(false);
	await app.see('1 of 12');
	await app.press('t');
	await app.see('to   production  · built-in service');
	expect(cellOf('production  ·')).toEqual({isInverse: true, color: 1});
});

test('the list of profiles shows the colour of each, whichever is open', async () => {
	const profile = {host: plain`api.example.com`, baseUrl: 'https://api.example.com'};
	app = await openDemo({
		profiles: [
			{...profile, name: 'production', accent: 'red'},
			{...profile, name: 'staging', accent: 'green', isReadOnly: true},
			{...profile, name: 'lab', isReadOnly: true},
		],
	});
	await app.see('1 of 12');
	await app.press(',');
	const screen = await app.see('▌ production · api.example.com');
	expect(cellOf('production')).toEqual({isInverse: true, color: 1});
	expect(cellOf('staging')).toEqual({isInverse: true, color: 2});
	expect(cellOf('lab ·').isInverse).toBe(false);
	expect(cellOf(' · api.example.com').isInverse).toBe(false);
	const lines = screen.split('\n');
	const detailAt = (name: string) => lines.find(line => line.includes(name))?.indexOf('read-only');
	expect(detailAt('staging')).toBe(detailAt('lab ·'));
});
