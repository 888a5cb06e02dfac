import fc from 'fast-check';
import {expect, test} from 'vitest';
import {contrast, type Rgb, type ThemeName, themeNames} from '../../../src/base/color.ts';
import {plain} from '../../../src/base/text.ts';
import type {Line} from '../../../src/present/line.ts';
import {createTheme, ownColors, selectionColor, themes} from '../../../src/ui/themes.ts';
import {boxIn} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo, openList} from '../../kit/app/open.ts';
import {settled} from '../../kit/fixtures/clock.ts';

const rgb = (hex: string): Rgb => [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

const withOwnColors = themeNames.filter(name => themes[name].own);

/** Undefined if the theme leaves its colours to the terminal on this background. */
function lowestContrast(theme: ThemeName, background: Rgb): number | undefined {
	const own = ownColors(themes[theme], background, true);
	const grounds = [background, selectionColor(background)];
	return own && Math.min(...Object.values(own).flatMap(color => grounds.map(ground => contrast(color, ground))));
}

/** Backgrounds of plain terminals, VS Code, Dracula, Solarized, Nord, One, Ubuntu and Catppuccin. */
const backgrounds = '000000 1e1e1e 282a36 002b36 2e3440 282c34 300a24 ffffff fdf6e3 fafafa eff1f5'.split(' ');

test.each(backgrounds)('has readable colours in every theme on %s', hex => {
	for (const theme of withOwnColors) expect(lowestContrast(theme, rgb(hex)), theme).toBeGreaterThanOrEqual(4.5);
});

test.each(['000000', '1e1e1e', 'ffffff', 'fafafa'])('high-contrast has a contrast of 7 or more on #%s', hex => {
	const colors = Object.values(ownColors(themes['high-contrast'], rgb(hex), true) ?? {});
	expect(Math.min(...colors.map(color => contrast(color, rgb(hex))))).toBeGreaterThanOrEqual(7);
	expect(colors).not.toEqual([]);
});

const channel = fc.integer({min: 0, max: 255});
const anyColor = fc.tuple(channel, channel, channel);

test('leaves colours that would be hard to read to the terminal', () => {
	fc.assert(
		fc.property(anyColor, fc.constantFrom(...withOwnColors), (background, theme) => {
			expect(lowestContrast(theme, background) ?? 21).toBeGreaterThanOrEqual(4.5);
		}),
	);
});

test.each(themes['color-blind'].own ?? [])(
	'tells well from failed by blue and yellow, without red or green cones: %j',
	({good = [0, 0, 0], bad = [0, 0, 0]}) => {
		expect(good[2]).toBeGreaterThan(Math.max(good[0], good[1]));
		expect(bad[2]).toBeLessThan(Math.min(bad[0], bad[1]) / 2);
	},
);

test.each(themeNames)('keeps bold and dim text without colours in %s', name => {
	const line = (['strong', 'quiet', 'bad', 'badge-red'] as const).map(tone => ({text: plain`a`, tone}));
	const painted = createTheme({hasColor: false, isAscii: false, style: () => themes[name]}).paint(line);
	expect(painted.replaceAll('\u001B', '')).toMatch(/^\[1ma\[22m(?:\[2ma\[22m|a)(?:\[1ma\[22m|a)\[7ma\[27m$/);
});

const line: Line = [
	{text: plain`docs · 3…`, tone: 'plain'},
	{text: plain` –`, tone: 'bad'},
];

test.each([
	['with the colours of the terminal', {hasColor: true, isAscii: false}, 'docs · 3…\u001B[31m –\u001B[39m'],
	['as plain text without colours', {hasColor: false, isAscii: false}, 'docs · 3… –'],
	['with one ASCII character for each sign in ASCII mode', {hasColor: false, isAscii: true}, 'docs - 3~ -'],
	['in words for a screen reader, whatever the colours', {hasColor: true, isAscii: true, isSpoken: true}, 'docs, 3… –'],
])('paints a line %s', (_how, options, text) => {
	expect(createTheme(options).paint(line)).toBe(text);
});

test.each([
	['quiet', '\u001B[2ma  b\u001B[22m'],
	['bad', '\u001B[31ma  b\u001B[39m'],
	['match', '\u001B[4;33ma\u001B[24;39m  \u001B[4;33mb\u001B[24;39m'],
] as const)('paints %s texts and the blanks between them in one style, unless blanks would show it', (tone, text) => {
	const spans = [plain`a`, plain`  `, plain`b`].map(
		(each, at) => ({text: each, tone: at === 1 ? 'plain' : tone}) as const,
	);
	expect(createTheme({hasColor: true, isAscii: false}).paint(spans)).toBe(text);
});

const selectedRowLine: Line = [
	{text: plain`▌`, tone: 'gutter'},
	{text: plain` docs`, tone: 'strong'},
];
const dark: Rgb = [30, 30, 46];
const background = () => dark;
const gutter = '[36;46m▌[39;49m';
const strong = '[1m docs[22m';

test.each([
	['one of 256 colours', {hasColor: true, background}, `${gutter}[48;5;238m${strong}[49m`],
	['nothing without colours', {hasColor: false, background}, `[7m▌[27m${strong}`],
	['nothing in monochrome', {hasColor: true, background, style: () => themes.monochrome}, `[7m▌[27m${strong}`],
])('gives the selected row as background %s', (_what, options, text) => {
	expect(
		createTheme({isAscii: false, ...options})
			.paint(selectedRowLine)
			.replaceAll('\u001B', ''),
	).toBe(text);
});

test('keeps the background of the selected row close to any background', () => {
	fc.assert(
		fc.property(anyColor, color => {
			const differences = selectionColor(color).map((channel, index) => Math.abs(channel - (color[index] ?? 0)));
			expect(Math.max(...differences)).toBeGreaterThanOrEqual(20);
			expect(Math.max(...differences)).toBeLessThanOrEqual(34);
		}),
	);
});

function cellAt(app: OpenApp, text: string) {
	const row = app.lines().findIndex(shown => shown.includes(text));
	return app.cell(row, app.lines()[row]?.indexOf(text) ?? 0);
}

/** Hexadecimal RGB, or a number of the palette. */
function colorOf(app: OpenApp, text: string): string {
	const cell = cellAt(app, text);
	if (cell?.isFgDefault()) return 'default';
	return cell?.isFgRGB() ? cell.getFgColor().toString(16) : String(cell?.getFgColor());
}

async function report(app: OpenApp, text: string) {
	app.burst(text);
	await settled();
}

const reportBackground = (app: OpenApp, hex: string) => report(app, `\u001B]11;rgb:${hex}/${hex}/${hex}\u0007`);

async function openThemes(app: OpenApp) {
	await app.go([':', ...'theme', 'enter'], '─ Theme ─');
}

test('shows the highlighted theme on the whole screen, and esc restores the old one', async () => {
	const app = await openList();
	await reportBackground(app, '00');
	await openThemes(app);
	expect(colorOf(app, 'enter')).toBe('6');
	await app.press('down');
	expect([colorOf(app, 'enter'), colorOf(app, '1 Projects'), colorOf(app, 'Theme')]).toEqual([
		'5affff',
		'ffffff',
		'ffffff',
	]);
	await app.press('down');
	expect(colorOf(app, 'enter')).toBe('b4d7ff');
	await app.press('down');
	expect(colorOf(app, 'enter')).toBe('default');
	await app.press('esc');
	expect(colorOf(app, 'enter')).toBe('6');
});

test('keeps the chosen theme for later runs', async () => {
	const kept: ThemeName[] = [];
	const app = await openDemo({
		preferences: {
			async saveTheme(theme) {
				kept.push(theme);
				return plain`Settings last only until the end`;
			},
		},
	});
	await openThemes(app);
	await app.press('down', 'down');
	expect(kept).toEqual([]);
	await app.go('enter', 'Settings last only until the end');
	expect(app.state().interface.notice).toMatchObject({tone: 'bad'});
	expect(kept).toEqual(['color-blind']);
	expect(colorOf(app, 'enter')).toBe('4');
	await openThemes(app);
	expect(boxIn(app.lines()).inside[2]).toMatch(/^▌ color-blind .*•$/);
});

function cellOf(app: OpenApp, text: string) {
	const cell = cellAt(app, text);
	return {isInverse: cell?.isInverse() !== 0, color: cell?.getFgColor()};
}

test('shows the name of a profile in its colour, in the header and in questions', async () => {
	const app = await openList({onService: service => ({...service, name: plain`production`, accent: 'red'})});
	await app.see(' production ');
	expect(cellOf(app, 'production')).toEqual({isInverse: true, color: 1});
	expect(cellOf(app, '1 Projects').isInverse).toBe(false);
	await app.see('1 of 12');
	await app.go('t', 'to   production  · built-in service');
	expect(cellOf(app, 'production  ·')).toEqual({isInverse: true, color: 1});
});

test('shows each profile in its colour in the list', async () => {
	const profile = {host: plain`api.example.com`, baseUrl: 'https://api.example.com'};
	const app = await openList({
		profiles: [
			{...profile, name: 'production', accent: 'red'},
			{...profile, name: 'staging', accent: 'green', isReadOnly: true},
			{...profile, name: 'lab', isReadOnly: true},
		],
	});
	const screen = await app.go(',', '▌ production · api.example.com');
	expect(cellOf(app, 'production')).toEqual({isInverse: true, color: 1});
	expect(cellOf(app, 'staging')).toEqual({isInverse: true, color: 2});
	expect(cellOf(app, 'lab ·').isInverse).toBe(false);
	expect(cellOf(app, ' · api.example.com').isInverse).toBe(false);
	const lines = screen.split('\n');
	const detailAt = (name: string) => lines.find(line => line.includes(name))?.indexOf('read-only');
	expect(detailAt('staging')).toBe(detailAt('lab ·'));
});

const reply = '\u001B]11;rgb:1e1e/1e1e/2e2e\u001B\\';

/** `color count`, the most frequent first. */
function backgroundsOf(app: OpenApp, row: number): readonly string[] {
	const counts = new Map<string, number>();
	for (let column = 0; column < 80; column++) {
		const cell = app.cell(row, column);
		const color = cell?.isBgRGB() ? cell.getBgColor().toString(16) : 'none';
		counts.set(color, (counts.get(color) ?? 0) + 1);
	}

	return [...counts].toSorted(([, a], [, b]) => b - a).map(([color, count]) => `${color} ${count}`);
}

test('shades the selected row if the terminal reports its background', async () => {
	const app = await openDemo();
	expect(app.terminal.writes.join('')).toContain('\u001B]11;?\u001B\\');
	expect(backgroundsOf(app, app.selectedRow())).toEqual(['none 80']);
	const isFilled = (column: number) => app.cell(app.selectedRow(), column)?.isInverse();
	expect(Array.from({length: 79}, (_, at) => isFilled(at + 1))).toEqual(new Array(79).fill(isFilled(1)));
	expect(isFilled(1)).toBeTruthy();

	await report(app, reply);
	expect(backgroundsOf(app, app.selectedRow())).toEqual(['404050 79', 'none 1']);
	await app.press('j');
	expect(backgroundsOf(app, app.selectedRow())).toEqual(['404050 79', 'none 1']);
	expect(backgroundsOf(app, app.selectedRow() - 1)).toEqual(['none 80']);
});

test('queries the background again when the terminal changes its colours', async () => {
	const app = await openDemo();
	const queryCount = () => app.terminal.writes.join('').split('\u001B]11;?').length - 1;
	const before = queryCount();
	await report(app, '\u001B[?997;2n');
	expect(queryCount()).toBe(before + 1);
	await report(app, '\u001B]11;rgb:ff/ff/ff\u0007');
	expect(backgroundsOf(app, app.selectedRow())).toEqual(['ebebeb 79', 'none 1']);
});
