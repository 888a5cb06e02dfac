import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Rgb} from '../../src/color.ts';
import type {Line} from '../../src/present/line.ts';
import {plain} from '../../src/text.ts';
import {createTheme} from '../../src/ui/theme.ts';
import {nearestColor, selectionColor} from '../../src/ui/themes/theme-colors.ts';

const line: Line = [
	{text: plain`docs · 3…`, tone: 'plain'},
	{text: plain` –`, tone: 'bad'},
];

test('a line is painted with the colours of the terminal', () => {
	expect(createTheme({hasColor: true, isAscii: false}).paint(line)).toBe('docs · 3…\u001B[31m –\u001B[39m');
});

test('without colours a line is plain text', () => {
	expect(createTheme({hasColor: false, isAscii: false}).paint(line)).toBe('docs · 3… –');
});

test('in ASCII mode each sign becomes one ASCII character', () => {
	expect(createTheme({hasColor: false, isAscii: true}).paint(line)).toBe('docs - 3~ -');
});

const selected: Line = [
	{text: plain`▌`, tone: 'gutter'},
	{text: plain` docs`, tone: 'strong'},
];

const dark: Rgb = [30, 30, 46];

test('the selected row has a background once the background of the terminal is known', () => {
	const gutter = '\u001B[36;46m▌\u001B[39;49m';
	const text = '\u001B[1m docs\u001B[22m';
	const colors = {hasColor: true, isAscii: false};
	expect(createTheme(colors).paint(selected)).toBe(gutter + text);
	expect(createTheme({...colors, isTrueColor: true, background: () => dark}).paint(selected)).toBe(
		`${gutter}\u001B[48;2;64;64;80m${text}\u001B[49m`,
	);
	expect(createTheme({...colors, background: () => dark}).paint(selected)).toBe(
		`${gutter}\u001B[48;5;238m${text}\u001B[49m`,
	);
	expect(createTheme({hasColor: false, isAscii: false, background: () => dark}).paint(selected)).not.toContain('48;');
});

test('other rows have no background', () => {
	const theme = createTheme({hasColor: true, isAscii: false, isTrueColor: true, background: () => dark});
	expect(theme.paint(line)).not.toContain('48;');
});

const anyColor = fc.tuple(
	...([255, 255, 255].map(max => fc.integer({min: 0, max})) as [
		fc.Arbitrary<number>,
		fc.Arbitrary<number>,
		fc.Arbitrary<number>,
	]),
);

test('the background of the selected row differs from every background, but only a little', () => {
	fc.assert(
		fc.property(anyColor, color => {
			const differences = selectionColor(color).map((channel, index) => Math.abs(channel - (color[index] ?? 0)));
			expect(Math.max(...differences)).toBeGreaterThanOrEqual(20);
			expect(Math.max(...differences)).toBeLessThanOrEqual(34);
		}),
	);
});

test.each<[Rgb, number]>([
	[[0, 0, 0], 16],
	[[255, 255, 255], 231],
	[[34, 34, 34], 235],
	[[0, 95, 135], 24],
	[[238, 238, 238], 255],
])('of 256 colours, the nearest to %j is number %i', (color, number) => {
	expect(nearestColor(color)).toBe(number);
});
