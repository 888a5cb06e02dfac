import fc from 'fast-check';
import {expect, test} from 'vitest';
import {contrast, type Rgb} from '../../../src/color.ts';
import {plain} from '../../../src/text.ts';
import {themeNames} from '../../../src/theme-names.ts';
import {createTheme} from '../../../src/ui/theme.ts';
import {colorBlindTheme} from '../../../src/ui/themes/color-blind-theme.ts';
import {highContrastTheme} from '../../../src/ui/themes/high-contrast-theme.ts';
import {monochromeTheme} from '../../../src/ui/themes/monochrome-theme.ts';
import {ownColors, selectionColor} from '../../../src/ui/themes/theme-colors.ts';
import type {ThemeStyle} from '../../../src/ui/themes/theme-style.ts';
import {themes} from '../../../src/ui/themes/themes.ts';

const rgb = (hex: string): Rgb => [0, 2, 4].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Backgrounds of widespread terminals and palettes. */
const backgrounds = {
	black: '000000',
	'VS Code dark': '1e1e1e',
	Dracula: '282a36',
	'Solarized dark': '002b36',
	Nord: '2e3440',
	'One Dark': '282c34',
	Ubuntu: '300a24',
	white: 'ffffff',
	'Solarized light': 'fdf6e3',
	'One Light': 'fafafa',
	'Catppuccin Latte': 'eff1f5',
};
const withOwnColors = themeNames.filter(name => themes[name].own);
const cases = withOwnColors.flatMap(theme =>
	Object.entries(backgrounds).map(([background, hex]) => ({theme, background, color: rgb(hex)})),
);

test('some themes name their own colours', () => {
	expect(withOwnColors).toEqual(['high-contrast', 'color-blind']);
});

test.each(cases)('every colour of $theme has a contrast of 4.5 or more on $background', ({theme, color}) => {
	const colors = Object.values(ownColors(themes[theme], color, true) ?? {});
	expect(colors.length).toBeGreaterThan(0);
	for (const own of colors) {
		expect(contrast(own, color)).toBeGreaterThanOrEqual(4.5);
		expect(contrast(own, selectionColor(color))).toBeGreaterThanOrEqual(4.5);
	}
});

test.each(['000000', '1e1e1e', 'ffffff', 'fafafa'])('high-contrast has a contrast of 7 or more on #%s', hex => {
	const contrasts = Object.values(ownColors(highContrastTheme, rgb(hex), true) ?? {}).map(own =>
		contrast(own, rgb(hex)),
	);
	expect(contrasts.length).toBeGreaterThan(0);
	expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(7);
});

test('on any background, colours that would be hard to read are left to the terminal', () => {
	const channel = fc.integer({min: 0, max: 255});
	fc.assert(
		fc.property(fc.tuple(channel, channel, channel), fc.constantFrom(...withOwnColors), (background, theme) => {
			const lowest = Object.values(ownColors(themes[theme], background, true) ?? {}).map(own =>
				contrast(own, background),
			);
			expect(Math.min(21, ...lowest)).toBeGreaterThanOrEqual(4.5);
		}),
	);
});

test('a middle grey has none of the own colours', () => {
	for (const theme of withOwnColors) expect(ownColors(themes[theme], [128, 128, 128], true)).toBeUndefined();
});

/** What a colour looks like without one kind of cones, by Viénot, Brettel and Mollon (1999), in linear light. */
const linear = (channel: number) => (channel / 255) ** 2.2;
const withoutRed = ([red, green, blue]: Rgb) => [
	0.112 * linear(red) + 0.888 * linear(green),
	0.112 * linear(red) + 0.888 * linear(green),
	0.004 * linear(red) - 0.004 * linear(green) + linear(blue),
];
const withoutGreen = ([red, green, blue]: Rgb) => [
	0.292 * linear(red) + 0.708 * linear(green),
	0.292 * linear(red) + 0.708 * linear(green),
	-0.022 * linear(red) + 0.022 * linear(green) + linear(blue),
];

/** How much more yellow than blue a colour is. */
const warmth = ([yellow = 0, , blue = 0]: readonly number[]) => yellow - blue;

test.each(colorBlindTheme.own ?? [])(
	'without red or green cones, what is well looks blue and what failed looks yellow: %j',
	({good = [0, 0, 0], bad = [0, 0, 0]}) => {
		for (const seen of [withoutRed, withoutGreen]) {
			expect(warmth(seen(good))).toBeLessThan(-0.1);
			expect(warmth(seen(bad))).toBeGreaterThan(0.04);
		}
	},
);

const all = [
	{text: plain`a`, tone: 'strong'},
	{text: plain`b`, tone: 'quiet'},
	{text: plain`c`, tone: 'bad'},
	{text: plain`d`, tone: 'badge-red'},
] as const;

const painted = (style: ThemeStyle, hasColor: boolean, background?: Rgb) =>
	createTheme({
		hasColor,
		isAscii: false,
		isTrueColor: true,
		style: () => style,
		background: () => background,
	})
		.paint(all)
		.replaceAll('\u001B', '');

test.each<[string, string]>([
	['terminal', '[1ma[22m[2mb[22m[31mc[39m[7;31md[27;39m'],
	['high-contrast', '[1ma[22mb[1;91mc[22;39m[7;31md[27;39m'],
	['color-blind', '[1ma[22m[2mb[22m[33mc[39m[7;31md[27;39m'],
	['monochrome', '[1ma[22m[2mb[22m[1mc[22m[7md[27m'],
])('%s uses the colours of the terminal while its background is unknown', (name, text) => {
	expect(painted(themes[name as keyof typeof themes], true)).toBe(text);
});

test('a theme uses its own colours once the background of the terminal is known', () => {
	expect(painted(colorBlindTheme, true, [0, 0, 0])).toBe('[1ma[22m[2mb[22m[38;2;255;195;85mc[39m[7;31md[27;39m');
	expect(painted(colorBlindTheme, true, [255, 255, 255])).toContain('[38;2;138;72;0mc[39m');
});

test.each(themeNames)('without colours, %s still has bold and dim text', name => {
	expect(painted(themes[name], false)).toMatch(/^\[1ma\[22m(?:\[2mb\[22m|b)(?:\[1mc\[22m|c)\[7md\[27m$/);
});

test('monochrome has no colours, not even behind the selected row', () => {
	const theme = createTheme({
		hasColor: true,
		isAscii: false,
		style: () => monochromeTheme,
		background: () => [0, 0, 0],
	});
	const selected = [
		{text: plain`▌`, tone: 'gutter'},
		{text: plain` docs`, tone: 'strong'},
	] as const;
	expect(theme.paint(selected)).toBe('\u001B[7m▌\u001B[27m\u001B[1m docs\u001B[22m');
});
